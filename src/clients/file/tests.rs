use super::*;
use crate::clients::client::{AuthMethod, GrantType, Kind, LegacyMode, RefreshPolicy};

fn at(public_url: &str, text: &str) -> Result<Vec<Client>, ClientsFileError> {
    parse(text, &public_url.parse().unwrap(), &|place| match place {
        SecretPlace::Variable(name) if name == "GOOD" => Ok(Secret::new("v".repeat(32))),
        place => Err(format!("names {place:?}, which cannot be read")),
    })
}

fn read(text: &str) -> Result<Vec<Client>, ClientsFileError> {
    at("https://sso.example.com", text)
}

/// Keys of the faults, without the entry's name.
fn keys(text: &str) -> Vec<String> {
    read(text)
        .unwrap_err()
        .list()
        .iter()
        .map(|fault| fault.key.rsplit(": ").next().unwrap_or_default().to_owned())
        .collect()
}

const APP: &str = "[[client]]\nclient_id = \"app\"\nsecret = \"0123456789abcdef0123456789abcdef\"\n\
    redirect_uris = [\"https://app.test/cb\"]\n";

/// The fixed demo entries and the portal.
#[test]
fn the_file_of_the_repository_declares_the_fixed_clients() {
    let text = include_str!("../../../clients.toml");
    let clients = at("http://localhost:8080", text).unwrap();
    let [portal, demo, legacy] = &clients[..] else {
        panic!("{} clients", clients.len());
    };
    assert_eq!(portal.client_id, "portal");
    assert!(portal.is_public() && portal.needs_pkce() && portal.first_party && !portal.demo);
    assert!(portal.dpop_bound_access_tokens);
    assert_eq!(portal.refresh, RefreshPolicy::Session);
    assert_eq!(portal.redirect_uris, ["http://localhost:8080/callback"]);
    assert_eq!(portal.resources, ["http://localhost:8080/api/security"]);
    assert_eq!(demo.client_id, "demo-app");
    assert_eq!(
        demo.token_endpoint_auth_method,
        AuthMethod::ClientSecretBasic
    );
    assert_eq!(
        demo.secret_hashes,
        [SecretHash::of("demo-app-secret-0123456789abcdef")]
    );
    assert!(demo.demo && !demo.first_party && demo.may_use(GrantType::ClientCredentials));
    assert_eq!(legacy.kind, Kind::Legacy);
    let launched = legacy.legacy.as_ref().unwrap();
    assert_eq!(launched.app_name, "LEGACYDEMO");
    assert_eq!(launched.callback_origins, ["http://localhost:8082"]);
    assert_eq!(launched.mode, LegacyMode::Query);
    assert!(legacy.demo && legacy.grant_types.is_empty());
}

#[test]
fn the_file_explains_every_key() {
    let text = include_str!("../../../clients.toml");
    for key in known_keys().iter().map(String::as_str).chain(OWN_KEYS) {
        assert!(text.contains(key), "clients.toml does not explain {key}");
    }
}

/// RFC 9700 section 4.14.2: who may keep a refresh token, and who may repeat one that was used.
#[test]
fn a_refresh_token_is_repeated_only_by_who_proves_to_be_its_client() {
    let refused = |id: &str, proof: &str, refresh: &str| {
        let text = format!(
            "[[client]]\nclient_id = \"{id}\"\nredirect_uris = [\"https://app.test/cb\"]\n\
             grant_types = [\"authorization_code\", \"refresh_token\"]\n{proof}\n{refresh}\n"
        );
        read(&text).err().map(|error| error.to_string())
    };
    let secret = "secret = \"a-secret-of-an-application-0000000\"";
    let public = "token_endpoint_auth_method = \"none\"";
    let bound = format!("{public}\ndpop_bound_access_tokens = true");
    let (kept, grace) = ("rotate_refresh_tokens = false", "refresh_grace = true");
    for (id, proof, refresh, key) in [
        ("app", secret, kept, None),
        ("app", &bound, kept, None),
        ("app", public, kept, Some("rotate_refresh_tokens is false")),
        ("portal", &bound, kept, Some("true for the portal")),
        ("app", secret, grace, None),
        ("app", &bound, grace, None),
        ("app", public, grace, Some("refresh_grace is true")),
        (
            "app",
            secret,
            &format!("{kept}\n{grace}"),
            Some("refresh_grace is true"),
        ),
    ] {
        let said = refused(id, proof, refresh);
        match key {
            None => assert_eq!(said, None, "{proof} {refresh}"),
            Some(key) => assert!(said.is_some_and(|said| said.contains(key)), "{proof}"),
        }
    }
}

