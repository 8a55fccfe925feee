//! How strong and how old a corporate sign-in is: what the provider says counts only where its entry maps it.

use std::collections::BTreeMap;

use atrium::clock::{HOUR, MINUTE, Millis};
use atrium::config::ProviderConfig;
use atrium::db::SqlQuery;
use atrium::factors::code_at;
use data_encoding::BASE32_NOPAD;
use serde_json::{Value, json};
use url::Url;

use crate::support::corporate::{Corporate, has_reached};
use crate::support::factors::Phone;
use crate::support::html;
use crate::support::relying_party::Ask;

const MFA: &str = "urn:atrium:acr:mfa";

fn maps_phone_and_card(provider: &mut ProviderConfig) {
    let value = |theirs: &str| (theirs.to_owned(), MFA.to_owned());
    provider.acr = BTreeMap::from([value("urn:lion:card"), value("phone")]);
}

/// The `auth_time` of the only session.
async fn auth_time(corporate: &Corporate) -> Millis {
    let mut view = corporate.app.db().read().await.unwrap();
    let found = SqlQuery::kept("SELECT auth_time FROM sso_sessions");
    let rows: Vec<(Millis,)> = found.fetch_all(&mut view).await.unwrap();
    assert_eq!(rows.len(), 1);
    rows[0].0
}

/// Where the link to the provider leads for `ask`.
async fn leave(corporate: &Corporate, ask: &Ask) -> Url {
    let browser = corporate.app.browser();
    let page = browser.go(&ask.url()).await;
    corporate.leave(&browser, &page).await
}

