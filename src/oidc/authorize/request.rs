//! The parsed authorization request (OpenID Connect Core 3.1.2.1, RFC 6749 section 4.1.1).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use crate::http::params::Params;

/// How the response reaches the client (OAuth 2.0 Form Post Response Mode 1.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResponseMode {
    /// In the query of the redirect URI.
    #[default]
    Query,
    /// By a form that submits itself to the redirect URI.
    FormPost,
}

impl ResponseMode {
    /// The supported modes.
    pub const NAMES: [&'static str; 2] = ["query", "form_post"];

    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "query" => Some(Self::Query),
            "form_post" => Some(Self::FormPost),
            _ => None,
        }
    }
}

/// The values of `prompt`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the values of the parameter")]
pub struct Prompt {
    /// Show no page at all.
    pub none: bool,
    /// Ask for credentials again.
    pub login: bool,
    /// Ask for consent again.
    pub consent: bool,
    /// Let the person choose an account.
    pub select_account: bool,
    /// Lead the person to apply for an account (Initiating User Registration 1.0). It counts only where people may.
    pub create: bool,
}

impl Prompt {
    /// The value that is supported where people may apply for an account.
    pub const CREATE: &'static str = "create";

    /// The values that are always supported.
    pub const NAMES: [&'static str; 4] = ["none", "login", "consent", "select_account"];

    /// Parses the parameter. Unknown values are ignored: every registered value is supported.
    pub fn parse(text: &str) -> Self {
        let sent = |name: &str| text.split(' ').any(|word| word == name);
        Self {
            none: sent("none"),
            login: sent("login"),
            consent: sent("consent"),
            select_account: sent("select_account"),
            create: sent(Self::CREATE),
        }
    }

    /// True when `none` is combined with another value, which no response can satisfy.
    pub fn contradicts_itself(self) -> bool {
        self.none && (self.login || self.consent || self.select_account || self.create)
    }
}

/// A parsed authorization request. The rules decide whether it is allowed.
#[derive(Clone, Debug, Default)]
pub struct AuthorizeRequest {
    pub client_id: String,
    /// The redirect URI, exactly as registered and sent.
    pub redirect_uri: String,
    /// True when the request named the URI; false when the client's only registered one was used.
    pub redirect_uri_named: bool,
    /// As sent.
    pub response_type: Option<String>,
    /// An unknown mode becomes `Query`.
    pub response_mode: ResponseMode,
    /// True when the request named a mode that this server does not support.
    pub response_mode_unknown: bool,
    /// Requested scope values, each once, sorted.
    pub scope: Vec<String>,
    /// Returned verbatim.
    pub state: Option<String>,
    /// Returned in the ID token verbatim.
    pub nonce: Option<String>,
    /// The pages that must or must not be shown.
    pub prompt: Prompt,
    /// Greatest age of the sign-in, in seconds; `Err` when the text is not a number, which a rule then reports.
    pub max_age: Option<Result<i64, ()>>,
    /// An ID token of this server for the expected person.
    pub id_token_hint: Option<String>,
    /// What to fill into the account field.
    pub login_hint: Option<String>,
    /// Languages for the pages, best first.
    pub ui_locales: Option<String>,
    /// The wanted `acr` values, as sent.
    pub acr_values: String,
    /// The `claims` parameter, or `Err` when it is not a valid JSON object.
    pub claims: Option<Result<Value, ()>>,
    /// PKCE challenge (RFC 7636).
    pub code_challenge: Option<String>,
    /// PKCE method.
    pub code_challenge_method: Option<String>,
    /// Thumbprint of the key that the code must be bound to (RFC 9449 section 10).
    pub dpop_jkt: Option<String>,
    /// Audiences of the access token (RFC 8707).
    pub resources: Vec<String>,
    /// The parameter that carries a request object, which this server does not support.
    pub request_object: Option<&'static str>,
    /// The name of a repeated parameter.
    pub repeated: Option<String>,
}

/// Parameters that may be repeated (RFC 8707 section 2).
const REPEATABLE: &[&str] = &["resource"];

impl AuthorizeRequest {
    /// Every parameter that this server reads, here or on the pages of a sign-in flow.
    pub const READS: &'static [&'static str] = &[
        "client_id",
        "redirect_uri",
        "response_type",
        "response_mode",
        "scope",
        "state",
        "nonce",
        "prompt",
        "max_age",
        "id_token_hint",
        "login_hint",
        "ui_locales",
        "acr_values",
        "claims",
        "code_challenge",
        "code_challenge_method",
        "dpop_jkt",
        "resource",
        "request",
        "request_uri",
        "registration",
    ];

