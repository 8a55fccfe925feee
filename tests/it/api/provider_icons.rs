//! The icon that super administrators give a provider (R-21).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::providers::{ADD, UPDATE, ada, one, with, written};
use crate::signin::provider_icons::png;
use crate::support::product_api::Server;
use crate::support::{database, trail};

fn data_url(kind: &str, file: &[u8]) -> Value {
    json!(format!("data:{kind};base64,{}", STANDARD.encode(file)))
}

/// An icon is stored as a PNG of ours, kept by a change that does not send one, and removed by an empty text. Its entry says
/// that it changed, without the picture.
#[tokio::test]
async fn an_icon_is_given_kept_and_removed() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    // The largest file that the portal sends.
    let mut file = png(300, 300);
    file.resize(256 * 1024, 0);
    let body = with(
        written("tiger"),
        &json!({ "icon": data_url("image/png", &file) }),
    );
    let added = server.post_as(&ada, ADD, &body).await;
    assert_eq!(added.status(), 0, "{added:?}");
    let icon = async || one(&server, &ada, "tiger").await["icon"].clone();
    let first = icon().await;
    let text = first.as_str().unwrap();
    let drawn = text.strip_prefix("data:image/png;base64,").unwrap();
    let drawn = image::load_from_memory(&STANDARD.decode(drawn).unwrap()).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (96, 96));
    for (change, same) in [
        (json!({ "label": "Tiger" }), true),
        (json!({ "icon": data_url("text/html", &png(8, 8)) }), false),
    ] {
        let changed = with(change, &json!({ "id": "tiger" }));
        assert_eq!(server.post_as(&ada, UPDATE, &changed).await.status(), 0);
        assert_eq!(
            icon().await == first,
            same,
            "the bytes decide, not the type"
        );
    }
    let removed = json!({ "id": "tiger", "icon": "" });
    assert_eq!(server.post_as(&ada, UPDATE, &removed).await.status(), 0);
    assert_eq!(icon().await, Value::Null);
    let entries = trail::of_kind(server.db(), "provider.changed").await;
    let only_icon = r#""changes":[{"field":"icon_url"}]"#;
    let changed = entries.iter();
    let changed = changed.filter(|entry| entry.detail.contains(only_icon));
    assert_eq!(changed.count(), 2, "another icon, and none");
    assert!(entries.iter().all(|entry| !entry.detail.contains("base64")));
}

/// Attack 40: SVG, HTML in the name of a PNG, huge sides, a file that is cut off and one that is too large are refused at
/// their field, and nothing is stored.
#[tokio::test]
async fn attack_40_other_files_are_no_icon() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>";
    let (kind, damaged) = ("Choose a PNG or JPEG file.", "This picture is damaged.");
    let whole = png(300, 300);
    let cut = &whole[..whole.len() / 2];
    let mut large = png(8, 8);
    large.resize(256 * 1024 + 1, 0);
    for (icon, words) in [
        (data_url("image/svg+xml", svg), kind),
        (
            data_url("image/png", b"<html><script>alert(1)</script>"),
            kind,
        ),
        (json!("https://elsewhere.test/icon.png"), kind),
        (json!("data:image/png;base64,no base64!"), kind),
        (data_url("image/png", cut), damaged),
        (
            data_url("image/png", &png(2049, 1)),
            "The picture is wider or higher than 2048 pixels.",
        ),
        (
            data_url("image/png", &large),
            "The file is larger than 256 KiB.",
        ),
    ] {
        let body = with(written("tiger"), &json!({ "icon": icon }));
        let answer = server.post_as(&ada, ADD, &body).await.json();
        assert_eq!(answer["msg"], words);
        assert_eq!(answer["faults"][0]["field"], "icon", "{answer}");
    }
    let list = server.get_as(&ada, super::providers::LIST).await.data();
    let ids = list["providers"].as_array().unwrap().iter();
    assert!(ids.map(|one| &one["id"]).all(|id| id != "tiger"));
}
