//! `clients.toml` accepts the entries that the documents show.

use std::path::Path;

use atrium::clients::{GrantType, RefreshPolicy, file};
use atrium::config::Secret;

/// The `toml` blocks of a document that declare clients.
fn entries(document: &str) -> Vec<&str> {
    let blocks = document.split("```toml\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("```").next().unwrap());
    blocks.filter(|text| text.contains("[[client]]")).collect()
}

/// An entry that is copied from the documents has no fault.
#[test]
fn every_entry_of_the_documents_is_taken() {
    let public_url = "https://sso.example.com".parse().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, at_least) in [("docs/relying-apps.md", 1), ("docs/recipes.md", 11)] {
        let document = std::fs::read_to_string(root.join(name)).unwrap();
        let entries = entries(&document);
        assert!(entries.len() >= at_least, "{name} has {}", entries.len());
        for text in entries {
            let secret = |_: &_| Ok(Secret::new("0123456789abcdef0123456789abcdef"));
            let read = file::parse(text, &public_url, &secret);
            assert!(read.is_ok(), "{name}: {}\n{text}", read.unwrap_err());
            for client in read.unwrap() {
                let asks = client.scopes.iter().any(|scope| scope == "offline_access");
                let renews = client.may_use(GrantType::RefreshToken);
                let with_session = client.refresh == RefreshPolicy::Session;
                assert_eq!(
                    renews,
                    asks || with_session,
                    "{name}: no refresh token\n{text}"
                );
            }
        }
    }
}
