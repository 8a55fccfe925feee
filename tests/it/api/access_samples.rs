//! Requests for the calls of access rights and roles.

use atrium::audit::{AuditContext, Origin};
use atrium::catalogue::access_rights::add_access_right;
use atrium::catalogue::roles::add_role;
use atrium::catalogue::{
    AccessError, ProductRow, RightForm, RoleForm, add_built_in_rights, products,
};
use atrium::random::Random;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::expected_rights::Asker;
use super::samples::{Sample, fields};
use super::scene::Scene;
use crate::support::product_api::{NOW, Server};

const LIST_VIEW: &str = "account_maintain.AccountManagement.AccountList.view";
const ACCESS_ASSIGN: &str = "operation_access.AccessManagement.AccessList.assign";
const ROLE_ASSIGN: &str = "operation_access.AccessManagement.RoleList.assign";

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("GET", "/api/security/admin/access/list", "all access rights", |_| fields(json!({ "sort": "accessCode" }))),
    ("GET", "/api/security/admin/access/list", "those of a product", |scene| in_product(scene, false, json!({}))),
    ("GET", "/api/security/admin/access/list", "those of one's own product", |scene| in_product(scene, true, json!({}))),
    ("GET", "/api/security/admin/access/export", "all access rights", |_| fields(json!({ "context": "nothing of this name" }))),
    ("GET", "/api/security/admin/access/export", "those of a product", |scene| in_product(scene, false, json!({}))),
    ("GET", "/api/security/admin/access/export", "those of one's own product", |scene| in_product(scene, true, json!({}))),
    ("GET", "/api/security/admin/access/info", "of a product", |scene| about_right(scene, false, json!({}))),
    ("GET", "/api/security/admin/access/info", "of one's own product", |scene| about_right(scene, true, json!({}))),
    ("GET", "/api/security/admin/access/details", "of a product", |scene| about_right(scene, false, json!({}))),
    ("GET", "/api/security/admin/access/details", "of one's own product", |scene| about_right(scene, true, json!({}))),
    ("GET", "/api/security/admin/access/function/access-list", "one's own codes", |_| fields(json!({ "appName": "SSO" }))),
    ("GET", "/api/security/admin/access/group-option", "of a product", |scene| about_right(scene, false, json!({}))),
    ("GET", "/api/security/admin/access/group-option", "of one's own product", |scene| about_right(scene, true, json!({}))),
    ("GET", "/api/security/admin/access/list-by-project", "a product", |scene| in_product(scene, false, json!({}))),
    ("GET", "/api/security/admin/access/list-by-project", "one's own product", |scene| in_product(scene, true, json!({}))),
    ("POST", "/api/security/admin/access/option-list-by-role", "a product", |scene| in_product(scene, false, json!({}))),
    ("POST", "/api/security/admin/access/option-list-by-role", "one's own product", |scene| in_product(scene, true, json!({}))),
    ("POST", "/api/security/admin/access/add", "to a product", |scene| {
        in_product(scene, false, json!({ "accessName": "New", "accessCode": "new.code", "type": "menu" }))
    }),
    ("POST", "/api/security/admin/access/add", "to one's own product", |scene| {
        in_product(scene, true, json!({ "accessName": "New", "accessCode": "new.code", "type": "api" }))
    }),
    ("POST", "/api/security/admin/access/add", "with a group", |scene| Box::pin(async move {
        scene.manages_nothing("given").await;
        let more = json!({
            "accessName": "New", "accessCode": "new.code", "type": "api",
            "groupIds": [format!("given{}", scene.number)],
        });
        in_product(scene, false, more).await
    })),
    ("POST", "/api/security/admin/access/upd", "of a product", |scene| about_right(scene, false, json!({ "accessName": "Other" }))),
    ("POST", "/api/security/admin/access/upd", "of one's own product", |scene| about_right(scene, true, json!({ "status": 1 }))),
    ("POST", "/api/security/admin/access/del", "of a product", |scene| about_right(scene, false, json!({}))),
    ("POST", "/api/security/admin/access/del", "of one's own product", |scene| about_right(scene, true, json!({}))),
    ("POST", "/api/security/admin/access/confirm", "of a product", |scene| about_right(scene, false, json!({}))),
    ("POST", "/api/security/admin/access/confirm", "of one's own product", |scene| about_right(scene, true, json!({}))),
    ("POST", "/api/security/admin/access/confirm", "several of a product", |scene| Box::pin(async move {
        json!({ "accessIds": [right(scene, false).await] })
    })),
    ("POST", "/api/security/admin/access/confirm", "several of one's own product", |scene| Box::pin(async move {
        json!({ "accessIds": [right(scene, true).await] })
    })),
    ("POST", "/api/security/admin/access/assign-group", "of a product", |scene| in_group(scene, false)),
    ("POST", "/api/security/admin/access/assign-group", "of one's own product", |scene| in_group(scene, true)),
    ("POST", "/api/security/admin/access/assign-group", "a right of Atrium that one holds", |scene| Box::pin(async move {
        scene.manages_nothing("given").await;
        let sso = sso(scene).await;
        json!({ "accessId": format!("{sso}.{ACCESS_ASSIGN}"), "groupIds": [format!("given{}", scene.number)] })
    })),
    ("GET", "/api/security/admin/role/list", "all roles", |_| fields(json!({ "sort": "roleName" }))),
    ("GET", "/api/security/admin/role/list", "those of a product", |scene| in_product(scene, false, json!({}))),
    ("GET", "/api/security/admin/role/list", "those of one's own product", |scene| in_product(scene, true, json!({}))),
    ("GET", "/api/security/admin/role/export", "all roles", |_| fields(json!({ "context": "nothing of this name" }))),
    ("GET", "/api/security/admin/role/export", "those of a product", |scene| in_product(scene, false, json!({}))),
    ("GET", "/api/security/admin/role/export", "those of one's own product", |scene| in_product(scene, true, json!({}))),
    ("GET", "/api/security/admin/role/info", "of a product", |scene| about_role(scene, false, json!({}))),
    ("GET", "/api/security/admin/role/info", "of one's own product", |scene| about_role(scene, true, json!({}))),
    ("GET", "/api/security/admin/role/option-list-by-project", "a product", |scene| in_product(scene, false, json!({}))),
    ("GET", "/api/security/admin/role/option-list-by-project", "one's own product", |scene| in_product(scene, true, json!({}))),
    ("GET", "/api/security/admin/role/assign/user-list", "of a product", |scene| about_role(scene, false, json!({}))),
    ("GET", "/api/security/admin/role/assign/user-list", "of one's own product", |scene| about_role(scene, true, json!({}))),
    ("POST", "/api/security/admin/role/add", "to a product", |scene| in_product(scene, false, json!({ "roleName": "New" }))),
    ("POST", "/api/security/admin/role/add", "to one's own product", |scene| in_product(scene, true, json!({ "roleName": "New" }))),
    ("POST", "/api/security/admin/role/add", "with a right of Atrium", |scene| Box::pin(async move {
        let sso = sso(scene).await;
        json!({ "projectId": sso, "roleName": "New", "accessIds": [format!("{sso}.{LIST_VIEW}")] })
    })),
    ("POST", "/api/security/admin/role/upd", "of a product", |scene| about_role(scene, false, json!({ "roleName": "Other" }))),
    ("POST", "/api/security/admin/role/upd", "of one's own product", |scene| about_role(scene, true, json!({ "desc": "Other" }))),
    ("POST", "/api/security/admin/role/upd", "with a right of Atrium", |scene| Box::pin(async move {
        let sso = sso(scene).await;
        let role = role_with(scene, sso, &[]).await;
        json!({ "roleId": role, "accessIds": [format!("{sso}.{LIST_VIEW}")] })
    })),
    ("POST", "/api/security/admin/role/del", "of a product", |scene| about_role(scene, false, json!({}))),
    ("POST", "/api/security/admin/role/del", "of one's own product", |scene| about_role(scene, true, json!({}))),
    ("GET", "/api/security/admin/role/assign/user-export", "of a product", |scene| about_role(scene, false, json!({}))),
    ("GET", "/api/security/admin/role/assign/user-export", "of one's own product", |scene| about_role(scene, true, json!({}))),
    ("POST", "/api/security/admin/role/assign-user", "a member", |scene| to_somebody(scene, false)),
    ("POST", "/api/security/admin/role/assign-user", "a member, of one's own product", |scene| to_somebody(scene, true)),
    ("POST", "/api/security/admin/role/assign-user", "oneself, of one's own product", |scene| Box::pin(async move {
        json!({ "roleId": role(scene, true).await, "addedIds": [scene.account_id] })
    })),
    ("POST", "/api/security/admin/role/assign-user", "a super administrator, of one's own product", |scene| Box::pin(async move {
        let role = role(scene, true).await;
        json!({ "roleId": role, "addedIds": [administrator(scene).await] })
    })),
    ("POST", "/api/security/admin/role/assign-user", "a role of Atrium with what one holds", |scene| of_sso(scene, ROLE_ASSIGN)),
    ("POST", "/api/security/admin/role/assign-user", "a role of Atrium with more than one holds", |scene| of_sso(scene, LIST_VIEW)),
    ("POST", "/api/security/admin/user/assign-role", "to a member", |scene| assigned(scene, false)),
    ("POST", "/api/security/admin/user/assign-role", "to a member, of one's own product", |scene| assigned(scene, true)),
    ("POST", "/api/security/admin/user/assign-role", "to oneself, of one's own product", |scene| Box::pin(async move {
        let mut fields = assigned(scene, true).await;
        fields["userId"] = scene.account_id.clone().into();
        fields
    })),
    ("POST", "/api/security/admin/user/assign-role", "to a super administrator, of one's own product", |scene| Box::pin(async move {
        let mut fields = assigned(scene, true).await;
        fields["userId"] = administrator(scene).await.into();
        fields
    })),
    ("POST", "/api/security/admin/user/assign-role", "a role of Atrium with more than one holds", |scene| Box::pin(async move {
        let sso = sso(scene).await;
        let role = role_with(scene, sso, &[LIST_VIEW]).await;
        let (id, _) = scene.somebody().await;
        json!({ "userId": id, "assignments": [{ "projectId": sso, "roleIds": [role] }] })
    })),
    ("GET", "/api/security/admin/user/role-access-info", "another's account", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        json!({ "userId": id })
    })),
    ("GET", "/api/security/admin/user/role-access-info", "one's own account", |scene| fields(json!({ "userId": scene.account_id }))),
    ("GET", "/api/security/admin/user/access-check", "another's account", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        json!({ "userId": id, "projectId": scene.product(false).await })
    })),
    ("GET", "/api/security/admin/user/access-check", "one's own account", |scene| Box::pin(async move {
        json!({ "userId": scene.account_id, "projectId": scene.product(false).await })
    })),
];

