//! The consent page: which application asks, and what it would learn.

use askama::Template;

use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::pages::tile::AppTile;

/// The page of the step "consent". Its form posts `decision`, `allow` or `deny`, to `/consent` (OIDC Core section
/// 3.1.2.4).
#[derive(Template)]
#[template(path = "signin/consent.html")]
pub struct ConsentPage {
    pub frame: Frame,
    /// Binds the form to this browser and sign-in flow.
    pub csrf: CsrfToken,
    /// The application that asks.
    pub app: AppTile,
    /// The signed-in person's name as the portal shows it.
    pub person: String,
    /// True when the answer counts for this sign-in only, and the next one asks again.
    pub each_time: bool,
    /// The requested scope values, in display order.
    pub scopes: Vec<ConsentScope>,
    /// The origin that gets a launch token, if the application is a legacy one; then there are no scopes.
    pub launched_at: Option<String>,
    /// The client's `policy_uri`; shown only when it is http or https.
    pub policy_uri: Option<String>,
    /// The client's `tos_uri`; shown only when it is http or https.
    pub tos_uri: Option<String>,
}

/// One scope value on the consent page.
#[derive(Clone, Debug)]
pub struct ConsentScope {
    /// As in the request.
    pub name: String,
    /// The data of this person that it discloses, such as the email address; `None` shows the description only.
    pub value: Option<String>,
}

impl ConsentScope {
    /// The texts that describe the scope value; `None` for an application's own scope value, which is shown by name.
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

/// Returns the link if a browser may follow it safely (attack 3).
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

impl ServerPage for ConsentPage {
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
            launched_at: None,
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
        let launch = Self {
            launched_at: Some(say("https://reports.example.com")),
            ..page(Vec::new())
        };
        vec![
            ("few", page(few())),
            ("all", linked),
            ("native", native),
            ("launch", launch),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 3: only a web address becomes a link.
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
