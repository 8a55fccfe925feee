//! Uploads of pictures, and the route that serves them (contract C-112, E-40, F-66, V-30, V-31, X-21; attack 40).

use atrium::clock::{Clock, DAY, MINUTE, Millis};
use atrium::db::{Db, DbError};
use atrium::files::references::{self, Owner};
use atrium::files::{FileSweep, LARGEST};
use atrium::jobs::Routine as _;
use axum::body::{Body, Bytes};
use axum::http::Request;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

use crate::signin::provider_icons::png;
use crate::support::product_api::{Answered, NOW, Person, Server, borrowed};
use crate::support::{database, rows, trail};

pub const EDITOR: &str = "/api/security/admin/announcement/file-upload";
pub const PICTURE: &str = "/api/security/file/upload";

pub const BOUNDARY: &str = "----a-boundary";

/// The fields of a good upload: none besides the file.
pub fn sample() -> Value {
    json!({})
}

/// A form with these files, each with its name.
fn form(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut form = Vec::new();
    for (name, file) in files {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: text/html\r\n\r\n"
        );
        form.extend_from_slice(head.as_bytes());
        form.extend_from_slice(file);
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    form
}

/// Sends a small picture with these headers; `fields` stand in the query.
pub async fn send(
    server: &Server,
    path: &str,
    headers: &[(&'static str, String)],
    fields: &Value,
) -> Answered {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in fields.as_object().unwrap() {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        query.append_pair(name, &text);
    }
    let path = format!("{path}?{}", query.finish());
    let body = form(&[("a.png", &png(8, 8))]);
    post(server, &path, &borrowed(headers), body).await
}

pub async fn post(
    server: &Server,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Body>,
) -> Answered {
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let mut request = Request::post(path).header("content-type", kind);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    server.send(request.body(body.into()).unwrap()).await
}

/// Uploads the file as a person.
pub async fn upload(
    server: &Server,
    person: &Person,
    path: &str,
    name: &str,
    file: &[u8],
) -> Answered {
    let headers = server.dpop(person, "POST", path, &json!({}));
    post(server, path, &borrowed(&headers), form(&[(name, file)])).await
}

pub async fn ada(server: &Server) -> Person {
    server.person("Ada", |new| new.sup_admin = true).await
}

/// Says that `owner` uses these pictures; gives the names that are none.
pub async fn refer(db: &Db, owner: &str, names: &[&str], from: Option<Millis>) -> Vec<String> {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    let owner = owner.to_owned();
    let referred = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { references::set(tx, Owner("news", &owner), &names, from, NOW).await })
    });
    referred.await.unwrap()
}

/// C-112, E-40, F-66: the answer is the address of a picture that was drawn again. Everybody can read it from the time on at
/// which something shows it to everybody, and no longer when nothing does.
#[tokio::test]
async fn a_picture_is_public_while_something_public_shows_it() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let mut sent = png(400, 200);
        sent.extend_from_slice(b"<script>alert(1)</script>");
        let url = upload(&server, &ada, EDITOR, "a.png", &sent).await.data();
        let url = url.as_str().unwrap();
        let name = url.strip_prefix("/files/p/").unwrap();
        let again = upload(&server, &ada, PICTURE, "b.png", &sent).await.data();
        assert_eq!(again["name"], name, "one content, one name");
        assert_eq!(again["small"], format!("/files/p/small/{name}"));
        let http = async |path: &str| server.get(path, &[]).await.http.as_u16();
        assert_eq!(http(url).await, 404, "nothing shows it yet");
        let db = server.db();
        for (from, status) in [(None, 404), (Some(NOW + 1), 404), (Some(NOW), 200)] {
            assert!(refer(db, "1", &[name], from).await.is_empty());
            assert_eq!(http(url).await, status, "{from:?}");
        }
        let served = server.get(url, &[("cookie", "a=b")]).await;
        for (header, value) in [
            ("content-type", "image/png"),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "sandbox; default-src 'none'"),
            ("cross-origin-resource-policy", "same-site"),
            ("cache-control", "public, max-age=31536000, immutable"),
            ("set-cookie", ""),
        ] {
            assert_eq!(served.header(header), value, "{header}");
        }
        assert!(!served.text.contains("script"), "attack 40: drawn again");
        assert_eq!(http(again["small"].as_str().unwrap()).await, 200);
        let head = Request::head(url).body(Body::empty()).unwrap();
        let head = server.send(head).await;
        assert_eq!((head.http.as_u16(), head.text.as_str()), (200, ""));
        assert!(head.header("content-length").parse::<u64>().unwrap() > 0);
        let unknown = format!("{}.png", "0".repeat(64));
        assert_eq!(
            refer(db, "1", &[&unknown], Some(NOW)).await,
            [unknown.as_str()],
            "the old picture is left out, the new one is none"
        );
        assert_eq!(http(url).await, 404);
    }
}

