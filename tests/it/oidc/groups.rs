//! Scope `groups`: the claims `groups` and `roles` (attack 29), on both engines.

use std::time::{Duration, Instant};

use atrium::access::rights;
use atrium::catalogue::{GroupClaims, ProductRow, ProductStatus, group_claims, products};
use atrium::clients::{Access, Client, GroupsClaim};
use atrium::directory::Status;
use atrium::directory::organisations;
use atrium::groups;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::access::stage;
use crate::support::app::TestApp;
use crate::support::browser::Browser;
use crate::support::database::{self, TestDatabase};

/// `basic` may ask for groups; Dan is in `team`, which grants its product, in another group of the same
/// name, in one that grants nothing, and waits for a fourth.
async fn furnished(database: &TestDatabase) -> TestApp {
    let app = stage::set(database).await;
    furnish(&app).await;
    app
}

async fn furnish(app: &TestApp) {
    stage::join(app, "DanMember", Status::Enabled).await;
    stage::change_client(app, "basic", |client| {
        client.scopes.push("groups".to_owned());
    })
    .await;
    let (dan, now) = (app.account("DanMember").await.id, app.now());
    app.write(move |tx| {
        Box::pin(async move {
            for (id, name, grants, status) in [
                ("twin", "Brand team", true, Status::Enabled),
                ("second", "Art", true, Status::Enabled),
                ("choir", "Choir", false, Status::Enabled),
                ("asked", "Finance", true, Status::Processing),
                ("left", "Legal", true, Status::Disabled),
            ] {
                groups::save(tx, id, name, "", now).await?;
                if grants {
                    groups::grant(tx, id, 71).await?;
                }
                groups::set_membership(tx, &dan, id, status, now).await?;
            }
            rights::save_code(tx, "BASIC", "EDITORS", "report.edit").await?;
            rights::save_code(tx, "OTHER", "OWNERS", "all").await?;
            rights::give_group(tx, &dan, "BASIC", "EDITORS").await?;
            rights::give_group(tx, &dan, "OTHER", "OWNERS").await
        })
    })
    .await;
}

