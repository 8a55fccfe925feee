//! G-78: administrators see who used how much of the assistant, never what was said. The expectations are literals.

use serde_json::{Value, json};

use super::accounts::{ada, house};
use super::announcements::insert;
use super::chat_stage::{chatter, server, talk};
use super::lists::ListCase;
use crate::support::ai_provider::AiProvider;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, trail};

const U: &str = "/api/security/admin/assistant/use";
const DAY: i64 = 86_400_000;

fn used(at: i64, account: &str, agency: &str, version: i64, (words, cost): (i64, i64)) -> Value {
    json!({
        "id": format!("{at}/{account}/{agency}/{version}"), "day_at": at, "account_id": account, "agency_id": agency,
        "version_id": version, "answers": 1, "words": words, "tokens_in": 1, "tokens_out": 2, "cost": cost,
    })
}

/// What three people of three agencies used, two of them in November. One of them has an account, and one asked a version of
/// administrators.
async fn three(server: &Server) -> Person {
    house(server).await;
    let uma = server.account("UmaUses", |_| {}).await;
    let version = json!({
        "id": 1_001, "value": "Stored", "base_url": "https://ai.example", "sealed_key": "", "master_id": "",
        "model": "m", "price_in": 0, "price_out": 0, "max_answer_words": 10, "status": 0, "version": 1, "changed_at": 0,
    });
    insert(server, "assistant_versions", vec![version]).await;
    let rows = vec![
        used(NOW + 20 * DAY, &uma, "north", 1_001, (10, 500)),
        used(NOW - 2 * DAY, "u2", "south", 1, (30, 400)),
        used(NOW - DAY, "u3", "east", 2, (20, 100)),
    ];
    insert(server, "assistant_days", rows).await;
    ada(server).await
}

/// G-78: the list of what was used.
pub static LISTED: ListCase = ListCase {
    path: "/api/security/admin/assistant/use/list",
    list: &atrium::assistant::USE,
    always: "",
    name: "agencyId",
    seed: |server| Box::pin(three(server)),
    orders: &[
        ("day", &["south", "east", "north"]),
        ("words", &["north", "east", "south"]),
        ("cost", &["east", "south", "north"]),
    ],
    found: &[
        ("month=2026-12", &["north"]),
        ("month=2026-11", &["east", "south"]),
        ("fromDay=2026-11-20", &["north", "east"]),
        ("untilDay=2026-11-19", &["south"]),
        ("fromDay=2026-11-20&untilDay=2026-11-20", &["east"]),
        (
            "month=2026-11&fromDay=2026-11-20&untilDay=2026-12-31",
            &["east"],
        ),
        ("userId=u2", &["south"]),
        ("agencyId=north", &["north"]),
        ("month=2026-11&agencyId=north", &[]),
    ],
    refused: &[
        ("month=2026-13", "month"),
        ("month=soon", "month"),
        ("fromDay=2026-11-31", "fromDay"),
        ("untilDay=soon", "untilDay"),
    ],
};

/// G-78: figures by day, agency and person; a file with the same rows; nothing of what was said, and no title.
#[tokio::test]
async fn a_month_has_sums_by_day_agency_and_person() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        house(&server).await;
        let (ada, dan) = (ada(&server).await, chatter(&server, "DanChats").await);
        talk(&server, &dan, None, "A very private matter").await;
        // 4 words and 3 of the answer; 12 tokens at 2 and 7 at 10 for a million.
        let all = json!({ "id": "", "name": "", "answers": 1, "words": 7, "cost": 94 });
        let month = server.get_as(&ada, &format!("{U}/month")).await.data();
        assert_eq!(
            (&month["month"], &month["currency"], &month["all"]),
            (&json!("2026-11"), &json!("USD"), &all)
        );
        assert_eq!(month["days"][0]["name"], "2026-11-21");
        assert_eq!(
            (&month["agencies"][0]["id"], &month["people"][0]["id"]),
            (&json!("north"), &json!(dan.id))
        );
        let list = server.get_as(&ada, &format!("{U}/list")).await;
        let row = &list.data()["list"][0];
        assert_eq!(
            (&row["day"], &row["versionName"], &row["cost"]),
            (&json!("2026-11-21"), &json!("GPT 3.5"), &json!(94))
        );
        let file = server
            .get_as(&ada, &format!("{U}/export?month=2026-11"))
            .await;
        assert!(file.text.contains("0.000094"), "{}", file.text);
        for text in [&list.text, &file.text, &month.to_string()] {
            assert!(!text.contains("private"), "{text}");
        }
        let other = server
            .get_as(&ada, &format!("{U}/month?month=2026-10"))
            .await
            .data();
        assert_eq!(other["all"]["answers"], 0);
        let wrong = server.get_as(&ada, &format!("{U}/month?month=10")).await;
        assert_eq!(wrong.json()["field"], "month");
        let downloads = trail::of_kind(server.db(), "list.exported").await;
        assert_eq!(downloads.len(), 1);
    }
}
