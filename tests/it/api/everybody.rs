//! Attack 33: every call with every kind of caller, compared with `expected_rights.rs`. A call that is
//! declared as reading must not change the database.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use atrium::access::AccessCode;
use atrium::api::CALLS;
use atrium::audit::{self, Origin};
use atrium::calls::table::{Call, Effect, Verb};
use atrium::db::{Conn, Db, DbError, Reads as _};
use atrium::sessions::launch::{Launch, LaunchLifetimes, LaunchMode};
use serde_json::{Value, json};

use super::expected_rights::{ASKERS, Asker, EXPECTED, Row, status};
use super::samples::{self, Fields};
use super::scene::Scene;
use super::uploads;
use crate::support::database::{self, TestDatabase};
use crate::support::product_api::{Answered, NOW, Person, Server, borrowed};
use crate::support::{rows, worker};

/// The credential of a request.
pub(super) enum Proof {
    None,
    Token(String),
    Dpop(Box<Person>),
}

/// The key of a call, or of a case of it.
pub(super) fn of_call(call: &Call) -> (&'static str, &'static str) {
    let verb = match call.verb {
        Verb::Get => "GET",
        Verb::Post => "POST",
    };
    (verb, call.path)
}

/// The request of a row; without an entry it has no fields.
pub(super) fn fields_of(row: &Row) -> Fields {
    let key = (row.0, row.1, row.2);
    let mut samples = samples::all();
    let sample = samples.find(|(verb, path, case, _)| (*verb, *path, *case) == key);
    sample.map_or(|_| samples::fields(json!({})), |(.., fields)| *fields)
}

/// Every call has expectations, every expectation has a call, and every request an expectation.
#[test]
fn every_call_is_written_down() {
    let calls: BTreeSet<_> = CALLS.iter().map(of_call).collect();
    let expected: BTreeSet<_> = EXPECTED.iter().map(|row| (row.0, row.1)).collect();
    let missing: Vec<_> = calls.difference(&expected).collect();
    assert!(
        missing.is_empty(),
        "write their rows into EXPECTED of tests/it/api/expected_rights.rs: {missing:?}"
    );
    let gone: Vec<_> = expected.difference(&calls).collect();
    assert!(gone.is_empty(), "no such call: {gone:?}");
    let cases: BTreeSet<_> = EXPECTED.iter().map(|row| (row.0, row.1, row.2)).collect();
    assert_eq!(cases.len(), EXPECTED.len(), "a case stands twice");
    let requests: BTreeSet<_> = samples::all()
        .map(|(verb, path, case, _)| (*verb, *path, *case))
        .collect();
    assert_eq!(
        requests.len(),
        samples::all().count(),
        "a request stands twice"
    );
    let unused: Vec<_> = requests.difference(&cases).collect();
    assert!(unused.is_empty(), "without a row in EXPECTED: {unused:?}");
}

/// A launch token of the legacy application in a session of `id`.
async fn launch_token(server: &Server, id: &str) -> String {
    let (session, _) = server.user_token(id).await;
    let audit = server.state().audit(NOW, &Origin::default());
    let launch = Launch {
        client_id: "old-query".to_owned(),
        mode: LaunchMode::Query,
        lifetimes: LaunchLifetimes::default(),
    };
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { launch.give(tx, &session, &audit).await })
    });
    given.await.unwrap()
}

async fn disable(server: &Server, id: &str) {
    let sql = "UPDATE accounts SET status = $2 WHERE id = $1";
    change(server, sql, id, 2.into()).await;
}

/// Runs `sql` for the account `id`.
async fn change(server: &Server, sql: &'static str, id: &str, value: Value) {
    let id = id.to_owned();
    let changed = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::set(tx, sql, &id, value).await })
    });
    changed.await.unwrap();
}

