//! The pictures of feedback (E-25): who sees them, and what is no picture.

use atrium::clock::{DAY, MINUTE};
use atrium::db::DbError;
use atrium::feedback;
use atrium::files::references::{self, Owner};
use serde_json::json;

use super::feedback::{HANDLE, PICTURE, STATUS, SUBMIT, VIEW, details, form, sent};
use super::insider_attacks::holder;
use super::uploads::{bomb, upload};
use crate::signin::provider_icons::png;
use crate::support::product_api::{NOW, Server};
use crate::support::{database, trail};

/// F-66, attacks 33 and 40: a picture of feedback is for its author and for those who read all feedback, at a sealed address.
/// Nobody names a picture that somebody else uploaded, and a bomb is refused.
#[tokio::test]
async fn attack_33_a_picture_is_for_its_author_and_readers() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let eve = server.person("EveOther", |_| {}).await;
        let fay = holder(&server, "FayReader", &[VIEW]).await;
        let uploaded = upload(&server, &dan, PICTURE, "a.png", &png(20, 10))
            .await
            .data();
        let mut body = form();
        body["pictures"] = json!([uploaded["name"]]);
        let stolen = server.post_as(&eve, SUBMIT, &body).await.json();
        assert_eq!(stolen["faults"][0]["field"], "pictures", "{stolen}");
        let id = sent(&server, &dan, &body).await;
        let own = format!("/api/security/user/feedback/details?id={id}");
        let own = server.get_as(&dan, &own).await.data()["pictures"][0].clone();
        let read = details(&server, &fay, &id).await["pictures"][0].clone();
        let name = uploaded["name"].as_str().unwrap();
        let public = server.get(&format!("/files/p/{name}"), &[]).await;
        assert_eq!(public.http, 404, "it is public at no time");
        for picture in [&own, &read] {
            assert_eq!(picture["name"], uploaded["name"]);
            let shown = server.get(picture["url"].as_str().unwrap(), &[]).await;
            assert_eq!(
                (shown.http.as_u16(), shown.header("content-type")),
                (200, "image/jpeg")
            );
            assert_eq!(shown.header("cache-control"), "no-store");
        }
        // The preview for editors shows it to none of them, and the audit log does not name it.
        let gus = holder(
            &server,
            "GusEditor",
            &["operation_access.AnnouncementManagement.AnnouncementList.edit"],
        )
        .await;
        let preview = format!("/api/security/file/preview?file=/files/p/{name}");
        for person in [&gus, &fay] {
            let shown = server.get_as(person, &preview).await;
            assert_eq!(shown.status(), 100_012, "{shown:?}");
        }
        let entries = trail::of_kind(&database.db, "file.uploaded").await;
        assert_eq!(entries.len(), 1);
        assert!(!format!("{entries:?}").contains(name), "{entries:?}");
        server.clock.advance(MINUTE);
        let late = server.get(own["url"].as_str().unwrap(), &[]).await;
        assert_eq!(late.http, 404);
    }
}

/// Attack 40: a picture of 400 million pixels in a few bytes is refused, and nothing of it is kept.
#[tokio::test]
async fn attack_40_feedback_with_a_bomb_is_refused() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let refused = upload(&server, &dan, PICTURE, "b.png", &bomb(20_000, 20_000)).await;
        let refused = refused.json();
        assert_eq!(refused["status"], 1, "{refused}");
        assert_eq!(
            refused["msg"],
            "The picture has too many pixels. Make it smaller."
        );
        assert_eq!(refused["field"], "file");
        let kept = trail::of_kind(&database.db, "file.uploaded").await;
        assert!(kept.is_empty(), "{kept:?}");
    }
}

/// Attack 44: a person uploads twenty pictures for feedback in a day, also if no feedback is sent; others do not wait for them.
#[tokio::test]
async fn attack_44_a_person_uploads_twenty_pictures_in_a_day() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let (dan, eve) = (
        server.person("DanMember", |_| {}).await,
        server.person("EveOther", |_| {}).await,
    );
    for side in 8..28 {
        let kept = upload(&server, &dan, PICTURE, "a.png", &png(side, 8)).await;
        assert_eq!(kept.status(), 0, "{side}: {kept:?}");
    }
    let late = upload(&server, &dan, PICTURE, "a.png", &png(30, 8)).await;
    assert_eq!(late.http, 429);
    assert!(!late.header("retry-after").is_empty());
    let of_eve = upload(&server, &eve, PICTURE, "a.png", &png(30, 8)).await;
    assert_eq!(of_eve.status(), 0, "{of_eve:?}");
    server.clock.advance(DAY + MINUTE);
    let dan = server.signed_in(&dan.id).await;
    let next = upload(&server, &dan, PICTURE, "a.png", &png(30, 8)).await;
    assert_eq!(next.status(), 0, "{next:?}");
}

/// Attack 44: feedback loses its pictures a while after it was closed, and keeps its text. What is open keeps them.
#[tokio::test]
async fn attack_44_the_pictures_of_closed_feedback_are_swept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let fay = holder(&server, "FayHandler", &[VIEW, HANDLE]).await;
        let mut ids = Vec::new();
        for width in [20, 30] {
            let uploaded = upload(&server, &dan, PICTURE, "a.png", &png(width, 10)).await;
            let mut body = form();
            body["pictures"] = json!([uploaded.data()["name"]]);
            ids.push(sent(&server, &dan, &body).await);
        }
        let [closed, open] = [&ids[0], &ids[1]];
        let body = json!({ "id": closed, "status": 2 });
        server.post_as(&fay, STATUS, &body).await.data();
        let swept = async |before: i64| {
            let sweep = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(feedback::sweep_pictures(tx, before, 100))
            });
            sweep.await.unwrap()
        };
        assert_eq!(swept(NOW).await, 0, "closed just now");
        // Its author may have uploaded the same picture for other feedback.
        assert_eq!(swept(NOW + DAY).await, 0, "uploaded just now");
        let forgotten = server
            .db()
            .write::<_, DbError, _>(|tx| Box::pin(feedback::sweep(tx, NOW + DAY, 100)));
        assert_eq!(forgotten.await.unwrap(), 2);
        assert_eq!((swept(NOW + DAY).await, swept(NOW + DAY).await), (1, 0));
        for (id, pictures) in [(closed, 0), (open, 1)] {
            let found = details(&server, &fay, id).await;
            assert_eq!(found["pictures"].as_array().unwrap().len(), pictures);
            assert_eq!(found["feedback"], "The plan stops.\nAlways.");
            let mut view = server.db().read().await.unwrap();
            let used = references::of(&mut view, Owner("feedback", id)).await;
            assert_eq!(
                used.unwrap().len(),
                pictures,
                "{id} on {:?}",
                database.db.engine()
            );
        }
    }
}