async fn userinfo(app: &TestApp, access: &str) -> Value {
    let bearer = format!("Bearer {access}");
    let request = Request::get("/oauth2/userinfo").header("authorization", bearer);
    let answer = app.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// Groups and roles at UserInfo; null if the claim is missing.
async fn disclosed(app: &TestApp, access: &str) -> [Value; 2] {
    let disclosed = userinfo(app, access).await;
    [disclosed["groups"].clone(), disclosed["roles"].clone()]
}

async fn access_token(app: &TestApp, browser: &Browser<'_>, scope: &str) -> String {
    let tokens = app.rp("basic").tokens(browser, scope).await;
    tokens["access_token"].as_str().unwrap().to_owned()
}

/// the unique names of the groups that grant the client's products, and only the rights in these products.
#[tokio::test]
async fn the_groups_that_grant_the_client_are_claims() {
    for database in database::each_engine().await {
        let app = furnished(&database).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let access = access_token(&app, &browser, "openid groups").await;
        let expected = [
            json!(["Art", "Brand team"]),
            json!(["EDITORS", "report.edit"]),
        ];
        assert_eq!(disclosed(&app, &access).await, expected);
        stage::change_client(&app, "basic", |client| {
            client.groups_claim = GroupsClaim::All;
        })
        .await;
        let expected = [
            json!(["Art", "Brand team", "Choir"]),
            json!(["EDITORS", "report.edit"]),
        ];
        assert_eq!(disclosed(&app, &access).await, expected);
    }
}

/// Attacks 24 and 29: an application with several products gets groups and roles only of the products that
/// are open to the person, by the same rule that decides access.
#[tokio::test]
async fn a_closed_product_adds_neither_groups_nor_roles() {
    for database in database::each_engine().await {
        let app = furnished(&database).await;
        let (dan, now) = (app.account("DanMember").await.id, app.now());
        app.write(move |tx| {
            Box::pin(async move {
                products::save(tx, &second_product(ProductStatus::On), now).await?;
                groups::save(tx, "chiefs", "Chiefs", "", now).await?;
                groups::grant(tx, "chiefs", 74).await?;
                groups::set_membership(tx, &dan, "chiefs", Status::Disabled, now).await?;
                rights::save_code(tx, "SECOND", "CHIEFS", "second.all").await?;
                rights::give_group(tx, &dan, "SECOND", "CHIEFS").await
            })
        })
        .await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let access = access_token(&app, &browser, "openid groups").await;
        let first = [
            json!(["Art", "Brand team"]),
            json!(["EDITORS", "report.edit"]),
        ];
        let both = [
            json!(["Art", "Brand team", "Chiefs"]),
            json!(["CHIEFS", "EDITORS", "report.edit", "second.all"]),
        ];
        assert_eq!(
            disclosed(&app, &access).await,
            first,
            "the membership ended"
        );
        let dan = app.account("DanMember").await.id;
        app.write(move |tx| {
            Box::pin(async move {
                groups::set_membership(tx, &dan, "chiefs", Status::Enabled, now).await
            })
        })
        .await;
        assert_eq!(disclosed(&app, &access).await, both);
        for status in [ProductStatus::Off, ProductStatus::On] {
            app.write(move |tx| {
                Box::pin(async move { products::save(tx, &second_product(status), now).await })
            })
            .await;
            let off = status == ProductStatus::Off;
            let expected = if off { &first } else { &both };
            assert_eq!(&disclosed(&app, &access).await, expected, "off: {off}");
        }
        app.write(move |tx| {
            Box::pin(async move {
                let saved = organisations::save_agency(tx, "south", "South", now).await;
                saved.unwrap();
                products::allow_agency(tx, 74, "south").await
            })
        })
        .await;
        assert_eq!(disclosed(&app, &access).await, first, "for another agency");
    }
}

/// Attack 34: other applications never get the codes of Atrium, even if product SSO names one, or one is called SSO.
#[tokio::test]
async fn attack_34_no_application_gets_the_codes_of_atrium() {
    for database in database::each_engine().await {
        let app = furnished(&database).await;
        let (dan, now) = (app.account("DanMember").await, app.now());
        let sso = |client_id: Option<&str>| ProductRow {
            app_name: "SSO".to_owned(),
            client_id: client_id.map(str::to_owned),
            everyone: true,
            ..second_product(ProductStatus::On)
        };
        let (named, unnamed, id) = (sso(Some("basic")), sso(None), dan.id.clone());
        app.write(move |tx| {
            Box::pin(async move {
                products::save(tx, &named, now).await?;
                rights::save_code(tx, "SSO", "READERS", "account_maintain.x.y.view").await?;
                rights::give_group(tx, &id, "SSO", "READERS").await
            })
        })
        .await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let access = access_token(&app, &browser, "openid groups").await;
        let own = json!(["EDITORS", "report.edit"]);
        assert_eq!(disclosed(&app, &access).await[1], own);
        app.write(move |tx| Box::pin(async move { products::save(tx, &unnamed, now).await }))
            .await;
        let client = Client {
            client_id: "SSO".to_owned(),
            ..(*app.state().clients.get("basic").unwrap()).clone()
        };
        let mut view = app.state().db.read().await.unwrap();
        let given = group_claims::of_client(&mut view, &dan, &client).await;
        assert_eq!(given.unwrap(), GroupClaims::default());
    }
}

/// Another product behind `basic`.
fn second_product(status: ProductStatus) -> ProductRow {
    ProductRow {
        id: 74,
        name: "Second".to_owned(),
        app_name: "SECOND".to_owned(),
        client_id: Some("basic".to_owned()),
        type_id: 1,
        status,
        ..ProductRow::default()
    }
}

/// A person without groups has an empty claim: an application that removes rights by it must not read it as
/// "unknown".
#[tokio::test]
async fn nobody_in_a_group_is_an_empty_list() {
    let app = TestApp::start().await;
    stage::furnish(&app).await;
    stage::change_client(&app, "basic", |client: &mut Client| {
        client.scopes.push("groups".to_owned());
        client.access = Some(Access::Everyone);
    })
    .await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let access = access_token(&app, &browser, "openid groups").await;
    assert_eq!(disclosed(&app, &access).await, [json!([]), json!([])]);
}

/// A-69, attack 29: only while the entry lists the scope, also for a claim by name.
#[tokio::test]
async fn attack_29_the_scope_is_the_entrys_to_give() {
    for database in database::each_engine().await {
        let app = furnished(&database).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let access = access_token(&app, &browser, "openid groups").await;
        assert_ne!(disclosed(&app, &access).await[0], Value::Null);
        stage::change_client(&app, "basic", |client| {
            client.scopes.retain(|it| it != "groups");
        })
        .await;
        assert_eq!(disclosed(&app, &access).await, [Value::Null, Value::Null]);
        let named =
            json!({"userinfo": {"groups": null, "roles": null}, "id_token": {"groups": null}});
        let ask = app.rp("basic").ask("openid groups");
        let ask = ask.with("claims", &named.to_string());
        let tokens = app.rp("basic").tokens_of(&browser, &ask).await;
        assert_eq!(tokens["scope"], "openid");
        let access = tokens["access_token"].as_str().unwrap();
        assert_eq!(disclosed(&app, access).await, [Value::Null, Value::Null]);
        let claims = app.rp("basic").id_token(&tokens).await;
        assert_eq!(claims["groups"], Value::Null);
    }
}

/// OpenID Connect Core 5.5: one claim by its name, in the place that it was asked for; the ID token has both
/// with `id_token_claims`, and a refreshed one has the current values.
#[tokio::test]
async fn the_id_token_has_them_on_request() {
    for database in database::each_engine().await {
        let app = furnished(&database).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let rp = app.rp("basic");
        let plain = rp.tokens(&browser, "openid groups").await;
        assert_eq!(rp.id_token(&plain).await["groups"], Value::Null);
        let named = json!({"id_token": {"roles": null}}).to_string();
        let named = rp.ask("openid").with("claims", &named);
        let named = rp.tokens_of(&browser, &named).await;
        let claims = rp.id_token(&named).await;
        assert_eq!(claims["roles"], json!(["EDITORS", "report.edit"]));
        assert_eq!(claims["groups"], Value::Null);
        let access = named["access_token"].as_str().unwrap();
        assert_eq!(disclosed(&app, access).await, [Value::Null, Value::Null]);

        stage::change_client(&app, "basic", |client| client.id_token_claims = true).await;
        let tokens = rp.tokens(&browser, "openid groups offline_access").await;
        assert_eq!(
            rp.id_token(&tokens).await["groups"],
            json!(["Art", "Brand team"])
        );
        leave(&app, "second").await;
        let refresh = tokens["refresh_token"].as_str().unwrap();
        let renewed = rp.refresh(refresh).await.json();
        assert_eq!(rp.id_token(&renewed).await["groups"], json!(["Brand team"]));
    }
}

/// Up to a hundred groups are in the ID token, with names of any letters; above that they are for UserInfo
/// alone, so that applications can keep the token. The same for roles.
#[tokio::test]
async fn many_groups_and_roles_are_for_userinfo() {
    let app = TestApp::start().await;
    stage::furnish(&app).await;
    furnish(&app).await;
    stage::change_client(&app, "basic", |client| {
        client.id_token_claims = true;
        client.groups_claim = GroupsClaim::All;
    })
    .await;
    let (dan, now) = (app.account("DanMember").await.id, app.now());
    let browser = stage::signed_in(&app, "DanMember").await;
    let rp = app.rp("basic");
    let mut joined = 3;
    let long = "界".repeat(90);
    for (groups, name, in_token) in [
        (100, "g".repeat(90), true),
        (101, "one more".to_owned(), false),
        (240, "many".to_owned(), false),
    ] {
        let dan = dan.clone();
        app.write(move |tx| {
            Box::pin(async move {
                for number in joined..groups {
                    let id = format!("g{number}");
                    groups::save(tx, &id, &format!("{name} {number}"), "", now).await?;
                    groups::set_membership(tx, &dan, &id, Status::Enabled, now).await?;
                }
                Ok(())
            })
        })
        .await;
        joined = groups;
        let tokens = rp.tokens(&browser, "openid groups").await;
        let claims = rp.id_token(&tokens).await;
        let told = claims["groups"].as_array().map(Vec::len);
        assert_eq!(told, in_token.then_some(groups), "{groups}");
        assert_eq!(claims["roles"], json!(["EDITORS", "report.edit"]));
        let access = tokens["access_token"].as_str().unwrap();
        let [all, roles] = disclosed(&app, access).await;
        assert_eq!(all.as_array().unwrap().len(), groups);
        assert_eq!(roles, claims["roles"]);
    }
    // A hundred names with three bytes for each character.
    app.write(move |tx| {
        Box::pin(async move {
            for number in 3..240 {
                let (id, stays) = (format!("g{number}"), number < 100);
                let status = if stays {
                    Status::Enabled
                } else {
                    Status::Disabled
                };
                groups::save(tx, &id, &format!("{long} {number}"), "", now).await?;
                groups::set_membership(tx, &dan, &id, status, now).await?;
            }
            Ok(())
        })
    })
    .await;
    let tokens = rp.tokens(&browser, "openid groups").await;
    assert_eq!(rp.id_token(&tokens).await.get("groups"), None);
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(
        disclosed(&app, access).await[0].as_array().unwrap().len(),
        100
    );
}

async fn leave(app: &TestApp, group: &'static str) {
    let (dan, now) = (app.account("DanMember").await.id, app.now());
    app.write(move |tx| {
        Box::pin(
            async move { groups::set_membership(tx, &dan, group, Status::Disabled, now).await },
        )
    })
    .await;
}

/// the consent page names the scope, also if a claim is requested by name.
#[tokio::test]
async fn consent_names_groups_and_roles() {
    let app = TestApp::start().await;
    stage::change_client(&app, "asking", |client| {
        client.scopes.push("groups".to_owned());
    })
    .await;
    let browser = stage::signed_in(&app, "DanMember").await;
    let rp = app.rp("asking");
    let named = json!({"userinfo": {"roles": null}}).to_string();
    for ask in [
        rp.ask("openid groups"),
        rp.ask("openid").with("claims", &named),
    ] {
        let page = browser.go(&ask.url()).await;
        assert_eq!(page.url.path(), "/consent");
        assert!(
            page.text().contains("See your groups and roles"),
            "{}",
            page.text()
        );
    }
}

/// a token in memory shows a change within a second in another process.
#[tokio::test]
async fn a_changed_membership_name_or_right_is_visible_within_a_second() {
    for database in database::each_engine().await {
        let here = stage::set(&database).await;
        // Its start loads the entries of the file again, so it comes first.
        let there = TestApp::beside(&here, database.again().await).await;
        furnish(&here).await;
        let browser = stage::signed_in(&here, "DanMember").await;
        let access = access_token(&here, &browser, "openid groups").await;
        let roles = json!(["EDITORS", "report.edit"]);
        let groups = json!(["Art", "Brand team"]);
        becomes(&there, &access, [groups, roles.clone()]).await;
        leave(&here, "second").await;
        becomes(&there, &access, [json!(["Brand team"]), roles.clone()]).await;
        let now = here.now();
        here.write(move |tx| {
            Box::pin(async move {
                groups::save(tx, "team", "Brands", "", now).await?;
                groups::save(tx, "twin", "Brands", "", now).await
            })
        })
        .await;
        becomes(&there, &access, [json!(["Brands"]), roles]).await;
        here.write(|tx| {
            Box::pin(async move { rights::save_code(tx, "BASIC", "EDITORS", "report.print").await })
        })
        .await;
        let roles = json!(["EDITORS", "report.edit", "report.print"]);
        becomes(&there, &access, [json!(["Brands"]), roles]).await;
    }
}

async fn becomes(app: &TestApp, access: &str, expected: [Value; 2]) {
    let changed = Instant::now();
    loop {
        let asked = changed.elapsed();
        let disclosed = disclosed(app, access).await;
        if disclosed == expected {
            return;
        }
        assert!(asked < Duration::from_secs(1), "{disclosed:?}");
        tokio::task::yield_now().await;
    }
}