/// Unknown keys are fatal. Every fault is reported at once, with entry, key and fix.
#[test]
fn every_fault_is_named_at_once() {
    let error = read(
        "[[client]]\nclient_id = \"app\"\ncolour = \"red\"\nfirst_party = \"yes\"\nrefresh = \"never\"\n\
         redirect_uris = [\"http://app.test/cb\"]\n[[client]]\nname = \"nameless\"\n[other]\n",
    )
    .unwrap_err();
    let shown = error.to_string();
    for part in [
        "client \"app\": colour is not known; allowed is one of access, access_token_format,",
        "client \"app\": first_party cannot be read",
        "expected a boolean",
        "client \"app\": refresh cannot be read",
        "`offline` or `session`",
        "client \"app\": redirect_uris \"http://app.test/cb\" is http to a host",
        "client \"app\": secret is missing",
        "client #2: client_id is missing",
        "other is not known",
    ] {
        assert!(shown.contains(part), "{part}\n--\n{shown}");
    }
}

/// A key with one wrong character is reported with the right key, not with all keys.
#[test]
fn a_misspelt_key_is_reported_with_the_right_one() {
    for (written, meant) in [
        ("redirect_uri", "redirect_uris"),
        ("scopess", "scopes"),
        ("grant-types", "grant_types"),
        ("Name", "name"),
    ] {
        let text = format!("[[client]]\nclient_id = \"app\"\n{written} = \"x\"\n");
        let shown = read(&text).unwrap_err().to_string();
        let fault = format!("{written} is not known; allowed is {meant}, which is probably meant");
        assert!(shown.contains(&fault), "{shown}");
    }
}

#[test]
fn entries_have_names_of_their_own() {
    assert_eq!(keys(&format!("{APP}{APP}")), ["client_id"]);
    let old = |id: &str| {
        format!(
            "[[client]]\nclient_id = \"{id}\"\nkind = \"legacy\"\n[client.legacy]\n\
             app_name = \"OLD\"\ncallback_origins = [\"https://old.test\"]\n"
        )
    };
    assert_eq!(
        keys(&format!("{}{}", old("a"), old("b"))),
        ["legacy.app_name"]
    );
    assert!(read(&old("a")).is_ok());
}

/// Decision 0056: names have no hidden character and 100 characters as people count them.
#[test]
fn names_are_counted_as_people_do() {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
    let hidden = ["a\u{202e}b", "a\u{200b}b"].map(str::to_owned);
    for key in ["name", "legacy.app_name"] {
        let entry = |name: &str| {
            let (name, app_name) = match key {
                "name" => (name, "OLD"),
                _ => ("Old", name),
            };
            format!(
                "[[client]]\nclient_id = \"a\"\nname = \"{name}\"\nkind = \"legacy\"\n[client.legacy]\n\
                 app_name = \"{app_name}\"\ncallback_origins = [\"https://old.test\"]\n"
            )
        };
        assert!(read(&entry(&family.repeat(100))).is_ok(), "{key}");
        for name in hidden.iter().cloned().chain([family.repeat(101)]) {
            assert_eq!(keys(&entry(&name)), [key], "{name}");
        }
    }
}

