//! The consent page: who asks, and in words what they would learn.

use askama::Template;

use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, Page};
use crate::pages::tile::AppTile;

/// The page of the step "consent". It answers POST `/consent` with `decision`, either `allow` or
/// `deny` (OIDC Core section 3.1.2.4).
#[derive(Template)]
#[template(path = "signin/consent.html")]
pub struct ConsentPage {
    /// The frame.
    pub frame: Frame,
    /// What binds the form to this browser and to the sign-in under way.
    pub csrf: CsrfToken,
    /// The application that is asking.
    pub app: AppTile,
    /// Who is signed in, by the name that the portal shows.
    pub person: String,
    /// True when the answer is good for this once, and the next sign-in asks again.
    pub each_time: bool,
    /// What it asks for, in the order to be shown.
    pub scopes: Vec<ConsentScope>,
    /// The client's `policy_uri`; shown only when it is http or https.
    pub policy_uri: Option<String>,
    /// The client's `tos_uri`; shown only when it is http or https.
    pub tos_uri: Option<String>,
}

/// One scope value on the consent page.
#[derive(Clone, Debug)]
pub struct ConsentScope {
    /// The scope value, as in the request.
    pub name: String,
    /// What it would reveal of this very person, such as the e-mail address; `None` shows words only.
    pub value: Option<String>,
}

impl ConsentScope {
    /// What it lets the application do, and what that reveals; `None` for a scope value of an
    /// application's own, which is shown by its name.
    fn texts(&self) -> Option<[Key; 2]> {
        Some(match self.name.as_str() {
            "openid" => [Key("scope.openid.name"), Key("scope.openid.reveals")],
            "profile" => [Key("scope.profile.name"), Key("scope.profile.reveals")],
            "email" => [Key("scope.email.name"), Key("scope.email.reveals")],
            "address" => [Key("scope.address.name"), Key("scope.address.reveals")],
            "phone" => [Key("scope.phone.name"), Key("scope.phone.reveals")],
            "groups" => [Key("scope.groups.name"), Key("scope.groups.reveals")],
            "offline_access" => [Key("scope.offline.name"), Key("scope.offline.reveals")],
            _ => return None,
        })
    }
}

/// Keeps a link that a browser may follow safely (attacks 3).
fn web(address: Option<&String>) -> Option<&str> {
    let url = url::Url::parse(address?).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(address?.as_str())
}

impl ConsentPage {
    fn policy(&self) -> Option<&str> {
        web(self.policy_uri.as_ref())
    }

    fn terms(&self) -> Option<&str> {
        web(self.tos_uri.as_ref())
    }
}

impl Page for ConsentPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let scope = |name: &str, value: Option<&str>| ConsentScope {
            name: name.to_owned(),
            value: value.map(say),
        };
        let page = |scopes| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            app: AppTile::sample(say),
            person: say("Dan Member"),
            each_time: false,
            scopes,
            policy_uri: None,
            tos_uri: None,
        };
        let few = || vec![scope("openid", None), scope("email", Some("dan@demo.test"))];
        let all = [
            "openid",
            "profile",
            "email",
            "address",
            "phone",
            "groups",
            "offline_access",
        ];
        let mut many: Vec<_> = all.map(|name| scope(name, None)).into();
        many.push(ConsentScope {
            name: say("reports.read"),
            value: None,
        });
        let linked = Self {
            policy_uri: Some(say("https://app.example/privacy")),
            tos_uri: Some(say("https://app.example/terms")),
            ..page(many)
        };
        let native = Self {
            each_time: true,
            ..page(few())
        };
        vec![("few", page(few())), ("all", linked), ("native", native)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 3: a client's link is a web address or nothing.
    #[test]
    fn only_web_addresses_become_links() {
        let kept = |address: &str| web(Some(&address.to_owned())).is_some();
        assert!(kept("https://app.example/privacy") && kept("http://localhost/terms"));
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "data:text/html,x",
            "//x",
            "",
            " ",
        ] {
            assert!(!kept(bad), "{bad}");
        }
    }
}
