//! The limit of what everybody may write (attack 44).

use atrium::clock::MINUTE;
use atrium::config::Config;
use serde_json::json;

use super::opening::{OPEN, products};
use crate::support::database;
use crate::support::product_api::Server;

/// Attack 44, C-010, C-008: openings and other calls that everybody may make are counted together; then they are
/// refused before anything is written. Other people and reading calls are not affected.
#[tokio::test]
async fn attack_44_what_everybody_may_write_is_bounded() {
    for database in database::each_engine().await {
        let ten = |config: &mut Config| config.limits.account_writes = 10;
        let server = Server::with(&database.db, ten).await;
        products(&server).await;
        let dan = server.person("dan", |_| {}).await;
        let opened = async || server.post_as(&dan, OPEN, &json!({"productId": 3})).await;
        let lang = json!({"lang": "zh-cn"});
        for _ in 0..9 {
            assert!(opened().await.data()["token"].is_string());
        }
        let set = server.post_as(&dan, "/api/security/user/set-lang", &lang);
        assert_eq!(set.await.status(), 0);
        for _ in 0..3 {
            let refused = opened().await;
            assert_eq!((refused.http.as_u16(), refused.status()), (429, 999_999));
            assert_eq!(refused.header("retry-after"), "61");
        }
        let read = format!("{}?username=dan", "/api/security/user/login-count");
        assert_eq!(server.get_as(&dan, &read).await.status(), 0);
        let eve = server.person("eve", |_| {}).await;
        let other = server.post_as(&eve, OPEN, &json!({"productId": 3})).await;
        assert_eq!(other.data()["count"], 1);

        server.clock.advance(MINUTE + 1);
        assert_eq!(opened().await.data()["count"], 2, "a new minute");
        assert_eq!(opened().await.http, 429);
    }
}
