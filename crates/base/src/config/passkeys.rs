//! `[passkeys]`: the name that passkeys are bound to.

use serde::Deserialize;
use url::{Host, Url};

use super::{
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// The name that passkeys are bound to.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PasskeysConfig {
    /// The relying party id (WebAuthn section 5.1.2): a host name. `None` stands for the host of `server.public_url`. No key
    /// works under another name.
    #[serde(deserialize_with = "optional::read")]
    pub rp_id: Option<String>,
    /// Other origins whose pages may use the keys (WebAuthn section 5.11), for a move to another name.
    pub related_origins: Vec<String>,
}

/// The most origins: browsers read at least five names.
const MOST_ORIGINS: usize = 20;

impl Section for PasskeysConfig {
    const NAME: &'static str = "passkeys";
    const KEYS: &'static [Key] = &[
        key(
            "rp_id",
            "a host name in lower case, such as \"example.com\"",
        ),
        key(
            "related_origins",
            "a list of at most 20 origins, such as [\"https://sso.example.com\"]",
        ),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        if let Some(rp_id) = &self.rp_id
            && !is_host_name(rp_id)
        {
            faults.add("rp_id", format!("is {rp_id:?}, which is no host name"));
        }
        let bad = self.related_origins.iter().find(|text| !is_origin(text));
        if let Some(bad) = bad {
            faults.add(
                "related_origins",
                format!("has {bad:?}, which is no origin"),
            );
        }
        if self.related_origins.len() > MOST_ORIGINS {
            faults.add("related_origins", "has too many origins".to_owned());
        }
    }
}

/// A name as browsers write it. An address of the network is none.
fn is_host_name(text: &str) -> bool {
    matches!(Host::parse(text), Ok(Host::Domain(name)) if name == text && !name.ends_with('.'))
}

/// An https origin, or one of this machine, as browsers write it.
fn is_origin(text: &str) -> bool {
    let Ok(url) = Url::parse(text) else {
        return false;
    };
    let is_local = url.scheme() == "http" && url.host_str() == Some("localhost");
    (url.scheme() == "https" || is_local) && url.origin().ascii_serialization() == text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_origins_are_written_as_browsers_write_them() {
        for good in ["example.com", "sso.example.com", "localhost"] {
            assert!(is_host_name(good), "{good}");
        }
        for bad in [
            "",
            "Example.com",
            "127.0.0.1",
            "example.com.",
            "https://a.test",
            "a b",
        ] {
            assert!(!is_host_name(bad), "{bad}");
        }
        for good in [
            "https://sso.example.com",
            "https://a.test:8443",
            "http://localhost:8080",
        ] {
            assert!(is_origin(good), "{good}");
        }
        for bad in [
            "https://a.test/",
            "http://a.test",
            "a.test",
            "https://a.test/x",
            "https://A.test",
        ] {
            assert!(!is_origin(bad), "{bad}");
        }
    }
}
