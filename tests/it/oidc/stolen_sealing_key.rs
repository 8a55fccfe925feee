//! A thief of the sealing key makes no code, although applications know the ids of live sessions (decision 0096).

use atrium::clock::{HOUR, MINUTE};
use atrium::db::SqlQuery;
use atrium::factors::Acr;
use atrium::random::Random;
use atrium::sessions::code_key::CodeKey;
use atrium::sessions::sealed_codes::SealedCode;
use serde_json::{Value, json};

use super::sealed_codes::{KIND, forged, opened, refused, set_key};
use crate::support::app::{Answer, ISSUER, TestApp};
use crate::support::database;

/// `content` with these members, for a grant that does not exist yet.
fn fresh(content: &Value, members: &Value) -> Value {
    let mut changed = content.clone();
    changed["id"] = json!(Random::system().uuid_v4());
    for (name, value) in members.as_object().unwrap() {
        changed[name] = value.clone();
    }
    changed
}

/// The text that `sql` returns for `id`.
async fn text_of(app: &TestApp, sql: &'static str, id: &str) -> String {
    let mut view = app.db().read().await.unwrap();
    let query = SqlQuery::kept(sql).bind(id);
    let (text,): (String,) = query.fetch_one(&mut view).await.unwrap();
    text
}

/// The text in the row of the session `sid` that marks its codes.
async fn key_of(app: &TestApp, sid: &str) -> String {
    let sql = "SELECT code_key FROM sso_sessions WHERE id = $1";
    text_of(app, sql, sid).await
}

/// A code with this content, which `key` has marked.
fn marked(app: &TestApp, content: &Value, key: &str) -> String {
    let code: SealedCode = serde_json::from_value(content.clone()).unwrap();
    let key = CodeKey::stored(key).unwrap();
    let (keys, random) = (&app.state().keys, Random::system());
    code.seal(&key, &ISSUER, keys, &random).unwrap()
}

/// A refusal because the session has not marked the code.
fn is_unmarked(answer: &Answer, why: &str) {
    refused(answer, why);
    let said = answer.json()["error_description"].clone();
    assert_eq!(said, json!("the session of this code has ended"), "{why}");
}

/// Attack 25: a thief of the sealing key who knows the id of a live session and has two of its codes, used and waiting, makes
/// no code and changes none. Only the mark is missing.
#[tokio::test]
async fn attack_25_a_stolen_sealing_key_makes_no_code() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let (browser, other) = (app.browser(), app.browser());
        let sid = browser.sign_in_directly("DanMember").await;
        let own = other.sign_in_directly("ChloeManager").await;
        let (rp, ask) = (app.rp("basic"), app.rp("basic").ask("openid"));
        let used = rp.code(&browser, &ask).await;
        let content = opened(&app, &used);
        assert_eq!(content["session_id"], json!(sid));
        let forge = |members: Value| forged(&app, KIND, &fresh(&content, &members));
        let tokens = rp.exchange(&ask, &used).await.json();
        let id_token = rp.id_token(&tokens).await;
        assert_eq!(id_token["sid"], json!(sid), "clients know it");
        for (why, code) in [
            ("the mark of another code", forge(json!({}))),
            ("no mark", forge(json!({ "mark": "" }))),
            ("a short mark", forge(json!({ "mark": "AA" }))),
        ] {
            is_unmarked(&rp.exchange(&ask, &code).await, why);
        }
        // The thief's own session has a key, which the database would tell; it marks nothing of another session.
        let of_thief = key_of(&app, &own).await;
        let code = marked(&app, &fresh(&content, &json!({})), &of_thief);
        is_unmarked(&rp.exchange(&ask, &code).await, "another session");
        // A code that waits is not to be changed.
        let waiting = opened(&app, &rp.code(&browser, &ask).await);
        let changes = [
            ("pkce", Value::Null),
            ("scope", json!(["email", "openid"])),
            ("nonce", json!("n")),
            ("redirect_uri_named", json!(false)),
            ("resources", json!(["https://api.example"])),
            ("session_id", json!(own)),
        ];
        for (name, value) in changes {
            let mut changed = waiting.clone();
            assert_ne!(changed[name], value, "{name}");
            changed[name] = value;
            let code = forged(&app, KIND, &changed);
            is_unmarked(&rp.exchange(&ask, &code).await, name);
        }
        set_key(&app, &sid, "").await;
        let code = forge(json!({ "mark": "" }));
        is_unmarked(&rp.exchange(&ask, &code).await, "a session without a key");
        let key = Random::system().token();
        set_key(&app, &sid, &key).await;
        let code = marked(&app, &fresh(&content, &json!({})), &key);
        assert_eq!(rp.exchange(&ask, &code).await.status, 200, "the right mark");
    }
}

