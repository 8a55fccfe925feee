//! C-058, C-059, C-061, C-064: what a card says about a product that is closed, and what a person reads before asking.

use atrium::groups::RequestKind;
use serde_json::{Value, json};

use super::request_scenes::{Team, asks, group, joins, opens, set};
use crate::access;

const OWN: &str = "/api/security/user/user-group";
const LIST: &str = "/api/security/app/list";
const OPTIONS: &str = "/api/security/app/applyOption?productId=7";
const HIDE: &str = "UPDATE groups SET visible = $2 WHERE id = $1";

/// What the card of product 7 says to Eve: the reason, the state, whether she can ask, and how the last try ended. The
/// list and the detail say the same.
async fn card(team: &Team) -> Value {
    let said = |card: &Value| {
        let fields = ["reason", "state", "canAsk", "endedOn", "refusedBecause"];
        Value::from_iter(fields.map(|field| card[field].clone()))
    };
    let listed = team.get(&team.eve, LIST).await;
    let cards = listed.as_array().unwrap();
    let listed = cards.iter().find(|card| card["id"] == 7).unwrap();
    let path = "/api/security/app/v2/list-info?appId=7";
    let detail = team.get(&team.eve, path).await;
    assert_eq!(said(listed), said(&detail));
    said(listed)
}

async fn team_with_product(team: &Team) {
    access::save(team.server.db(), access::product(7), &[]).await;
    opens(&team.server, "media", &[7]).await;
}

/// D-24, T-31, T-34: "refused" and "ended" are two reasons. A request that the person took back closes nothing.
#[tokio::test]
async fn a_card_says_how_the_last_try_ended() {
    for team in Team::each().await {
        team_with_product(&team).await;
        let (eve, server) = (&team.eve, &team.server);
        let none = Value::Null;
        let can_ask = json!(["noGroup", "request", true, none, none]);
        assert_eq!(card(&team).await, can_ask);
        let id = asks(server, &eve.id, RequestKind::Join, "media").await;
        assert_eq!(
            card(&team).await,
            json!(["pending", "pending", false, none, none])
        );
        let withdrawn = json!({ "requestId": id });
        let path = format!("{OWN}/withdraw");
        assert_eq!(team.post(eve, &path, withdrawn).await.status(), 0);
        assert_eq!(card(&team).await, can_ask);
        let id = asks(server, &eve.id, RequestKind::Join, "media").await;
        let refused =
            json!({ "ids": [id], "status": "refused", "comment": "Ask your own team first" });
        let path = format!("{OWN}/decide");
        assert_eq!(team.post(&team.chloe, &path, refused).await.status(), 0);
        let words = json!(["refused", "refused", true, none, "Ask your own team first"]);
        assert_eq!(card(&team).await, words);
        // The words stay when another membership has ended before.
        group(server, "old").await;
        opens(server, "old", &[7]).await;
        joins(server, &eve.id, "old", "2026-10-31").await;
        let ended = "UPDATE memberships SET status = 2, outcome = $2, ends_on = '2026-10-31' \
            WHERE account_id = $1 AND group_id = 'old'";
        set(server, ended, &eve.id, 1).await;
        assert_eq!(card(&team).await, words);
        let late = "UPDATE requests SET state = $2 WHERE account_id = $1 AND state = 2";
        set(server, late, &eve.id, 4).await;
        let timed_out =
            "UPDATE memberships SET outcome = $2 WHERE account_id = $1 AND group_id = 'media'";
        set(server, timed_out, &eve.id, 4).await;
        assert_eq!(
            card(&team).await,
            json!(["timedOut", "refused", true, none, none])
        );
        let gone = "DELETE FROM memberships WHERE account_id = $1 AND group_id = $2";
        set(server, gone, &eve.id, "media").await;
        assert_eq!(
            card(&team).await,
            json!(["membershipEnded", "refused", true, "2026-10-31", none])
        );
    }
}

