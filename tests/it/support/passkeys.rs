//! People with passkeys.

use atrium::audit::Origin;
use atrium::db::SqlQuery;
use atrium::passkeys::{self, PasskeyError, Place, Wanted};
use atrium::state::AppState;
use serde_json::Value;

use super::app::TestApp;
use super::authenticator::Authenticator;
use super::base_path::ORIGIN;
use super::browser::{Browser, Page};

/// Asks for a new key of the account `id`, and answers with `device`: the sealed challenge and the answer.
pub async fn made(state: &AppState, id: &str, device: &mut Authenticator) -> (String, Value) {
    let now = state.clock.now();
    let mut view = state.db.read().await.unwrap();
    let account = atrium::directory::find(&mut view, id)
        .await
        .unwrap()
        .unwrap();
    let place = Place::account(&state.issuer, id);
    let wanted = Wanted {
        account: &account,
        place: &place,
        keys: &state.keys,
        now,
    };
    let party = state.passkeys.as_ref().unwrap();
    let asked = wanted.ask(party, &mut view, &state.random).await.unwrap();
    (asked.state, device.create(&asked.options))
}

/// Adds a key of `device` to the account `id`: its id.
pub async fn added(state: &AppState, id: &str, device: &mut Authenticator) -> String {
    let (sealed, answer) = made(state, id, device).await;
    let now = state.clock.now();
    let account = {
        let mut view = state.db.read().await.unwrap();
        atrium::directory::find(&mut view, id)
            .await
            .unwrap()
            .unwrap()
    };
    let place = Place::account(&state.issuer, id);
    let wanted = Wanted {
        account: &account,
        place: &place,
        keys: &state.keys,
        now,
    };
    let party = state.passkeys.as_ref().unwrap();
    let registered = wanted.check(party, (&answer, &sealed), "My key").unwrap();
    let audit = state.audit(now, &Origin::default());
    let added = state.db.write::<_, PasskeyError, _>(move |tx| {
        Box::pin(async move { passkeys::add(tx, registered, &account, &audit).await })
    });
    added.await.unwrap().id
}

/// A key of the account `name`.
pub async fn key_of(app: &TestApp, name: &str, mut device: Authenticator) -> Authenticator {
    let id = app.account(name).await.id;
    added(app.state(), &id, &mut device).await;
    device
}

/// A device with a key of `DanMember`.
pub async fn dans_device(app: &TestApp) -> Authenticator {
    key_of(app, "DanMember", Authenticator::new(ORIGIN)).await
}

/// A sign-in page for an application, in `browser`.
pub async fn page(app: &TestApp, browser: &Browser<'_>) -> Page {
    browser.go(&app.rp("basic").ask("openid").url()).await
}

/// What the page asks the browser.
pub fn options(page: &Page) -> Value {
    let text = page.text();
    let (_, rest) = text.split_once("data-options=\"").expect("a passkey form");
    let (options, _) = rest.split_once('"').unwrap();
    let options = options.replace("&#34;", "\"").replace("&quot;", "\"");
    serde_json::from_str(&options).unwrap()
}

/// Sends `answer` from `page`.
pub async fn send(browser: &Browser<'_>, page: &Page, answer: &Value) -> Page {
    let answer = answer.to_string();
    browser.submit(page, &[("answer", answer.as_str())]).await
}

/// A whole sign-in with `device`.
pub async fn sign_in(app: &TestApp, browser: &Browser<'_>, device: &mut Authenticator) -> Page {
    let page = page(app, browser).await;
    let answer = device.get(&options(&page));
    send(browser, &page, &answer).await
}

/// Runs `sql`.
pub async fn sql(app: &TestApp, sql: &'static str) {
    app.write(move |tx| Box::pin(async move { SqlQuery::kept(sql).execute(tx).await.map(drop) }))
        .await;
}

/// How many challenges and proofs were used so far.
pub async fn used(app: &TestApp) -> i64 {
    let mut view = app.db().read().await.unwrap();
    let count = SqlQuery::kept("SELECT COUNT(*) FROM seen_jtis");
    let rows: Vec<(i64,)> = count.fetch_all(&mut view).await.unwrap();
    rows[0].0
}