/// Pictures of news that is not out yet: its editors see one by an address for one person and a minute, which is over when
/// the person's right is.
#[tokio::test]
async fn attack_24_editors_see_a_picture_before_it_is_public() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let url = upload(&server, &ada, EDITOR, "a.png", &png(8, 8))
            .await
            .data();
        let url = url.as_str().unwrap();
        let dan = server.person("DanMember", |_| {}).await;
        let path = format!("/api/security/file/preview?file={url}");
        assert_eq!(server.get_as(&dan, &path).await.status(), 100_013);
        let unknown = format!("/files/p/{}.png", "0".repeat(64));
        let missing = format!("/api/security/file/preview?file={unknown}");
        assert_eq!(server.get_as(&ada, &missing).await.json()["field"], "file");
        let given = server.get_as(&ada, &path).await.data();
        let given = given["url"].as_str().unwrap();
        let shown = server.get(given, &[]).await;
        assert_eq!(
            (shown.http.as_u16(), shown.header("content-type")),
            (200, "image/png")
        );
        assert_eq!(shown.header("cache-control"), "no-store");
        assert_eq!(server.get(url, &[]).await.http, 404, "not public");
        let taken = "UPDATE accounts SET sup_admin = $2 WHERE id = $1";
        let id = ada.id.clone();
        let changed = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::set(tx, taken, &id, json!(0)).await })
        });
        changed.await.unwrap();
        assert_eq!(server.get(given, &[]).await.http, 404);
        server.clock.advance(MINUTE);
        assert_eq!(server.get(given, &[]).await.http, 404);
    }
}

/// Where `files.public_url` names another origin, pages of another site embed the pictures.
#[tokio::test]
async fn pictures_of_another_origin_may_be_embedded() {
    let database = database::sqlite().await;
    let set = |config: &mut atrium::config::Config| {
        config.files.public_url = Some("https://files.example.com".to_owned());
    };
    let server = Server::with(&database.db, set).await;
    let ada = ada(&server).await;
    let url = upload(&server, &ada, EDITOR, "a.png", &png(8, 8))
        .await
        .data();
    let url = url.as_str().unwrap();
    let name = url.strip_prefix("/files/p/").unwrap();
    refer(server.db(), "1", &[name], Some(NOW)).await;
    let served = server.get(url, &[]).await;
    assert_eq!(
        served.header("cross-origin-resource-policy"),
        "cross-origin"
    );
    let config = server.get("/config.json", &[]).await.json();
    assert_eq!(config["filesUrl"], "https://files.example.com");
}