/// Attack 25: a thief of the sealing key who opens a used code learns no id of a grant, which access tokens name, and
/// revokes nothing with it. A true code that is used twice does.
#[tokio::test]
async fn attack_25_a_stolen_sealing_key_revokes_nothing() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let ask = rp.ask("openid offline_access");
        let code = rp.code(&browser, &ask).await;
        let tokens = rp.exchange(&ask, &code).await.json();
        let mut content = opened(&app, &code);
        let sid = content["session_id"].as_str().unwrap().to_owned();
        let grant = text_of(&app, "SELECT id FROM grants WHERE session_id = $1", &sid).await;
        assert!(!content.to_string().contains(&grant), "{content}");
        content["nonce"] = json!("n");
        let replayed = forged(&app, KIND, &content);
        is_unmarked(&rp.exchange(&ask, &replayed).await, "a forged replay");
        assert!(app.entries("code.replayed").await.is_empty());
        let refresh = tokens["refresh_token"].as_str().unwrap();
        let renewed = rp.refresh(refresh).await;
        assert_eq!(renewed.status, 200, "{}", renewed.text());
        refused(&rp.exchange(&ask, &code).await, "a true replay");
        assert_eq!(app.entries("code.replayed").await.len(), 1);
    }
}

/// Attack 25: also with its mark, a code says neither who the person is nor that the proof was stronger, and it ends with
/// its session.
#[tokio::test]
async fn attack_25_a_marked_code_claims_nothing() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let content = opened(&app, &rp.code(&browser, &ask).await);
    let key = key_of(&app, &sid).await;
    let with = |members: Value| marked(&app, &fresh(&content, &members), &key);
    let nobody = json!({ "session_id": Random::system().uuid_v7(app.now()) });
    refused(
        &rp.exchange(&ask, &with(nobody)).await,
        "no session has this id",
    );
    let strongest = json!({ "acr": Acr::PhishingResistant.as_str() });
    refused(
        &rp.exchange(&ask, &with(strongest)).await,
        "a stronger proof",
    );
    let offline = fresh(&content, &json!({ "offline": true }));
    refused(
        &rp.exchange(&ask, &forged(&app, KIND, &offline)).await,
        "offline access without its scope",
    );
    let (now, later) = (app.now(), app.now() + 2 * MINUTE);
    let long = json!({ "expires_at": now + HOUR });
    refused(
        &rp.exchange(&ask, &with(long)).await,
        "it would be valid for an hour",
    );
    let early = json!({ "issued_at": later, "expires_at": later + MINUTE });
    refused(&rp.exchange(&ask, &with(early)).await, "it begins later");
    let waiting = with(json!({}));
    let good = rp.exchange(&ask, &with(json!({}))).await;
    assert_eq!(good.status, 200, "nothing else is wrong with them");
    app.sign_out(&sid).await;
    refused(&rp.exchange(&ask, &waiting).await, "the session has ended");
}

/// A session keeps its key through a step-up and a new value of its cookie, so a code of another window waits on.
#[tokio::test]
async fn a_code_outlives_a_new_cookie() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        let page = browser.go("/login").await;
        browser.sign_in(&page, "DanMember").await;
        let (rp, cookie) = (app.rp("basic"), browser.session_cookie());
        let ask = rp.ask("openid");
        let waiting = rp.code(&browser, &ask).await;
        let again = rp.ask("openid").with("prompt", "login");
        let page = browser.go(&again.url()).await;
        let page = browser.walk(page, "DanMember").await;
        assert_ne!(browser.session_cookie(), cookie, "attack 8");
        let later = rp.outcome(&again, &page).code();
        assert_eq!(rp.exchange(&again, &later).await.status, 200);
        assert_eq!(rp.exchange(&ask, &waiting).await.status, 200);
    }
}
