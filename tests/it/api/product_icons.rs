//! The icon of a product (contract G-28): chosen, uploaded, or fetched once from an https address (attacks 39, 40).

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::accounts::{ada, house};
use super::product_changes::{ADD, UPDATE, details, post, whole};
use super::uploads::{PICTURE, upload};
use crate::signin::provider_icons::png;
use crate::support::database;
use crate::support::https::certificate;
use crate::support::product_api::Server;

/// A server that answers every request with what `of` gives for its path. Counts them.
async fn serve(folder: &Path, of: fn(&str) -> Vec<u8>) -> (u16, Arc<AtomicUsize>) {
    let mut config = atrium::config::ServerConfig::default();
    let authority = certificate(folder, &mut config);
    std::fs::write(folder.join("ca.pem"), &authority).unwrap();
    let chain = vec![CertificateDer::from_pem_slice(authority.as_bytes()).unwrap()];
    let key = PrivateKeyDer::from_pem_file(config.tls_key.unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(tls));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            counter.fetch_add(1, Ordering::SeqCst);
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let mut request = vec![0; 4096];
            let read = stream.read(&mut request).await.unwrap_or(0);
            let head = String::from_utf8_lossy(&request[..read]).into_owned();
            let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
            let body = of(&path);
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            drop(stream.write_all(head.as_bytes()).await);
            drop(stream.write_all(&body).await);
            drop(stream.shutdown().await);
        }
    });
    (port, count)
}

/// G-28, attacks 39, 40: the picture at an https address is fetched once, drawn again and kept; a file of another kind is
/// refused in words that name the three.
#[tokio::test]
async fn attack_39_the_icon_of_an_address_is_fetched_once_and_kept() {
    fn files(path: &str) -> Vec<u8> {
        match path {
            "/icon.png" => [&png(64, 64)[..], b"<script>"].concat(),
            "/large.png" => {
                let mut large = png(8, 8);
                large.resize(3 * 1024 * 1024, 0);
                large
            }
            _ => b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(),
        }
    }
    for database in database::each_engine().await {
        let folder = tempfile::tempdir().unwrap();
        let (port, count) = serve(folder.path(), files).await;
        let ca = folder.path().join("ca.pem");
        let server = Server::with(&database.db, |config| {
            config.outbound.allow.push(format!("localhost:{port}"));
            config.outbound.ca_file = Some(ca);
        })
        .await;
        house(&server).await;
        let ada = ada(&server).await;
        let mut body = whole(&ada.id, &ada.id);
        body["iconimgUrl"] = format!("https://localhost:{port}/icon.png").into();
        let added = post(&server, &ada, ADD, &body).await;
        assert_eq!(added["status"], 0, "{added}");
        let icon = details(&server, &ada, 100).await["iconimgUrl"].clone();
        let icon = icon.as_str().unwrap();
        assert!(icon.starts_with("/files/p/"), "{icon}");
        let served = server.get(icon, &[]).await;
        assert_eq!(
            (served.http.as_u16(), served.header("content-type")),
            (200, "image/png")
        );
        assert!(!served.text.contains("<script>"));
        // Saving again fetches nothing.
        let kept = json!({ "projectId": 100, "iconimgUrl": icon });
        assert_eq!(post(&server, &ada, UPDATE, &kept).await["status"], 0);
        assert_eq!(count.load(Ordering::SeqCst), 1);
        for (path, words) in [
            ("icon.svg", "Choose a JPG, JPEG or PNG file."),
            (
                "large.png",
                "The picture at this address can’t be fetched. Upload it instead.",
            ),
        ] {
            let address = format!("https://localhost:{port}/{path}");
            let wrong = json!({ "projectId": 100, "iconimgUrl": address });
            let answer = post(&server, &ada, UPDATE, &wrong).await;
            assert_eq!(
                (&answer["field"], &answer["msg"]),
                (&json!("iconimgUrl"), &json!(words))
            );
        }
        for private in ["https://127.0.0.1/", "https://10.0.0.1/", "https://[::1]/"] {
            let wrong = json!({ "projectId": 100, "iconimgUrl": format!("{private}icon.png") });
            assert_eq!(
                post(&server, &ada, UPDATE, &wrong).await["field"],
                "iconimgUrl"
            );
        }
    }
}

/// G-28: an icon is uploaded or chosen. Only a picture that is kept here can be named, and it is public while the product has
/// it.
#[tokio::test]
async fn an_icon_is_uploaded_or_chosen() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let sent = upload(&server, &ada, PICTURE, "a.png", &png(64, 64)).await;
        let url = sent.data()["url"].clone();
        let added = post(&server, &ada, ADD, &whole(&ada.id, &ada.id)).await;
        assert_eq!(added["status"], 0, "{added}");
        let shown = async || details(&server, &ada, 100).await["iconimgUrl"].clone();
        assert_eq!(shown().await, "lucide:calendar");
        let set = async |icon: &str| {
            let body = json!({ "projectId": 100, "iconimgUrl": icon });
            post(&server, &ada, UPDATE, &body).await
        };
        let unknown = format!("/files/p/{}.png", "0".repeat(64));
        for wrong in [&unknown, "/icons/x.svg", "lucide:A", "/files/p/../x.png"] {
            let answer = set(wrong).await;
            assert_eq!(answer["field"], "iconimgUrl", "{wrong}: {answer}");
        }
        let url = url.as_str().unwrap();
        assert_eq!(server.get(url, &[]).await.http, 404);
        assert_eq!(set(url).await["status"], 0);
        assert_eq!(shown().await, url);
        assert_eq!(server.get(url, &[]).await.http, 200);
        assert_eq!(set("").await["status"], 0);
        assert_eq!(server.get(url, &[]).await.http, 404, "no product has it");
        let pictures = json!({ "projectId": 100, "snapshots": [url, "https://a.example/1.png"] });
        assert_eq!(post(&server, &ada, UPDATE, &pictures).await["status"], 0);
        assert_eq!(server.get(url, &[]).await.http, 200);
        let missing = json!({ "projectId": 100, "snapshots": [unknown] });
        let answer = post(&server, &ada, UPDATE, &missing).await;
        assert_eq!(answer["field"], "snapshots[0]");
    }
}