#[test]
fn each_rule_is_held() {
    for (line, key) in [
        ("grant_types = [\"refresh_token\"]", "grant_types"),
        ("grant_types = [\"password\"]", "grant_types"),
        ("refresh = \"session\"", "refresh"),
        ("scopes = [\"a b\"]", "scopes"),
        ("token_endpoint_auth_method = \"none\"", "secret"),
        ("jwks = { keys = [] }", "jwks"),
        ("access = \"nobody\"", "access"),
        ("groups_claim = \"some\"", "groups_claim"),
        (
            "token_endpoint_auth_signing_alg = \"HS256\"",
            "token_endpoint_auth_signing_alg",
        ),
        ("serves_signed = true", "serves_signed"),
        (
            "access_token_signed_response_alg = \"HS256\"",
            "access_token_signed_response_alg",
        ),
        (
            "id_token_signed_response_alg = \"none\"",
            "id_token_signed_response_alg",
        ),
        ("logo_uri = \"javascript:alert(1)\"", "logo_uri"),
        (
            "backchannel_logout_uri = \"https://a.test/#x\"",
            "backchannel_logout_uri",
        ),
        ("allowed_origins = [\"https://a.test\"]", "allowed_origins"),
        // RFC 6749 section 4.4: only for confidential clients.
        (
            "token_endpoint_auth_method = \"none\"\ngrant_types = [\"client_credentials\"]",
            "grant_types",
        ),
        ("access_token_lifetime = 5", "access_token_lifetime"),
        ("default_max_age = -1", "default_max_age"),
        ("secret_env = \"MISSING\"", "secret_env"),
        ("kind = \"legacy\"", "legacy"),
    ] {
        let found = keys(&format!("{APP}{line}\n"));
        assert!(found.iter().any(|found| found == key), "{line}: {found:?}");
    }
    assert!(read(&format!("{APP}secret_env = [\"GOOD\"]\n")).is_ok());
}

/// Only public clients may register origins for CORS.
#[test]
fn only_public_clients_have_origins() {
    let origins = "allowed_origins = [\"https://a.test\"]\n";
    assert_eq!(keys(&format!("{APP}{origins}")), ["allowed_origins"]);
    let with_key = "[[client]]\nclient_id = \"app\"\nredirect_uris = [\"https://app.test/cb\"]\n\
        token_endpoint_auth_method = \"private_key_jwt\"\njwks_uri = \"https://app.test/jwks\"\n";
    assert!(read(with_key).is_ok());
    assert_eq!(keys(&format!("{with_key}{origins}")), ["allowed_origins"]);
    let public = "[[client]]\nclient_id = \"app\"\nredirect_uris = [\"https://app.test/cb\"]\n\
        token_endpoint_auth_method = \"none\"\n";
    assert!(read(&format!("{public}{origins}")).is_ok());
    for bad in ["https://a.test/", "*", "https://*.a.test", "http://a.test"] {
        let line = format!("allowed_origins = [\"{bad}\"]\n");
        assert_eq!(
            keys(&format!("{public}{line}")),
            ["allowed_origins"],
            "{bad}"
        );
    }
}

/// An unreadable key is one fault, and is not reported as missing again.
#[test]
fn a_fault_is_counted_once() {
    let client = "[[client]]\nclient_id = \"app\"\nredirect_uris = [\"https://app.test/cb\"]\n";
    for (lines, fault) in [
        ("secret_file = \"gone\"\n", "secret_file"),
        ("secret_env = \"GONE\"\n", "secret_env"),
        ("secret_env = 5\n", "secret_env"),
        ("secret = \"short\"\n", "secret"),
        (
            "token_endpoint_auth_method = \"private_key_jwt\"\njwks = \"x\"\n",
            "jwks",
        ),
        (
            "token_endpoint_auth_method = \"private_key_jwt\"\njwks_uri = 5\n",
            "jwks_uri",
        ),
    ] {
        assert_eq!(keys(&format!("{client}{lines}")), [fault], "{lines}");
    }
}

#[test]
fn short_secrets_are_refused_and_no_secret_is_shown() {
    let text = "[[client]]\nclient_id = \"app\"\nsecret = \"hush-hush\"\nredirect_uris = []\n";
    let shown = read(text).unwrap_err().to_string();
    assert!(
        shown.contains("secret is too short") && !shown.contains("hush"),
        "{shown}"
    );
    let shown = read("[[client]]\nsecret = \"hush-hush\n")
        .unwrap_err()
        .to_string();
    assert!(
        shown.contains("is not TOML") && !shown.contains("hush"),
        "{shown}"
    );
    let shown = format!("{:?}", read(APP).unwrap());
    assert!(!shown.contains("0123456789"), "{shown}");
}
