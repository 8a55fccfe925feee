//! Which tokens end together: an offline grant, a launch token, a userToken and the access token,
//! for each way to end them.

use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

use crate::support::app::{Answer, TestApp};
use crate::support::database;
use crate::support::legacy_app::{launched, user_info, user_token};

/// One token of each kind that a signed-in person may have.
struct Everything {
    sid: String,
    /// Of a token that depends on the session.
    access: String,
    /// Of an offline grant.
    offline: String,
    /// T of a legacy application.
    launch: String,
    user: String,
}

/// Which of them are valid.
#[derive(Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each lives or dies by itself"
)]
struct Good {
    access: bool,
    offline: bool,
    launch: bool,
    user: bool,
}

const ALL: Good = Good {
    access: true,
    offline: true,
    launch: true,
    user: true,
};
const NONE: Good = Good {
    access: false,
    offline: false,
    launch: false,
    user: false,
};

impl Everything {
    async fn of(app: &TestApp, account: &str) -> Self {
        let browser = app.browser();
        let sid = browser.sign_in_directly(account).await;
        let rp = app.rp("basic");
        let member = |tokens: Value, name: &str| tokens[name].as_str().unwrap().to_owned();
        let access = rp.tokens(&browser, "openid").await;
        let offline = rp.tokens(&browser, "openid offline_access").await;
        Self {
            access: member(access, "access_token"),
            offline: member(offline, "refresh_token"),
            launch: launched(&browser, "OLD", "http://localhost:9200/").await,
            user: user_token(app, &sid).await,
            sid,
        }
    }

    /// Asks at the doors; renews the offline grant while it lives.
    async fn good(&mut self, app: &TestApp) -> Good {
        let bearer = format!("Bearer {}", self.access);
        let request = Request::get("/oauth2/userinfo").header("authorization", bearer);
        let response = app.send(request.body(Body::empty()).unwrap()).await;
        assert!(
            [200, 401].contains(&response.status.as_u16()),
            "{response:?}"
        );
        let renewed = app.rp("basic").refresh(&self.offline).await;
        let offline = renewed.status == 200;
        if offline {
            let tokens = renewed.json();
            tokens["refresh_token"]
                .as_str()
                .unwrap()
                .clone_into(&mut self.offline);
        } else {
            assert_eq!(renewed.error(), "invalid_grant");
        }
        Good {
            access: response.status == 200,
            offline,
            launch: is_known(&user_info(app, &self.launch, "OLD").await),
            user: is_known(&user_info(app, &self.user, "SSO").await),
        }
    }
}

fn is_known(answer: &Answer) -> bool {
    let status = answer.json()["status"].as_i64();
    assert!([Some(0), Some(100_000)].contains(&status), "{answer:?}");
    status == Some(0)
}

/// a disabled account, and a password changed by the owner or an operator, end everything. A logout ends
/// all tokens of the session, a withdrawn consent all tokens of the client.
#[tokio::test]
async fn everything_dies_with_the_account_and_the_password() {
    let without_grants = || Good {
        access: false,
        offline: false,
        ..ALL
    };
    let offline_alone = || Good {
        offline: true,
        ..NONE
    };
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        for (how, left) in [
            ("disable", NONE),
            ("password", NONE),
            ("reset", NONE),
            ("log out", offline_alone()),
            ("withdraw", without_grants()),
        ] {
            let mut dans = Everything::of(&app, "DanMember").await;
            let mut others = Everything::of(&app, "ChloeManager").await;
            assert_eq!(dans.good(&app).await, ALL, "{how}");
            match how {
                "disable" => app.disable("DanMember").await,
                "password" => app.change_password("DanMember").await,
                "reset" => app.reset_password("DanMember").await,
                "log out" => app.sign_out(&dans.sid).await,
                _ => app.withdraw("DanMember", "basic").await,
            }
            assert_eq!(dans.good(&app).await, left, "{how}");
            assert_eq!(others.good(&app).await, ALL, "{how}: of another person");
            // Nothing becomes valid again when the account is enabled.
            app.enable("DanMember").await;
            assert_eq!(dans.good(&app).await, left, "{how}, and enabled");
        }
    }
}
