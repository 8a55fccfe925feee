//! The icons of corporate providers on the sign-in page.

use std::io::Cursor;

use atrium::config::{ProviderConfig, Secret};
use atrium::db::SqlQuery;
use atrium::federation::{Icon, Method, ProviderError, Written};
use axum::body::Body;
use axum::http::Request;
use image::{ImageFormat, RgbImage};

use crate::support::app::{Answer, TestApp};
use crate::support::corporate::Corporate;

/// A red PNG of these sides.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let red = RgbImage::from_pixel(width, height, image::Rgb([200, 0, 0]));
    let mut file = Vec::new();
    red.write_to(&mut Cursor::new(&mut file), ImageFormat::Png)
        .unwrap();
    file
}

async fn asked(app: &TestApp, path: &str) -> Answer {
    app.send(Request::get(path).body(Body::empty()).unwrap())
        .await
}

/// The address of the only picture on a button of the sign-in page.
async fn on_the_button(app: &TestApp) -> Option<String> {
    let page = app.browser().go("/login").await;
    let text = page.text();
    let (_, rest) = text.split_once("<img src=\"/federation/")?;
    let (address, attributes) = rest.split_once('"').unwrap();
    assert!(attributes.starts_with(" alt=\"\""), "it is decoration");
    Some(format!("/federation/{address}"))
}

/// Attack 40: the icon of the settings file is drawn again, small, and no browser runs anything in it. Its address changes
/// with it, so browsers keep it.
#[tokio::test]
async fn attack_40_an_icon_of_the_file_is_served_as_a_picture() {
    let corporate = Corporate::start(|provider| {
        provider.icon_file = provider.secret_file.with_file_name("lion.png");
        std::fs::write(&provider.icon_file, png(400, 200)).unwrap();
    });
    let corporate = corporate.await;
    let app = &corporate.app;
    let address = on_the_button(app).await.unwrap();
    let icon = asked(app, &address).await;
    assert_eq!(icon.status, 200);
    for (header, value) in [
        ("content-type", "image/png"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("set-cookie", ""),
    ] {
        assert_eq!(icon.header(header), value, "{header}");
    }
    let drawn = image::load_from_memory_with_format(&icon.body, ImageFormat::Png).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (96, 48));
    for path in ["/federation/lion/icon", "/federation/lion/icon?v=other"] {
        let short = asked(app, path).await;
        assert_eq!(short.body, icon.body);
        assert_eq!(short.header("cache-control"), "no-cache", "{path}");
    }
    for path in ["/federation/tiger/icon", "/federation/%FF/icon?v=1"] {
        assert_eq!(asked(app, path).await.status, 404, "{path}");
    }
}

/// A provider without an icon has none on its button. The icon of one that is disabled is gone, like its button.
#[tokio::test]
async fn a_disabled_provider_has_no_icon() {
    let corporate = Corporate::start(|_| {}).await;
    let app = &corporate.app;
    assert_eq!(on_the_button(app).await, None);
    assert_eq!(asked(app, "/federation/lion/icon").await.status, 404);
    let written = Written {
        settings: ProviderConfig {
            id: "tiger".to_owned(),
            label: "Tiger".to_owned(),
            issuer: "https://tiger.demo.test".to_owned(),
            client_id: "atrium".to_owned(),
            ..ProviderConfig::default()
        },
        credential: Some((Method::Secret, Secret::new("a secret"))),
        icon: Some(Some(Icon::of_file(&png(20, 20)).unwrap())),
        ..Written::default()
    };
    let (providers, audit) = (app.state().providers.clone(), app.audit());
    let added = app.db().write::<_, ProviderError, _>(move |tx| {
        Box::pin(async move { providers.add(tx, written, &audit).await })
    });
    added.await.unwrap();
    for (enabled, status) in [(0, 404), (1, 200), (0, 404)] {
        let set = app.db().write::<_, atrium::db::DbError, _>(move |tx| {
            Box::pin(async move {
                let sql = "UPDATE federation_providers SET enabled = $1 WHERE id = 'tiger'";
                SqlQuery::kept(sql).bind(enabled).execute(tx).await
            })
        });
        set.await.unwrap();
        app.state().providers.reload().await.unwrap();
        assert_eq!(asked(app, "/federation/tiger/icon").await.status, status);
        let address = on_the_button(app).await;
        assert_eq!(address.is_some(), enabled == 1, "{address:?}");
    }
}
