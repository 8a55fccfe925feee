use super::*;

const SECRET: &str = "0123456789abcdef0123456789abcdef";

fn client(method: AuthMethod) -> Client {
    Client {
        client_id: "app".to_owned(),
        token_endpoint_auth_method: method,
        secret_hashes: vec![SecretHash::of("another"), SecretHash::of(SECRET)],
        ..Client::default()
    }
}

fn prove(
    credentials: Credentials<'_>,
    client: Option<&Client>,
) -> Result<AuthMethod, ClientAuthError> {
    let keys = ClientKeys::default();
    let rules = AssertionRules {
        keys: &keys,
        audiences: &["https://sso.example.com"],
        now: 0,
    };
    let presented = PresentedCredentials::of(credentials)?;
    authenticate(&presented, client, rules).map(|proved| proved.method)
}

fn basic<'a>(name: &'a str, secret: &'a str) -> Credentials<'a> {
    Credentials {
        basic: Some((name, secret)),
        ..Credentials::default()
    }
}

fn post<'a>(name: &'a str, secret: &'a str) -> Credentials<'a> {
    Credentials {
        client_id: Some(name),
        client_secret: Some(secret),
        ..Credentials::default()
    }
}

fn public(name: &str) -> Credentials<'_> {
    Credentials {
        client_id: Some(name),
        ..Credentials::default()
    }
}

/// OpenID Connect Core section 9: the methods that each registered method accepts.
#[test]
fn a_client_proves_itself_in_the_ways_of_its_entry() {
    use AuthMethod::{ClientSecretBasic, ClientSecretPost, None, PrivateKeyJwt};
    let ways: [(AuthMethod, Credentials<'_>); 3] = [
        (ClientSecretBasic, basic("app", SECRET)),
        (ClientSecretPost, post("app", SECRET)),
        (None, public("app")),
    ];
    let taken: [(AuthMethod, bool, &[AuthMethod]); 8] = [
        (
            ClientSecretBasic,
            false,
            &[ClientSecretBasic, ClientSecretPost],
        ),
        (
            ClientSecretPost,
            false,
            &[ClientSecretBasic, ClientSecretPost],
        ),
        (ClientSecretBasic, true, &[ClientSecretBasic]),
        (ClientSecretPost, true, &[ClientSecretPost]),
        (None, false, &[None]),
        (None, true, &[None]),
        (PrivateKeyJwt, false, &[]),
        (PrivateKeyJwt, true, &[]),
    ];
    for (registered, strict, taken) in taken {
        let mut client = client(registered);
        client.token_endpoint_auth_strict = strict;
        for (used, credentials) in ways {
            let expected = if taken.contains(&used) {
                Ok(used)
            } else {
                Err(ClientAuthError::Method)
            };
            let proved = prove(credentials, Some(&client));
            assert_eq!(proved, expected, "{registered:?} {strict} {used:?}");
        }
    }
}

/// A-07, attacks 14 and 24: an unknown client, a wrong secret and a disabled client get the same error.
#[test]
fn unknown_wrong_and_disabled_are_one_answer() {
    let good = client(AuthMethod::ClientSecretBasic);
    let mut off = good.clone();
    off.enabled = false;
    for refused in [
        prove(basic("app", SECRET), None),
        prove(basic("app", "wrong"), Some(&good)),
        prove(basic("app", ""), Some(&good)),
        prove(basic("app", SECRET), Some(&off)),
        prove(basic("other", SECRET), Some(&good)),
        prove(public("app"), None),
    ] {
        assert_eq!(refused, Err(ClientAuthError::Refused));
    }
    let mut bare = good;
    bare.secret_hashes.clear();
    assert_eq!(
        prove(basic("app", ""), Some(&bare)),
        Err(ClientAuthError::Refused)
    );
}

/// A-56, RFC 6749 section 2.3: one request must not use two methods.
#[test]
fn two_ways_at_once_are_refused() {
    let both = Credentials {
        client_secret: Some(SECRET),
        client_id: Some("app"),
        ..basic("app", SECRET)
    };
    let refused = prove(both, Some(&client(AuthMethod::ClientSecretBasic)));
    assert_eq!(refused, Err(ClientAuthError::TwoMethods));
    assert!(ClientAuthError::TwoMethods.is_request());
    let assertion = Credentials {
        client_assertion_type: Some(JWT_BEARER),
        client_assertion: Some("a.b.c"),
        ..post("app", SECRET)
    };
    assert_eq!(prove(assertion, None), Err(ClientAuthError::TwoMethods));
}

/// Many clients send the `client_id` next to Basic; this is allowed.
#[test]
fn the_name_may_stand_twice_if_it_is_one_name() {
    let good = client(AuthMethod::ClientSecretBasic);
    let twice = Credentials {
        client_id: Some("app"),
        ..basic("app", SECRET)
    };
    assert!(prove(twice, Some(&good)).is_ok());
    let other = Credentials {
        client_id: Some("other"),
        ..basic("app", SECRET)
    };
    assert_eq!(prove(other, Some(&good)), Err(ClientAuthError::TwoClients));
    assert_eq!(
        prove(Credentials::default(), None),
        Err(ClientAuthError::Nobody)
    );
}

/// RFC 7523 section 2.2: an assertion needs its type, and the other way around.
#[test]
fn half_an_assertion_is_refused() {
    for (kind, assertion) in [
        (Some(JWT_BEARER), None),
        (None, Some("a.b.c")),
        (
            Some("urn:ietf:params:oauth:client-assertion-type:saml2-bearer"),
            Some("a"),
        ),
    ] {
        let half = Credentials {
            client_id: Some("app"),
            client_assertion_type: kind,
            client_assertion: assertion,
            ..Credentials::default()
        };
        assert_eq!(prove(half, None), Err(ClientAuthError::AssertionType));
    }
    let garbage = Credentials {
        client_id: Some("app"),
        client_assertion_type: Some(JWT_BEARER),
        client_assertion: Some("not a token"),
        ..Credentials::default()
    };
    let refused = prove(garbage, Some(&client(AuthMethod::PrivateKeyJwt)));
    assert!(
        matches!(refused, Err(ClientAuthError::Assertion(_))),
        "{refused:?}"
    );
}

#[test]
fn nothing_secret_is_printed() {
    let presented = PresentedCredentials::of(basic("app", SECRET)).unwrap();
    assert_eq!(
        format!("{presented:?}"),
        "PresentedCredentials(client_secret_basic)"
    );
}