/// What nothing uses for a day is deleted, with its bytes; what is used stays, and so does what was uploaded again. Half
/// files are gone too.
#[tokio::test]
async fn what_nothing_uses_for_a_day_is_deleted() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let mut names = Vec::new();
        for side in [8, 9, 10] {
            let answer = upload(&server, &ada, PICTURE, "a.png", &png(side, side)).await;
            names.push(answer.data()["name"].as_str().unwrap().to_owned());
        }
        let [used, left, unused] = &names[..] else {
            panic!("three pictures")
        };
        let db = server.db();
        refer(db, "1", &[used, left], Some(NOW)).await;
        refer(db, "1", &[used], Some(NOW)).await;
        let folder = server.state().config.files.url.clone();
        let folder = std::path::PathBuf::from(folder.strip_prefix("file:").unwrap());
        let half = folder.join("arriving").join("half#1");
        std::fs::write(&half, "half").unwrap();
        std::fs::write(folder.join("arriving").join("whole"), "x").unwrap();
        let count = |below: &str| std::fs::read_dir(folder.join(below)).unwrap().count();
        assert_eq!((count("kept"), count("arriving")), (6, 2));
        let sweep = FileSweep(server.state().files.shelf().clone());
        sweep.run(db, NOW + DAY - 1).await.unwrap();
        assert_eq!(count("kept"), 6, "a day is not over");
        server.clock.advance(5 * MINUTE);
        let again = upload(&server, &ada, PICTURE, "a.png", &png(10, 10)).await;
        assert_eq!(again.data()["name"], **unused);
        sweep.run(db, NOW + DAY + 1).await.unwrap();
        assert_eq!(
            count("kept"),
            4,
            "the one that nothing uses any more is gone"
        );
        // The half ones are as old as this test: a later round takes them.
        let later = Clock::system().now() + 2 * DAY;
        sweep.run(db, later).await.unwrap();
        assert_eq!((count("kept"), count("arriving")), (2, 0));
        assert!(!half.exists());
        let url = format!("/files/p/{used}");
        assert_eq!(server.get(&url, &[]).await.http, 200);
        assert_eq!(refer(db, "2", &[left], Some(NOW)).await, [left.as_str()]);
        // It can come back.
        let back = upload(&server, &ada, PICTURE, "a.png", &png(9, 9)).await;
        assert_eq!(back.data()["name"], **left);
        assert!(refer(db, "2", &[left], Some(NOW)).await.is_empty());
        assert_eq!(server.get(&format!("/files/p/{left}"), &[]).await.http, 200);
    }
}

/// A PNG whose header claims these sides.
pub fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut bomb = png(16, 16);
    bomb[16..20].copy_from_slice(&width.to_be_bytes());
    bomb[20..24].copy_from_slice(&height.to_be_bytes());
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| match sum & 1 {
            1 => 0xedb8_8320 ^ (sum >> 1),
            _ => sum >> 1,
        })
    };
    let sum = !bomb[12..29].iter().fold(u32::MAX, step);
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    bomb
}

/// Attack 40, V-30, X-21, G-81: a file that lies about its type, is damaged, is a bomb or too large gives status 1 and says
/// why; the call of the contract says its own words. Nothing is left of it.
#[tokio::test]
async fn attack_40_other_files_are_refused_with_the_reason() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    let (kind, damaged) = (
        "Choose a JPG, JPEG or PNG file.",
        "This picture is damaged.",
    );
    let whole = png(300, 300);
    let mut large = png(8, 8);
    large.resize(LARGEST + 1, 0);
    let mut far_too_large = png(8, 8);
    far_too_large.resize(LARGEST + 1024 * 1024, 0);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>";
    let bombs = [bomb(20_000, 20_000), bomb(9_000, 9_000)];
    assert!(bombs[0].len() < 1_024);
    for (file, words) in [
        (&svg[..], kind),
        (b"<html><script>alert(1)</script>", kind),
        (b"GIF89a\x01\0\x01\0\0\0\0;", kind),
        (b"", kind),
        (&whole[..whole.len() / 2], damaged),
        (
            &bombs[0],
            "The picture has too many pixels. Make it smaller.",
        ),
        (
            &bombs[1],
            "The picture has too many pixels. Make it smaller.",
        ),
        (&large, "The file is larger than 20 MB."),
        (&far_too_large, "The file is larger than 20 MB."),
    ] {
        for (path, words) in [(PICTURE, words), (EDITOR, "图片上传失败")] {
            let answer = upload(&server, &ada, path, "picture.png", file)
                .await
                .json();
            assert_eq!(answer["status"], 1, "{answer}");
            assert_eq!(answer["msg"], words);
            assert_eq!(answer["field"], "file");
        }
    }
    let folder = server.state().config.files.url.clone();
    let folder = std::path::PathBuf::from(folder.strip_prefix("file:").unwrap());
    for below in ["kept", "arriving"] {
        let left = std::fs::read_dir(folder.join(below)).unwrap().count();
        assert_eq!(left, 0, "{below}");
    }
    // K-21: the largest file is taken.
    large.truncate(LARGEST);
    let taken = upload(&server, &ada, PICTURE, "picture.png", &large).await;
    assert_eq!(taken.status(), 0, "{taken:?}");
}

