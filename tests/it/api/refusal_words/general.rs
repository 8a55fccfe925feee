//! Refusals of any call, and causes that need several requests.

use serde_json::{Value, json};

use super::stage::{API, Stage};
use super::{Case, Made, says};
use crate::support::product_api::{Answered, borrowed};

const ADD: &str = "admin/organisation/add";

pub fn cases(_: &Stage) -> Vec<Case> {
    let none = json!({});
    let big = json!({ "userId": "x".repeat(3_000_000) });
    vec![
        says(
            "",
            "admin/user/update",
            none.clone(),
            "api.need_login",
            "Please sign in.",
        ),
        says(
            "",
            "acc-login",
            json!({ "account": "DanMember", "password": "wrong" }),
            "api.sign_in_refused",
            "The account or the password isn’t right, or this account can’t sign in.",
        ),
        says(
            "Dan",
            "admin/user/update",
            none.clone(),
            "refusal.no_right",
            "Your account doesn’t have the right to do this.",
        ),
        says(
            "Dan",
            "admin/user/update",
            none.clone(),
            "refusal.ask_administrator",
            "Ask an administrator.",
        ),
        says(
            "Ada",
            "GET admin/user/list?pageNum=1&pageNum=1",
            none.clone(),
            "api.illegal",
            "The request is incomplete or couldn’t be understood.",
        ),
        says(
            "Ada",
            "GET admin/user/list?accountStatus=7",
            none.clone(),
            "api.illegal_field",
            "A value is missing, not allowed, or no longer exists.",
        ),
        says(
            "Ada",
            "GET admin/user/list?accountStatus=7",
            none.clone(),
            "api.illegal_value",
            "This value is missing, not allowed, or no longer exists.",
        ),
        says(
            "Eve",
            "admin/user/update",
            none.clone(),
            "api.not_authorized",
            "You aren’t allowed to do this.",
        ),
        says(
            "Ada",
            "GET nothing",
            none.clone(),
            "api.no_such_call",
            "There is no such call.",
        ),
        says(
            "Ada",
            "GET admin/user/update",
            none,
            "api.method",
            "This call doesn’t accept this HTTP method.",
        ),
        says(
            "Ada",
            "admin/user/update",
            big,
            "api.too_large",
            "The request is too large.",
        ),
    ]
}

/// Posts with these headers too.
async fn with(stage: &Stage, call: &str, header: (&'static str, &str), body: &Value) -> Answered {
    let path = format!("{API}/{call}");
    let mut headers = stage
        .server
        .dpop(stage.person("Ada"), "POST", &path, &json!({}));
    headers.push((header.0, header.1.to_owned()));
    stage.server.post(&path, &borrowed(&headers), body).await
}

pub async fn made(stage: &Stage) -> Vec<Made> {
    let mut made = Vec::new();
    let mut add = |key, words, answer| made.push(Made { key, words, answer });
    // Keys of repeated calls.
    let key = "idempotency-key";
    let body = |name: &str| json!({ "kind": "agency", "name": name });
    let answer = with(stage, ADD, (key, "two words"), &body("First")).await;
    add(
        "api.idempotency_key",
        "An Idempotency-Key has 1 to 200 visible ASCII characters, and a request has one.",
        answer,
    );
    with(stage, ADD, (key, "once"), &body("First")).await.data();
    let answer = with(stage, ADD, (key, "once"), &body("Second")).await;
    add(
        "api.idempotency_key_reused",
        "This was already sent with other contents. Look whether it was saved, then start again.",
        answer,
    );
    // Somebody else changed it.
    let north = |version: i64| json!({ "kind": "agency", "id": "north", "name": format!("North {version}"), "version": version });
    let update = "admin/organisation/update";
    let answer = stage.ask("Ada", update, &north(0)).await;
    add(
        "api.conflict_of_operator",
        "This was changed on 21 November 2026 at 11:20 UTC, after you opened it. Load it again to see the change.",
        answer,
    );
    stage.ask("Ada", update, &north(1)).await.data();
    let answer = stage.ask("Ben", update, &north(1)).await;
    add(
        "api.conflict",
        "Ada Super changed this on 21 November 2026 at 11:20 UTC, after you opened it. Load it again to see the change.",
        answer,
    );
    // Chloe adds an account, whose password she knows, and wants to give it the rights of `audits`.
    let puppet = json!({ "username": "PuppetOne", "email": "puppet@demo.test", "password": "Tulip7Kite", "groupId": "team" });
    stage
        .ask("Chloe", "admin/user/add-account", &puppet)
        .await
        .data();
    let to_audits = json!({ "groupId": "audits", "username": "PuppetOne" });
    let answer = stage
        .ask("Chloe", "admin/user-group/add-user", &to_audits)
        .await;
    add(
        "member.chose_way_in",
        "You chose how this person signs in, and this group gives rights that you don’t have.",
        answer,
    );
    // Hal decides about his own request.
    let decision = json!({ "id": stage.id("Hal's request"), "status": "approved" });
    let answer = stage
        .ask("Hal", "admin/user/project-examine", &decision)
        .await;
    add(
        "request.own",
        "You can’t decide about your own request. Ask another manager.",
        answer,
    );
    made
}
