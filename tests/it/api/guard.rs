//! Attack 33: every row of the guard table, asked by everybody.

use atrium::api::calls::{CALLS, Call, Credential, Effect, Verb};
use atrium::audit::Origin;
use atrium::db::DbError;
use atrium::directory::{self, AccountError, Status};
use atrium::sessions::launch::{Launch, LaunchLifetimes, LaunchMode};
use serde_json::{Value, json};

use crate::access;
use crate::support::database;
use crate::support::product_api::{Answered, NOW, PASSWORD, Person, Server, borrowed};

/// How far a caller's hand reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    Nobody,
    Member,
    Manager,
    Admin,
    SuperAdmin,
}

/// The headers of a call by somebody.
type Headers = Box<dyn Fn(&Server, &Call) -> Vec<(&'static str, String)> + Send + Sync>;

/// With what somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum With {
    /// Nothing that counts.
    Nothing,
    /// An access token that is good no more: the one refusal with a status line of its own.
    DeadDpop,
    /// A good userToken or access token.
    Session,
    /// A good launch token of an old application.
    Launch,
}

struct Asker {
    name: &'static str,
    with: With,
    reach: Reach,
    /// Must change the password first.
    newcomer: bool,
    headers: Headers,
}

impl Asker {
    fn new(name: &'static str, with: With, reach: Reach, headers: Headers) -> Self {
        Self {
            name,
            with,
            reach,
            newcomer: false,
            headers,
        }
    }

    fn bearer(name: &'static str, with: With, reach: Reach, token: String) -> Self {
        let headers = move |_: &Server, _: &Call| vec![("access-token", token.clone())];
        Self::new(name, with, reach, Box::new(headers))
    }

    fn person(name: &'static str, with: With, reach: Reach, person: Person) -> Self {
        let headers = move |server: &Server, call: &Call| {
            server.dpop(&person, call.verb.method().as_str(), call.path, &json!({}))
        };
        Self::new(name, with, reach, Box::new(headers))
    }

    fn newcomer(self) -> Self {
        Self {
            newcomer: true,
            ..self
        }
    }
}

async fn disable(server: &Server, id: &str) {
    let id = id.to_owned();
    server
        .db()
        .write::<_, AccountError, _>(move |tx| {
            Box::pin(async move { directory::store::set_status(tx, &id, Status::Disabled).await })
        })
        .await
        .unwrap();
}

/// A launch token of the old application in a session of `id`.
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

async fn askers(server: &Server) -> Vec<Asker> {
    let db = server.db();
    let mut sso = access::product(1);
    sso.app_name = "SSO".into();
    sso.everyone = true;
    access::save(db, sso, &[]).await;
    access::group(db, "mine", &[]).await;
    access::group(db, "other", &[]).await;
    let member = server.person("member", |_| {}).await;
    let manager = server.person("manager", |_| {}).await;
    let of_other = server.person("otherManager", |_| {}).await;
    let admin = server.person("admin", |_| {}).await;
    let ada = server.person("ada", |new| new.sup_admin = true).await;
    let eve = server
        .person("eve", |new| new.must_change_password = true)
        .await;
    access::appoint(db, &access::find(db, &manager.id).await, "mine").await;
    access::appoint(db, &access::find(db, &of_other.id).await, "other").await;
    access::administers(db, &access::find(db, &admin.id).await, 1).await;
    let disabled = server.person("disabled", |new| new.sup_admin = true).await;
    let (_, disabled_token) = server.user_token(&disabled.id).await;
    let disabled_launch = launch_token(server, &disabled.id).await;
    disable(server, &disabled.id).await;
    let (_, user_token) = server.user_token(&member.id).await;
    let (_, new_token) = server.user_token(&eve.id).await;
    let launch = launch_token(server, &member.id).await;
    let new_launch = launch_token(server, &eve.id).await;
    let ended = server.person("ended", |new| new.sup_admin = true).await;
    server
        .post_as(&ended, "/api/security/logout", &json!({}))
        .await;
    let bearer = Asker::bearer;
    let person = Asker::person;
    let anonymous: Headers = Box::new(|_, _| Vec::new());
    vec![
        Asker::new("anonymous", With::Nothing, Reach::Nobody, anonymous),
        bearer("made-up", With::Nothing, Reach::Nobody, "x".repeat(43)),
        bearer(
            "disabled token",
            With::Nothing,
            Reach::Nobody,
            disabled_token,
        ),
        bearer(
            "disabled launch",
            With::Launch,
            Reach::Nobody,
            disabled_launch,
        ),
        bearer("member", With::Session, Reach::Member, user_token),
        bearer("eve", With::Session, Reach::Member, new_token).newcomer(),
        bearer("launched", With::Launch, Reach::Member, launch),
        bearer("launched eve", With::Launch, Reach::Member, new_launch).newcomer(),
        person("disabled", With::DeadDpop, Reach::Nobody, disabled),
        person("ended", With::DeadDpop, Reach::Nobody, ended),
        person("member", With::Session, Reach::Member, member),
        person("eve", With::Session, Reach::Member, eve).newcomer(),
        person("manager", With::Session, Reach::Manager, manager),
        person("otherManager", With::Session, Reach::Member, of_other),
        person("admin", With::Session, Reach::Admin, admin),
        person("ada", With::Session, Reach::SuperAdmin, ada),
    ]
}

