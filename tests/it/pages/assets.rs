//! Style, script and other files of the pages: size, colours, headers.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use atrium::pages::assets::Site;
use atrium::site::branding::Branding;
use axum::http::StatusCode;

/// Each page is below 30 kB in all, without a framework.
#[test]
fn style_and_script_are_small() {
    let site = Site::new(&Branding::default(), "", None);
    let sum = site.style.bytes().len() + site.script.bytes().len();
    assert!(sum < 30_000, "style and script are {sum} bytes");
    assert!(site.face.bytes().len() < 30_000);
}

/// The colours of these pages are the portal's.
#[test]
fn colours_are_the_portals() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tokens = fs::read_to_string(root.join("portal/src/theme/tokens.json")).unwrap();
    let tokens: serde_json::Value = serde_json::from_str(&tokens).unwrap();
    let style = String::from_utf8(
        Site::new(&Branding::default(), "", None)
            .style
            .bytes()
            .to_vec(),
    )
    .unwrap();
    let (light, rest) = style
        .split_once("@media (prefers-color-scheme: dark)")
        .unwrap();
    let dark = rest.split("@font-face").next().unwrap();
    for (mode, rules) in [("light", light), ("dark", dark)] {
        for line in rules.lines().filter(|line| line.contains(": #")) {
            let (name, value) = line
                .trim()
                .trim_start_matches("--")
                .split_once(": ")
                .unwrap();
            let token = &tokens["color"][name.replacen('-', ".", 1)][mode];
            assert_eq!(
                token.as_str(),
                Some(value.trim_end_matches(';')),
                "{name} in {mode}"
            );
        }
    }
    assert!(
        light.matches(": #").count() >= 14
            && light.matches(": #").count() == dark.matches(": #").count()
    );
    let family = tokens["font"]["family"]
        .as_str()
        .unwrap()
        .replace('\'', "\"");
    assert!(
        style.contains(&family),
        "the face is the portal's: {family}"
    );
}

#[tokio::test]
async fn assets_are_served_for_ever() {
    use tower::ServiceExt as _;
    let site: Arc<Site> = Site::new(&Branding::default(), "", None);
    for asset in site.assets() {
        let request = axum::http::Request::get(asset.path())
            .body(axum::body::Body::empty())
            .unwrap();
        let answer = site.routes::<()>().oneshot(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{}", asset.path());
        assert_eq!(
            answer.headers()["cache-control"],
            "public, max-age=31536000, immutable"
        );
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    }
    let pink = Branding {
        accent: "#c2185b".parse().unwrap(),
        ..Branding::default()
    };
    let other = Site::new(&pink, "", None);
    assert_ne!(
        other.style.path(),
        site.style.path(),
        "another accent is another file"
    );
    assert!(String::from_utf8_lossy(other.logo.bytes()).contains("#c2185b"));
}
