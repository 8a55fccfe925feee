//! A corporate sign-in that is too weak: the provider can add the second factor, where its entry maps a value that means one.

use std::collections::BTreeMap;

use atrium::clock::{HOUR, Millis};
use atrium::config::ProviderConfig;
use atrium::db::SqlQuery;
use serde_json::{Value, json};
use url::Url;

use crate::support::browser::{Browser, Page};
use crate::support::corporate::{Corporate, has_reached};
use crate::support::factors::Phone;
use crate::support::html;
use crate::support::relying_party::Ask;

const MFA: &str = "urn:atrium:acr:mfa";
const NOT_CONFIRMED: &str = "didn’t confirm a second factor";

fn maps_card(provider: &mut ProviderConfig) {
    provider.acr = BTreeMap::from([("urn:lion:card".to_owned(), MFA.to_owned())]);
}

fn card() -> Value {
    json!({"acr": "urn:lion:card"})
}

fn parameter(url: &Url, name: &str) -> Option<String> {
    let mut pairs = url.query_pairs();
    let found = pairs.find(|(key, _)| key == name);
    found.map(|(_, value)| value.into_owned())
}

fn has_way(page: &Page) -> bool {
    let links = html::links(&page.text());
    links.iter().any(|link| link.contains("/federation/lion"))
}

/// A request that fails without a second factor.
fn essential(corporate: &Corporate) -> Ask {
    let claims = json!({"id_token": {"acr": {"essential": true, "value": MFA}}});
    let rp = corporate.app.rp("basic");
    rp.ask("openid").with("claims", &claims.to_string())
}

/// A browser whose person came with a password only.
async fn weak(corporate: &Corporate) -> Browser<'_> {
    let browser = corporate.app.browser();
    assert!(has_reached(&corporate.trip(&browser).await));
    browser
}

/// Goes to the provider from `page`, signs in there with `claims` and comes back.
async fn raise(corporate: &Corporate, browser: &Browser<'_>, page: &Page, claims: Value) -> Page {
    let there = corporate.leave(browser, page).await;
    assert_eq!(
        parameter(&there, "acr_values").as_deref(),
        Some("urn:lion:card")
    );
    corporate.upstream.claim(claims);
    let query = corporate.upstream.sign_in(&there);
    corporate.come_back(browser, &query).await
}

async fn auth_times(corporate: &Corporate) -> Vec<Millis> {
    let mut view = corporate.app.db().read().await.unwrap();
    let found = SqlQuery::kept("SELECT auth_time FROM sso_sessions");
    let rows: Vec<(Millis,)> = found.fetch_all(&mut view).await.unwrap();
    rows.into_iter().map(|(at,)| at).collect()
}

/// The page after a provider did not confirm a second factor.
pub(super) async fn not_confirmed() -> Page {
    let corporate = Corporate::start(maps_card).await;
    Phone::of(&corporate.app, "DanMember").await;
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    raise(&corporate, &browser, &page, json!({})).await
}

/// the page of the second factor offers the provider beside our own ways, and either is enough.
#[tokio::test]
async fn the_provider_is_offered_beside_our_own_second_factor() {
    let corporate = Corporate::start(maps_card).await;
    Phone::of(&corporate.app, "DanMember").await;
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    assert!(
        page.form("code").is_some() && has_way(&page),
        "{}",
        page.text()
    );
    assert!(page.text().contains("Confirm at Lion &#60;Identity&#62;"));
    assert!(has_reached(
        &raise(&corporate, &browser, &page, card()).await
    ));
    let rp = corporate.app.rp("basic");
    let tokens = rp.tokens(&browser, "openid").await;
    let claims = rp.id_token(&tokens).await;
    assert_eq!(claims["amr"], json!(["mfa"]));
}

/// OpenID Connect Core section 5.5.1.1: a session without another way is raised by its provider, and stays as old as it was.
#[tokio::test]
async fn a_session_is_raised_where_it_came_from() {
    let corporate = Corporate::start(maps_card).await;
    let browser = weak(&corporate).await;
    let before = auth_times(&corporate).await;
    corporate.app.clock.advance(HOUR);
    let ask = essential(&corporate);
    let page = browser.go(&ask.url()).await;
    assert!(
        page.form("code").is_none() && has_way(&page),
        "{}",
        page.text()
    );
    let there = corporate.leave(&browser, &page).await;
    assert_eq!(parameter(&there, "prompt"), None, "it is fresh enough");
    let page = raise(&corporate, &browser, &page, card()).await;
    let rp = corporate.app.rp("basic");
    let code = rp.outcome(&ask, &page).code();
    let tokens = rp.exchange(&ask, &code).await.json();
    let claims = rp.id_token(&tokens).await;
    assert_eq!(
        (&claims["acr"], &claims["amr"]),
        (&json!(MFA), &json!(["mfa"]))
    );
    assert_eq!(auth_times(&corporate).await, before, "the same session");
}

