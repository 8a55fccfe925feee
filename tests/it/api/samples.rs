//! A good request for each call and case of `expected_rights.rs`, with the state that it needs. A request without
//! fields needs no line. Each is created for every caller separately, so that no call depends on another.

use atrium::clients::{self, Client, SecretHash, Source};
use atrium::db::DbError;
use atrium::directory::organisations;
use atrium::groups;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::access_samples;
use super::announcement_samples;
use super::assistant_samples;
use super::chat_samples;
use super::factor_samples;
use super::feedback_samples;
use super::group_stage::give_group_right;
use super::product_samples;
use super::request_samples;
use super::scene::Scene;
use super::survey_samples;
use crate::support::product_api::{NOW, PASSWORD};

const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";
const PASSWORDS: &str = "account_maintain.AccountManagement.AccountList.password";

/// Makes the state and gives the fields of the request.
pub type Fields = for<'a> fn(&'a Scene<'a>) -> BoxFuture<'a, Value>;

/// Method, path, case, and the request.
pub type Sample = (&'static str, &'static str, &'static str, Fields);

/// Every request; products, requests, access rights and roles have their own files.
pub fn all() -> impl Iterator<Item = &'static Sample> {
    SAMPLES
        .iter()
        .chain(product_samples::SAMPLES)
        .chain(request_samples::SAMPLES)
        .chain(access_samples::SAMPLES)
        .chain(factor_samples::SAMPLES)
        .chain(announcement_samples::SAMPLES)
        .chain(assistant_samples::SAMPLES)
        .chain(survey_samples::SAMPLES)
        .chain(chat_samples::SAMPLES)
        .chain(feedback_samples::SAMPLES)
}

