//! The portal's files and its configuration, through the whole router (contract K-01).

use std::path::Path;

use atrium::site::offered;
use serde_json::json;

use crate::support::base_path::ORIGIN;
use crate::support::product_api::{HOST, Server};
use crate::support::{database, skip};

/// Everything comes from this origin, nothing is inline, and frames are not allowed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

fn is_built() -> bool {
    Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/portal/dist/index.html"
    ))
    .exists()
}

/// A large hashed script of the built portal.
fn script() -> Option<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/portal/dist/assets");
    let names = std::fs::read_dir(folder).ok()?;
    names
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        // The smallest scripts have no smaller form.
        .find(|name| {
            name.starts_with("start-")
                && Path::new(name).extension().is_some_and(|kind| kind == "js")
        })
}

#[tokio::test]
async fn the_portal_gets_the_settings_of_this_installation() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let answer = server.get("/config.json", &[]).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let settings = answer.json();
    assert_eq!(settings["issuer"], HOST);
    assert_eq!(settings["clientId"], "portal");
    assert_eq!(settings["mail"], true);
    assert_eq!(settings["scope"], "openid profile email");
    assert_eq!(settings["hiddenAppIds"], json!([16, 35, 34]));
    assert_eq!(settings["typeLabels"]["3"]["en-us"], "Team tools");
    let base = HOST.trim_start_matches(ORIGIN);
    assert_eq!(settings["handbookUrl"], format!("{base}/handbook"));

    // The start page has the same, so that no visit waits for a second answer.
    if !is_built() {
        return skip("the built portal (make portal)");
    }
    let page = server.get("/", &[]).await;
    let (_, written) = page
        .text
        .split_once("<meta name=\"atrium-settings\" content=\"")
        .unwrap();
    let (written, _) = written.split_once("\" />").unwrap();
    let written = written.replace("&quot;", "\"").replace("&lt;", "<");
    let written: serde_json::Value = serde_json::from_str(&written.replace("&amp;", "&")).unwrap();
    assert_eq!(written, settings);
    assert!(!page.text.contains("config.json"), "{}", page.text);
    let etag = page.header("etag").to_owned();
    let again = server.get("/", &[("if-none-match", etag.as_str())]).await;
    assert_eq!((again.http.as_u16(), again.text.as_str()), (304, ""));
}

/// A name in the settings stays text in the start page, and another name is another page for caches.
#[tokio::test]
async fn settings_are_text_in_the_start_page() {
    if !is_built() {
        return skip("the built portal (make portal)");
    }
    let database = &database::each_engine().await[0];
    let mut tags = Vec::new();
    for name in ["Atrium", "\"><script>&amp;"] {
        let server = Server::with(&database.db, |config| {
            config.branding.product_name = name.to_owned();
        });
        let server = server.await;
        let page = server.get("/", &[]).await;
        assert!(!page.text.contains("\"><script>"), "{}", page.text);
        tags.push(page.header("etag").to_owned());
        let escaped = name.replace('&', "&amp;").replace('<', "&lt;");
        assert!(page.text.contains(&escaped.replace('"', "\\&quot;")));
    }
    assert_ne!(tags[0], tags[1]);
}

/// K-03, G-09, K-01: history mode: every path returns the start page, under a policy without anything inline.
#[tokio::test]
async fn any_path_is_the_start_page() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    for path in [
        "/",
        "/account-user/password",
        "/a/b/c?x=%3Cscript%3E",
        "/..%2f..%2fetc/passwd",
    ] {
        let answer = server.get(path, &[]).await;
        if is_built() {
            assert_eq!(answer.http, 200, "{path}");
            assert!(answer.text.contains("<div id=\"root\">"), "{path}");
            assert_eq!(answer.header("cache-control"), "no-cache");
            assert_eq!(answer.header("content-security-policy"), POLICY, "{path}");
            assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        } else {
            assert!(answer.text.contains("not built"), "{path}: {answer:?}");
        }
    }
}

/// The files that browsers and search engines request from every host: the mark, and a rule that nothing is searched.
#[tokio::test]
async fn the_mark_and_robots_are_where_programs_look() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let mark = server.get("/favicon.ico", &[]).await;
    assert_eq!(mark.http, 200);
    assert_eq!(mark.header("content-type"), "image/svg+xml");
    assert!(mark.text.starts_with("<svg"), "{}", mark.text);
    assert!(mark.header("content-security-policy").contains("sandbox"));
    let robots = server.get("/robots.txt", &[]).await;
    assert_eq!(robots.http, 200);
    assert!(robots.header("content-type").starts_with("text/plain"));
    assert_eq!(robots.text, "User-agent: *\nDisallow: /\n");
    for answer in [mark, robots] {
        assert_eq!(answer.header("cache-control"), "public, max-age=86400");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}

/// A missing file or API path is 404, not a page of the portal.
#[tokio::test]
async fn missing_files_are_missing() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    for path in [
        "/assets/none.js",
        "/oauth2/none",
        "/.well-known/none",
        "/api/none",
    ] {
        let answer = server.get(path, &[]).await;
        assert_eq!(answer.http, 404, "{path}");
        assert!(!answer.text.contains("id=\"root\""), "{path}");
    }
    let posted = server.post("/", &[], &json!({})).await;
    assert_eq!(posted.http, 405);
}