fn audit() -> AuditContext {
    AuditContext::new(NOW, &Random::system(), &Origin::default()).by("cli")
}

/// The product that [`Asker::ProductAdministrator`] administers, or another one.
async fn product(scene: &Scene<'_>, own: bool) -> i64 {
    if own && scene.asker == Asker::ProductAdministrator {
        500_000 + scene.number
    } else {
        scene.product(false).await
    }
}

fn in_product<'a>(scene: &'a Scene<'a>, own: bool, mut more: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        more["projectId"] = product(scene, own).await.into();
        more
    })
}

pub async fn add_right(server: &Server, product: i64, code: &str) -> String {
    let form = RightForm {
        code: Some(code.to_owned()),
        name: Some(format!("Right {code}")),
        ..RightForm::default()
    };
    let added = server.db().write::<_, AccessError, _>(move |tx| {
        Box::pin(async move { add_access_right(tx, product, form, &audit()).await })
    });
    added.await.unwrap()
}

/// A role of a product with these rights, given by their ids.
pub async fn add_role_with(server: &Server, product: i64, name: &str, rights: &[String]) -> String {
    let form = RoleForm {
        name: Some(name.to_owned()),
        right_ids: Some(rights.iter().cloned().collect()),
        ..RoleForm::default()
    };
    let added = server.db().write::<_, AccessError, _>(move |tx| {
        Box::pin(async move { add_role(tx, product, form, true, &audit()).await })
    });
    added.await.unwrap()
}

