//! The cookies that the server sets, on http and https (attack 9).

use crate::support::app::TestApp;

/// Signs in through the pages and returns the attributes of each `Set-Cookie` line of the four cookies, and
/// the HSTS header.
async fn attributes(app: &TestApp) -> Vec<(String, Vec<String>)> {
    let browser = app.browser();
    let page = browser.go("/login").await;
    browser.sign_in(&page, "DanMember").await;
    let names = &app.state().cookies;
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

/// A-02, attack 9: scripts cannot read the cookies, forms of other sites do not send them, subdomains neither set nor
/// get them.
#[tokio::test]
async fn attack_9_every_cookie_is_ours_alone() {
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
            let hsts = app.get(path).await;
            let hsts = hsts.header("strict-transport-security");
            assert_eq!(hsts, if https { "max-age=31536000" } else { "" }, "{path}");
        }
    }
}

/// A-83, attack 9, RFC 6265bis section 4.1.3: a browser refuses a `__Host-` cookie without `Secure` or `Path=/`, and a
/// deletion is one too. Exactly one line deletes the cookie, in each case.
#[tokio::test]
async fn attack_9_signing_out_deletes_the_cookie_in_a_way_that_browsers_take() {
    for https in [false, true] {
        let app = TestApp::start_with(|config| {
            if https {
                config.server.public_url = "https://sso.example".parse().unwrap();
            }
        })
        .await;
        let name = app.state().cookies.session.clone();
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let page = browser.get("/logout").await;
        let gone = browser.submit(&page, &[("logout", "yes")]).await;
        let stranger = app.browser();
        stranger.set_cookie(&name, "AAAAAAAAAAAAAAAAAAAAAA");
        for answer in [gone, stranger.get("/logout").await] {
            let lines: Vec<&str> = answer
                .headers
                .get_all("set-cookie")
                .iter()
                .map(|line| line.to_str().unwrap())
                .filter(|line| line.starts_with(&name) && line[name.len()..].starts_with('='))
                .collect();
            let secure = if https { "; Secure" } else { "" };
            let wanted = format!("{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}");
            assert_eq!(lines, [wanted.as_str()]);
        }
    }
}
