//! `atrium serve`: invalid settings, and the stop at a signal.

use std::{
    io::{BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use atrium::{
    db::{Db, DbError, DbOptions},
    i18n::language::Language,
    mail::{self, Mail, Recipient},
    random::Random,
};
use serde_json::Value;

use super::{Place, text};
use crate::support::{
    config::in_folder,
    https::{self, certificate},
};

/// The message names the key, the fault and the allowed values; the exit code is 2.
#[test]
fn a_wrong_setting_is_named_and_ends_with_code_2() {
    let place = Place::new();
    let mut command = place.command(&["serve"]);
    let output = command
        .env("ATRIUM_SERVER__LISTEN", "nowhere")
        .env("ATRIUM_LOG__FORMAT", "xml")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("2 settings are wrong"), "{said}");
    assert!(said.contains("server.listen is not readable"), "{said}");
    assert!(
        said.contains("log.format is not one of the known words; allowed is \"text\" or \"json\""),
        "{said}"
    );
    assert!(
        !place.folder.path().join("data").exists(),
        "nothing is made before the settings are right"
    );
}

/// A used port is an invalid setting: the message names its key, and nothing is changed.
#[test]
fn a_taken_port_is_named() {
    let holder = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = holder.local_addr().unwrap().to_string();
    for (key, name) in [
        ("server.listen", "ATRIUM_SERVER__LISTEN"),
        ("metrics.listen", "ATRIUM_METRICS__LISTEN"),
    ] {
        // A port that another process uses, and an address that this machine does not have.
        for address in [address.as_str(), "192.0.2.1:9"] {
            let place = Place::new();
            let output = place
                .command(&["serve"])
                .env(name, address)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2));
            let said = text(&output.stderr);
            assert!(
                said.contains(&format!("\n  {key} cannot be used")),
                "{said}"
            );
            assert!(said.contains("allowed is an address of this machine"));
            assert!(!place.folder.path().join("data").exists());
        }
    }
}

/// Attack 35, "no default secret": a database with demo accounts is served to this machine only,
/// with any clients file and without one.
#[test]
fn a_demonstration_is_not_served_to_others() {
    let place = Place::new();
    assert!(place.run(&["seed", "--demo"]).status.success());
    for (key, name, value) in [
        ("server.listen", "ATRIUM_SERVER__LISTEN", "0.0.0.0:0"),
        (
            "server.public_url",
            "ATRIUM_SERVER__PUBLIC_URL",
            "https://sso.example.com",
        ),
    ] {
        for clients in [
            "absent.toml",
            concat!(env!("CARGO_MANIFEST_DIR"), "/clients.toml"),
        ] {
            let mut command = place.command(&["serve"]);
            let output = command
                .env("ATRIUM_CLIENTS__FILE", clients)
                .env(name, value)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let said = text(&output.stderr);
            assert!(said.contains(&format!("{key} is {value}")), "{said}");
            assert!(said.contains("name a database without demo data"), "{said}");
        }
    }
}

/// A running server. It ends with the test that started it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(place: &Place) -> (Running, String) {
    started(place.command(&["serve"]))
}

fn started(command: Command) -> (Running, String) {
    let (running, address, lines) = logging(command);
    // Reads the rest of the output, so that the server never waits for the pipe.
    std::thread::spawn(move || lines.for_each(drop));
    (running, address)
}

/// The server, its address, and its further log.
fn logging(mut command: Command) -> (Running, String, impl Iterator<Item = Value>) {
    let mut child = command
        .stdout(Stdio::piped())
        .env("ATRIUM_LOG__FORMAT", "json")
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut events = lines.map(|line| {
        let line = line.expect("a line of text");
        serde_json::from_str::<Value>(&line).expect("a log line is one JSON object")
    });
    let address = events
        .find_map(|event| event["address"].as_str().map(str::to_owned))
        .expect("the server says where it listens");
    (Running(child), address, events)
}

