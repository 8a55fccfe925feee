//! Who changes a way in has proved their identity just before (RFC 9470, attack 17).

use atrium::clock::MINUTE;
use serde_json::{Value, json};

use super::account_changes::{RANDOM, UPDATE};
use super::accounts::{ada, house};
use crate::support::database;
use crate::support::product_api::{Answered, Person, Server, borrowed};

async fn update(server: &Server, person: &Person, id: &str, mut change: Value) -> Answered {
    change["userId"] = id.into();
    server.post_as(person, UPDATE, &change).await
}

/// Attack 17: a session that an administrator left open gives nobody a password, an address or a corporate id. Other
/// changes need no new proof, and a missing right is said first.
#[tokio::test]
async fn attack_17_an_administrator_changes_ways_in_only_soon_after_a_proof() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let eve = server.person("EveMember", |_| {}).await;
        let dan = server.account("DanMember", |new| {
            new.email = Some("dan@demo.test".to_owned());
        });
        let dan = dan.await;
        let random = json!({ "userId": dan });
        server.clock.advance(5 * MINUTE);
        let stale = [
            server.post_as(&ada, RANDOM, &random).await,
            update(&server, &ada, &dan, json!({ "email": "eve@demo.test" })).await,
            update(&server, &ada, &dan, json!({ "lionId": "eve" })).await,
            update(&server, &ada, &dan, json!({ "emailVerified": true })).await,
        ];
        for answer in stale {
            assert_eq!(answer.http, 401, "{answer:?}");
            let asked = answer.header("www-authenticate");
            assert!(
                asked.contains("insufficient_user_authentication"),
                "{asked}"
            );
        }
        let same = json!({ "email": "dan@demo.test", "lionId": "", "fullName": "Dan M." });
        assert_eq!(update(&server, &ada, &dan, same).await.status(), 0);
        let without_right = server.post_as(&eve, RANDOM, &random).await;
        assert_eq!(
            (without_right.http.as_u16(), without_right.status()),
            (200, 100_013)
        );

        let (_, token) = server.user_token(&ada.id).await;
        let headers = [("access-token", token)];
        let by_user_token = server.post(RANDOM, &borrowed(&headers), &random).await;
        assert_eq!(
            (by_user_token.http.as_u16(), by_user_token.status()),
            (200, 100_013)
        );

        let ada = server.signed_in(&ada.id).await;
        assert_eq!(server.post_as(&ada, RANDOM, &random).await.status(), 0);
        let email = json!({ "email": "dan.m@demo.test" });
        assert_eq!(update(&server, &ada, &dan, email).await.status(), 0);
    }
}