/// Attack 17: where the application wants a fresh proof too, the provider must ask for it.
#[tokio::test]
async fn attack_17_a_missing_proof_goes_up_with_the_second_factor() {
    let corporate = Corporate::start(maps_card).await;
    Phone::of(&corporate.app, "DanMember").await;
    let browser = corporate.app.browser();
    let ask = essential(&corporate).with("prompt", "login");
    let page = browser.go(&ask.url()).await;
    let there = corporate.leave(&browser, &page).await;
    let query = corporate.upstream.sign_in(&there);
    let page = corporate.come_back(&browser, &query).await;
    let there = corporate.leave(&browser, &page).await;
    assert_eq!(parameter(&there, "prompt").as_deref(), Some("login"));
    let old = json!({"acr": "urn:lion:card", "auth_time": (corporate.app.now() - HOUR) / 1_000});
    corporate.upstream.claim(old);
    let query = corporate.upstream.sign_in(&there);
    let page = corporate.come_back(&browser, &query).await;
    assert_eq!(page.status, 502, "{}", page.text());
    assert!(browser.session_cookie().is_none());
}

/// A provider that does not confirm is not asked again, so nobody goes round in a circle.
#[tokio::test]
async fn a_provider_that_does_not_confirm_is_not_asked_again() {
    let corporate = Corporate::start(maps_card).await;
    let browser = weak(&corporate).await;
    let ask = essential(&corporate);
    let page = browser.go(&ask.url()).await;
    let page = raise(&corporate, &browser, &page, json!({})).await;
    let outcome = corporate.app.rp("basic").outcome(&ask, &page);
    assert_eq!(outcome.error(), "unmet_authentication_requirements");
    let wish = corporate.app.rp("basic").ask("openid");
    let wish = wish.with("acr_values", MFA);
    let page = browser.go(&wish.url()).await;
    assert!(has_way(&page), "{}", page.text());
    assert!(has_reached(
        &raise(&corporate, &browser, &page, json!({})).await
    ));
    Phone::of(&corporate.app, "DanMember").await;
    let page = browser.go(&ask.url()).await;
    let page = raise(&corporate, &browser, &page, json!({})).await;
    assert!(page.text().contains(NOT_CONFIRMED), "{}", page.text());
    assert!(page.form("code").is_some() && !has_way(&page));
}

/// Attack 20: somebody else's session at the provider raises nothing and signs in nobody.
#[tokio::test]
async fn attack_20_another_identity_does_not_raise_a_session() {
    let corporate = Corporate::start(maps_card).await;
    let browser = weak(&corporate).await;
    let ask = essential(&corporate);
    let page = browser.go(&ask.url()).await;
    let another = json!({"acr": "urn:lion:card", "sub": "lion-2", "email": "eve@demo.test"});
    let page = raise(&corporate, &browser, &page, another).await;
    assert_eq!(page.status, 403);
    assert!(page.text().contains("<h1>This identity isn’t yours</h1>"));
    assert_eq!(corporate.refusals().await, ["taken"]);
    let back = html::button_link(&page.text()).unwrap();
    let page = browser.go(&back).await;
    assert!(has_way(&page), "{}", page.text());
    let silent = essential(&corporate).with("prompt", "none");
    let page = browser.go(&silent.url()).await;
    let outcome = corporate.app.rp("basic").outcome(&silent, &page);
    assert_eq!(outcome.error(), "login_required");
}

/// Attack 23: a provider whose entry maps nothing is not offered, and nobody gets there by its address.
#[tokio::test]
async fn attack_23_a_provider_without_mapped_values_raises_nothing() {
    let corporate = Corporate::start(|_| {}).await;
    Phone::of(&corporate.app, "DanMember").await;
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    assert!(
        page.form("code").is_some() && !has_way(&page),
        "{}",
        page.text()
    );
    let flow = page.form("code").unwrap();
    let flow = flow.value("flow").unwrap().to_owned();
    let there = browser.get(&format!("/federation/lion?flow={flow}")).await;
    let location = there.location().unwrap();
    assert_eq!(location.path(), "/second-factor");
}

/// Who must add a second factor may confirm at the provider instead. An application that requires one asks for it on the
/// first trip.
#[tokio::test]
async fn an_application_that_requires_a_second_factor_asks_the_provider() {
    let corporate = Corporate::start(maps_card).await;
    let ask = corporate.app.rp("guarded").ask("openid");
    let browser = corporate.app.browser();
    let page = browser.go(&ask.url()).await;
    let page = raise(&corporate, &browser, &page, json!({})).await;
    assert!(
        page.form("offer").is_some() && has_way(&page),
        "{}",
        page.text()
    );
    let page = raise(&corporate, &browser, &page, card()).await;
    assert!(has_reached(&browser.walk(page, "DanMember").await));
}
