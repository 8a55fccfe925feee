//! What home and the history of announcements show in `make bench-scale`: announcements for everybody and for parts of the
//! people, and what a member has pinned, opened and read. It is made by calls of the product API, once for each database.

use serde_json::{Value, json};

use crate::http::Result;
use crate::product_api::SignedIn;

/// Announcements in all.
const ANNOUNCEMENTS: u64 = 200;
/// How many the member has not read.
const UNREAD: usize = 3;
const PINS: usize = 12;
const OPENED: usize = 40;

/// Adds the announcements that are missing, as `ada`, and arranges the home of `dan`, unless that was done before.
pub async fn prepare(ada: &SignedIn, dan: &SignedIn) -> Result<()> {
    let list = "/api/security/admin/announcement/list";
    let found = ada.read(list).await?["total"].as_u64();
    for n in found.unwrap_or_default()..ANNOUNCEMENTS {
        let path = "/api/security/admin/announcement/add";
        ada.write(path, &announcement(n)).await?;
    }
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

/// The announcement with this number. Two of five are for everybody; the others are for agencies, for groups or about a
/// product. Half of them have ended.
fn announcement(n: u64) -> Value {
    let kind = ["Planned maintenance", "New version", "Training", "Survey"][n as usize % 4];
    let text = "## What changes\n\nThe reports of last month are in the new place, and the old address leads there.\n\n\
        - Nothing is lost.\n- Ask your manager for access.\n\n";
    let (month, day) = (n / 28 % 12 + 1, n % 28 + 1);
    let mut body = json!({
        "title": format!("{kind} of week {n}"),
        "titleZh": format!("第 {n} 周的通知"),
        "content": text.repeat(8),
        "contentZh": "上个月的报表已移至新的位置，旧地址会自动跳转。\n\n".repeat(20),
        "launchTime": format!("2025-{month:02}-{day:02} 09:00"),
        "status": 1,
        "mustRead": n.is_multiple_of(10),
    });
    if n % 2 == 1 {
        body["endTime"] = "2026-01-31 18:00".into();
    }
    let three = |name: &str| json!([0, 7, 13].map(|more| format!("{name}{}", (n + more) % 40)));
    match n % 5 {
        0 => body["agencyIds"] = three("agency"),
        1 => body["groupIds"] = three("scale"),
        2 => body["appName"] = format!("SCALE{n}").into(),
        _ => {}
    }
    body
}

/// The ids of the announcements that the person has not read, the newest first.
async fn unread(person: &SignedIn) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for page in 1..=ANNOUNCEMENTS.div_ceil(100) {
        let path = format!("/api/security/admin/announcement/history?pageSize=100&pageNum={page}");
        let history = person.read(&path).await?;
        let list = history["list"].as_array().ok_or("no history")?.iter();
        let of_page = list.filter(|one| one["read"] == false);
        let of_page = of_page.filter_map(|one| one["id"].as_str().map(str::to_owned));
        ids.extend(of_page);
        if history["pages"].as_u64() == Some(page) {
            break;
        }
    }
    Ok(ids)
}