fn signal(Running(child): &Running, name: &str) {
    let kill = Command::new("kill")
        .args(["-s", name, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(kill.success());
}

fn end(mut running: Running) -> i32 {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(10) {
        if let Some(status) = running.0.try_wait().unwrap() {
            return status.code().unwrap_or(-1);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the server did not stop");
}

/// The server starts in an empty folder, becomes ready, and ends with code 0 at SIGTERM and at
/// Ctrl-C.
#[tokio::test]
async fn it_starts_from_nothing_and_stops_at_a_signal() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let place = Place::new();
    for name in ["TERM", "INT"] {
        let (child, address) = serve(&place);
        let ready = reqwest::get(format!("http://{address}/readyz"))
            .await
            .unwrap();
        assert_eq!(ready.status(), 200);
        assert_eq!(
            ready.text().await.unwrap(),
            r#"{"serving":true,"database":true,"keys":true}"#
        );
        let alive = reqwest::get(format!("http://{address}/healthz"))
            .await
            .unwrap();
        assert_eq!(alive.text().await.unwrap(), "ok\n");
        let figures = reqwest::get(format!("http://{address}/metrics"))
            .await
            .unwrap();
        assert_eq!(
            figures.status(),
            404,
            "without a token there are no figures"
        );
        signal(&child, name);
        assert_eq!(end(child), 0, "{name}");
    }
}

/// Where a service is named atrium, Kubernetes sets variables that begin with `ATRIUM_`. The server
/// starts and names the variables that it ignores. For a setting with one underscore too few it names the
/// right variable. An unknown variable in the form of a setting is still a fault.
#[test]
fn variables_that_are_no_settings_are_ignored() {
    let place = Place::new();
    let strange = [
        ("ATRIUM_PORT", "tcp://10.96.0.7:8080"),
        ("ATRIUM_PORT_8080_TCP_ADDR", "10.96.0.7"),
        ("ATRIUM_SERVICE_HOST", "10.96.0.7"),
        ("ATRIUM_SERVER_PUBLIC_URL", "https://hush.example.com"),
    ];
    let mut command = place.command(&["serve"]);
    let mut child = command
        .envs(strange)
        .env("ATRIUM_LOG__FORMAT", "json")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let _running = Running(child);
    let mut warned = Vec::new();
    let mut serving = false;
    for line in lines.map_while(Result::ok) {
        let event: Value = serde_json::from_str(&line).unwrap();
        if event["level"] == "WARN" {
            warned.push(event["message"].as_str().unwrap().to_owned());
        }
        serving = event["message"] == "serving";
        if serving {
            break;
        }
    }
    assert!(serving, "the server starts");
    let warned = warned.join("\n");
    for (name, value) in strange {
        assert!(
            warned.contains(&format!("{name} is not a setting")),
            "{warned}"
        );
        assert!(!warned.contains(value), "{warned}");
    }
    assert!(
        warned.contains("ATRIUM_SERVER__PUBLIC_URL is; it is ignored"),
        "{warned}"
    );

    let doctor = place.command(&["doctor"]).envs(strange).output().unwrap();
    assert!(doctor.status.success(), "{doctor:?}");
    let said = text(&doctor.stdout);
    assert!(
        said.contains("ATRIUM_SERVICE_HOST is not a setting"),
        "{said}"
    );
    assert!(said.contains("write two underscores"), "{said}");
    let mut check = place.command(&["client", "check"]);
    let check = check.envs(strange).output().unwrap();
    assert!(check.status.success(), "{check:?}");
    let said = text(&check.stderr);
    assert!(
        said.contains("warning: ATRIUM_PORT is not a setting"),
        "{said}"
    );

    let mut unknown = place.command(&["serve"]);
    let unknown = unknown.env("ATRIUM_SERVER__LISEN", "x").output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("server.lisen is not a setting"));
}

/// The real binary serves HTTPS if `server.tls_cert` is set; each answer has the id of its log line.
#[tokio::test]
async fn it_serves_https_and_logs_each_answer_with_its_id() {
    let place = Place::new();
    let mut config = in_folder(place.folder.path()).server;
    let authority = certificate(place.folder.path(), &mut config);
    let mut command = place.command(&["serve"]);
    command
        .env("ATRIUM_SERVER__TLS_CERT", config.tls_cert.unwrap())
        .env("ATRIUM_SERVER__TLS_KEY", config.tls_key.unwrap())
        .env("ATRIUM_SERVER__PUBLIC_URL", "https://localhost");
    let (_running, address, mut lines) = logging(command);
    let port = address.rsplit(':').next().unwrap();
    let client = https::client(&authority);
    let url = format!("https://localhost:{port}/.well-known/openid-configuration");
    let answer = client.get(url).send().await.unwrap();
    let id = answer.headers()["x-request-id"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        answer
            .text()
            .await
            .unwrap()
            .contains("\"issuer\":\"https://localhost\"")
    );
    let line = lines.find(|event| event["message"] == "answered").unwrap();
    assert_eq!(line["span"]["id"], *id, "{line}");
    assert_eq!(line["route"], "/.well-known/openid-configuration");
}

/// `metrics.listen` is a separate listener, which serves only the metrics.
#[tokio::test]
async fn the_figures_have_a_listener_of_their_own() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let place = Place::new();
    let holder = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let inner = holder.local_addr().unwrap();
    drop(holder);
    let mut command = place.command(&["serve"]);
    command.env("ATRIUM_METRICS__LISTEN", inner.to_string());
    let (child, outer) = started(command);
    let ready = reqwest::get(format!("http://{outer}/readyz"))
        .await
        .unwrap();
    assert_eq!(ready.status(), 200);
    let figures = reqwest::get(format!("http://{inner}/metrics"))
        .await
        .unwrap();
    assert_eq!(figures.status(), 200);
    let figures = figures.text().await.unwrap();
    assert!(figures.contains("atrium_"), "{figures}");
    let door = reqwest::get(format!("http://{inner}/login")).await.unwrap();
    assert_eq!(door.status(), 404);
    let outside = reqwest::get(format!("http://{outer}/metrics"))
        .await
        .unwrap();
    assert_eq!(outside.status(), 404);
    signal(&child, "TERM");
    assert_eq!(end(child), 0, "both listeners stop");
}

/// The server stores that an untrusted peer sent a forwarded header, and the doctor reports it.
#[tokio::test]
async fn the_doctor_reports_an_untrusted_proxy() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let place = Place::new();
    let (child, address) = serve(&place);
    let asked = reqwest::Client::new()
        .get(format!("http://{address}/login"))
        .header("x-forwarded-for", "198.51.100.7")
        .send();
    asked.await.unwrap();
    // It stores this every five seconds while it runs, and at its end.
    signal(&child, "TERM");
    assert_eq!(end(child), 0);
    let said = super::text(&place.run(&["doctor"]).stdout);
    assert!(said.contains("127.0.0.1 sent a forwarded header"), "{said}");
    assert!(said.contains("trusted_proxies = [\"127.0.0.1\"]"), "{said}");

    let mut fixed = place.command(&["doctor"]);
    fixed.env("ATRIUM_SERVER__TRUSTED_PROXIES", "127.0.0.0/8");
    let said = super::text(&fixed.output().unwrap().stdout);
    assert!(!said.contains("forwarded header"), "fixed: {said}");
}

