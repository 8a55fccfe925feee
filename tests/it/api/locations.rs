//! The city and country of addresses, where `geo.database` names a file.

use serde_json::{Value, json};

use super::account_sessions::signed_in;
use super::accounts::ada;
use crate::support::database;
use crate::support::mmdb::{self, SHANGHAI};
use crate::support::product_api::{Person, Server};

const SESSIONS: &str = "/api/security/account/sessions";
const OF_OTHERS: &str = "/api/security/admin/user/session/list";
const HISTORY: &str = "/api/security/account/history";

/// The locations of the sessions or entries that began with a request.
async fn locations(server: &Server, person: &Person, path: &str) -> Vec<Value> {
    let data = server.get_as(person, path).await.data();
    let rows = [&data["sessions"], &data["list"]];
    let rows = rows.into_iter().filter_map(Value::as_array).flatten();
    rows.filter(|row| row["address"] == "127.0.0.1")
        .map(|row| row["location"].clone())
        .collect()
}

/// Sessions and history show the location in the reader's language; without a file it is null.
#[tokio::test]
async fn sessions_and_history_say_where() {
    let written = mmdb::written(&[([127, 0, 0, 0], 8, SHANGHAI)]);
    for database in database::each_engine().await {
        let file = written.path().to_owned();
        let server = Server::with(&database.db, |config| config.geo.database = Some(file)).await;
        let ada = ada(&server).await;
        let dan = server.person("DanMember", |_| {}).await;
        signed_in(&server, "DanMember", "a program").await;
        let of_dan = format!("{OF_OTHERS}?userId={}", dan.id);
        let here = [json!("Shanghai, China")];
        assert_eq!(locations(&server, &dan, SESSIONS).await, here);
        assert_eq!(locations(&server, &dan, HISTORY).await, here);
        assert_eq!(locations(&server, &ada, &of_dan).await, here);
        let chinese = json!({ "appName": "SSO", "lang": "zh-cn" });
        let set = server.post_as(&dan, "/api/security/user/set-lang", &chinese);
        assert_eq!(set.await.status(), 0);
        assert_eq!(
            locations(&server, &dan, SESSIONS).await,
            [json!("中国 上海")]
        );
        drop(server);

        let server = Server::start(&database.db).await;
        assert_eq!(locations(&server, &dan, SESSIONS).await, [Value::Null]);
    }
}
