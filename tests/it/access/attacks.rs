//! Attacks 24 and 31: every door checks access, not only the card.

use atrium::directory::Status;
use serde_json::Value;

use super::stage::{self, OLD, OLD_CODE};
use crate::support::app::TestApp;
use crate::support::database;

fn text<'a>(tokens: &'a Value, name: &str) -> &'a str {
    tokens[name].as_str().unwrap()
}

/// Attack 31: a person without a group gets no launch token at the address for legacy applications.
#[tokio::test]
async fn attack_31_who_is_in_no_group_gets_no_launch_token_from_login() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        for old in [OLD, OLD_CODE] {
            let page = stage::launch(&browser, old).await;
            assert_eq!(stage::token_of(&page), None, "{old:?}");
            assert_eq!(page.status, 403, "{old:?}");
        }
        stage::join(&app, "DanMember", Status::Enabled).await;
        for old in [OLD, OLD_CODE] {
            let page = stage::launch(&browser, old).await;
            assert!(stage::token_of(&page).is_some(), "{old:?}");
        }
    }
}

/// Attack 31: the call for legacy clients gives no token either, and begins no session.
#[tokio::test]
async fn attack_31_who_is_in_no_group_gets_no_launch_token_from_acc_login() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        for old in [OLD, OLD_CODE] {
            let refused = stage::acc_login(&app, "DanMember", old).await;
            assert_eq!(refused["status"], 100_013, "{refused}");
            assert_eq!(refused["data"], Value::Null, "{refused}");
            // The answer differs from the one for a wrong password.
            assert_eq!(refused["msg"], "You aren’t allowed to do this.");
        }
        assert!(app.entries("sign_in.succeeded").await.is_empty());
        assert_eq!(app.entries("access.refused").await.len(), 2);
        stage::join(&app, "DanMember", Status::Enabled).await;
        for old in [OLD, OLD_CODE] {
            let let_in = stage::acc_login(&app, "DanMember", old).await;
            assert_eq!(let_in["status"], 0, "{let_in}");
            assert!(text(&let_in["data"], "callbackUrl").contains("token="));
        }
    }
}

/// A-43, attack 24: a product that is switched off gives no code, and `prompt=none` says `access_denied`.
#[tokio::test]
async fn a_switched_off_product_gives_no_code() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        stage::join(&app, "DanMember", Status::Enabled).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let rp = app.rp("basic");
        rp.code(&browser, &rp.ask("openid")).await;
        stage::switch_off(&app).await;
        let page = browser.go(&rp.ask("openid").url()).await;
        assert_eq!(page.status, 403, "{}", page.text());
        assert_eq!(page.header("location"), "");
        let silent = rp.ask("openid").with("prompt", "none");
        let outcome = rp.authorize(&browser, &silent).await;
        assert_eq!(outcome.error(), "access_denied");
    }
}

/// Attack 24: a code that was issued before gives no tokens, and the refusal does not use it up.
#[tokio::test]
async fn a_code_is_not_exchanged_once_access_ended() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        stage::join(&app, "DanMember", Status::Enabled).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let rp = app.rp("basic");
        let ask = rp.ask("openid");
        let code = rp.code(&browser, &ask).await;
        stage::join(&app, "DanMember", Status::Disabled).await;
        assert_eq!(rp.exchange(&ask, &code).await.error(), "invalid_grant");
        stage::join(&app, "DanMember", Status::Enabled).await;
        assert_eq!(rp.exchange(&ask, &code).await.status, 200);
    }
}

/// Attack 24: a refresh is refused after the membership ended. The token works again when the
/// person gets access again.
#[tokio::test]
async fn a_refresh_after_the_membership_ended_is_refused_and_not_revoked() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        stage::join(&app, "DanMember", Status::Enabled).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let rp = app.rp("basic");
        let tokens = rp.tokens(&browser, "openid offline_access").await;
        let refresh = text(&tokens, "refresh_token");
        stage::join(&app, "DanMember", Status::Disabled).await;
        for _ in 0..2 {
            assert_eq!(rp.refresh(refresh).await.error(), "invalid_grant");
        }
        stage::join(&app, "DanMember", Status::Enabled).await;
        assert_eq!(rp.refresh(refresh).await.status, 200);
    }
}

/// Attacks 24 and 27: tokens that were issued before give no information when the product is off.
#[tokio::test]
async fn userinfo_introspection_and_t_disclose_nothing_once_the_product_is_off() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        stage::join(&app, "DanMember", Status::Enabled).await;
        let held = DansTokens::by(&app).await;
        assert_eq!(held.answered(&app).await, [true; 5]);
        stage::switch_off(&app).await;
        assert_eq!(held.answered(&app).await, [false; 5]);
        // It is refused but not revoked.
        stage::change_products(&app, |_| {}).await;
        assert_eq!(held.answered(&app).await, [true; 5]);
    }
}

/// The tokens of Dan's applications.
struct DansTokens {
    access: String,
    refresh: String,
    old: [String; 2],
}

impl DansTokens {
    async fn by(app: &TestApp) -> Self {
        let browser = stage::signed_in(app, "DanMember").await;
        let rp = app.rp("basic");
        let tokens = rp.tokens(&browser, "openid offline_access").await;
        let mut old = Vec::new();
        for there in [OLD, OLD] {
            let page = stage::launch(&browser, there).await;
            old.push(stage::token_of(&page).unwrap());
        }
        // One that is used, and one that was never used.
        assert_eq!(stage::user_info(app, &old[0], "OLD").await, 0);
        Self {
            access: text(&tokens, "access_token").to_owned(),
            refresh: text(&tokens, "refresh_token").to_owned(),
            old: old.try_into().unwrap(),
        }
    }

    /// True for each answer with data: UserInfo, introspection of both tokens, and both launch
    /// tokens.
    async fn answered(&self, app: &TestApp) -> [bool; 5] {
        let rp = app.rp("basic");
        let old = |status: i64| match status {
            0 => true,
            100_013 => false,
            other => panic!("{other}"),
        };
        [
            stage::userinfo(app, &self.access).await == 200,
            stage::is_active(&rp, &self.access).await,
            stage::is_active(&rp, &self.refresh).await,
            old(stage::user_info(app, &self.old[0], "OLD").await),
            old(stage::user_info(app, &self.old[1], "OLD").await),
        ]
    }
}

/// A refused code of a legacy application is not used up: it works as soon as the person has access.
#[tokio::test]
async fn a_refused_launch_code_is_not_spent() {
    for database in database::each_engine().await {
        let app = stage::set(&database).await;
        stage::join(&app, "DanMember", Status::Enabled).await;
        let browser = stage::signed_in(&app, "DanMember").await;
        let page = stage::launch(&browser, OLD_CODE).await;
        let code = stage::token_of(&page).unwrap();
        stage::switch_off(&app).await;
        assert_eq!(stage::user_info(&app, &code, "OLDCODE").await, 100_013);
        stage::change_products(&app, |_| {}).await;
        assert_eq!(stage::user_info(&app, &code, "OLDCODE").await, 0);
    }
}