/// The card of what opens says when the access ends, unless something opens it without an end.
#[tokio::test]
async fn a_card_says_when_the_access_ends() {
    for team in Team::each().await {
        team_with_product(&team).await;
        let (eve, server) = (&team.eve, &team.server);
        let ends = async || {
            let listed = team.get(eve, LIST).await;
            let mut cards = listed.as_array().unwrap().iter();
            cards.find(|card| card["id"] == 7).unwrap()["endsOn"].clone()
        };
        assert_eq!(ends().await, Value::Null);
        joins(server, &eve.id, "media", "2026-12-05").await;
        assert_eq!(ends().await, "2026-12-05");
        group(server, "old").await;
        opens(server, "old", &[7]).await;
        joins(server, &eve.id, "old", "2027-01-31").await;
        let earlier =
            "UPDATE memberships SET ends_on = '2026-12-05' WHERE account_id = $1 AND group_id = $2";
        set(server, earlier, &eve.id, "media").await;
        assert_eq!(ends().await, "2027-01-31");
        let endless =
            "UPDATE memberships SET ends_on = NULL WHERE account_id = $1 AND group_id = $2";
        set(server, endless, &eve.id, "old").await;
        assert_eq!(ends().await, Value::Null);
        let gone = "DELETE FROM memberships WHERE account_id = $1 AND group_id = $2";
        set(server, gone, &eve.id, "old").await;
        assert_eq!(ends().await, "2026-12-05");
        let mut row = access::product(7);
        row.everyone = true;
        access::save(server.db(), row, &[]).await;
        assert_eq!(ends().await, Value::Null);
    }
}

/// Attack 14: there is nothing to ask for where the person sees no group, and no word about the hidden one.
#[tokio::test]
async fn attack_14_a_hidden_group_is_not_to_be_asked_for() {
    for team in Team::each().await {
        team_with_product(&team).await;
        let none = Value::Null;
        set(&team.server, HIDE, "media", 1).await;
        assert_eq!(
            card(&team).await,
            json!(["noGroup", "request", false, none, none])
        );
        assert_eq!(team.get(&team.eve, OPTIONS).await["groups"], json!([]));
        set(&team.server, HIDE, "media", 0).await;
        let off = "UPDATE groups SET status = $2 WHERE id = $1";
        set(&team.server, off, "media", 2).await;
        assert_eq!(card(&team).await[2], false);
    }
}

/// C-059, C-094: what a group opens, for people who choose one: the products on home, the first eight of them. Who decides
/// reads of every product, because the approval gives every one.
#[tokio::test]
async fn a_group_says_what_it_opens() {
    for team in Team::each().await {
        team_with_product(&team).await;
        let server = &team.server;
        let mut hidden = access::product(8);
        hidden.hidden = true;
        access::save(server.db(), hidden, &[]).await;
        // The settings hide this one.
        access::save(server.db(), access::product(16), &[]).await;
        opens(server, "media", &[8, 16]).await;
        let group = team.get(&team.eve, OPTIONS).await["groups"][0].clone();
        let row = team.row(&team.eve).await;
        for shown in [&group, &row] {
            let names: Vec<&Value> = shown["opens"].as_array().unwrap().iter().collect();
            assert_eq!(names.len(), 1, "{names:?}");
            assert_eq!(
                (&names[0]["productId"], &names[0]["productName"]),
                (&json!(7), &json!("Product 7"))
            );
            assert_eq!(shown["opensCount"], 1);
            // Five days after the clock of the tests.
            assert_eq!(shown["decideBy"], "2026-11-26");
        }
        assert_eq!(
            (&group["groupName"], &group["groupAdmin"]),
            (&json!("media"), &json!("Chloe"))
        );
        asks(server, &team.eve.id, RequestKind::Join, "media").await;
        let queue = format!("{OWN}/request-list");
        let waiting = team.get(&team.chloe, &queue).await["list"][0].clone();
        assert_eq!(waiting["opensCount"], 3, "{waiting}");
        let own = format!("{OWN}/my-requests");
        assert_eq!(
            team.get(&team.eve, &own).await["list"][0]["opens"],
            json!([])
        );
        for id in 20..42 {
            access::save(server.db(), access::product(id), &[]).await;
        }
        opens(server, "media", &(20..42).collect::<Vec<_>>()).await;
        let row = team.row(&team.eve).await;
        assert_eq!(row["opens"].as_array().unwrap().len(), 8);
        // The settings hide 34 and 35 too.
        assert_eq!(row["opensCount"], 21);
    }
}