/// Fields that suit any call, so that whoever is let in succeeds.
fn fields(asker: &Asker) -> Value {
    let mut fields = json!({
        "groupId": "mine", "productId": 1, "typeId": 1, "username": asker.name, "lang": "en-us",
        "account": "member", "password": PASSWORD,
    });
    if asker.with == With::Launch {
        fields["appName"] = "OLDQUERY".into();
    }
    fields
}

async fn ask(server: &Server, call: &Call, asker: &Asker) -> Answered {
    let headers = (asker.headers)(server, call);
    let fields = fields(asker);
    match call.verb {
        Verb::Post => server.post(call.path, &borrowed(&headers), &fields).await,
        Verb::Get => {
            let mut query = url::form_urlencoded::Serializer::new(String::new());
            for (name, value) in fields.as_object().unwrap() {
                query.append_pair(name, value.to_string().trim_matches('"'));
            }
            let path = format!("{}?{}", call.path, query.finish());
            server.get(&path, &borrowed(&headers)).await
        }
    }
}

/// The envelope's status that the table promises.
fn promised(call: &Call, asker: &Asker) -> i64 {
    const NEED_LOGIN: i64 = 100_000;
    const NOT_AUTHORIZED: i64 = 100_013;
    let takes_launch = matches!(call.credential, Credential::Launch | Credential::Optional);
    let known = asker.reach > Reach::Nobody;
    match asker.with {
        _ if call.credential == Credential::Nothing => 0,
        With::DeadDpop => NEED_LOGIN,
        With::Session | With::Launch if known && (takes_launch || asker.with == With::Session) => {
            let barred = asker.with == With::Launch || call.credential == Credential::Session;
            if asker.newcomer && barred {
                NOT_AUTHORIZED
            } else {
                0
            }
        }
        _ if call.credential == Credential::Optional => 0,
        _ => NEED_LOGIN,
    }
}

#[tokio::test]
async fn every_call_is_asked_by_everybody() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let askers = askers(&server).await;
        let mut calls: Vec<&Call> = CALLS.iter().collect();
        // Signing out ends the sessions of the askers, so it comes last.
        calls.sort_by_key(|call| call.credential == Credential::Optional);
        for call in calls {
            for asker in &askers {
                let answer = ask(&server, call, asker).await;
                let told = format!("{} {} by {}: {answer:?}", call.id, call.path, asker.name);
                let promised = promised(call, asker);
                assert_eq!(answer.status(), promised, "{told}");
                let dead = asker.with == With::DeadDpop && promised != 0;
                assert_eq!(answer.http, if dead { 401 } else { 200 }, "{told}");
                if promised != 0 {
                    assert_eq!(answer.json()["data"], Value::Null, "{told}");
                }
            }
        }
    }
}

/// Contract F-06, F-17, attack 36: a foreign page and a browser that guesses change nothing.
#[tokio::test]
async fn what_writes_is_not_for_foreign_pages() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let member = server.person("member", |_| {}).await;
    for call in CALLS.iter().filter(|call| call.effect == Effect::Writes) {
        for (name, value, refused) in [
            ("origin", "https://evil.test", 100_013),
            ("origin", "null", 100_013),
            ("origin", "http://localhost:8080.evil.test", 100_013),
            ("origin", "http://localhost:80801", 100_013),
            ("sec-purpose", "prefetch;prerender", 100_012),
            ("purpose", "prefetch", 100_012),
            ("x-moz", "prefetch", 100_012),
        ] {
            let method = call.verb.method();
            let mut headers = server.dpop(&member, method.as_str(), call.path, &json!({}));
            headers.push((name, value.to_owned()));
            let body = json!({"productId": 1, "lang": "en-us", "account": "a", "password": "b"});
            let answer = match call.verb {
                Verb::Post => server.post(call.path, &borrowed(&headers), &body).await,
                Verb::Get => {
                    let path = format!("{}?productId=1", call.path);
                    server.get(&path, &borrowed(&headers)).await
                }
            };
            assert_eq!(answer.status(), refused, "{} {name}: {value}", call.path);
            assert_eq!(
                answer.header("access-control-allow-origin"),
                "",
                "{}",
                call.path
            );
        }
    }
    let still = server
        .post_as(&member, "/api/security/user/info", &json!({}))
        .await;
    assert_eq!(still.status(), 0, "no foreign page signed anybody out");
}

/// Deny by default: what no row names is not there, and other methods are refused in words.
#[tokio::test]
async fn nothing_else_is_there() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    for path in [
        "/api",
        "/api/",
        "/api/security",
        "/api/security/admin/user/list",
        "/api/security/user/info/",
        "/api/security//user/info",
        "/api/security/user%2Finfo",
        "/API/security/user/info",
    ] {
        let answer = server.get(path, &[]).await;
        assert!(
            matches!(answer.http.as_u16(), 404 | 405),
            "{path}: {answer:?}"
        );
        if path.starts_with("/api") {
            assert_eq!(answer.status(), 999_999, "{path}");
        }
    }
    let answer = server.get("/api/security/user/info", &[]).await;
    assert_eq!((answer.http.as_u16(), answer.status()), (405, 999_999));
    assert!(answer.header("allow").contains("POST"), "{answer:?}");
}
