//! A sign-in that begins here: the address at which an application starts one for us (OpenID Connect Core section 4).

use url::Url;

use super::Client;
use crate::http::params::with_query;

impl Client {
    /// The address that makes the application start a sign-in at `issuer` and lead to `target` afterwards. `None` if it has
    /// none, or if `target` is not on one of its own origins: the application may only lead there by itself.
    pub fn initiated(&self, issuer: &str, target: &str) -> Option<String> {
        let login = self.initiate_login_uri.as_deref()?;
        if target == login {
            // A product that leads there already: nothing else is its target.
            return Some(with_query(login, &[("iss", issuer)]));
        }
        let origin = |address: &str| Url::parse(address).ok().map(|url| url.origin());
        let there = origin(target)?;
        let mut own = self.redirect_uris.iter().map(String::as_str).chain([login]);
        let is_own = own.any(|address| origin(address).is_some_and(|origin| origin == there));
        is_own.then(|| with_query(login, &[("iss", issuer), ("target_link_uri", target)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OpenID Connect Core section 4: `iss` and `target_link_uri`; no target on a foreign origin.
    #[test]
    fn the_target_is_on_an_origin_of_the_application() {
        let mut client = Client::default();
        let begun = |client: &Client, target: &str| client.initiated("https://sso.test", target);
        assert_eq!(begun(&client, "https://reports.test/"), None);
        client.initiate_login_uri = Some("https://login.reports.test/begin?x=1".to_owned());
        client.redirect_uris = vec!["https://reports.test/callback".to_owned()];
        assert_eq!(
            begun(&client, "https://reports.test/spring?a=b").as_deref(),
            Some(
                "https://login.reports.test/begin?x=1&iss=https%3A%2F%2Fsso.test\
                 &target_link_uri=https%3A%2F%2Freports.test%2Fspring%3Fa%3Db"
            )
        );
        assert!(begun(&client, "https://login.reports.test/").is_some());
        assert_eq!(
            begun(&client, "https://login.reports.test/begin?x=1").as_deref(),
            Some("https://login.reports.test/begin?x=1&iss=https%3A%2F%2Fsso.test")
        );
        for foreign in [
            "https://evil.test/",
            "http://reports.test/",
            "https://reports.test:8443/",
            "https://reports.test.evil.test/",
            "/my-groups",
            "com.app:/x",
        ] {
            assert_eq!(begun(&client, foreign), None, "{foreign}");
        }
    }
}
