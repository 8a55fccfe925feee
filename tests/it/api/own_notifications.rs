//! Which emails people want.

use serde_json::json;

use super::accounts::entries;
use crate::support::database;
use crate::support::product_api::Server;

const CHOICES: &str = "/api/security/account/notifications";
const SAVE: &str = "/api/security/account/notifications/save";

/// A missing field stays, the same again leaves no entry, and a choice is one's own (trap T8).
#[tokio::test]
async fn people_choose_their_emails() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let eve = server.person("EveMember", |_| {}).await;
        let usual =
            json!({ "membershipEnding": "each", "requestAsked": "each", "requestOverdue": "each" });
        assert_eq!(server.get_as(&dan, CHOICES).await.data(), usual);
        let change =
            json!({ "userId": eve.id, "requestAsked": "daily", "membershipEnding": "off" });
        let saved = server.post_as(&dan, SAVE, &change).await.data();
        let chosen =
            json!({ "membershipEnding": "off", "requestAsked": "daily", "requestOverdue": "each" });
        assert_eq!(saved, chosen);
        assert_eq!(server.post_as(&dan, SAVE, &change).await.data(), chosen);
        server.clock.advance(1_000);
        let change = json!({ "requestOverdue": "off" });
        server.post_as(&dan, SAVE, &change).await.data();
        let chosen =
            json!({ "membershipEnding": "off", "requestAsked": "daily", "requestOverdue": "off" });
        assert_eq!(server.get_as(&dan, CHOICES).await.data(), chosen);
        assert_eq!(server.get_as(&eve, CHOICES).await.data(), usual);
        let recorded = entries(server.db(), "account.changed", &dan.id).await;
        assert_eq!(recorded.len(), 2, "{recorded:?}");
        assert_eq!(
            recorded[0].2["changes"],
            json!([
                { "field": "membership_ending", "from": "each", "to": "off" },
                { "field": "request_asked", "from": "each", "to": "daily" },
            ])
        );
        let of_eve = entries(server.db(), "account.changed", &eve.id).await;
        assert!(of_eve.is_empty());
    }
}

/// Only requests have a summary, and an unknown word changes nothing.
#[tokio::test]
async fn a_choice_that_does_not_exist_is_refused() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        for (field, word) in [
            ("membershipEnding", "daily"),
            ("requestOverdue", "daily"),
            ("requestAsked", "weekly"),
        ] {
            let change = json!({ "requestAsked": "off", field: word });
            let answer = server.post_as(&dan, SAVE, &change).await.json();
            assert_eq!(answer["status"], 100_012, "{answer}");
        }
        let kept = server.get_as(&dan, CHOICES).await.data();
        assert_eq!(kept["requestAsked"], "each");
    }
}