    /// Parses the parameters; client and redirect URI have been checked before.
    pub fn read(params: &Params, redirect_uri: &str, redirect_uri_named: bool) -> Self {
        let text = |name: &str| params.get(name).map(str::to_owned);
        // A request object is always refused. If it contains `response_mode` or `state`, the error response uses these
        // two, since its members override the query's (Core 6.1). Nothing else of it is used.
        let object = params.get("request").and_then(unsigned_object);
        let way_back = |name: &str| {
            let member = object
                .as_ref()
                .and_then(|object| object.get(name)?.as_str());
            member.or_else(|| params.get(name))
        };
        let mode = way_back("response_mode");
        Self {
            client_id: text("client_id").unwrap_or_default(),
            redirect_uri: redirect_uri.to_owned(),
            redirect_uri_named,
            response_type: text("response_type"),
            response_mode: mode.and_then(ResponseMode::parse).unwrap_or_default(),
            response_mode_unknown: mode.is_some_and(|mode| ResponseMode::parse(mode).is_none()),
            scope: words(params.get("scope")),
            state: way_back("state").map(str::to_owned),
            nonce: text("nonce"),
            prompt: params.get("prompt").map(Prompt::parse).unwrap_or_default(),
            max_age: params.get("max_age").map(max_age),
            id_token_hint: text("id_token_hint"),
            login_hint: text("login_hint"),
            ui_locales: text("ui_locales"),
            acr_values: text("acr_values").unwrap_or_default(),
            claims: params.get("claims").map(claims),
            code_challenge: text("code_challenge"),
            code_challenge_method: text("code_challenge_method"),
            dpop_jkt: text("dpop_jkt"),
            resources: params.all("resource").map(str::to_owned).collect(),
            request_object: ["request", "request_uri", "registration"]
                .into_iter()
                .find(|name| params.get(name).is_some()),
            repeated: params.repeated(REPEATABLE).map(str::to_owned),
        }
    }

    /// True for an OpenID Connect request, false for plain OAuth.
    pub fn is_openid(&self) -> bool {
        self.asks_for("openid")
    }

    /// True when `scope` contains this value.
    fn asks_for(&self, scope: &str) -> bool {
        self.scope.iter().any(|asked| asked == scope)
    }

    /// `max_age` in seconds, if it was sent and is valid.
    pub fn max_age_seconds(&self) -> Option<i64> {
        self.max_age.and_then(Result::ok)
    }

    /// The names of individually requested claims, from both members.
    pub fn claim_names(&self) -> Vec<&str> {
        let Some(Ok(claims)) = &self.claims else {
            return Vec::new();
        };
        let members = ["userinfo", "id_token"].map(|member| claims.get(member));
        let asked = members.into_iter().flatten().filter_map(Value::as_object);
        asked
            .flat_map(|asked| asked.keys().map(String::as_str))
            .collect()
    }

    /// What the `claims` parameter requests for one claim: `claims[member][name]`.
    pub fn claim(&self, member: &str, name: &str) -> Option<&Value> {
        let Some(Ok(claims)) = &self.claims else {
            return None;
        };
        claims.get(member)?.get(name)
    }
}

/// Splits a space-separated list; each word once, sorted.
pub fn words(text: Option<&str>) -> Vec<String> {
    let mut words: Vec<String> = text
        .unwrap_or_default()
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// RFC 6749 section 3.3: visible ASCII without quotes and backslashes.
pub fn is_scope_value(value: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    value.bytes().all(allowed)
}

/// The members of a request object with `alg` `none`. It is not signed, so it deserves the same trust as the query that
/// carries it. Any other object is ignored, because it would have to be verified first.
fn unsigned_object(text: &str) -> Option<Map<String, Value>> {
    let mut parts = text.split('.').map(|part| {
        let json = URL_SAFE_NO_PAD.decode(part).ok()?;
        serde_json::from_slice::<Map<String, Value>>(&json).ok()
    });
    let (header, members) = (parts.next()??, parts.next()??);
    (header.get("alg")? == "none").then_some(members)
}

fn max_age(text: &str) -> Result<i64, ()> {
    text.parse().ok().filter(|seconds| *seconds >= 0).ok_or(())
}

/// Parses the parameter as an object whose two members, if present, are objects of objects or nulls (OpenID Connect
/// Core 5.5).
fn claims(text: &str) -> Result<Value, ()> {
    let value: Value = serde_json::from_str(text).map_err(|_| ())?;
    let members = value.as_object().ok_or(())?;
    for member in ["userinfo", "id_token"] {
        let Some(asked) = members.get(member).filter(|asked| !asked.is_null()) else {
            continue;
        };
        let asked = asked.as_object().ok_or(())?;
        if !asked.values().all(|one| one.is_null() || one.is_object()) {
            return Err(());
        }
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> AuthorizeRequest {
        AuthorizeRequest::read(&Params::parse(query).unwrap(), "http://h/cb", true)
    }

    #[test]
    fn order_and_repetition_of_scope_values_do_not_matter() {
        assert_eq!(
            read("scope=profile+openid+openid").scope,
            ["openid", "profile"]
        );
    }

    /// OpenID Connect Core 3.1.2.1: `none` with any other value is an error.
    #[test]
    fn prompt_none_is_used_alone() {
        assert!(read("prompt=none+login").prompt.contradicts_itself());
        assert!(read("prompt=none+create").prompt.contradicts_itself());
        assert!(!read("prompt=none").prompt.contradicts_itself());
        assert!(!read("prompt=login+consent").prompt.contradicts_itself());
    }

    /// OpenID Connect Core 5.5.
    #[test]
    fn claims_must_be_an_object_of_objects() {
        assert!(matches!(
            read("claims=%7B%22userinfo%22%3A%7B%22a%22%3Anull%7D%7D").claims,
            Some(Ok(_))
        ));
        for bad in [
            "%7B",
            "%5B%5D",
            "1",
            "%7B%22userinfo%22%3A1%7D",
            "%7B%22id_token%22%3A%7B%22a%22%3A1%7D%7D",
        ] {
            assert_eq!(
                read(&format!("claims={bad}")).claims,
                Some(Err(())),
                "{bad}"
            );
        }
    }

    #[test]
    fn max_age_is_a_number_of_seconds() {
        assert_eq!(read("max_age=0").max_age_seconds(), Some(0));
        assert_eq!(read("max_age=-1").max_age, Some(Err(())));
        assert_eq!(read("max_age=x").max_age, Some(Err(())));
    }
}
