use super::*;

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/// RFC 7636 appendix B.
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn request() -> AuthorizeRequest {
    AuthorizeRequest {
        client_id: "app".into(),
        redirect_uri: "http://localhost:8081/callback".into(),
        redirect_uri_named: true,
        response_type: Some("code".into()),
        scope: vec!["openid".into(), "profile".into()],
        code_challenge: Some(CHALLENGE.into()),
        code_challenge_method: Some("S256".into()),
        ..AuthorizeRequest::default()
    }
}

fn context(pkce: Option<String>) -> CodeContext {
    CodeContext {
        grant: GrantContext {
            client_id: "app".into(),
            account_id: "ada".into(),
            session_id: "sid".into(),
            offline: false,
            scope: vec!["openid".into(), "profile".into()],
            nonce: None,
            auth_time: 0,
            wants_auth_time: false,
            acr: String::new(),
            amr: vec![],
            claims: None,
            resources: vec![],
        },
        redirect_uri: "http://localhost:8081/callback".into(),
        redirect_uri_named: true,
        pkce,
        dpop_jkt: None,
    }
}

fn form<'a>(redirect_uri: &'a str, verifier: Option<&'a str>) -> CodeForm<'a> {
    CodeForm {
        client_id: "app",
        code: "c",
        redirect_uri: Some(redirect_uri),
        verifier,
    }
}

/// RFC 7636 appendix B, through both machines.
#[test]
fn a_challenge_is_kept_and_its_verifier_accepted() {
    let agreed = negotiate(&request(), &["openid".into()]).unwrap();
    assert_eq!(agreed.scope, ["openid"]);
    let code = context(agreed.pkce);
    let good = form("http://localhost:8081/callback", Some(VERIFIER));
    assert_eq!(exchange(&good, &code).unwrap(), ["openid", "profile"]);
    let none = form("http://localhost:8081/callback", None);
    assert_eq!(exchange(&none, &code), Err(Stopped::Pkce));
    let wrong = VERIFIER.replace('d', "e");
    let wrong = form("http://localhost:8081/callback", Some(&wrong));
    assert_eq!(exchange(&wrong, &code), Err(Stopped::Pkce));
}

/// Attack 7: a verifier for a code without a challenge means that the challenge was removed.
#[test]
fn a_verifier_without_a_challenge_is_refused() {
    let sent = form("http://localhost:8081/callback", Some(VERIFIER));
    assert_eq!(exchange(&sent, &context(None)), Err(Stopped::Pkce));
}

/// RFC 6749 section 4.1.3: identical, not equivalent.
#[test]
fn the_redirect_uri_is_compared_to_the_letter() {
    for other in [
        "http://localhost:8081/callback/",
        "http://LOCALHOST:8081/callback",
    ] {
        assert_eq!(
            exchange(&form(other, None), &context(None)),
            Err(Stopped::InvalidGrant)
        );
    }
    let absent = CodeForm {
        redirect_uri: None,
        ..form("", None)
    };
    assert_eq!(
        exchange(&absent, &context(None)),
        Err(Stopped::InvalidGrant)
    );
    let unnamed = CodeContext {
        redirect_uri_named: false,
        ..context(None)
    };
    assert!(exchange(&absent, &unnamed).is_ok());
}

#[test]
fn a_code_of_another_client_does_not_fit() {
    let other = CodeForm {
        client_id: "other",
        ..form("http://localhost:8081/callback", None)
    };
    assert_eq!(exchange(&other, &context(None)), Err(Stopped::InvalidGrant));
}

/// RFC 6749 section 6.
#[test]
fn a_refresh_may_narrow_the_scope_and_never_widen_it() {
    let grant = context(None).grant;
    assert_eq!(renew("app", None, &grant).unwrap(), ["openid", "profile"]);
    assert_eq!(renew("app", Some("openid"), &grant).unwrap(), ["openid"]);
    assert_eq!(
        renew("app", Some("openid email"), &grant),
        Err(Stopped::InvalidScope)
    );
    assert_eq!(renew("other", None, &grant), Err(Stopped::InvalidGrant));
}

/// RFC 6749 section 4.4; attack 29.
#[test]
fn a_client_acts_for_itself_within_its_scope() {
    let allowed = ["read".to_owned(), "write".to_owned()];
    assert_eq!(act_for_itself("app", "read", &allowed).unwrap(), ["read"]);
    assert_eq!(
        act_for_itself("app", "", &allowed).unwrap(),
        Vec::<String>::new()
    );
    assert_eq!(
        act_for_itself("app", "read all", &allowed),
        Err(Stopped::InvalidScope)
    );
    assert_eq!(
        act_for_itself("app", "\u{e9}", &allowed),
        Err(Stopped::InvalidScope)
    );
}
