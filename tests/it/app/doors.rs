//! Every address of the server has an expected format, and gets random bytes.

use std::path::Path;

use atrium::app::listener;
use atrium_listener::Shutdown;
use axum::body::Body;
use hyper::Request;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::app::{TestApp, sent};
use crate::support::config::in_folder;
use crate::support::doors::{self, Shape};
use crate::support::noise::Noise;

/// Rounds of random bytes for each address.
const ROUNDS: usize = 90;

/// E-38, A-03: no bytes make a door panic or answer 500: random bytes for every address of the
/// router, as path, query, headers, form and JSON, by its methods and one other method. Each answer has the format of
/// its door and no redirect to another site (attacks 2, 5).
#[tokio::test]
async fn attack_2_noise_is_answered_by_every_door_in_its_shape() {
    let app = TestApp::start().await;
    let router = doors::served(&app);
    let noise = Noise::seeded(42);
    let mut wrong = Vec::new();
    for door in doors::all(&app).await {
        for round in 0..ROUNDS {
            let path = doors::filled(&door.path, &noise.path());
            let method = ["GET", "POST", "PUT"][round % 3];
            let uri = format!("{path}?{}", noise.query());
            let mut request = Request::builder().method(method).uri(&uri);
            *request.headers_mut().unwrap() = noise.headers();
            let kind = match round % 4 {
                0 | 1 => "application/x-www-form-urlencoded",
                2 => "application/json",
                _ => "",
            };
            if !kind.is_empty() {
                request = request.header("content-type", kind);
            }
            let request = request.body(Body::from(noise.bytes(600))).unwrap();
            let answer = sent(router.clone(), [127, 0, 0, 1], request).await;
            let (text, shape) = (answer.text(), door.shape);
            if !shape.answers(&answer.received(&text)) {
                let (status, headers) = (answer.status, &answer.headers);
                wrong.push(format!(
                    "{method} {uri} is no answer of {shape:?}: {status} {headers:?} {text}"
                ));
                break;
            }
            if !door.methods.is_empty() && !door.takes(method) {
                assert_eq!(answer.status, 405, "{method} {uri}");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The table is compared with the router's source. To prove that this reads the source correctly,
/// each kind of door must be found with its methods.
#[tokio::test]
async fn every_door_and_its_methods_are_listed() {
    let app = TestApp::start().await;
    let doors = doors::all(&app).await;
    for (path, shape, methods) in [
        ("/oauth2/token", Shape::OAuth, &["POST"][..]),
        ("/oauth2/jwks", Shape::Document, &["GET", "HEAD"]),
        ("/logout", Shape::Page, &["GET", "HEAD", "POST"]),
        ("/login/launch", Shape::Page, &["GET", "HEAD"]),
        ("/api/security/lion-login", Shape::Page, &["GET", "HEAD"]),
        ("/api/security/logout", Shape::Envelope, &["POST"]),
        ("/api/{*rest}", Shape::Envelope, &[]),
        ("/config.json", Shape::Portal, &["GET", "HEAD"]),
        ("/{*other}", Shape::Portal, &[]),
        ("/metrics", Shape::Probe, &["GET", "HEAD"]),
    ] {
        let door = doors.iter().find(|door| door.path == path);
        let door = door.unwrap_or_else(|| panic!("{path} is not found"));
        let listed = (door.shape, door.methods.join(" "));
        assert_eq!(listed, (shape, methods.join(" ")), "{path}");
    }
}

/// RFC 9110 section 6.6.1: each response over a connection has a `Date`, also UserInfo's and refusals.
#[tokio::test]
async fn answers_carry_their_date() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let tokens = app.rp("basic").tokens(&browser, "openid").await;
    let token = tokens["access_token"].as_str().unwrap();
    let server = in_folder(Path::new("/nonexistent")).server;
    let listener = listener::bind(&server).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(listener.run(doors::served(&app), Shutdown::new()));
    for (token, status) in [(token, 200), ("none", 401)] {
        let request = format!(
            "GET /oauth2/userinfo HTTP/1.1\r\nhost: localhost:8080\r\n\
             authorization: Bearer {token}\r\nconnection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
        let date = answer.lines().find_map(|line| line.strip_prefix("date: "));
        let date = jiff::fmt::rfc2822::parse(date.expect("a Date")).unwrap();
        let apart = date.timestamp().duration_until(jiff::Timestamp::now());
        assert!(apart.abs().as_secs() < 60, "{date}");
    }
}