/// Files with a hash in their name are cached forever, compressed if the browser accepts it, and
/// not sent twice.
#[tokio::test]
async fn hashed_files_are_packed_and_kept() {
    let Some(script) = script() else {
        return skip("the built portal (make portal)");
    };
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let path = format!("/assets/{script}");
    for (accepted, coding) in [("br, gzip", "br"), ("gzip", "gzip"), ("identity", "")] {
        let answer = server.get(&path, &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.header("content-encoding"), coding);
        assert!(answer.header("content-type").starts_with("text/javascript"));
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=31536000, immutable"
        );
        assert_eq!(answer.header("vary"), "Accept-Encoding");
        let etag = answer.header("etag").to_owned();
        let again = server.get(&path, &[("if-none-match", etag.as_str())]).await;
        assert_eq!((again.http.as_u16(), again.text.as_str()), (304, ""));
    }
    let twin = server.get(&format!("{path}.br"), &[]).await;
    assert_eq!(twin.http, 404, "a packed twin is no file of its own");
}

/// T-16: links on sign-in pages and in emails lead to existing pages, and existing pages have links.
#[tokio::test]
async fn pages_are_offered_when_they_are_there() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let portal = server.get("/no/such/page", &[]).await;
    for (path, offered) in offered::PAGES {
        let answer = server.get(path, &[]).await;
        let of_server = answer.http == 200 && answer.text != portal.text;
        assert_eq!(of_server || is_route_of_portal(path), offered, "{path}");
    }
    assert_eq!(offered::ask_for(7), "/ask/7");
    assert!(is_route_of_portal("/ask/:productId"));
}

/// True if a route table of the portal contains the path.
fn is_route_of_portal(path: &str) -> bool {
    let features = concat!(env!("CARGO_MANIFEST_DIR"), "/portal/src/features");
    let tables = std::fs::read_dir(features)
        .unwrap()
        .map(|feature| feature.unwrap().path().join("routes.ts"));
    let named = format!("path: \"{path}\"");
    let mut texts = tables.filter_map(|table| std::fs::read_to_string(table).ok());
    texts.any(|text| text.contains(&named))
}

/// S-12, T-36, F-72, G-24: the handbook is a page in the reader's language with a link to the same in one file. Its pictures
/// exist, and nobody needs to be signed in.
#[tokio::test]
async fn the_handbook_is_a_page_and_a_file() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    for (language, heading, download) in [
        ("en-us", "Handbook of Atrium", "Download as one file"),
        ("zh-cn", "Atrium 使用手册", "下载为单个文件"),
    ] {
        let path = format!("/handbook?lang={language}");
        let page = server.get(&path, &[]).await;
        assert_eq!(page.http, 200);
        let html = page.text;
        assert!(html.contains(&format!("<h1>{heading}</h1>")), "{html}");
        assert!(!html.contains("{product}"), "{html}");
        let link =
            format!("<a href=\"/handbook?file=1&amp;lang={language}\" download>{download}</a>");
        assert!(html.contains(&link), "{html}");
        let pictures: Vec<&str> = html
            .split("<img src=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert!(!pictures.is_empty());
        for picture in pictures {
            let answer = server.get(picture, &[]).await;
            assert_eq!(answer.http, 200, "{picture}");
            assert_eq!(answer.header("content-type"), "image/png");
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
        }
        let file = server
            .get(&format!("/handbook?file=1&lang={language}"), &[])
            .await;
        let disposition = format!("attachment; filename=\"handbook-{language}.html\"");
        assert_eq!(file.header("content-disposition"), disposition);
        let html = file.text.as_str();
        for link in ["href=\"/", "src=\"/", "<script"] {
            assert!(!html.contains(link), "{link}: the file needs no server");
        }
        assert!(html.contains("src=\"data:image/png;base64,"));
    }
    let unknown = server
        .get("/handbook/pictures/..%2f..%2fCargo.toml", &[])
        .await;
    assert_eq!(unknown.http, 404);
}

/// G-24: the installer's handbook replaces ours.
#[tokio::test]
async fn the_installers_handbook_replaces_ours() {
    let database = &database::each_engine().await[0];
    let server = Server::with(&database.db, |config| {
        config.branding.handbook_url = "https://help.example/handbook.pdf".to_owned();
    })
    .await;
    let settings = server.get("/config.json", &[]).await.json();
    assert_eq!(settings["handbookUrl"], "https://help.example/handbook.pdf");
}

/// G-80: the analytics service of the settings is the only other place that the portal sends to.
#[tokio::test]
async fn the_policy_lets_the_portal_report_to_the_analytics_service() {
    if !is_built() {
        return skip("the built portal (make portal)");
    }
    let database = &database::each_engine().await[0];
    let server = Server::with(&database.db, |config| {
        config.page_views.url = "https://stats.example/api/event".to_owned();
    })
    .await;
    let start = server.get("/", &[]).await;
    let wanted = POLICY.replace(
        "connect-src 'self'",
        "connect-src 'self' https://stats.example",
    );
    assert_eq!(start.header("content-security-policy"), wanted);
    let settings = server.get("/config.json", &[]).await.json();
    let views = json!({ "count": false, "url": "https://stats.example/api/event" });
    assert_eq!(settings["pageViews"], views);
}