#[rustfmt::skip]
const SAMPLES: &[Sample] = &[
    ("POST", "/api/security/acc-login", "right password", |scene| Box::pin(async move {
        let (_, username) = scene.somebody().await;
        json!({ "account": username, "password": PASSWORD })
    })),
    ("POST", "/api/security/user/forget-pwd", "any name", |_| {
        fields(json!({ "username": "nobody", "email": "nobody@demo.test" }))
    }),
    ("POST", "/api/security/acc-user/register", "any name", |_| {
        fields(json!({ "username": "LiWei", "email": "li.wei@demo.test", "reason": "I plan media." }))
    }),
    ("POST", "/api/wechat/wxa/generatescheme", "oneself", |_| fields(json!({ "access_token": "the asker's" }))),
    ("POST", "/api/security/wechat/wxa/generatescheme", "oneself", |_| fields(json!({ "access_token": "the asker's" }))),
    ("POST", "/api/security/user/set-lang", "oneself", |_| fields(json!({ "lang": "zh-cn" }))),
    ("GET", "/api/security/user/login-count", "one's own name", |scene| {
        fields(json!({ "username": scene.username() }))
    }),
    ("GET", "/api/security/user/login-count", "another's name", |scene| Box::pin(async move {
        let (_, username) = scene.somebody().await;
        json!({ "username": username })
    })),
    ("GET", "/api/security/app/login-count", "an open product", open_product),
    ("GET", "/api/security/app/login-count", "a closed product", closed_product),
    ("POST", "/api/security/app/login-count", "an open product", open_product),
    ("POST", "/api/security/app/login-count", "a closed product", closed_product),
    ("POST", "/api/security/app/login-count", "a product of one's group", |scene| Box::pin(async move {
        let id = scene.product(false).await;
        scene.grant_to_members(id).await;
        json!({ "productId": id })
    })),
    ("GET", "/api/security/user/prompt-group-admin", "a closed product", closed_product),
    ("GET", "/api/security/app/v2/list-by-type", "a list of the home page", |_| fields(json!({ "typeId": 1 }))),
    ("GET", "/api/security/admin/audit/history", "of an account", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        json!({ "objectKind": "account", "objectId": id })
    })),
    ("GET", "/api/security/admin/audit/history", "of an application", |scene| Box::pin(async move {
        // The kind decides, not the id, which other kinds may share.
        let (id, _) = scene.somebody().await;
        json!({ "objectKind": "client", "objectId": id })
    })),
    ("GET", "/api/security/admin/audit/export", "every entry", |_| fields(json!({ "kind": "key.created" }))),
    ("GET", "/api/security/admin/user/list", "all accounts", |_| fields(json!({ "sort": "username" }))),
    ("GET", "/api/security/admin/user/info", "another's account", |scene| about_somebody(scene, false, json!({}))),
    ("GET", "/api/security/admin/user/info", "one's own account", |scene| fields(json!({ "userId": scene.account_id }))),
    ("GET", "/api/security/admin/user/export", "all accounts", |_| fields(json!({ "context": "asker" }))),
    ("POST", "/api/security/admin/user/import", "a new account", |scene| Box::pin(async move {
        super::import::checked(scene.server, scene.number).await
    })),
    ("GET", "/api/security/admin/user/home", "of a member", |scene| about_somebody(scene, false, json!({}))),
    ("GET", "/api/security/admin/user/home", "of a member, by a holder of every code", |scene| about_somebody(scene, false, json!({}))),
    ("GET", "/api/security/admin/user/home", "of a reader of the audit log", |scene| about_holder(scene, AUDIT, json!({}))),
    ("GET", "/api/security/admin/user/home", "of a super administrator", |scene| about_somebody(scene, true, json!({}))),
    ("GET", "/api/security/admin/user/session/list", "of a member", |scene| about_somebody(scene, false, json!({}))),
    ("GET", "/api/security/admin/user/session/list", "one's own", |scene| fields(json!({ "userId": scene.account_id }))),
    ("POST", "/api/security/admin/user/session/end", "of a member", |scene| session_of_somebody(scene, false)),
    ("POST", "/api/security/admin/user/session/end", "of a super administrator", |scene| session_of_somebody(scene, true)),
    ("POST", "/api/security/admin/user/session/end-all", "of a member", |scene| session_of_somebody(scene, false)),
    ("POST", "/api/security/admin/user/session/end-all", "of a reader of the audit log", |scene| Box::pin(async move {
        let about = about_holder(scene, AUDIT, json!({})).await;
        scene.server.user_token(about["userId"].as_str().unwrap()).await;
        about
    })),
    ("POST", "/api/security/admin/user/session/end-all", "of a super administrator", |scene| session_of_somebody(scene, true)),
    ("POST", "/api/security/admin/user/session/end-all", "one's own", |scene| fields(json!({ "userId": scene.account_id }))),
    ("POST", "/api/security/admin/user/add-account", "in no group", |scene| fields(scene.form())),
    ("POST", "/api/security/admin/user/add-account", "in a manager's group", |scene| in_group(scene, json!({}))),
    ("POST", "/api/security/admin/user/add-account", "in a manager's group, of another agency", |scene| {
        in_group(scene, json!({ "agencyId": "another" }))
    }),
    ("POST", "/api/security/admin/user/add-account", "with password and lionId", |scene| {
        let mut form = scene.form();
        form["lionId"] = format!("lion{}", scene.number).into();
        fields(form)
    }),
    ("POST", "/api/security/admin/user/add-account", "in a manager's group, with password and lionId", |scene| {
        in_group(scene, json!({ "lionId": format!("lion{}", scene.number) }))
    }),
    ("POST", "/api/security/admin/user/update", "a member's name and address", |scene| {
        let email = format!("new{}@demo.test", scene.number);
        about_somebody(scene, false, json!({ "fullName": "New", "email": email, "supAdmin": 0 }))
    }),
    ("POST", "/api/security/admin/user/update", "a super administrator's name", |scene| {
        about_somebody(scene, true, json!({ "fullName": "New", "email": "", "supAdmin": 1 }))
    }),
    ("POST", "/api/security/admin/user/update", "a super administrator's address", |scene| {
        let email = format!("new{}@demo.test", scene.number);
        about_somebody(scene, true, json!({ "email": email }))
    }),
    ("POST", "/api/security/admin/user/update", "a member becomes super administrator", |scene| {
        about_somebody(scene, false, json!({ "supAdmin": 1 }))
    }),
    ("POST", "/api/security/admin/user/update", "the address of a reader of the audit log", |scene| {
        let email = format!("new{}@demo.test", scene.number);
        about_holder(scene, AUDIT, json!({ "email": email }))
    }),
    ("POST", "/api/security/admin/user/update", "one's own name", |scene| {
        fields(json!({ "userId": scene.account_id, "fullName": "New" }))
    }),
    ("POST", "/api/security/admin/user/update", "one's own address", |scene| {
        fields(json!({ "userId": scene.account_id, "email": format!("new{}@demo.test", scene.number) }))
    }),
    ("POST", "/api/security/admin/user/update", "one's own lionId", |scene| {
        fields(json!({ "userId": scene.account_id, "lionId": format!("lion{}", scene.number) }))
    }),
    ("POST", "/api/security/admin/user/update", "one's own agency", |scene| Box::pin(async move {
        scene.agency().await;
        json!({ "userId": scene.account_id, "agencyId": "another" })
    })),
    ("POST", "/api/security/admin/user/update-status", "one's own account", |scene| {
        fields(json!({ "userId": scene.account_id, "accountStatus": 2 }))
    }),
    ("POST", "/api/security/admin/user/update-status", "a reader of the audit log", |scene| {
        about_holder(scene, AUDIT, json!({ "accountStatus": 2 }))
    }),
    ("POST", "/api/security/admin/user/update-status", "a member's account", |scene| {
        about_somebody(scene, false, json!({ "accountStatus": 2 }))
    }),
    ("POST", "/api/security/admin/user/update-status", "a super administrator's account", |scene| {
        about_somebody(scene, true, json!({ "accountStatus": 2 }))
    }),
    ("POST", "/api/security/admin/user/mail/approved", "a new account", |scene| about_newcomer(scene, false)),
    ("POST", "/api/security/admin/user/mail/approved", "a forgotten password", |scene| about_forgetful(scene, false)),
    ("POST", "/api/security/admin/user/mail/approved", "a super administrator's password", |scene| {
        about_forgetful(scene, true)
    }),
    ("POST", "/api/security/admin/user/mail/approved", "one's own account", |scene| {
        fields(json!({ "userId": scene.account_id }))
    }),
    ("POST", "/api/security/admin/user/mail/approved", "a new super administrator", |scene| about_newcomer(scene, true)),
    ("POST", "/api/security/admin/mail/approved", "a new account", |scene| about_newcomer(scene, false)),
    ("POST", "/api/security/admin/mail/approved", "one's own account", |scene| {
        fields(json!({ "userId": scene.account_id }))
    }),
    ("POST", "/api/security/admin/user/random-pwd", "a member's account", |scene| {
        about_somebody(scene, false, json!({}))
    }),
    ("POST", "/api/security/admin/user/random-pwd", "one's own account", |scene| {
        fields(json!({ "userId": scene.account_id }))
    }),
    ("POST", "/api/security/admin/user/random-pwd", "a reader of the audit log", |scene| {
        about_holder(scene, AUDIT, json!({}))
    }),
    ("POST", "/api/security/admin/user/random-pwd", "one who may give passwords too", |scene| {
        about_holder(scene, PASSWORDS, json!({}))
    }),
    ("POST", "/api/security/admin/user/random-pwd", "a super administrator's account", |scene| {
        about_somebody(scene, true, json!({}))
    }),
    ("GET", "/api/security/admin/user-group/list", "all groups", |_| fields(json!({ "sort": "groupName" }))),
    ("GET", "/api/security/admin/user-group/export", "all groups", |_| fields(json!({ "context": "nothing of this name" }))),
    ("GET", "/api/security/admin/user-group/info", "a group", |scene| about_group(scene, json!({}))),
    ("GET", "/api/security/admin/user-group/user-list", "a group", |scene| about_group(scene, json!({}))),
    ("GET", "/api/security/admin/user-group/user-export", "a group", |scene| about_group(scene, json!({}))),
    ("GET", "/api/security/admin/user-group/user-select-list", "for a group", |scene| about_group(scene, json!({}))),
    ("POST", "/api/security/admin/user-group/add", "a group", |scene| {
        fields(json!({ "groupName": format!("New group {}", scene.number) }))
    }),
    ("POST", "/api/security/admin/user-group/upd-info", "a group", |scene| about_group(scene, json!({ "desc": "New" }))),
    ("POST", "/api/security/admin/user-group/upd-info", "a group with a right of Atrium", |scene| {
        about_group_with_right(scene, json!({ "desc": "New" }))
    }),
    ("POST", "/api/security/admin/user-group/upd-info", "the manager of such a group", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        about_group_with_right(scene, json!({ "groupAdmin": [id] })).await
    })),
    ("POST", "/api/security/admin/user-group/upd", "a group", |scene| about_group(scene, json!({ "dueDays": 7 }))),
    ("POST", "/api/security/admin/user-group/upd", "the stand-in of a group with a right of Atrium", |scene| {
        Box::pin(async move {
            let (id, _) = scene.somebody().await;
            about_group_with_right(scene, json!({ "standInIds": [id] })).await
        })
    }),
    ("GET", "/api/security/admin/user-group/access-info", "a manager's group", |scene| about_group(scene, json!({}))),
    ("POST", "/api/security/admin/user-group/upd-member", "a group", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        about_group(scene, json!({ "addUserIds": [id] })).await
    })),
    ("POST", "/api/security/admin/user-group/upd-member", "a group with a right of Atrium", |scene| {
        Box::pin(async move {
            let (id, _) = scene.somebody().await;
            about_group_with_right(scene, json!({ "addUserIds": [id] })).await
        })
    }),
    ("POST", "/api/security/admin/user-group/delete", "a whole group", |scene| about_group(scene, json!({ "confirm": true }))),
    ("POST", "/api/security/admin/user-group/update-access", "a group", |scene| Box::pin(async move {
        let right = format!("right{}", scene.number);
        scene.right(&right).await;
        about_group(scene, json!({ "addAccessIds": [right] })).await
    })),
    ("POST", "/api/security/admin/user-group/update-access", "a right of Atrium", |scene| Box::pin(async move {
        about_group_with_right(scene, json!({ "removeAccessIds": [AUDIT] })).await
    })),
    ("POST", "/api/security/admin/user-group/data-access/industry", "a group", |scene| about_group(scene, json!({}))),
    ("POST", "/api/security/admin/user-group/data-access/industry-brand", "a group", |scene| Box::pin(async move {
        let industry = scene.industry().await;
        about_group(scene, json!({ "industryIds": [industry] })).await
    })),
    ("POST", "/api/security/admin/user-group/data-access/industry-confirm", "a group", |scene| Box::pin(async move {
        let industry = scene.industry().await;
        about_group(scene, json!({ "items": [{ "industryId": industry }] })).await
    })),
    ("POST", "/api/security/admin/user-group/update-status", "a group", |scene| about_group(scene, json!({ "status": 2 }))),
    ("POST", "/api/security/admin/user-group/update-status", "a group with a right of Atrium", |scene| {
        about_group_with_right(scene, json!({ "status": 2 }))
    }),
    ("POST", "/api/security/admin/user-group/update-visible", "a group", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        about_group(scene, json!({ "visible": "partial", "userIds": [id] })).await
    })),
    ("GET", "/api/security/admin/app/list", "all products", |_| fields(json!({ "sort": "order" }))),
    ("GET", "/api/security/admin/app/export", "all products", |_| fields(json!({ "context": "nothing of this name" }))),
    ("GET", "/api/security/admin/application/list", "all applications", |_| fields(json!({ "sort": "name" }))),
    ("GET", "/api/security/admin/application/export", "all applications", |_| fields(json!({ "context": "nothing of this name" }))),
    ("GET", "/api/security/admin/application/info", "of the clients file", |_| fields(json!({ "client_id": "demo-app" }))),
    ("POST", "/api/security/admin/application/add", "without rights of its own", |_| fields(json!({ "metadata": application() }))),
    ("POST", "/api/security/admin/application/add", "without a consent page", |_| {
        let mut metadata = application();
        metadata["first_party"] = true.into();
        fields(json!({ "metadata": metadata }))
    }),
    ("POST", "/api/security/admin/application/update", "without rights of its own", |scene| {
        about_application(scene, false, json!({ "metadata": { "name": "New" } }))
    }),
    ("POST", "/api/security/admin/application/update", "gets an audience", |scene| {
        about_application(scene, false, json!({ "metadata": { "resources": ["https://api.example.com/"] } }))
    }),
    ("POST", "/api/security/admin/application/update", "that serves an audience", |scene| {
        about_application(scene, true, json!({ "metadata": { "name": "New" } }))
    }),
    ("POST", "/api/security/admin/application/update-status", "without rights of its own", |scene| {
        about_application(scene, false, json!({ "enabled": false }))
    }),
    ("POST", "/api/security/admin/application/update-status", "that serves an audience", |scene| {
        about_application(scene, true, json!({ "enabled": false }))
    }),
    ("POST", "/api/security/admin/application/rotate-secret", "without rights of its own", |scene| {
        about_application(scene, false, json!({}))
    }),
    ("POST", "/api/security/admin/application/rotate-secret", "that serves an audience", |scene| {
        about_application(scene, true, json!({}))
    }),
    ("GET", "/api/security/admin/job/list", "all jobs", |_| fields(json!({ "state": "givenUp" }))),
    ("GET", "/api/security/admin/job/export", "all jobs", |_| fields(json!({ "state": "givenUp" }))),
    ("POST", "/api/security/admin/job/retry", "a job that was given up", |scene| Box::pin(async move {
        let job = format!("job-{}", scene.number);
        super::jobs::add_job(scene.server, &job, "test.sample", true).await;
        json!({ "jobId": job })
    })),
    ("POST", "/api/security/admin/mail/sample/send", "to oneself", |scene| Box::pin(async move {
        let email = format!("reader{}@demo.test", scene.number);
        let confirm = "UPDATE accounts SET email = $2, email_verified = 1 WHERE id = $1";
        super::request_scenes::set(scene.server, confirm, &scene.account_id, email).await;
        json!({ "message": "welcome" })
    })),
    ("POST", "/api/security/user/assign-agency", "one's first agency", |scene| Box::pin(async move {
        scene.agency().await;
        json!({ "agencyId": "another" })
    })),
    ("POST", "/api/security/user/brand/brand-select", "a brand of no client", |scene| Box::pin(async move {
        scene.brand().await;
        json!({ "brandId": "anybodys" })
    })),
    ("GET", "/api/security/admin/user/org/option-list", "all clients", |_| fields(json!({ "accountType": 3 }))),
    ("GET", "/api/security/admin/iris-mapping/list", "all mappings", |_| fields(json!({ "sort": "irisCode" }))),
    ("POST", "/api/security/admin/iris-mapping/add", "a new mapping", |scene| {
        fields(json!({ "irisCode": format!("IR{}", scene.number), "irisName": "Ink" }))
    }),
    ("POST", "/api/security/admin/iris-mapping/update", "a mapping", |scene| Box::pin(async move {
        json!({ "id": scene.iris_mapping().await, "status": 1 })
    })),
    ("GET", "/api/security/admin/agency/list", "all agencies", |_| fields(json!({ "sort": "name" }))),
    ("GET", "/api/security/admin/client/list", "all clients", |_| fields(json!({ "sort": "name" }))),
    ("GET", "/api/security/admin/brand/list", "all brands", |_| fields(json!({ "sort": "name" }))),
    ("GET", "/api/security/admin/division/list", "all divisions", |_| fields(json!({ "sort": "name" }))),
    ("GET", "/api/security/admin/industry/list", "all industries", |_| fields(json!({ "sort": "name" }))),
    ("POST", "/api/security/admin/organisation/add", "an industry", |scene| {
        fields(json!({ "kind": "industry", "name": format!("Tea {}", scene.number) }))
    }),
    ("POST", "/api/security/admin/organisation/update", "an agency", |scene| Box::pin(async move {
        scene.agency().await;
        json!({ "kind": "agency", "id": "another", "name": format!("Renamed {}", scene.number) })
    })),
    ("GET", "/api/security/admin/organisation/export", "all brands", |_| fields(json!({ "kind": "brand" }))),
    ("GET", "/api/security/admin/agency-request/list", "all requests", |_| fields(json!({ "state": 0 }))),
    ("GET", "/api/security/admin/agency-request/export", "all requests", |_| fields(json!({ "state": 0 }))),
    ("POST", "/api/security/admin/agency-request/decide", "a member's request", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        let request = scene.agency_request(&id).await;
        json!({ "userId": id, "requestId": request, "approve": true })
    })),
    ("POST", "/api/security/admin/agency-request/decide", "one's own request", |scene| Box::pin(async move {
        let request = match &*scene.account_id {
            "" => String::new(),
            id => scene.agency_request(id).await,
        };
        json!({ "userId": scene.account_id, "requestId": request, "approve": true })
    })),
];

