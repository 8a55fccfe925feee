//! Attack 33: every row of the guard table, asked by everybody.

use atrium::api::calls::{CALLS, Call, Credential, Effect, Verb, Who};
use atrium::directory::{self, AccountError, Status};
use serde_json::{Value, json};

use crate::access;
use crate::support::database;
use crate::support::product_api::{Answered, Person, Server, borrowed};

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

struct Asker {
    name: &'static str,
    reach: Reach,
    headers: Headers,
}

fn bearer(name: &'static str, reach: Reach, token: String) -> Asker {
    let headers = move |_: &Server, _: &Call| vec![("access-token", token.clone())];
    Asker {
        name,
        reach,
        headers: Box::new(headers),
    }
}

fn person(name: &'static str, reach: Reach, person: Person) -> Asker {
    let headers = move |server: &Server, call: &Call| {
        server.dpop(&person, call.verb.method().as_str(), call.path, &json!({}))
    };
    Asker {
        name,
        reach,
        headers: Box::new(headers),
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

async fn askers(server: &Server) -> Vec<Asker> {
    let db = server.db();
    let mut sso = access::product(1);
    sso.app_name = "SSO".into();
    access::save(db, sso, &[]).await;
    access::group(db, "mine", &[]).await;
    access::group(db, "other", &[]).await;
    let member = server.person("member", |_| {}).await;
    let manager = server.person("manager", |_| {}).await;
    let of_other = server.person("otherManager", |_| {}).await;
    let admin = server.person("admin", |_| {}).await;
    let ada = server.person("ada", |new| new.sup_admin = true).await;
    access::appoint(db, &access::find(db, &manager.id).await, "mine").await;
    access::appoint(db, &access::find(db, &of_other.id).await, "other").await;
    access::administers(db, &access::find(db, &admin.id).await, 1).await;
    let disabled = server.person("disabled", |new| new.sup_admin = true).await;
    let (_, disabled_token) = server.user_token(&disabled.id).await;
    disable(server, &disabled.id).await;
    let (_, user_token) = server.user_token(&member.id).await;
    let ended = server.person("ended", |new| new.sup_admin = true).await;
    server
        .post_as(&ended, "/api/security/logout", &json!({}))
        .await;
    vec![
        Asker {
            name: "anonymous",
            reach: Reach::Nobody,
            headers: Box::new(|_, _| Vec::new()),
        },
        bearer("made-up token", Reach::Nobody, "x".repeat(43)),
        bearer("token of a disabled account", Reach::Nobody, disabled_token),
        bearer("userToken", Reach::Member, user_token),
        person("disabled", Reach::Nobody, disabled),
        person("signed out", Reach::Nobody, ended),
        person("member", Reach::Member, member),
        person("manager", Reach::Manager, manager),
        person("manager of another group", Reach::Member, of_other),
        person("admin", Reach::Admin, admin),
        person("super admin", Reach::SuperAdmin, ada),
    ]
}

/// Fields that suit any call: ids of what exists and what does not.
fn fields(asker: &Asker) -> Value {
    json!({
        "groupId": "mine", "productId": 1, "typeId": 1, "username": "member", "lang": "en-us",
        // A name of its own for each, or the limit of tries would speak.
        "account": asker.name, "password": "wrong",
    })
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

fn lets_in(who: Who, reach: Reach) -> bool {
    match who {
        Who::Anyone => true,
        Who::Member => reach >= Reach::Member,
        Who::Manager => reach >= Reach::Manager,
        Who::Admin => reach >= Reach::Admin,
        Who::SuperAdmin => reach >= Reach::SuperAdmin,
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
                let bad_dpop = asker.name == "disabled" || asker.name == "signed out";
                let looked_at = call.credential != Credential::Nothing;
                if bad_dpop && looked_at {
                    assert_eq!(answer.http, 401, "{told}");
                    assert_eq!(answer.status(), 100_000, "{told}");
                } else if lets_in(call.who, asker.reach) {
                    // What the call itself says to these fields is for its own tests.
                    assert_ne!(answer.status(), 100_000, "{told}");
                    assert_eq!(answer.http, 200, "{told}");
                    continue;
                } else {
                    let refused = if asker.reach == Reach::Nobody {
                        100_000
                    } else {
                        100_013
                    };
                    assert_eq!(answer.status(), refused, "{told}");
                    assert_eq!(answer.http, 200, "{told}");
                }
                assert_eq!(answer.json()["data"], Value::Null, "{told}");
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