/// The account of the asker with its rights.
pub(super) async fn furnish<'s>(
    server: &'s Server,
    number: i64,
    asker: Asker,
    row: &Row,
) -> Scene<'s> {
    let mut scene = Scene {
        server,
        number,
        account_id: String::new(),
        asker,
    };
    let newcomer = matches!(asker, Asker::Newcomer | Asker::LaunchedNewcomer);
    let above = matches!(
        asker,
        Asker::SuperAdministrator | Asker::Dead | Asker::Anonymous
    );
    scene.account_id = server
        .account(&scene.username(), |new| {
            new.must_change_password = newcomer;
            new.sup_admin = above;
        })
        .await;
    let every = || AccessCode::ALL.iter().map(|code| code.as_str());
    let code = row.3;
    match asker {
        Asker::OtherManager => scene.manages(format!("other{number}")).await,
        Asker::Manager => scene.manages(scene.group_id()).await,
        Asker::Holder if code.is_empty() => scene.give_codes(every().collect()).await,
        Asker::Holder => scene.give_codes(vec![code]).await,
        Asker::OtherHolder => {
            let others = every().filter(|other| *other != code);
            scene.give_codes(others.collect()).await;
        }
        Asker::ProductAdministrator => scene.administers(format!("OTHER{number}")).await,
        Asker::Administrator => scene.administers("SSO".to_owned()).await,
        _ => {}
    }
    scene
}

/// The calls that ask for a fresh proof of identity, which a userToken is none of.
const NOT_BY_USER_TOKEN: &[&str] = &[
    "/api/security/account/authenticator/offer",
    "/api/security/account/authenticator/add",
    "/api/security/account/authenticator/remove",
    "/api/security/account/recovery-codes/renew",
    "/api/security/account/passkeys/begin",
    "/api/security/account/passkeys/finish",
    "/api/security/account/passkeys/rename",
    "/api/security/account/passkeys/remove",
    "/api/security/user/change-pwd",
    "/api/security/account/email/change",
    "/api/security/account/delete",
    "/api/security/account/data",
    "/api/security/account/identities/begin",
    "/api/security/account/identities/unlink",
    "/api/security/admin/provider/add",
    "/api/security/admin/provider/update",
    "/api/security/admin/provider/update-status",
    "/api/security/admin/provider/delete",
    "/api/security/admin/provider/test",
    "/api/security/admin/assistant/version/add",
    "/api/security/admin/assistant/version/update",
    "/api/security/admin/assistant/version/delete",
];

/// The number of credentials that an asker can use.
const fn ways(asker: Asker) -> usize {
    match asker {
        Asker::Anonymous | Asker::Dead => 4,
        Asker::Newcomer | Asker::Member => 2,
        _ => 1,
    }
}

/// The `way`-th proof of the asker, and whether it is sent for the legacy application.
pub(super) async fn proof(scene: &Scene<'_>, way: usize) -> (Proof, bool) {
    let (server, id) = (scene.server, &scene.account_id);
    match (scene.asker, way) {
        (Asker::Anonymous, 0) => (Proof::None, false),
        (Asker::Anonymous, 1) => (Proof::Token("x".repeat(43)), false),
        (Asker::Anonymous, 2) => {
            let (_, token) = server.user_token(id).await;
            disable(server, id).await;
            (Proof::Token(token), false)
        }
        (Asker::Anonymous, _) => {
            let token = launch_token(server, id).await;
            disable(server, id).await;
            (Proof::Token(token), true)
        }
        (Asker::Launched | Asker::LaunchedNewcomer, _) => {
            (Proof::Token(launch_token(server, id).await), true)
        }
        (Asker::Dead, 0) => {
            let person = server.signed_in(id).await;
            disable(server, id).await;
            (Proof::Dpop(Box::new(person)), false)
        }
        (Asker::Dead, 1) => {
            let person = server.signed_in(id).await;
            server
                .post_as(&person, "/api/security/logout", &json!({}))
                .await;
            (Proof::Dpop(Box::new(person)), false)
        }
        (Asker::Dead, 2) => {
            let sql = "UPDATE access_tokens SET expires_at = $2 WHERE grant_id IN \
                (SELECT id FROM grants WHERE account_id = $1)";
            let person = server.signed_in(id).await;
            change(server, sql, id, (NOW - 1).into()).await;
            (Proof::Dpop(Box::new(person)), false)
        }
        (Asker::Dead, _) => {
            let person = server.signed_in(id).await;
            let of_token = "UPDATE access_tokens SET client_id = $2 WHERE grant_id IN \
                (SELECT id FROM grants WHERE account_id = $1)";
            let of_grant = "UPDATE grants SET client_id = $2 WHERE account_id = $1";
            for sql in [of_token, of_grant] {
                change(server, sql, id, "demo-app".into()).await;
            }
            (Proof::Dpop(Box::new(person)), false)
        }
        (_, 1) => {
            let (_, token) = server.user_token(id).await;
            (Proof::Token(token), false)
        }
        _ => (Proof::Dpop(Box::new(server.signed_in(id).await)), false),
    }
}

