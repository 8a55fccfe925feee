//! The rows of `samples.rs` about requests for groups and their members.

use serde_json::json;

use super::request_scenes;
use super::samples::{Sample, fields};

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("POST", "/api/security/admin/user/project-examine", "somebody's request", request_scenes::request),
    ("POST", "/api/security/admin/user/project-examine", "one's own request", request_scenes::own_request),
    ("POST", "/api/security/admin/user/project-examine", "somebody's request for one's own product", |scene| request_scenes::for_product(scene, false)),
    ("POST", "/api/security/admin/user/project-examine", "somebody's request, by a group that opens more", |scene| request_scenes::for_product(scene, true)),
    ("GET", "/api/security/app/applyOption", "a closed product", request_scenes::product),
    ("GET", "/api/security/app/apply", "a product of one group", request_scenes::product),
    ("POST", "/api/security/app/apply", "a product of one group", request_scenes::product),
    ("GET", "/api/security/admin/user-group/group-management-list", "a manager's group", request_scenes::of_asking),
    ("GET", "/api/security/admin/user-group/member-export", "a manager's group", request_scenes::of_asking),
    ("GET", "/api/security/admin/user-group/add-user-list", "for a manager's group", request_scenes::of_group),
    ("POST", "/api/security/admin/user-group/approve", "in a manager's group", request_scenes::of_asking),
    ("POST", "/api/security/admin/user-group/approve", "oneself", request_scenes::of_oneself),
    ("POST", "/api/security/admin/user-group/reject", "in a manager's group", request_scenes::of_asking),
    ("POST", "/api/security/admin/user-group/delete", "from a manager's group", request_scenes::of_member),
    ("POST", "/api/security/admin/user-group/delete", "oneself", request_scenes::of_oneself),
    ("POST", "/api/security/admin/user-group/add-user", "to a manager's group", request_scenes::of_stranger),
    ("POST", "/api/security/admin/user-group/extend", "in a manager's group", request_scenes::of_member),
    ("POST", "/api/security/admin/user-group/extend", "oneself", request_scenes::of_oneself),
    ("GET", "/api/security/user/user-group/click-monitor", "oneself", |_| fields(json!({ "clickStatus": 1 }))),
    ("POST", "/api/security/user/user-group/click-monitor", "oneself", |_| fields(json!({ "clickStatus": 1 }))),
    ("POST", "/api/security/user/user-group/apply", "ask", request_scenes::to_ask),
    ("POST", "/api/security/user/user-group/apply", "leave", request_scenes::to_leave),
    ("POST", "/api/security/user/user-group/ask-extension", "of one's own membership", request_scenes::to_leave),
    ("POST", "/api/security/user-group/invitation-mail", "to a manager's group", request_scenes::of_invitation),
    ("POST", "/api/security/user/user-group/invitation-mail", "to a manager's group", request_scenes::of_invitation),
    ("POST", "/api/security/user/user-group/withdraw", "one's own request", request_scenes::own_request),
    ("POST", "/api/security/user/user-group/withdraw", "somebody's request", request_scenes::request),
    ("POST", "/api/security/user/user-group/decide", "for a manager's group", request_scenes::request),
    ("GET", "/api/security/admin/account-application/list", "all applications", |_| fields(json!({ "state": 0 }))),
    ("POST", "/api/security/admin/account-application/decide", "an application", |scene| Box::pin(async move {
        json!({ "ids": [scene.account_application(None).await], "status": "approved" })
    })),
    ("GET", "/api/security/user-group/account-application/list", "for a manager's group", request_scenes::of_group),
    ("POST", "/api/security/user-group/account-application/decide", "for a manager's group", |scene| Box::pin(async move {
        let group_id = scene.group_id();
        request_scenes::group(scene.server, &group_id).await;
        let id = scene.account_application(Some(&group_id)).await;
        // Managers decide about people of their own agency.
        scene.agency().await;
        for account in [&id, &scene.account_id] {
            let place = "UPDATE accounts SET agency_id = $2 WHERE id = $1";
            request_scenes::set(scene.server, place, account, "another").await;
        }
        json!({ "groupId": group_id, "ids": [id], "status": "refused", "comment": "No." })
    })),
    ("GET", "/api/security/user-group/invitation/list", "for a manager's group", request_scenes::of_group),
    ("POST", "/api/security/user-group/invitation/withdraw", "for a manager's group", |scene| Box::pin(async move {
        let group_id = scene.group_id();
        request_scenes::group(scene.server, &group_id).await;
        let id = scene.registration_invitation(&group_id).await;
        json!({ "groupId": group_id, "invitationId": id })
    })),
    ("POST", "/api/security/user/user-group/decide", "one's own request", request_scenes::own_request),
];