/// A product SSO with its built-in rights.
pub async fn add_sso(server: &Server, id: i64) {
    let row = ProductRow {
        id,
        app_name: "SSO".to_owned(),
        ..ProductRow::default()
    };
    let added = server.db().write::<_, AccessError, _>(move |tx| {
        Box::pin(async move {
            products::save(tx, &row, NOW).await?;
            Ok(add_built_in_rights(tx, id, NOW).await?)
        })
    });
    added.await.unwrap();
}

async fn sso(scene: &Scene<'_>) -> i64 {
    let id = 700_000 + scene.number;
    add_sso(scene.server, id).await;
    id
}

async fn right(scene: &Scene<'_>, own: bool) -> String {
    let product = product(scene, own).await;
    add_right(scene.server, product, "a.code").await
}

fn about_right<'a>(scene: &'a Scene<'a>, own: bool, mut more: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        more["accessId"] = right(scene, own).await.into();
        more
    })
}

async fn role_with(scene: &Scene<'_>, product: i64, codes: &[&str]) -> String {
    let rights: Vec<String> = codes
        .iter()
        .map(|code| format!("{product}.{code}"))
        .collect();
    add_role_with(scene.server, product, "Clerk", &rights).await
}

async fn role(scene: &Scene<'_>, own: bool) -> String {
    let product = product(scene, own).await;
    role_with(scene, product, &[]).await
}

fn about_role<'a>(scene: &'a Scene<'a>, own: bool, mut more: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        more["roleId"] = role(scene, own).await.into();
        more
    })
}

fn in_group<'a>(scene: &'a Scene<'a>, own: bool) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        scene.manages_nothing("given").await;
        about_right(
            scene,
            own,
            json!({ "groupIds": [format!("given{}", scene.number)] }),
        )
        .await
    })
}

fn to_somebody<'a>(scene: &'a Scene<'a>, own: bool) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let (id, _) = scene.somebody().await;
        about_role(scene, own, json!({ "addedIds": [id] })).await
    })
}

async fn administrator(scene: &Scene<'_>) -> String {
    let username = format!("above{}", scene.number);
    scene
        .server
        .account(&username, |new| new.sup_admin = true)
        .await
}

fn of_sso<'a>(scene: &'a Scene<'a>, code: &'static str) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let sso = sso(scene).await;
        let role = role_with(scene, sso, &[code]).await;
        let (id, _) = scene.somebody().await;
        json!({ "roleId": role, "addedIds": [id] })
    })
}

fn assigned<'a>(scene: &'a Scene<'a>, own: bool) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let product = product(scene, own).await;
        let role = role_with(scene, product, &[]).await;
        let (id, _) = scene.somebody().await;
        json!({ "userId": id, "assignments": [{ "projectId": product, "roleIds": [role] }] })
    })
}
