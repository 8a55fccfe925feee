//! The file store in a bucket of an S3 server that we did not write (s3rver), if `ATRIUM_TEST_S3` names a Node.js:
//! `scripts/with-s3 cargo test file_bucket`.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use atrium::clock::DAY;
use atrium::config::FilesConfig;
use atrium::files::FileSweep;
use atrium::jobs::Routine as _;

use super::product_files::{address, house_with_seven, sent, with_file};
use super::uploads::{EDITOR, PICTURE, refer, upload};
use crate::signin::provider_icons::png;
use crate::support::product_api::{NOW, Server};
use crate::support::{database, skip};

/// A running server with an empty bucket.
struct Bucket {
    process: Child,
    port: u16,
}

impl Bucket {
    /// Starts a server, or reports that there is none.
    fn start() -> Option<Self> {
        let node = std::env::var_os("ATRIUM_TEST_S3").filter(|path| !path.is_empty());
        let Some(node) = node else {
            skip("an S3 server (ATRIUM_TEST_S3)");
            return None;
        };
        let mut process = Command::new(node)
            .arg("tests/s3/server.mjs")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let shown = process.stdout.take().unwrap();
        BufReader::new(shown).read_line(&mut line).unwrap();
        let port = line.trim().parse().unwrap();
        Some(Self { process, port })
    }

    fn settings(&self, folder: &std::path::Path) -> FilesConfig {
        let secret = folder.join("secret");
        std::fs::write(&secret, "S3RVER").unwrap();
        FilesConfig {
            url: "s3://atrium/files".to_owned(),
            endpoint: Some(format!("http://localhost:{}", self.port)),
            access_key_id: Some("S3RVER".to_owned()),
            secret_key_file: Some(secret),
            ..FilesConfig::default()
        }
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        // It deletes its folder when its input ends.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// F-66: in a bucket, a picture and a file of several parts arrive, are served and are deleted as in a folder, and a refused
/// file leaves nothing.
#[tokio::test]
async fn a_bucket_keeps_files_like_a_folder() {
    let Some(bucket) = Bucket::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let database = database::sqlite().await;
    let files = bucket.settings(folder.path());
    let server = Server::with(&database.db, |config| config.files = files).await;
    let (ada, dan) = house_with_seven(&server).await;
    // Three parts.
    let mut large = png(400, 200);
    large.resize(12 * 1024 * 1024, 0);
    let url = upload(&server, &ada, EDITOR, "a.png", &large).await.data();
    let url = url.as_str().unwrap();
    let name = url.strip_prefix("/files/p/").unwrap();
    refer(server.db(), "1", &[name], Some(NOW)).await;
    for path in [url.to_owned(), format!("/files/p/small/{name}")] {
        let served = server.get(&path, &[]).await;
        assert_eq!(
            (served.http.as_u16(), served.header("content-type")),
            (200, "image/png")
        );
        assert!(served.text.len() > 50);
    }
    let refused = upload(
        &server,
        &ada,
        PICTURE,
        "a.png",
        &vec![b'x'; 6 * 1024 * 1024],
    )
    .await;
    assert_eq!(refused.json()["status"], 1);
    let file = vec![b'y'; 11 * 1024 * 1024];
    let kept = sent(&server, &ada, "a.bin", &file).await.data()["url"].clone();
    with_file(&server, &ada, &kept, true).await;
    let given = address(&server, &dan, &kept).await.data();
    let given = given["url"].as_str().unwrap();
    assert_eq!(server.get(given, &[]).await.text.len(), file.len());
    refer(server.db(), "1", &[], None).await;
    let sweep = FileSweep(server.state().files.shelf().clone());
    sweep.run(server.db(), NOW + 2 * DAY).await.unwrap();
    let again = refer(server.db(), "1", &[name], Some(NOW)).await;
    assert_eq!(again, [name], "the picture is gone");
    assert_eq!(
        server.get(given, &[]).await.text.len(),
        file.len(),
        "the file is used"
    );
}