pub fn fields<'a>(fields: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move { fields })
}

fn open_product<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move { json!({ "productId": scene.product(true).await }) })
}

fn closed_product<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move { json!({ "productId": scene.product(false).await }) })
}

/// The fields of a new application.
fn application() -> Value {
    json!({ "name": "New app", "redirect_uris": ["https://new.example.com/callback"] })
}

/// `more` about an application of an administrator, which may represent an audience of its own.
fn about_application<'a>(
    scene: &'a Scene<'a>,
    serves: bool,
    mut more: Value,
) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let client = Client {
            client_id: format!("theirs{}", scene.number),
            source: Source::Admin,
            name: "Theirs".to_owned(),
            redirect_uris: vec!["https://theirs.example.com/callback".to_owned()],
            secret_hashes: vec![SecretHash::of("a secret of their application")],
            serves: serves
                .then(|| "https://theirs.example.com/".to_owned())
                .into_iter()
                .collect(),
            ..Client::default()
        };
        more["client_id"] = client.client_id.clone().into();
        let saved = scene.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { clients::save(tx, &client, NOW).await })
        });
        saved.await.unwrap();
        more
    })
}

/// `more` about another account, of a super administrator or of a member.
pub fn about_somebody<'a>(
    scene: &'a Scene<'a>,
    above: bool,
    mut more: Value,
) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let username = format!("somebody{}", scene.number);
        let made = scene.server.account(&username, |new| new.sup_admin = above);
        more["userId"] = made.await.into();
        more
    })
}

