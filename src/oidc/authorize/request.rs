//! The authorization request, typed (OpenID Connect Core 3.1.2.1, RFC 6749 section 4.1.1).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use crate::http::params::Params;

/// How the answer travels back (OAuth 2.0 Form Post Response Mode 1.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResponseMode {
    /// In the query of the redirect URI.
    #[default]
    Query,
    /// By a form that posts itself to the redirect URI.
    FormPost,
}

impl ResponseMode {
    /// The modes this server answers in.
    pub const NAMES: [&'static str; 2] = ["query", "form_post"];

    /// The mode of that name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "query" => Some(Self::Query),
            "form_post" => Some(Self::FormPost),
            _ => None,
        }
    }
}

/// The values of `prompt` that were sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the four values of the parameter"
)]
pub struct Prompt {
    /// Show no page at all.
    pub none: bool,
    /// Ask for credentials again.
    pub login: bool,
    /// Ask for consent again.
    pub consent: bool,
    /// Let the person choose an account.
    pub select_account: bool,
}

impl Prompt {
    /// The values this server understands.
    pub const NAMES: [&'static str; 4] = ["none", "login", "consent", "select_account"];

    /// Reads the parameter; unknown values are left out, as no registered one is unknown here.
    pub fn parse(text: &str) -> Self {
        let sent = |name: &str| text.split(' ').any(|word| word == name);
        Self {
            none: sent("none"),
            login: sent("login"),
            consent: sent("consent"),
            select_account: sent("select_account"),
        }
    }

    /// True when `none` stands beside another value, which no answer can satisfy.
    pub fn contradicts_itself(self) -> bool {
        self.none && (self.login || self.consent || self.select_account)
    }
}

/// An authorization request whose shape is right; whether it is allowed is for the rules to say.
#[derive(Clone, Debug, Default)]
pub struct AuthorizeRequest {
    /// The client that asks.
    pub client_id: String,
    /// Where the answer goes, to the letter.
    pub redirect_uri: String,
    /// True when the request named it; false when the client's only one was taken.
    pub redirect_uri_named: bool,
    /// `response_type`, as sent.
    pub response_type: Option<String>,
    /// How the answer travels; unknown modes answer by query.
    pub response_mode: ResponseMode,
    /// True when `response_mode` names none that this server has.
    pub response_mode_unknown: bool,
    /// Requested scope values, each once, sorted.
    pub scope: Vec<String>,
    /// Returned verbatim.
    pub state: Option<String>,
    /// Returned in the ID token verbatim.
    pub nonce: Option<String>,
    /// Which pages must or must not be shown.
    pub prompt: Prompt,
    /// How old the proof of identity may be, seconds; text that is no number is kept for the rule.
    pub max_age: Option<Result<i64, ()>>,
    /// An ID token of ours for the person who is expected.
    pub id_token_hint: Option<String>,
    /// What to write in the account field.
    pub login_hint: Option<String>,
    /// Languages of the pages, best first.
    pub ui_locales: Option<String>,
    /// The `claims` parameter, or `Err` when it is not a JSON object.
    pub claims: Option<Result<Value, ()>>,
    /// PKCE challenge (RFC 7636).
    pub code_challenge: Option<String>,
    /// PKCE method.
    pub code_challenge_method: Option<String>,
    /// Thumbprint of the key that the code shall be bound to (RFC 9449 section 10).
    pub dpop_jkt: Option<String>,
    /// Audiences of the access token (RFC 8707).
    pub resources: Vec<String>,
    /// Parameters that mean a request object, which this server does not take.
    pub request_object: Option<&'static str>,
    /// A parameter that stands more than once.
    pub repeated: Option<String>,
}

/// Parameters that may stand more than once (RFC 8707 section 2).
const REPEATABLE: &[&str] = &["resource"];

impl AuthorizeRequest {
    /// Every parameter that is read, here or by the pages of a sign-in flow.
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

    /// Reads the parameters once the client and its redirect URI are known to be right.
    pub fn read(params: &Params, redirect_uri: &str, redirect_uri_named: bool) -> Self {
        let text = |name: &str| params.get(name).map(str::to_owned);
        // A request object is always refused. Where it alone says how the refusal travels, and by
        // which state the client knows it again, it is heard in that and in nothing else; its
        // members stand over the query's (Core 6.1).
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

    /// True when it is an OpenID Connect request and not plain OAuth.
    pub fn is_openid(&self) -> bool {
        self.asks_for("openid")
    }

    /// True when `scope` holds this value.
    pub fn asks_for(&self, scope: &str) -> bool {
        self.scope.iter().any(|asked| asked == scope)
    }

    /// `max_age` in seconds, when it was sent and is right.
    pub fn max_age_seconds(&self) -> Option<i64> {
        self.max_age.and_then(Result::ok)
    }

    /// The names of the single claims that are asked for, in either member.
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

    /// What the `claims` parameter asks of one claim: `claims[member][name]`.
    pub fn claim(&self, member: &str, name: &str) -> Option<&Value> {
        let Some(Ok(claims)) = &self.claims else {
            return None;
        };
        claims.get(member)?.get(name)
    }
}

/// The words of a space-separated list, each once, sorted.
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

/// The members of a request object with `alg` `none`: nobody vouches for it, so it is worth what
/// the query is that it came in. Any other stays unread, for it would have to be verified first.
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

/// The parameter as an object whose two members, if there, are objects of objects or nulls
/// (OpenID Connect Core 5.5).
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
    fn prompt_none_stands_alone() {
        assert!(read("prompt=none+login").prompt.contradicts_itself());
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
