//! Daily limits of a person, and a server that cannot answer.

use atrium::config::{Config, Secret};
use atrium::db::{Db, DbError};
use serde_json::{Value, json};

use super::Made;
use super::stage::{API, Stage};
use crate::support::product_api::{Answered, Server};
use crate::support::rows;

const IN_A_DAY: &str = "You have reached today’s limit for this. Try again tomorrow.";

/// One of everything in a day.
fn one_a_day(config: &mut Config) {
    config.mail.url = Secret::new("smtp://127.0.0.1:1");
    let limits = &mut config.limits;
    limits.person_added_accounts = 2;
    limits.person_welcome_emails = 1;
    limits.person_random_passwords = 1;
    limits.person_requests = 1;
    limits.person_added_members = 1;
}

fn new(name: &str) -> Value {
    json!({ "username": name, "email": format!("{name}@demo.test"), "password": "Tulip7Kite" })
}

async fn post(server: &Server, stage: &Stage, by: &str, call: &str, body: &Value) -> Answered {
    let path = format!("{API}/{call}");
    server.post_as(stage.person(by), &path, body).await
}

pub async fn made(db: &Db, stage: &Stage) -> Vec<Made> {
    let mut made = Vec::new();
    let server = Server::with(db, one_a_day).await;
    let add_account = "admin/user/add-account";
    let agency = |id: &str| json!({ "agencyId": id });
    for (key, words, by, call, bodies) in [
        (
            "api.too_many_added_accounts",
            "You have reached today’s limit for adding accounts. Try again tomorrow.",
            "Ada",
            add_account,
            vec![new("no hump"), new("no hump"), new("OneMore")],
        ),
        (
            "api.too_many_welcome_emails",
            "You have reached today’s limit for accounts with a welcome email. Try again tomorrow.",
            "Ben",
            add_account,
            vec![new("WelcomeOne"), new("WelcomeTwo")],
        ),
        (
            "api.too_many_random_passwords",
            "You have reached today’s limit for random passwords, in all or for this account. Try again tomorrow.",
            "Ada",
            "admin/user/random-pwd",
            ["Wendy", "Max"]
                .map(|name| json!({ "userId": stage.id(name) }))
                .into(),
        ),
        (
            "api.too_many_in_a_day",
            IN_A_DAY,
            "Petra",
            "user/user-group/apply",
            ["other", "asked"]
                .map(|group| json!({ "groupId": group }))
                .into(),
        ),
        (
            "api.too_many_in_a_day",
            IN_A_DAY,
            "Ada",
            "admin/user-group/upd-member",
            ["Wendy", "Hal"]
                .map(|name| json!({ "groupId": "other", "addUserIds": [stage.id(name)] }))
                .into(),
        ),
        (
            "api.too_many_in_a_day",
            IN_A_DAY,
            "Rita",
            "user/assign-agency",
            vec![
                agency("north"),
                agency("south"),
                agency("north"),
                agency("south"),
            ],
        ),
    ] {
        let (last, before) = bodies.split_last().unwrap();
        for body in before {
            post(&server, stage, by, call, body).await;
        }
        let answer = post(&server, stage, by, call, last).await;
        made.push(Made { key, words, answer });
    }
    made.extend(unable(db, stage).await);
    made
}

/// A server that takes no call and no password, and one whose database is damaged.
async fn unable(db: &Db, stage: &Stage) -> Vec<Made> {
    let narrow = |config: &mut Config| {
        config.limits.account_writes = 1;
        config.limits.hashing_threads = 1;
        // No password gets a place.
        config.limits.hashing_queue = 0;
    };
    let server = Server::with(db, narrow).await;
    let lang = json!({ "lang": "en-us" });
    post(&server, stage, "Dan", "user/set-lang", &lang).await;
    let often = post(&server, stage, "Dan", "user/set-lang", &lang).await;
    let random = json!({ "userId": stage.id("Max") });
    let busy = post(&server, stage, "Hal", "admin/user/random-pwd", &random).await;
    let damaged = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            rows::run(tx, "ALTER TABLE iris_mappings RENAME TO gone".to_owned()).await
        })
    });
    damaged.await.unwrap();
    let broken = stage
        .ask("Ada", "GET admin/iris-mapping/list", &json!({}))
        .await;
    [
        (
            "api.too_many",
            "Too many attempts. Wait a while, then try again.",
            often,
        ),
        (
            "api.busy",
            "We can’t answer just now. Try again in a moment.",
            busy,
        ),
        ("api.internal", "Something went wrong on our side.", broken),
    ]
    .map(|(key, words, answer)| Made { key, words, answer })
    .into()
}
