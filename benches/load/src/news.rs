//! What a member has pinned, opened and read in `make bench-scale`. It is made by calls of the product API, once for each
//! database.

use serde_json::{Value, json};

use crate::http::Result;
use crate::product_api::SignedIn;

/// How many announcements the member has not read.
const UNREAD: usize = 3;
const PINS: usize = 12;
const OPENED: usize = 40;

/// Arranges the home of `dan`, unless that was done before.
pub async fn prepare(dan: &SignedIn) -> Result<()> {
    let home = dan.read("/api/security/home").await?;
    let pins = home["chosen"]["pins"].as_array();
    if pins.is_some_and(|pins| pins.len() >= PINS) {
        return Ok(());
    }
    let cards = home["cards"].as_array().ok_or("home has no cards")?;
    let open = cards.iter().filter(|card| card["state"] == "open");
    let ids: Vec<&Value> = open.map(|card| &card["id"]).take(OPENED).collect();
    for id in &ids {
        let path = "/api/security/app/login-count";
        dan.write(path, &json!({ "productId": id })).await?;
    }
    for id in ids.iter().take(PINS) {
        let path = "/api/security/app/favourite";
        dan.write(path, &json!({ "id": id, "on": true })).await?;
    }
    for id in unread(dan).await?.iter().skip(UNREAD) {
        let path = "/api/security/admin/message/read";
        dan.write(path, &json!({ "messageId": id })).await?;
    }
    Ok(())
}

/// The ids of the newest hundred announcements for the person that are not read, the newest first.
async fn unread(person: &SignedIn) -> Result<Vec<String>> {
    let path = "/api/security/admin/announcement/history?pageSize=100";
    let history = person.read(path).await?;
    let list = history["list"].as_array().ok_or("no history")?.iter();
    let unread = list.filter(|one| one["read"] == false);
    let ids = unread.filter_map(|one| one["id"].as_str().map(str::to_owned));
    Ok(ids.collect())
}
