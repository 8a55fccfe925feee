//! Contract G-38, P-09, F-23; attacks 24 and 31: every door, and every relation
//! between a person and an application. Each row has its expected result; no door decides by
//! itself.

use atrium::catalogue::products;
use atrium::clients::Access;
use atrium::directory::Status;
use atrium::directory::organisations;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use super::stage::{self, OLD, OLD_CODE};
use crate::support::app::TestApp;
use crate::support::browser::Browser;
use crate::support::people::PASSWORD;
use crate::support::{database, legacy_app};

/// Dan's relation to the applications: the row's name, his membership, whether the products are for
/// another agency or disabled, the setting in the entries, and whether the doors are open.
type Row = (
    &'static str,
    Option<Status>,
    bool,
    bool,
    Option<Access>,
    bool,
);

const ROWS: &[Row] = &[
    ("open", Some(Status::Enabled), false, false, None, true),
    ("no group", None, false, false, None, false),
    (
        "pending",
        Some(Status::Processing),
        false,
        false,
        None,
        false,
    ),
    (
        "membership disabled",
        Some(Status::Disabled),
        false,
        false,
        None,
        false,
    ),
    (
        "wrong agency",
        Some(Status::Enabled),
        true,
        false,
        None,
        false,
    ),
    ("off", Some(Status::Enabled), false, true, None, false),
    ("everyone", None, true, false, Some(Access::Everyone), true),
    (
        "everyone, but off",
        Some(Status::Enabled),
        false,
        true,
        Some(Access::Everyone),
        false,
    ),
    (
        "by product",
        Some(Status::Enabled),
        false,
        false,
        Some(Access::Product),
        true,
    ),
    (
        "by product, no group",
        None,
        false,
        false,
        Some(Access::Product),
        false,
    ),
];

/// F-23, G-38, attack 31, A-43, P-09: a product opens or not, and each door says the same.
#[tokio::test]
async fn attack_31_every_door_decides_alike() {
    for (name, membership, foreign, off, access, open) in ROWS.iter().copied() {
        for database in database::each_engine().await {
            let app = stage::set(&database).await;
            stage::join(&app, "DanMember", Status::Enabled).await;
            let held = DansTokens::by(&app).await;
            if foreign {
                leave_to_another_agency(&app).await;
            }
            if off {
                stage::switch_off(&app).await;
            }
            declare(&app, access).await;
            match membership {
                Some(status) => stage::join(&app, "DanMember", status).await,
                None => leave(&app).await,
            }
            let doors = held.doors(&app).await;
            assert_eq!(doors.len(), 14);
            for (door, was_open) in doors {
                assert_eq!(was_open, open, "{door}: {name}");
            }
        }
    }
}

/// Dan leaves all groups.
async fn leave(app: &TestApp) {
    stage::join(app, "DanMember", Status::Disabled).await;
    let id = app.account("DanMember").await.id;
    app.write(move |tx| Box::pin(async move { super::forget_membership(tx, &id).await }))
        .await;
}

async fn leave_to_another_agency(app: &TestApp) {
    let now = app.now();
    app.write(move |tx| {
        Box::pin(async move {
            organisations::save_agency(tx, "south", "South", now)
                .await
                .unwrap();
            for id in [71, 72, 73] {
                products::allow_agency(tx, id, "south").await?;
            }
            Ok(())
        })
    })
    .await;
}

/// Sets `access` in the entries of the applications.
pub async fn declare(app: &TestApp, access: Option<Access>) {
    for id in ["basic", "old", "old-code"] {
        stage::change_client(app, id, move |client| client.access = access).await;
    }
}

/// The tokens that Dan's applications got while they were open.
struct DansTokens<'a> {
    browser: Browser<'a>,
    user_token: String,
    ask: crate::support::relying_party::Ask,
    code: String,
    access: String,
    refresh: String,
    launched: String,
}

impl<'a> DansTokens<'a> {
    async fn by(app: &'a TestApp) -> Self {
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        let user_token = legacy_app::user_token(app, &sid).await;
        let rp = app.rp("basic");
        let tokens = rp.tokens(&browser, "openid offline_access").await;
        let text = |name: &str| tokens[name].as_str().unwrap().to_owned();
        let page = stage::launch(&browser, OLD).await;
        let launched = stage::token_of(&page).unwrap();
        assert_eq!(stage::user_info(app, &launched, "OLD").await, 0);
        assert_eq!(stage::userinfo(app, &text("access_token")).await, 200);
        let ask = rp.ask("openid");
        let code = rp.code(&browser, &ask).await;
        Self {
            browser,
            user_token,
            ask,
            code,
            access: text("access_token"),
            refresh: text("refresh_token"),
            launched,
        }
    }

