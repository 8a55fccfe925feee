//! Groups, their members, and requests for them.

use serde_json::{Value, json};

use super::stage::{AUDIT, Stage};
use super::{Case, says};

const UPDATE: &str = "admin/user-group/upd";
const INFO: &str = "admin/user-group/upd-info";
const MEMBERS: &str = "admin/user-group/upd-member";
const EXTEND: &str = "admin/user-group/extend";
const DELETE: &str = "admin/user-group/delete";
const INVITE: &str = "user-group/invitation-mail";
const APPLY: &str = "user/user-group/apply";
const DECIDE: &str = "user/user-group/decide";
const HIDDEN: &str =
    "This has a character that can’t be seen. Type it again instead of pasting it.";
const LAST_MANAGER: &str =
    "This is the only manager of the group. Ask an administrator to add another one first.";
const GIVEN: &str = "A corporate provider gives this membership, so it changes only there.";
const GIVEN_GROUP: &str = "A corporate provider gives this group to its people, so it can’t have rights of Atrium itself.";

pub fn cases(stage: &Stage) -> Vec<Case> {
    let [hal, chloe, dan, max, gus] =
        ["Hal", "Chloe", "Dan", "Max", "Gus"].map(|name| stage.id(name));
    let asked = stage.id("Wendy's request");
    let hundred_and_one: Vec<String> = (0..101).map(|n| format!("request{n}")).collect();
    let team = |field: &str, value: Value| {
        let mut body = json!({ "groupId": "team" });
        body[field] = value;
        body
    };
    let invite = |kind: i64, many: usize| {
        let emails = (0..many).map(|n| json!({ "email": format!("n{n}@demo.test") }));
        json!({ "type": kind, "groupId": "team", "emailList": emails.collect::<Vec<_>>() })
    };
    let many: Vec<String> = (0..1_001).map(|n| format!("person{n}")).collect();
    let member = |group: &str, id: &str| json!({ "groupId": group, "userId": id });
    vec![
        says(
            "Hal",
            INFO,
            json!({ "groupId": "audits", "groupName": "Mine" }),
            "group.holds_more",
            "This group gives rights that you don’t have.",
        ),
        says(
            "Ben",
            INFO,
            json!({ "groupId": "audits", "groupAdmin": [dan] }),
            "group.atrium_rights",
            "Only super administrators attach rights of this portal to a group, and choose who manages such a group.",
        ),
        says(
            "Ada",
            UPDATE,
            team("groupName", json!(" ")),
            "dc:数据为空",
            "No data",
        ),
        says(
            "Ada",
            UPDATE,
            team("groupName", json!("x".repeat(101))),
            "Only support 100 characters;",
            "Only support 100 characters;",
        ),
        says(
            "Ada",
            UPDATE,
            team("groupName", json!("Te\u{200b}am")),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            UPDATE,
            team("desc", json!("About\u{202e}this")),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            UPDATE,
            team("desc", json!("x".repeat(2_001))),
            "group.text",
            "At most 2,000 characters.",
        ),
        says(
            "Ada",
            UPDATE,
            team("dueDays", json!(0)),
            "group.days",
            "Enter days from 1 to 3,650.",
        ),
        says(
            "Ada",
            UPDATE,
            json!({ "groupId": "team", "dueDays": 5, "refuseDays": 4 }),
            "group.after_due",
            "A request can’t be refused before it is due.",
        ),
        says(
            "Ada",
            UPDATE,
            team("groupAdmin", json!([gus])),
            "group.known",
            "Choose from the list: one of these doesn’t exist or is disabled.",
        ),
        says(
            "Ada",
            MEMBERS,
            team("addUserIds", json!(many)),
            "group.too_many",
            "At most 1,000 entries at once.",
        ),
        says(
            "Ada",
            UPDATE,
            team("groupAdmin", json!([max])),
            "group.last_manager",
            "Keep a manager who can sign in.",
        ),
        says(
            "Hal",
            MEMBERS,
            team("addUserIds", json!([hal])),
            "group.oneself",
            "You can’t add or remove yourself. Ask another administrator.",
        ),
        says(
            "Ada",
            MEMBERS,
            team("userIds", json!([dan])),
            "group.needs_version",
            "Send the version that you read with a whole list.",
        ),
        says(
            "Ada",
            UPDATE,
            team("groupName", json!("OTHER")),
            "group.name_taken",
            "Another group has this name.",
        ),
        says(
            "Dan",
            "GET admin/user-group/group-management-list?groupId=team",
            json!({}),
            "refusal.ask_managers",
            "Ask a manager of the group: Chloe.",
        ),
        says(
            "Dan",
            "GET admin/user-group/group-management-list?groupId=none",
            json!({}),
            "refusal.ask_manager",
            "Ask a manager of the group.",
        ),
        // Members.
        says(
            "Chloe",
            EXTEND,
            json!({ "groupId": "team", "userId": chloe, "endsOn": "2027-01-01" }),
            "member.own",
            "You can’t change your own membership. Ask another manager.",
        ),
        says(
            "Ada",
            DELETE,
            member("team", chloe),
            "member.last_manager",
            LAST_MANAGER,
        ),
        says(
            "Ada",
            DELETE,
            member("team", hal),
            "member.none",
            "This person isn’t in the group.",
        ),
        says(
            "Chloe",
            APPLY,
            json!({ "groupId": "team", "actionId": 3 }),
            "member.manager_stays",
            "You manage this group. Another manager or an administrator can take you out.",
        ),
        // A membership of a corporate provider.
        says(
            "Dan",
            APPLY,
            json!({ "groupId": "given", "actionId": 3 }),
            "member.given",
            GIVEN,
        ),
        says(
            "Ada",
            MEMBERS,
            json!({ "groupId": "given", "removeUserIds": [dan] }),
            "member.given",
            GIVEN,
        ),
        says(
            "Ada",
            EXTEND,
            json!({ "groupId": "given", "userId": dan, "endsOn": "2027-01-01" }),
            "member.given",
            GIVEN,
        ),
        says("Ada", DELETE, member("given", dan), "member.given", GIVEN),
        says(
            "Ada",
            "admin/user-group/update-access",
            json!({ "groupId": "given", "addAccessIds": [AUDIT] }),
            "group.given",
            GIVEN_GROUP,
        ),
        says(
            "Ada",
            "admin/access/assign-group",
            json!({ "accessId": AUDIT, "groupIds": ["given"] }),
            "group.given",
            GIVEN_GROUP,
        ),
        says(
            "Ada",
            EXTEND,
            json!({ "groupId": "team", "userId": dan, "endsOn": "2026-11-21" }),
            "request.last_day",
            "Choose a day from tomorrow to 2036-11-18.",
        ),
        says(
            "Ada",
            "GET admin/user-group/add-user-list?groupId=team&context=",
            json!({}),
            "please select or enter",
            "please select or enter",
        ),
        says(
            "Chloe",
            INVITE,
            json!({ "type": 2, "groupId": "team", "emailList": [{ "email": "a@intranet" }] }),
            "Please input your vaild email",
            "Please input your vaild email",
        ),
        says(
            "Chloe",
            INVITE,
            invite(1, 6),
            "invitation.too_many",
            "At most 5 addresses at a time.",
        ),
        says(
            "Chloe",
            INVITE,
            invite(1, 0),
            "please select or enter",
            "please select or enter",
        ),
        says(
            "Chloe",
            INVITE,
            json!({ "type": 1, "groupId": "team", "emailList": [{ "email": "nowhere" }] }),
            "Please input your vaild email",
            "Please input your vaild email",
        ),
        // Requests.
        says(
            "Chloe",
            "admin/user-group/approve",
            member("team", hal),
            "request.unknown_person",
            "This person hasn’t asked, or their account can’t be used.",
        ),
        says(
            "Chloe",
            "admin/user-group/add-user",
            json!({ "groupId": "team", "username": "MaxManager" }),
            "request.unknown_person",
            "This person hasn’t asked, or their account can’t be used.",
        ),
        says(
            "Dan",
            "app/apply",
            json!({ "productId": 8, "reason": "Please" }),
            "request.no_single_group",
            "Choose a group: none or more than one gives access to this product.",
        ),
        says(
            "Dan",
            APPLY,
            json!({ "groupId": "other", "reason": "x".repeat(501) }),
            "request.long_reason",
            "The reason has at most 500 characters.",
        ),
        says(
            "Dan",
            APPLY,
            json!({ "groupId": "other", "reason": "Ple\u{202e}ase" }),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Dan",
            APPLY,
            json!({ "groupId": "other", "wantedDays": 4_000 }),
            "request.days",
            "Choose 1 to 3650 days.",
        ),
        says(
            "Dan",
            "user/user-group/ask-extension",
            json!({ "groupId": "team" }),
            "request.nothing_to_extend",
            "Your membership in this group has no end, or you aren’t a member.",
        ),
        says(
            "Chloe",
            DECIDE,
            json!({ "ids": [asked], "status": "refused" }),
            "request.reason_missing",
            "Say why, so that the person knows what to do.",
        ),
        says(
            "Chloe",
            DECIDE,
            json!({ "ids": hundred_and_one, "status": "approved" }),
            "api.too_many_at_once",
            "At most 100 at once.",
        ),
        says(
            "Ada",
            "admin/user-group/update-access",
            json!({ "groupId": "team", "addAccessIds": [AUDIT, "none"] }),
            "group.known",
            "Choose from the list: one of these doesn’t exist or is disabled.",
        ),
    ]
}