pub(super) async fn ask(server: &Server, call: &Call, fields: &Value, proof: &Proof) -> Answered {
    ask_with(server, call, fields, proof, &[]).await
}

/// The fields with a handle of the messaging platform, which only the session of the call can get.
async fn with_handle(server: &Server, fields: &Value, proof: &Proof) -> Option<Value> {
    fields.get("access_token")?;
    let path = "/api/security/wechat/access-token";
    let headers = match proof {
        Proof::None => Vec::new(),
        Proof::Token(token) => vec![("access-token", token.clone())],
        Proof::Dpop(person) => server.dpop(person, "GET", path, &json!({})),
    };
    let answer = server.get(path, &borrowed(&headers)).await.json();
    let mut fields = fields.clone();
    fields["access_token"] = answer["data"].as_str().unwrap_or_default().into();
    Some(fields)
}

/// Asks with these additional headers.
pub(super) async fn ask_with(
    server: &Server,
    call: &Call,
    fields: &Value,
    proof: &Proof,
    more: &[(&'static str, String)],
) -> Answered {
    let mut headers = match proof {
        Proof::None => Vec::new(),
        Proof::Token(token) => vec![("access-token", token.clone())],
        Proof::Dpop(person) => {
            server.dpop(person, call.verb.method().as_str(), call.path, &json!({}))
        }
    };
    headers.extend_from_slice(more);
    let with_handle = with_handle(server, fields, proof).await;
    let fields = with_handle.as_ref().unwrap_or(fields);
    match call.verb {
        Verb::Post if call.is_streamed() => {
            uploads::send(server, call.path, &headers, fields).await
        }
        Verb::Post => server.post(call.path, &borrowed(&headers), fields).await,
        Verb::Get => {
            let mut query = url::form_urlencoded::Serializer::new(String::new());
            for (name, value) in fields.as_object().unwrap() {
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                query.append_pair(name, &text);
            }
            let path = format!("{}?{}", call.path, query.finish());
            server.get(&path, &borrowed(&headers)).await
        }
    }
}

/// The rows that are written to a database, as its writer reports them. SQLite only: it has one
/// connection that writes.
#[derive(Default)]
struct Watch(Arc<Mutex<Vec<String>>>);

impl Watch {
    async fn on(db: &Db) -> Self {
        let watch = Self::default();
        let rows = Arc::clone(&watch.0);
        let set = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                if let Conn::SqliteWriter(conn) = tx.conn() {
                    let note = move |action, _: &str, table: &str, _| {
                        rows.lock().unwrap().push(format!("{action:?} {table}"));
                    };
                    conn.update_hook(Some(note)).unwrap();
                }
                Ok(())
            })
        });
        set.await.unwrap();
        watch
    }

    /// The writes since the last call of this function.
    fn written(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

/// One asker with its own data: compares the answer with the row, and returns what is wrong with it.
async fn asked(
    server: &Server,
    watch: &Watch,
    (call, row): (&Call, &Row),
    (asker, way): (Asker, usize),
    number: i64,
) -> Vec<String> {
    let scene = furnish(server, number, asker, row).await;
    let mut fields = fields_of(row)(&scene).await;
    let (proof, launched) = proof(&scene, way).await;
    if launched {
        fields["appName"] = "OLDQUERY".into();
    }
    // The hook doesn't report the table where audit entries arrive, but the one they are moved to.
    audit::settle(server.db()).await.unwrap();
    let before = watch.written();
    let heard = matches!(server.db(), Db::Postgres(..)) || !before.is_empty();
    assert!(heard, "the scene's own rows were not heard");
    let answer = ask(server, call, &fields, &proof).await;
    let expected = match status(row, asker) {
        0 if way == 1 && NOT_BY_USER_TOKEN.contains(&call.path) => 100_013,
        expected => expected,
    };
    let http = if asker == Asker::Dead && expected != 0 {
        401
    } else {
        200
    };
    let mut faults = Vec::new();
    if (answer.status(), answer.http.as_u16()) != (expected, http) {
        faults.push(format!("not {expected} with HTTP {http}: {answer:?}"));
    } else if expected != 0 && answer.json()["data"] != Value::Null {
        faults.push(format!("a refusal with data: {answer:?}"));
    }
    audit::settle(server.db()).await.unwrap();
    let mut written = watch.written();
    // The worker renews its leases; no call writes these.
    written.retain(|row| !row.ends_with(" leases"));
    if launched {
        // A launch token's first use is stored by every call.
        written.retain(|row| !row.contains("launch_"));
    }
    if call.effect == Effect::Reads && !written.is_empty() {
        faults.push(format!("a reading call wrote {written:?}"));
    }
    let of = format!("{row:?} by {asker:?}, way {way}");
    faults
        .iter()
        .map(|fault| format!("{of}: {fault}"))
        .collect()
}

/// How many calls share a database. Statements are slower in a large database, and each scene has hundreds of them.
const CALLS_OF_A_DATABASE: usize = 10;

/// Compares the answers of the calls with this effect.
async fn asked_by_everybody(effect: Effect, fresh: impl AsyncFn() -> Option<TestDatabase>) {
    let calls: Vec<_> = CALLS
        .iter()
        .filter(|call| call.effect.writes() == effect.writes())
        .collect();
    let (mut number, mut faults) = (0, Vec::new());
    for calls in calls.chunks(CALLS_OF_A_DATABASE) {
        let Some(database) = fresh().await else {
            return;
        };
        // In a slow run they would, after a minute, index and sweep the rows of the scenes.
        worker::hold_routines(&database.db, NOW).await;
        let server = Server::start(&database.db).await;
        // The server writes refusals in the background, some time after the request.
        server.state().recorder.stop().await;
        let watch = Watch::on(&database.db).await;
        for call in calls {
            let rows = EXPECTED
                .iter()
                .filter(|row| (row.0, row.1) == of_call(call));
            for (row, asker) in rows.flat_map(|row| ASKERS.map(|asker| (row, asker))) {
                for way in 0..ways(asker) {
                    number += 1;
                    let by = (asker, way);
                    faults.extend(asked(&server, &watch, (call, row), by, number).await);
                }
            }
        }
        server.app.stop().await;
    }
    assert!(number > 500, "only {number} requests");
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Attack 33, P-02, P-05, P-08, F-19, G-47. These tests find a call that is open to too many callers, and a call that
/// writes although it is declared as reading. They are the longest tests, so they run beside each other.
#[tokio::test]
async fn attack_33_every_reading_call_is_asked_by_everybody_on_sqlite() {
    asked_by_everybody(Effect::Reads, async || Some(database::sqlite().await)).await;
}

#[tokio::test]
async fn attack_33_every_writing_call_is_asked_by_everybody_on_sqlite() {
    asked_by_everybody(Effect::Writes, async || Some(database::sqlite().await)).await;
}

#[tokio::test]
async fn attack_33_every_reading_call_is_asked_by_everybody_on_postgres() {
    asked_by_everybody(Effect::Reads, database::postgres_if_available).await;
}

#[tokio::test]
async fn attack_33_every_writing_call_is_asked_by_everybody_on_postgres() {
    asked_by_everybody(Effect::Writes, database::postgres_if_available).await;
}