/// Attack 40, V-31: a name that is made to escape is kept for the audit log in a harmless form, and no path is made of it.
#[tokio::test]
async fn attack_40_a_name_cannot_escape() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    for name in ["../../etc/x.png", "..\\\\..\\\\x.png", "%2e%2e%2fx.png"] {
        let taken = upload(&server, &ada, PICTURE, name, &png(8, 8)).await;
        assert_eq!(taken.status(), 0, "{taken:?}");
    }
    for entry in trail::of_kind(server.db(), "file.uploaded").await {
        assert!(entry.detail.contains("x.png\""), "{}", entry.detail);
        assert!(!entry.detail.contains(['/', '\\', '%']), "{}", entry.detail);
    }
    let hash = "0".repeat(64);
    for path in [
        "/files/p/..%2f..%2fatrium.db".to_owned(),
        format!("/files/p/{hash}.png%00"),
        format!("/files/p/%2e%2e%2f{hash}.png"),
        format!("/files/p/{hash}.png/"),
        format!("/files/p/small/..%2f{hash}.png"),
        "/files/p/%ff.png".to_owned(),
    ] {
        assert_eq!(server.get(&path, &[]).await.http, 404, "{path}");
    }
}

/// V-30: one file at a time, in one form and by one person; a form that is none or ends early is a fault of the field.
#[tokio::test]
async fn one_file_arrives_at_a_time() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    let sent = async |body: Body| {
        let headers = server.dpop(&ada, "POST", PICTURE, &json!({}));
        post(&server, PICTURE, &borrowed(&headers), body)
            .await
            .json()
    };
    let file = png(8, 8);
    let two = form(&[("a.png", &file), ("b.png", &file)]);
    let answer = sent(two.into()).await;
    assert_eq!(answer["msg"], "Send one file at a time.");
    for none in ["", "{}", &format!("--{BOUNDARY}--\r\n")] {
        let answer = sent(none.to_owned().into()).await;
        assert!(
            answer["field"] == "file" || answer["status"] == 1,
            "{answer}"
        );
    }
    let whole = form(&[("a.png", &file)]);
    let cut = sent(whole[..whole.len() - 40].to_vec().into()).await;
    assert_eq!(cut["status"], 1, "{cut}");
    assert_eq!(cut["msg"], "The file didn’t arrive whole. Send it again.");
    let running = server.state().uploads.begin(&ada.id).unwrap();
    let second = upload(&server, &ada, PICTURE, "a.png", &file).await;
    assert_eq!(second.http, 429);
    assert_eq!(
        second.json()["msg"],
        "You are already uploading a file. Wait until that is done, then try again."
    );
    drop(running);
    let third = upload(&server, &ada, PICTURE, "a.png", &file).await;
    assert_eq!(third.status(), 0);
}

/// Attack 44: of uploads that arrive together only some are taken at once; others hear that they may try again, and none fails
/// in another way.
#[tokio::test]
async fn attack_44_many_uploads_at_once_wait_or_come_back() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let mut people = Vec::new();
    for number in 0..12 {
        let name = format!("Ada{number}");
        people.push(server.person(&name, |new| new.sup_admin = true).await);
    }
    let uploads = people.iter().map(|person| {
        let server = &server;
        async move {
            // The bytes arrive one after the other.
            let body = form(&[("a.png", &png(8, 8))]);
            let parts = futures_util::stream::iter(body).then(|byte| async move {
                tokio::task::yield_now().await;
                Ok::<_, std::io::Error>(Bytes::from(vec![byte]))
            });
            let headers = server.dpop(person, "POST", PICTURE, &json!({}));
            post(
                server,
                PICTURE,
                &borrowed(&headers),
                Body::from_stream(parts),
            )
            .await
        }
    });
    for answer in futures_util::future::join_all(uploads).await {
        assert!([200, 503].contains(&answer.http.as_u16()), "{answer:?}");
    }
    assert_eq!(
        std::fs::read_dir(
            server
                .state()
                .config
                .files
                .url
                .strip_prefix("file:")
                .unwrap()
                .to_owned()
                + "/arriving"
        )
        .unwrap()
        .count(),
        0
    );
}