    /// Which doors are open.
    async fn doors(&self, app: &TestApp) -> Vec<(&'static str, bool)> {
        let (rp, browser) = (app.rp("basic"), &self.browser);
        let launched = async |old| {
            let page = stage::launch(browser, old).await;
            let token = stage::token_of(&page);
            assert_eq!(token.is_none(), page.status == 403, "{}", page.text());
            token.is_some()
        };
        let called = async |old| {
            let answer = stage::acc_login(app, "DanMember", old).await;
            let refused = answer["status"] == 100_013 && answer["data"].is_null();
            assert!(refused || answer["status"] == 0, "{answer}");
            !refused
        };
        let asked = browser.go(&rp.ask("openid").url()).await;
        let silent = rp.ask("openid").with("prompt", "none");
        let silent = rp.authorize(browser, &silent).await;
        let silent_code = silent.0.contains_key("code");
        assert!(silent_code || silent.error() == "access_denied");
        let token_answer = |answer: crate::support::app::Answer| {
            let given = answer.status == 200;
            assert!(given || answer.error() == "invalid_grant");
            given
        };
        let exchanged = token_answer(rp.exchange(&self.ask, &self.code).await);
        // Checked before the token is used.
        let refresh_active = stage::is_active(&rp, &self.refresh).await;
        let refreshed = token_answer(rp.refresh(&self.refresh).await);
        vec![
            ("card", self.has_card(app).await),
            ("login-count", self.opens_card(app).await),
            ("launch", launched(OLD).await),
            ("launch with a code", launched(OLD_CODE).await),
            ("acc-login", called(OLD).await),
            ("acc-login with a code", called(OLD_CODE).await),
            ("authorize", asked.status == 303),
            ("authorize, prompt=none", silent_code),
            ("code", exchanged),
            ("introspection of the refresh token", refresh_active),
            ("refresh", refreshed),
            ("UserInfo", stage::userinfo(app, &self.access).await == 200),
            ("introspection", stage::is_active(&rp, &self.access).await),
            ("user/info", {
                let status = stage::user_info(app, &self.launched, "OLD").await;
                assert!(status == 0 || status == 100_013, "{status}");
                status == 0
            }),
        ]
    }

    async fn called(
        &self,
        app: &TestApp,
        request: axum::http::request::Builder,
        body: Body,
    ) -> Value {
        let request = request.header("access-token", &self.user_token);
        app.send(request.body(body).unwrap()).await.json()
    }

    async fn has_card(&self, app: &TestApp) -> bool {
        let request = Request::get("/api/security/app/v2/list-by-type?typeId=1");
        let answer = self.called(app, request, Body::empty()).await;
        let cards = answer["data"].as_array().unwrap();
        let card = cards.iter().find(|card| card["id"] == 71);
        // A disabled product is in no list.
        card.is_some_and(|card| {
            let has = card["hasAccess"].as_bool().unwrap();
            assert_eq!(card["link"] == "", !has, "F-23: {card}");
            has
        })
    }

    async fn opens_card(&self, app: &TestApp) -> bool {
        let request = Request::post("/api/security/app/login-count")
            .header("content-type", "application/json");
        let body = Body::from(json!({"productId": 71}).to_string());
        let answer = self.called(app, request, body).await;
        assert!(
            answer["status"] == 0 || answer["status"] == 100_013,
            "{answer}"
        );
        answer["status"] == 0
    }
}

/// Contract F-23: a card of a legacy application gets its launch token, whether the product names
/// it by appName or by id.
#[tokio::test]
async fn a_card_knows_its_application_by_its_app_name() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        stage::join(&app, "DanMember", Status::Enabled).await;
        let token = legacy_app::acc_login(&app, "DanMember", PASSWORD).await;
        let request = Request::post("/api/security/app/login-count")
            .header("content-type", "application/json")
            .header("access-token", token)
            .body(Body::from(json!({"productId": 72}).to_string()));
        let opened = app.send(request.unwrap()).await.json();
        let launched = opened["data"]["token"].as_str().unwrap();
        assert_eq!(stage::user_info(&app, launched, "OLD").await, 0);
    }
}

/// If several products name one application, one open product is enough.
#[tokio::test]
async fn one_open_product_of_several_suffices() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let rp = app.rp("basic");
        let refused = browser.go(&rp.ask("openid").url()).await;
        assert_eq!(refused.status, 403);
        let now = app.now();
        app.write(move |tx| {
            Box::pin(async move {
                let row = atrium::catalogue::ProductRow {
                    id: 74,
                    name: "For all".to_owned(),
                    client_id: Some("basic".to_owned()),
                    everyone: true,
                    ..atrium::catalogue::ProductRow::default()
                };
                products::save(tx, &row, now).await
            })
        })
        .await;
        rp.code(&browser, &rp.ask("openid")).await;
    }
}

/// The rule does not apply to the portal, nor to a client that acts for itself.
#[tokio::test]
async fn the_portal_and_clients_by_themselves_are_exempt() {
    let app = TestApp::start().await;
    stage::furnish(&app).await;
    stage::switch_off(&app).await;
    let rp = app.rp("basic");
    let own = rp.token(&[("grant_type", "client_credentials")]).await;
    assert_eq!(own.status, 200, "{}", own.text());
    let own = own.json()["access_token"].as_str().unwrap().to_owned();
    assert!(stage::is_active(&rp, &own).await);
    let portal = atrium::clients::Client {
        client_id: atrium::clients::PORTAL.to_owned(),
        access: Some(Access::Product),
        ..Default::default()
    };
    let dan = app.account("DanMember").await;
    let mut tx = app.db().read().await.unwrap();
    let closed = atrium::catalogue::standing::of_client(&mut tx, &dan, &portal).await;
    assert_eq!(closed.unwrap(), None);
}

/// The doctor lists the applications that are open to everyone only because no product names them.
/// It does not list the portal, clients that only act for themselves, disabled ones, and entries that set
/// `access`.
#[tokio::test]
async fn what_no_product_names_is_listed() {
    let app = TestApp::start().await;
    stage::furnish(&app).await;
    stage::change_client(&app, "post", |client| {
        client.access = Some(Access::Everyone);
    })
    .await;
    stage::change_client(&app, "spa", |client| client.access = Some(Access::Product)).await;
    let mut tx = app.db().read().await.unwrap();
    let clients = &app.state().clients;
    let listed = atrium::catalogue::standing::unnamed(&mut tx, clients).await;
    let listed = listed.unwrap();
    for named in ["asking", "jwt", "native"] {
        assert!(listed.iter().any(|id| id == named), "{named}: {listed:?}");
    }
    for other in [
        "basic", "old", "old-code", "post", "spa", "machine", "reader",
    ] {
        assert!(!listed.iter().any(|id| id == other), "{other}: {listed:?}");
    }
}