fn parameter(url: &Url, name: &str) -> Option<String> {
    let mut pairs = url.query_pairs();
    pairs
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

/// Attack 23: a provider that calls its sign-in strong does not replace the second factor, unless its entry says so.
#[tokio::test]
async fn attack_23_their_acr_and_amr_count_only_where_the_entry_maps_them() {
    let ours = json!({"acr": MFA, "amr": ["mfa", "hwk", "otp"]});
    for claims in [ours, json!({"acr": "urn:lion:gold"}), json!({})] {
        let corporate = Corporate::start(maps_phone_and_card).await;
        corporate.upstream.claim(claims.clone());
        Phone::of(&corporate.app, "DanMember").await;
        let browser = corporate.app.browser();
        let page = corporate.trip(&browser).await;
        assert!(page.form("code").is_some(), "{claims}: {}", page.text());
        assert!(browser.session_cookie().is_none());
    }
}

/// What the entry maps satisfies the requirement: nobody is asked twice.
#[tokio::test]
async fn a_mapped_value_is_a_second_factor() {
    for claims in [
        json!({"acr": "urn:lion:card"}),
        json!({"amr": ["pwd", "phone"]}),
    ] {
        let corporate = Corporate::start(maps_phone_and_card).await;
        corporate.upstream.claim(claims);
        Phone::of(&corporate.app, "DanMember").await;
        let browser = corporate.app.browser();
        assert!(has_reached(&corporate.trip(&browser).await));
        let signed_in = corporate.app.entries("sign_in.succeeded").await;
        let detail = r#"{"amr":["mfa"],"acr":"urn:atrium:acr:mfa"}"#;
        assert_eq!(signed_in[0].detail, detail);
        let rp = corporate.app.rp("basic");
        let essential = json!({"id_token": {"acr": {"essential": true, "value": MFA}}});
        let ask = rp.ask("openid").with("claims", &essential.to_string());
        let tokens = rp.tokens_of(&browser, &ask).await;
        let claims = rp.id_token(&tokens).await;
        assert_eq!(claims["acr"], MFA);
        assert_eq!(claims["amr"], json!(["mfa"]));
    }
}

/// OpenID Connect Core section 5.5.1.1: what the application demands goes up in the provider's own words.
#[tokio::test]
async fn a_wanted_second_factor_goes_up() {
    let corporate = Corporate::start(maps_phone_and_card).await;
    let rp = corporate.app.rp("basic");
    let by_claim = |acr: Value| rp.ask("openid").with("claims", &acr.to_string());
    for ask in [
        rp.ask("openid")
            .with("acr_values", "urn:x urn:atrium:acr:mfa"),
        by_claim(json!({"id_token": {"acr": {"value": MFA}}})),
        by_claim(json!({"id_token": {"acr": {"values": ["urn:x", MFA]}}})),
    ] {
        let url = leave(&corporate, &ask).await;
        let values = parameter(&url, "acr_values");
        assert_eq!(values.as_deref(), Some("phone urn:lion:card"));
    }
    for ask in [
        rp.ask("openid"),
        rp.ask("openid")
            .with("acr_values", "urn:atrium:acr:password"),
        by_claim(json!({"id_token": {"acr": null}})),
    ] {
        let url = leave(&corporate, &ask).await;
        assert_eq!(parameter(&url, "acr_values"), None);
    }
}

/// OpenID Connect Core section 2: `auth_time` is when the person proved who they are, which was at the provider.
#[tokio::test]
async fn the_session_is_as_old_as_the_sign_in_at_the_provider() {
    let corporate = Corporate::start(|_| {}).await;
    let (now, rp) = (corporate.app.now(), corporate.app.rp("basic"));
    for (theirs, ours) in [
        (json!((now - 3 * HOUR) / 1_000), now - 3 * HOUR),
        // It is never later than now.
        (json!((now + 30_000) / 1_000), now),
        // Who does not say when has not asked just now (attack 17).
        (json!(null), now - 5 * MINUTE),
    ] {
        corporate.upstream.claim(json!({"auth_time": theirs}));
        let browser = corporate.app.browser();
        assert!(has_reached(&corporate.trip(&browser).await));
        let ask = rp
            .ask("openid")
            .with("claims", r#"{"id_token":{"auth_time":{"essential":true}}}"#);
        let tokens = rp.tokens_of(&browser, &ask).await;
        assert_eq!(rp.id_token(&tokens).await["auth_time"], ours / 1_000);
    }
}

/// A sign-in that is too old asks again, with the age that goes up; one that is recent enough leads on and never round in a
/// circle.
#[tokio::test]
async fn an_old_sign_in_at_the_provider_is_asked_again() {
    let corporate = Corporate::start(|_| {}).await;
    let (now, rp) = (corporate.app.now(), corporate.app.rp("basic"));
    let old = json!({"auth_time": (now - HOUR) / 1_000});
    corporate.upstream.claim(old);
    let browser = corporate.app.browser();
    assert!(has_reached(&corporate.trip(&browser).await));
    assert_eq!(auth_time(&corporate).await / 1_000, (now - HOUR) / 1_000);
    for (name, value) in [("max_age", "300"), ("prompt", "login")] {
        let page = browser.go(&rp.ask("openid").with(name, value).url()).await;
        assert!(page.form("password").is_some(), "{}", page.text());
        // Their clock is half a minute behind ours.
        let theirs = json!({"auth_time": (corporate.app.now() - MINUTE / 2) / 1_000});
        corporate.upstream.claim(theirs);
        let there = corporate.leave(&browser, &page).await;
        assert!(parameter(&there, "max_age").is_some());
        let query = corporate.upstream.sign_in(&there);
        assert!(has_reached(&corporate.come_back(&browser, &query).await));
        corporate.app.clock.advance(HOUR);
    }
}

/// Attack 17: at a browser whose session at the provider was left open nobody adds an app. The provider has to ask again, and
/// the app is added after that, however long the person takes.
#[tokio::test]
async fn attack_17_an_old_sign_in_at_the_provider_adds_no_app() {
    let corporate = Corporate::start(|_| {}).await;
    let app = &corporate.app;
    let old = json!({"auth_time": (app.now() - HOUR) / 1_000});
    corporate.upstream.claim(old.clone());
    let browser = app.browser();
    let page = browser.go(&app.rp("guarded").ask("openid").url()).await;
    let there = corporate.leave(&browser, &page).await;
    assert_eq!(parameter(&there, "prompt"), None);
    let query = corporate.upstream.sign_in(&there);
    let page = corporate.come_back(&browser, &query).await;
    assert!(page.form("password").is_some(), "{}", page.text());
    assert!(browser.session_cookie().is_none());
    // Without a new proof there, the second trip ends as well.
    let there = corporate.leave(&browser, &page).await;
    assert_eq!(parameter(&there, "prompt").as_deref(), Some("login"));
    let query = corporate.upstream.sign_in(&there);
    let refused = corporate.come_back(&browser, &query).await;
    assert_eq!(refused.status, 502, "{}", refused.text());
    corporate
        .upstream
        .claim(json!({"auth_time": app.now() / 1_000}));
    let there = corporate.leave(&browser, &page).await;
    let query = corporate.upstream.sign_in(&there);
    let page = corporate.come_back(&browser, &query).await;
    assert!(page.text().contains("Add an authenticator app"));
    app.clock.advance(8 * MINUTE);
    let key = html::between(&page.text(), "<p class=\"key\"><code>", "</code>");
    let secret = BASE32_NOPAD.decode(key.replace(' ', "").as_bytes());
    let code = code_at(&secret.unwrap(), app.now());
    let page = browser.submit(&page, &[("code", &code)]).await;
    assert!(page.text().contains("recovery codes"), "{}", page.text());
}
