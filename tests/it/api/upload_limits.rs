//! What a person, and all together, may upload (attack 44).

use atrium::clock::DAY;
use atrium::db::DbError;
use atrium::files::{self, FileSweep};
use atrium::jobs::Routine as _;
use axum::body::{Body, Bytes};
use serde_json::json;

use super::uploads::{BOUNDARY, PICTURE, ada, post, upload};
use crate::signin::provider_icons::png;
use crate::support::product_api::{NOW, Server, borrowed};
use crate::support::{database, rows};

/// Attack 44: the bytes that a person uploads in a day are counted, also those of files that are refused; others, and the next
/// day, are not concerned.
#[tokio::test]
async fn attack_44_a_person_uploads_a_bounded_number_of_bytes_a_day() {
    for database in database::each_engine().await {
        let set = |config: &mut atrium::config::Config| config.files.person_bytes = 50 * 1_024;
        let server = Server::with(&database.db, set).await;
        let (ada, zoe) = (
            ada(&server).await,
            server.person("Zoe", |new| new.sup_admin = true).await,
        );
        let junk = vec![b'x'; 30 * 1_024];
        let send = async |person| upload(&server, person, PICTURE, "a.png", &junk).await;
        assert_eq!(send(&ada).await.json()["status"], 1, "no picture");
        let refused = send(&ada).await;
        assert_eq!(refused.http, 429);
        assert_eq!(
            refused.json()["msg"],
            "You have uploaded all that one day allows. Try again tomorrow."
        );
        assert!(!refused.header("retry-after").is_empty());
        let small = upload(&server, &ada, PICTURE, "a.png", &png(8, 8)).await;
        assert_eq!(small.status(), 0, "a small one still fits");
        assert_eq!(send(&zoe).await.json()["status"], 1);
        server.clock.advance(DAY);
        let next = server.signed_in(&ada.id).await;
        assert_eq!(send(&next).await.json()["status"], 1);
    }
}

/// Attack 44: all files together have a bound. Beyond it an upload is refused in words and leaves nothing; what is there
/// already is taken, and so is everything once the sweep has made room. A number that is wrong is counted again.
#[tokio::test]
async fn attack_44_all_files_together_are_bounded() {
    for database in database::each_engine().await {
        let set = |config: &mut atrium::config::Config| config.files.total_bytes = 1_000;
        let server = Server::with(&database.db, set).await;
        let ada = ada(&server).await;
        let db = server.db();
        let space = async || files::space(&mut db.read().await.unwrap()).await.unwrap();
        let mut side = 8;
        let refused = loop {
            let answer = upload(&server, &ada, PICTURE, "a.png", &png(side, side)).await;
            if answer.status() != 0 {
                break answer;
            }
            side += 1;
        };
        assert_eq!(refused.http, 503);
        assert_eq!(
            refused.json()["msg"],
            "The server has no room for further files. Ask an administrator to make room or to raise the limit."
        );
        let kept = space().await;
        assert!((1..=1_000).contains(&kept), "{kept}");
        let folder = server.state().config.files.url.clone();
        let folder = std::path::PathBuf::from(folder.strip_prefix("file:").unwrap());
        let bytes = |below: &str| -> u64 {
            let entries = std::fs::read_dir(folder.join(below)).unwrap();
            entries
                .map(|entry| entry.unwrap().metadata().unwrap().len())
                .sum()
        };
        assert_eq!(bytes("kept"), u64::try_from(kept).unwrap());
        assert_eq!(bytes("arriving"), 0);
        if kept < 1_000 {
            let again = upload(&server, &ada, PICTURE, "a.png", &png(8, 8)).await;
            assert_eq!(again.status(), 0, "it is there already");
        }
        let wrong = "UPDATE file_space SET bytes = $2 WHERE CAST($1 AS TEXT) = 'all'";
        let changed = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::set(tx, wrong, "all", json!(1_000)).await })
        });
        changed.await.unwrap();
        let full = upload(&server, &ada, PICTURE, "a.png", &png(8, 8)).await;
        assert_eq!(full.http, 503, "before it arrives");
        let sweep = FileSweep(server.state().files.shelf().clone());
        sweep.run(db, NOW).await.unwrap();
        assert_eq!(space().await, kept, "counted again");
        sweep.run(db, NOW + 2 * DAY).await.unwrap();
        assert_eq!((space().await, bytes("kept")), (0, 0));
        let fits = upload(&server, &ada, PICTURE, "a.png", &png(side, side)).await;
        assert_eq!(fits.status(), 0, "{fits:?}");
    }
}

/// Attack 44: a form whose head does not end is refused long before the largest upload.
#[tokio::test]
async fn attack_44_a_head_without_an_end_is_refused() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    let head =
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"");
    let pieces = std::iter::once(head).chain((0..200).map(|_| "x".repeat(1_024)));
    let pieces = pieces.map(|piece| Ok::<_, std::io::Error>(Bytes::from(piece)));
    let headers = server.dpop(&ada, "POST", PICTURE, &json!({}));
    let body = Body::from_stream(futures_util::stream::iter(pieces));
    let answer = post(&server, PICTURE, &borrowed(&headers), body).await;
    assert_eq!(answer.json()["field"], "file");
    assert_eq!(answer.json()["status"], 100_012);
}
