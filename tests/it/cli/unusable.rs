//! `atrium serve` with settings whose fault appears only when they are used.

use std::{fs, process::Command};

use atrium::config::Config;

use super::{Place, text};
use crate::support::{config::in_folder, https::certificate};

/// A fault at the start: its key, and the variable that sets it.
struct Case {
    key: &'static str,
    name: &'static str,
    value: &'static str,
    /// A word of the error message.
    words: &'static str,
}

const fn case(
    key: &'static str,
    name: &'static str,
    value: &'static str,
    words: &'static str,
) -> Case {
    Case {
        key,
        name,
        value,
        words,
    }
}

const CASES: &[Case] = &[
    case(
        "clients.file",
        "ATRIUM_CLIENTS__FILE",
        "broken.toml",
        "client \"app\": colour is not known",
    ),
    case(
        "clients.file",
        "ATRIUM_CLIENTS__FILE",
        "folder",
        "directory",
    ),
    case(
        "outbound.ca_file",
        "ATRIUM_OUTBOUND__CA_FILE",
        "missing.pem",
        "No such file",
    ),
    case(
        "outbound.ca_file",
        "ATRIUM_OUTBOUND__CA_FILE",
        "broken.toml",
        "certificate",
    ),
    case(
        "geo.database",
        "ATRIUM_GEO__DATABASE",
        "missing.mmdb",
        "No such file",
    ),
    case(
        "geo.database",
        "ATRIUM_GEO__DATABASE",
        "broken.toml",
        "invalid database",
    ),
    case(
        "branding.logo_file",
        "ATRIUM_BRANDING__LOGO_FILE",
        "missing.svg",
        "No such file",
    ),
    case(
        "accounts.time_zone",
        "ATRIUM_ACCOUNTS__TIME_ZONE",
        "Mars/Base",
        "Mars/Base",
    ),
    case("mail.from", "ATRIUM_MAIL__FROM", "a@b@c@", "mail.from"),
    case(
        "database.url",
        "ATRIUM_DATABASE__URL",
        "sqlite:broken.toml/atrium.db",
        "broken.toml/atrium.db: ",
    ),
    case(
        "database.url",
        "ATRIUM_DATABASE__URL",
        "sqlite:broken.toml",
        "file is not a database",
    ),
    case(
        "database.url",
        "ATRIUM_DATABASE__URL",
        "sqlite:folder",
        "unable to open database file",
    ),
];

fn command(place: &Place) -> Command {
    let folder = place.folder.path();
    fs::create_dir(folder.join("folder")).unwrap();
    let broken = "[[client]]\nclient_id = \"app\"\ncolour = \"red\"\n".repeat(40);
    fs::write(folder.join("broken.toml"), broken).unwrap();
    place.command(&["serve"])
}

/// The message names the key, the fault and the allowed values, and the exit code is 2, for each fault that appears
/// only when the setting is used.
#[test]
fn a_fault_found_at_the_start_is_said_like_any_other() {
    for case in CASES {
        let place = Place::new();
        let output = command(&place).env(case.name, case.value).output().unwrap();
        let said = text(&output.stderr);
        let Case { key, words, .. } = case;
        assert_eq!(output.status.code(), Some(2), "{key}: {said}");
        assert!(said.contains("1 setting is wrong:"), "{key}: {said}");
        assert!(said.contains(&format!("\n  {key} ")), "{key}: {said}");
        assert!(said.contains(words), "{key}: {said}");
        let allowed = Config::allowed(key);
        assert!(!allowed.is_empty(), "{key}");
        assert!(
            said.contains(&format!("; allowed is {allowed}")),
            "{key}: {said}"
        );
    }
}

/// Each file of the certificate has its own key, and neither shows its content.
#[test]
fn a_certificate_that_cannot_be_used_is_said_with_its_key() {
    let place = Place::new();
    let folder = place.folder.path();
    let mut server = in_folder(folder).server;
    certificate(folder, &mut server);
    let (cert, key) = (server.tls_cert.unwrap(), server.tls_key.unwrap());
    let absent = folder.join("absent.pem");
    for (cert, key, setting, words) in [
        (&key, &key, "server.tls_cert", "it contains no certificate"),
        (
            &cert,
            &absent,
            "server.tls_key",
            "absent.pem cannot be read",
        ),
        (&cert, &cert, "server.tls_key", "cert.pem cannot be read"),
    ] {
        let mut command = place.command(&["serve"]);
        command
            .env("ATRIUM_SERVER__TLS_CERT", cert)
            .env("ATRIUM_SERVER__TLS_KEY", key)
            .env("ATRIUM_SERVER__PUBLIC_URL", "https://localhost");
        let output = command.output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let fault = format!("\n  {setting} cannot be used");
        assert!(said.contains(&fault) && said.contains(words), "{said}");
        assert!(!said.contains("BEGIN"), "{said}");
    }
}

/// A server that is down is not an invalid setting: code 1, so that the supervisor tries again.
#[test]
fn a_database_that_is_down_is_no_wrong_setting() {
    let holder = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = holder.local_addr().unwrap().port();
    drop(holder);
    let place = Place::new();
    let output = place
        .command(&["serve"])
        .env(
            "ATRIUM_DATABASE__URL",
            format!("postgres://u:hush@127.0.0.1:{port}/atrium"),
        )
        .env("ATRIUM_KEYS__MASTER", "x".repeat(32))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = text(&output.stderr);
    assert!(said.contains("it may be down for a while"), "{said}");
    assert!(
        said.contains("database.url") && !said.contains("hush"),
        "{said}"
    );
}
