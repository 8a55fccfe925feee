//! The picture that people upload of themselves (OpenID Connect Core 1.0 section 5.1, F-66).

use atrium::clock::DAY;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::deletion::{WAITS, delete, routines};
use super::uploads::upload;
use crate::signin::provider_icons::png;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

const PICTURE: &str = "/api/security/account/picture";
const SAVE: &str = "/api/security/account/profile/save";
const PROFILE: &str = "/api/security/account/profile";
const INFO: &str = "/api/security/user/info?appName=SSO";
const UPDATE: &str = "/api/security/admin/user/update";

async fn sent(server: &Server, person: &Person, side: u32) -> String {
    let saved = upload(server, person, PICTURE, "me.png", &png(side, side)).await;
    saved.data()["picture"].as_str().unwrap().to_owned()
}

async fn header(server: &Server, person: &Person) -> Value {
    server.post_as(person, INFO, &json!(null)).await.data()["picture"].clone()
}

/// A person uploads, replaces and removes the picture. It is public while it is theirs. Another
/// change of the profile leaves it, with its address or without.
#[tokio::test]
async fn people_upload_a_picture_of_themselves() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        assert_eq!(header(&server, &dan).await, "");
        let first = sent(&server, &dan, 1_000).await;
        assert_eq!(header(&server, &dan).await, first);
        let served = server.get(&first, &[]).await;
        assert_eq!(served.http, 200);
        let http = async |path: &str| server.get(path, &[]).await.http.as_u16();
        let small = first.replace("/files/p/", "/files/p/small/");
        assert_eq!(http(&small).await, 200);
        let second = sent(&server, &dan, 20).await;
        assert_ne!(first, second);
        assert_eq!((http(&first).await, http(&second).await), (404, 200));
        for change in [
            json!({ "nickname": "Dan", "picture": second }),
            json!({ "nickname": "Danny" }),
        ] {
            let saved = server.post_as(&dan, SAVE, &change).await.data();
            assert_eq!(saved["picture"], second, "{change}");
        }
        let other = json!({ "picture": first });
        assert_eq!(
            server.post_as(&dan, SAVE, &other).await.json()["field"],
            "picture",
            "only an upload names a picture of the store"
        );
        let removed = server
            .post_as(&dan, SAVE, &json!({ "picture": "" }))
            .await
            .data();
        assert_eq!(removed["picture"], "");
        assert_eq!(
            (http(&second).await, header(&server, &dan).await),
            (404, json!(""))
        );
        let recorded = entries(server.db(), "account.changed", &dan.id).await;
        let changed = |detail: &Value| detail["changes"][0]["field"] == "picture";
        let pictures = recorded.iter().filter(|(.., detail)| changed(detail));
        assert_eq!(pictures.count(), 3, "set, replaced, removed");
    }
}

/// An administrator who edits the account removes its picture, and the erasure of the person does; no file is left public.
#[tokio::test]
async fn a_picture_goes_with_its_person() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server.person("DanMember", |_| {}).await;
        let picture = sent(&server, &dan, 20).await;
        let body = json!({ "userId": dan.id, "claims": { "picture": picture, "nickname": "Dan" } });
        assert_eq!(server.post_as(&ada, UPDATE, &body).await.status(), 0);
        assert_eq!(server.get(&picture, &[]).await.http, 200, "it stays");
        let body = json!({ "userId": dan.id, "claims": { "picture": "" } });
        assert_eq!(server.post_as(&ada, UPDATE, &body).await.status(), 0);
        assert_eq!(server.get(&picture, &[]).await.http, 404);
        let again = sent(&server, &dan, 20).await;
        assert_eq!(
            (&again, server.get(&again, &[]).await.http.as_u16()),
            (&picture, 200)
        );
        assert_eq!(delete(&server, &ada, &dan.id).await.status(), 0);
        routines(server.db(), NOW + WAITS + DAY).await;
        assert_eq!(server.get(&again, &[]).await.http, 404);
    }
}

/// Attack 44: everybody may upload a picture, so it is counted more strictly than the uploads of those who write.
#[tokio::test]
async fn attack_44_pictures_of_people_are_counted() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let dan = server.person("DanMember", |_| {}).await;
    for side in 8..18 {
        sent(&server, &dan, side).await;
    }
    let late = upload(&server, &dan, PICTURE, "me.png", &png(30, 30)).await;
    assert_eq!(late.http, 429);
    assert!(!late.header("retry-after").is_empty());
    assert_eq!(
        server.get_as(&dan, PROFILE).await.status(),
        0,
        "nothing else stops"
    );
}