/// Another account, whose owner has not chosen a password yet.
fn about_newcomer<'a>(scene: &'a Scene<'a>, above: bool) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let username = format!("newcomer{}", scene.number);
        let made = scene.server.account(&username, |new| {
            new.must_change_password = true;
            new.sup_admin = above;
            new.email = Some(format!("{username}@demo.test"));
        });
        json!({ "userId": made.await })
    })
}

/// An account whose owner has a password and a verified address.
fn about_forgetful<'a>(scene: &'a Scene<'a>, above: bool) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let username = format!("forgetful{}", scene.number);
        let made = scene.server.account(&username, |new| {
            new.sup_admin = above;
            new.email = Some(format!("{username}@demo.test"));
            new.email_verified = true;
        });
        json!({ "userId": made.await, "type": 2 })
    })
}

/// A session of another account, of a super administrator or of a member.
fn session_of_somebody<'a>(scene: &'a Scene<'a>, above: bool) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let mut about = about_somebody(scene, above, json!({})).await;
        let id = about["userId"].as_str().unwrap();
        let (session, _) = scene.server.user_token(id).await;
        about["sessionId"] = session.id.into();
        about
    })
}

/// `more` about another account, of somebody who holds this access code.
pub fn about_holder<'a>(
    scene: &'a Scene<'a>,
    code: &'static str,
    mut more: Value,
) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let (id, _) = scene.somebody().await;
        scene
            .give_codes_to(&id, format!("THEIRS{}", scene.number), vec![code])
            .await;
        more["userId"] = id.into();
        more
    })
}

/// The form of a new account in the group that [`Asker::Manager`] manages.
fn in_group<'a>(scene: &'a Scene<'a>, more: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let (group, mut form) = (scene.group_id(), scene.form());
        form["groupId"] = group.clone().into();
        for (name, value) in more.as_object().unwrap() {
            form[name] = value.clone();
        }
        let saved = scene.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                organisations::save_agency(tx, "another", "Another", NOW).await?;
                groups::save(tx, &group, &group, "", NOW).await
            })
        });
        saved.await.unwrap();
        form
    })
}

/// `more` about the group that [`Asker::Manager`] manages.
fn about_group<'a>(scene: &'a Scene<'a>, mut more: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let group = scene.group_id();
        more["groupId"] = group.clone().into();
        let saved = scene.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { groups::save(tx, &group, &group, "", NOW).await })
        });
        saved.await.unwrap();
        more
    })
}

/// The same about a group that gives its members the right to read the audit log.
fn about_group_with_right<'a>(scene: &'a Scene<'a>, more: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let fields = about_group(scene, more).await;
        give_group_right(scene.server.db(), &scene.group_id(), AUDIT).await;
        fields
    })
}
