//! The files of products (contract E-10, F-23): for people who may open the product, for a minute.

use atrium::catalogue::ProductRow;
use atrium::clock::MINUTE;
use serde_json::{Value, json};

use super::accounts::{ada, house};
use super::product_changes::{UPDATE, post};
use super::uploads::upload;
use crate::access;
use crate::support::database;
use crate::support::product_api::{Answered, Person, Server};

const UPLOAD: &str = "/api/security/admin/app/file-upload";

/// Uploads a file of product 7.
pub async fn sent(server: &Server, person: &Person, name: &str, file: &[u8]) -> Answered {
    let path = format!("{UPLOAD}?projectId=7");
    upload(server, person, &path, name, file).await
}

/// Product 7 with this file, for everybody or for nobody.
pub async fn with_file(server: &Server, ada: &Person, url: &Value, everyone: bool) {
    let body = json!({
        "projectId": 7, "everyone": everyone, "files": [{ "description": "Plan", "url": url }],
    });
    let changed = post(server, ada, UPDATE, &body).await;
    assert_eq!(changed["status"], 0, "{changed}");
}

pub async fn address(server: &Server, person: &Person, url: &Value) -> Answered {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("productId", "7")
        .append_pair("file", url.as_str().unwrap())
        .finish();
    let path = format!("/api/security/app/file?{query}");
    server.get_as(person, &path).await
}

pub async fn house_with_seven(server: &Server) -> (Person, Person) {
    house(server).await;
    let seven = ProductRow {
        everyone: true,
        ..access::product(7)
    };
    access::save(server.db(), seven, &[]).await;
    access::save(server.db(), access::product(8), &[]).await;
    let dan = server.person("DanMember", |_| {}).await;
    (ada(server).await, dan)
}

/// E-10, attack 40: a file of any kind is a download with a harmless name, which no browser shows by itself.
#[tokio::test]
async fn a_file_of_a_product_is_downloaded() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = house_with_seven(&server).await;
        let html = b"<script>alert(1)</script>";
        let uploaded = sent(&server, &ada, "../计划 1.html", html).await.data();
        assert_eq!(uploaded["name"], "计划 1.html");
        assert_eq!(uploaded["bytes"], html.len());
        let url = &uploaded["url"];
        assert_eq!(
            address(&server, &dan, url).await.json()["field"],
            "file",
            "no product has it"
        );
        with_file(&server, &ada, url, true).await;
        let given = address(&server, &dan, url).await.data();
        let given = given["url"].as_str().unwrap();
        let served = server.get(given, &[]).await;
        assert_eq!(served.text.as_bytes(), html);
        for (header, value) in [
            ("content-type", "application/octet-stream"),
            (
                "content-disposition",
                "attachment; filename=\"__ 1.html\"; filename*=UTF-8''%E8%AE%A1%E5%88%92%201.html",
            ),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "sandbox; default-src 'none'"),
            ("cache-control", "no-store"),
            ("set-cookie", ""),
        ] {
            assert_eq!(served.header(header), value, "{header}");
        }
        // Its own address leads nowhere.
        let own = server.get(url.as_str().unwrap(), &[]).await;
        assert_ne!(own.text.as_bytes(), html);
    }
}

/// T8, attack 24: an address that is over or changed, and one whose person may no longer open the product, say so and
/// give nothing; a file of another product cannot be named.
#[tokio::test]
async fn attack_24_an_address_is_checked_again_when_it_is_used() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = house_with_seven(&server).await;
        let url = sent(&server, &ada, "a.pdf", b"%PDF").await.data()["url"].clone();
        with_file(&server, &ada, &url, true).await;
        let given = address(&server, &dan, &url).await.data();
        let given = given["url"].as_str().unwrap();
        assert_eq!(server.get(given, &[]).await.http, 200);
        let words =
            "This link to a file no longer works. Go back to the product and open the file again.";
        let over = async |path: &str, why: &str| {
            let answer = server.get(path, &[]).await;
            assert_eq!(
                (answer.http.as_u16(), answer.text.as_str()),
                (404, words),
                "{why}"
            );
        };
        let mut changed = given.to_owned();
        let at = changed.len() - 8;
        let other = if &changed[at..=at] == "A" { "B" } else { "A" };
        changed.replace_range(at..=at, other);
        over(&changed, "changed").await;
        over("/files/s/x", "none of ours").await;
        with_file(&server, &ada, &url, false).await;
        over(given, "the access was taken").await;
        assert_eq!(address(&server, &dan, &url).await.status(), 100_013);
        with_file(&server, &ada, &url, true).await;
        assert_eq!(server.get(given, &[]).await.http, 200);
        let emptied = json!({ "projectId": 7, "files": [] });
        assert_eq!(post(&server, &ada, UPDATE, &emptied).await["status"], 0);
        over(given, "the product has it no longer").await;
        with_file(&server, &ada, &url, true).await;
        server.clock.advance(MINUTE);
        over(given, "a minute is over").await;
        let other = json!({ "projectId": 8, "files": [{ "description": "Plan", "url": url }] });
        let refused = post(&server, &ada, UPDATE, &other).await;
        assert_eq!(
            refused["field"], "files[0].url",
            "a file of another product"
        );
    }
}
