//! The cookies as they leave, on http and on https (design 8, 'Cookies'; attack 9).

use crate::support::app::TestApp;

/// Signs in through the pages and answers the attributes of each `Set-Cookie` line of the four
/// cookies, with the header that binds the browser to https.
async fn attributes(app: &TestApp) -> Vec<(String, Vec<String>)> {
    let browser = app.browser();
    let page = browser.go("/login").await;
    browser.sign_in(&page, "DanMember").await;
    let names = &app.ground().cookies;
    let mut found = Vec::new();
    for name in [&names.session, &names.flow, &names.began, &names.known] {
        let lines = browser.set_cookie_lines(name);
        assert!(!lines.is_empty(), "{name} was never set");
        for line in lines {
            let attributes = line.split("; ").skip(1).map(str::to_ascii_lowercase);
            found.push((name.clone(), attributes.collect()));
        }
    }
    found
}

/// Attack 9: no script reads them, no other site's form sends them, no subdomain sets or gets them.
#[tokio::test]
async fn every_cookie_is_ours_alone() {
    for https in [false, true] {
        let app = TestApp::start_with(|config| {
            if https {
                config.server.public_url = "https://sso.example".parse().unwrap();
            }
        })
        .await;
        for (name, attributes) in attributes(&app).await {
            let has = |wanted: &str| attributes.iter().any(|it| it == wanted);
            assert!(
                has("httponly") && has("samesite=lax") && has("path=/"),
                "{name}: {attributes:?}"
            );
            assert!(
                !attributes.iter().any(|it| it.starts_with("domain")),
                "{name}: {attributes:?}"
            );
            assert_eq!(has("secure"), https, "{name}: {attributes:?}");
            assert_eq!(name.starts_with("__Host-"), https, "{name}");
        }
        for path in [
            "/login",
            "/oauth2/jwks",
            "/api/security/common/public-key",
            "/",
        ] {
            let told = app.get(path).await;
            let told = told.header("strict-transport-security");
            assert_eq!(told, if https { "max-age=31536000" } else { "" }, "{path}");
        }
    }
}