/// Every file and folder in `folder`.
fn all_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all_below(&path, found);
        }
        found.push(path);
    }
}

/// Attack by another user of the machine: only the owner can read the database, its log, its
/// folder, the master secret and emails, with any umask.
#[tokio::test]
async fn what_it_makes_is_readable_by_its_owner_alone() {
    let place = Place::new();
    assert!(place.run(&["migrate"]).status.success());
    let url = format!(
        "sqlite:{}",
        place.folder.path().join("data/atrium.db").display()
    );
    let db = Db::connect(&DbOptions::new(url)).await.unwrap();
    db.write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            let to = Recipient {
                name: "Dan".to_owned(),
                email: "dan@demo.test".to_owned(),
                language: Language::EnUs,
            };
            let mail = Mail::samples().remove(0);
            mail::queue(tx, &to, mail, &Random::system(), 0).await
        })
    })
    .await
    .unwrap();
    db.close().await;
    let mut command = place.command(&["serve"]);
    command.env("ATRIUM_MAIL__URL", "file:mail");
    let (child, _) = started(command);
    let mails = place.folder.path().join("mail");
    let sent = || {
        std::fs::read_dir(&mails).is_ok_and(|files| {
            files
                .flatten()
                .any(|file| file.path().extension().is_some_and(|end| end == "eml"))
        })
    };
    let began = Instant::now();
    while !sent() {
        assert!(began.elapsed() < Duration::from_secs(20), "no email");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut made = Vec::new();
    all_below(place.folder.path(), &mut made);
    for name in ["data", "atrium.db", "atrium.db-wal", "master.key", "mail"] {
        assert!(made.iter().any(|path| path.ends_with(name)), "no {name}");
    }
    for path in made {
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} has mode {mode:o}", path.display());
    }
    drop(child);
}

/// The master secret decrypts every signing key. If others can read its file, the server refuses to
/// start and names the file.
#[test]
fn a_master_secret_that_others_can_read_is_refused() {
    let place = Place::new();
    let file = place.folder.path().join("master.key");
    std::fs::write(&file, "a secret of more than thirty-two characters").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    let mut command = place.command(&["serve"]);
    let output = command
        .env("ATRIUM_KEYS__MASTER_FILE", "master.key")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = text(&output.stderr);
    assert!(
        said.contains("keys.master_file") && said.contains("chmod 600 master.key"),
        "{said}"
    );
}
