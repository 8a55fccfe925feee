//! `atrium keys`, `client`, `consent` and `doctor`.

use std::os::unix::fs::PermissionsExt as _;

use atrium::audit::CLI;
use atrium::db::{Db, DbError, DbOptions};
use atrium::directory;
use serde_json::json;
use sqlx::{Connection as _, Executor as _};

use super::{Place, text};
use crate::crash::free_port;
use crate::support::{rows, trail};

/// `atrium keys rotate`: the new key waits, the old one stays active.
#[test]
fn keys_are_listed_and_rotated() {
    let place = Place::new();
    assert!(
        place
            .run(&["keys", "rotate", "--use", "es256", "--now"])
            .status
            .success()
    );
    let list = text(&place.run(&["keys", "list"]).stdout);
    assert_eq!(list.matches("ES256").count(), 2, "{list}");
    assert!(list.contains("retiring"), "{list}");
    assert!(!list.contains("PRIVATE"), "{list}");
}

/// A leaked key is withdrawn by its id and replaced by a new one. The output names both.
#[test]
fn a_key_is_withdrawn() {
    let place = Place::new();
    assert!(place.run(&["seed", "--demo"]).status.success());
    assert!(place.run(&["keys", "rotate"]).status.success());
    let list = || text(&place.run(&["keys", "list"]).stdout);
    let before = list();
    let line = before
        .lines()
        .find(|line| line.contains("ES256") && line.contains("active"))
        .unwrap();
    let kid = line.split_whitespace().next().unwrap();
    let withdrawn = place.run(&["keys", "withdraw", kid]);
    let printed = text(&withdrawn.stdout);
    assert!(withdrawn.status.success(), "{withdrawn:?}");
    assert!(
        printed.contains(&format!("signing ES256 {kid}: withdrawn")),
        "{printed}"
    );
    assert!(printed.contains(": active"), "{printed}");
    let after = list();
    let line = after.lines().find(|line| line.starts_with(kid)).unwrap();
    assert!(line.contains("retired"), "{after}");
    let again = place.run(&["keys", "withdraw", kid]);
    assert_eq!(again.status.code(), Some(1));
    assert!(
        text(&again.stderr).contains("no key in use has the id"),
        "{again:?}"
    );
}

/// The key that seals access tokens is one of the keys, and can be replaced alone.
#[test]
fn the_key_of_access_tokens_is_rotated_and_withdrawn() {
    let place = Place::new();
    let rotated = place.run(&["keys", "rotate", "--use", "sealing"]);
    assert!(rotated.status.success(), "{rotated:?}");
    let list = || text(&place.run(&["keys", "list"]).stdout);
    let before = list();
    let lines = || before.lines().filter(|line| line.contains("A256GCM"));
    assert_eq!(lines().count(), 2, "{before}");
    let line = lines().find(|line| line.contains("active")).unwrap();
    let kid = line.split_whitespace().next().unwrap();
    let withdrawn = place.run(&["keys", "withdraw", kid]);
    let printed = text(&withdrawn.stdout);
    assert!(
        printed.contains(&format!("sealing A256GCM {kid}: withdrawn")),
        "{withdrawn:?}"
    );
    assert!(printed.contains("authorization codes"), "{printed}");
    let after = list();
    let line = after.lines().find(|line| line.starts_with(kid)).unwrap();
    assert!(line.contains("retired"), "{after}");
}

/// One command ends all tokens of a client that leaked, and the audit trail names it.
#[tokio::test]
async fn the_tokens_of_a_client_are_ended() {
    let place = Place::new();
    let seeded = place.run(&["seed", "--demo"]);
    assert!(seeded.status.success(), "{seeded:?}");
    assert!(place.run(&["client", "sync"]).status.success());
    let ended = place.run(&["client", "revoke-tokens", "demo-app"]);
    assert!(ended.status.success(), "{ended:?}");
    assert!(text(&ended.stdout).contains("demo-app"), "{ended:?}");
    let unknown = place.run(&["client", "revoke-tokens", "nobody"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(
        text(&unknown.stderr).contains("there is no client"),
        "{unknown:?}"
    );
    let url = format!(
        "sqlite:{}",
        place.folder.path().join("data/atrium.db").display()
    );
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let entries = trail::of_kind(&db, "token.revoked").await;
    assert_eq!(entries.len(), 1, "the unknown one changed nothing");
    let entry = &entries[0];
    assert_eq!(entry.actor_id.as_deref(), Some(CLI));
    assert_eq!(entry.client_id.as_deref(), Some("demo-app"));
    assert_eq!(entry.call.as_deref(), Some("cli client revoke-tokens"));
    assert_eq!(entry.detail, r#"{"token":"all"}"#);
}

/// A leaked master secret is replaced: the keys stay, the old secret opens none of them.
#[test]
fn the_keys_are_encrypted_under_another_master_secret() {
    let place = Place::new();
    assert!(place.run(&["keys", "rotate", "--now"]).status.success());
    let before = text(&place.run(&["keys", "list"]).stdout);
    let file = place.folder.path().join("new.key");
    std::fs::write(&file, "another secret of more than 32 bytes").unwrap();
    let reseal = || place.run(&["keys", "reseal", "new.key"]);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(!reseal().status.success(), "others can read it");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let done = reseal();
    assert!(done.status.success(), "{done:?}");
    let printed = text(&done.stdout);
    assert!(
        printed.contains("keys.master_file = \"new.key\""),
        "{printed}"
    );
    let rotate = |file: Option<&str>| {
        let mut command = place.command(&["keys", "rotate", "--now"]);
        command.envs(file.map(|file| ("ATRIUM_KEYS__MASTER_FILE", file)));
        command.output().unwrap()
    };
    let old = rotate(None);
    assert!(!old.status.success(), "{old:?}");
    assert!(
        text(&old.stderr).contains("is sealed under master secret"),
        "{old:?}"
    );
    assert_eq!(text(&place.run(&["keys", "list"]).stdout), before);
    let new = rotate(Some("new.key"));
    assert!(new.status.success(), "{new:?}");
}

/// The audit entry of every key command names the command.
#[tokio::test]
async fn keys_changed_by_an_operator_are_recorded_as_such() {
    let place = Place::new();
    assert!(place.run(&["keys", "rotate", "--now"]).status.success());
    let list = text(&place.run(&["keys", "list"]).stdout);
    let active = list.lines().find(|line| line.contains("active")).unwrap();
    let kid = active.split_whitespace().next().unwrap();
    assert!(place.run(&["keys", "withdraw", kid]).status.success());

    let file = place.folder.path().join("data/atrium.db");
    let url = format!("sqlite:{}", file.display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let printed: Vec<_> = trail::all(&db)
        .await
        .into_iter()
        .map(|entry| (entry.kind, entry.actor_id))
        .collect();
    for kind in ["key.created", "key.rotated", "key.withdrawn"] {
        assert!(
            printed.iter().any(|(printed, _)| printed == kind),
            "{kind}: {printed:?}"
        );
    }
    for (kind, actor) in printed {
        assert_eq!(actor.as_deref(), Some(CLI), "{kind}");
    }
}

/// Attack 32: no output contains a secret or its hash.
#[test]
fn applications_are_synchronised_and_shown_without_secrets() {
    let place = Place::new();
    assert!(place.run(&["seed", "--demo"]).status.success());
    let sync = text(&place.run(&["client", "sync"]).stdout);
    assert!(sync.contains("in line already"), "{sync}");
    assert!(sync.starts_with("database: sqlite:"), "{sync}");
    let shown = text(&place.run(&["client", "show", "demo-app"]).stdout);
    assert!(shown.contains("http://localhost:8081/callback"), "{shown}");
    assert!(
        !shown.contains("demo-app-secret") && !shown.contains("secret_hashes"),
        "{shown}"
    );
    let list = text(&place.run(&["client", "list"]).stdout);
    assert!(
        list.contains("LEGACY") || list.contains("legacy-demo"),
        "{list}"
    );
    let none = place.run(&["consent", "revoke", "dan@demo.test", "demo-app"]);
    assert!(
        text(&none.stderr).contains("has let demo-app have nothing"),
        "{none:?}"
    );
}

/// `atrium consent` lists and revokes remembered consents, and keeps the others.
#[tokio::test]
async fn remembered_consents_are_listed_and_revoked() {
    let place = Place::new();
    assert!(place.run(&["seed", "--demo"]).status.success());
    let file = place.folder.path().join("data/atrium.db");
    let url = format!("sqlite:{}", file.display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let dan = {
        let mut tx = db.read().await.unwrap();
        let found = directory::find_by_name(&mut tx, "DanMember").await;
        found.unwrap().unwrap().id
    };
    for client_id in ["demo-app", "portal"] {
        let consent = json!({
            "account_id": dan,
            "client_id": client_id,
            "scope": "email openid",
            "granted_at": 1_780_000_000_000_i64,
        });
        let saved = db
            .write(move |tx| Box::pin(async move { rows::insert(tx, "consents", &consent).await }));
        saved.await.unwrap();
    }
    db.close().await;
    let list = || text(&place.run(&["consent", "list", "dan@demo.test"]).stdout);
    let before = list();
    for printed in ["demo-app", "portal", "email openid", "2026-05-2"] {
        assert!(before.contains(printed), "{printed}: {before}");
    }
    let revoked = place.run(&["consent", "revoke", "DanMember", "demo-app"]);
    assert!(revoked.status.success(), "{revoked:?}");
    assert!(text(&revoked.stdout).contains("demo-app has nothing of DanMember any more"));
    let after = list();
    assert!(
        after.contains("portal") && !after.contains("demo-app"),
        "{after}"
    );
    let again = place.run(&["consent", "revoke", "DanMember", "demo-app"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
}

/// The output has each fault with its fix. The check creates nothing.
#[test]
fn the_doctor_names_each_fault_with_its_fix() {
    let place = Place::new();
    let fresh = place.run(&["doctor"]);
    assert!(fresh.status.success(), "{fresh:?}");
    assert_eq!(std::fs::read_dir(place.folder.path()).unwrap().count(), 0);

    assert!(place.run(&["seed", "--demo"]).status.success());
    assert!(place.run(&["keys", "rotate"]).status.success());
    let said = text(&place.run(&["doctor"]).stdout);
    assert!(
        said.contains("data/files can be written to") && said.contains("0 of 20000 MB are used"),
        "{said}"
    );
    let key = place.folder.path().join("data/master.key");
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
    let open = place.run(&["doctor"]);
    assert_eq!(open.status.code(), Some(1));
    let said = text(&open.stdout);
    assert!(
        said.contains("can be read by other users (mode 644)") && said.contains("chmod 600"),
        "{said}"
    );

    let database = place.folder.path().join("data/atrium.db");
    std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
    let said = text(&place.run(&["doctor"]).stdout);
    assert!(
        said.contains("chmod 600 data/atrium.db") && said.contains("chmod 600 data/master.key"),
        "{said}"
    );

    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::write(&key, "another secret of thirty-two characters").unwrap();
    let other = text(&place.run(&["doctor"]).stdout);
    assert!(
        other.contains("sealed under another master secret"),
        "{other}"
    );

    let mut command = place.command(&["doctor"]);
    let wrong = command
        .env("ATRIUM_SERVER__LISTEN", "0.0.0.0:0")
        .output()
        .unwrap();
    assert!(
        text(&wrong.stdout).contains("is this machine alone"),
        "{wrong:?}"
    );
    let mut command = place.command(&["doctor"]);
    let broken = text(
        &command
            .env("ATRIUM_LOG__FORMAT", "xml")
            .output()
            .unwrap()
            .stdout,
    );
    assert!(
        broken.contains("fix: set it to \"text\" or \"json\""),
        "{broken}"
    );
}

/// The certificate's expiry and name are compared with the clock and the public address.
#[test]
fn the_doctor_reads_the_certificate() {
    let place = Place::new();
    let made = rcgen::generate_simple_self_signed(["sso.example.com".to_owned()]).unwrap();
    std::fs::write(place.folder.path().join("cert.pem"), made.cert.pem()).unwrap();
    let key = place.folder.path().join("key.pem");
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o640)).unwrap();
    let look = |host: &str| {
        let mut command = place.command(&["doctor"]);
        command
            .env("ATRIUM_SERVER__TLS_CERT", "cert.pem")
            .env("ATRIUM_SERVER__TLS_KEY", "key.pem")
            .env("ATRIUM_SERVER__PUBLIC_URL", format!("https://{host}"));
        text(&command.output().unwrap().stdout)
    };
    let good = look("sso.example.com");
    assert!(good.contains("valid for sso.example.com"), "{good}");
    assert!(good.contains("chmod 600 key.pem"), "{good}");
    let other = look("other.example.com");
    assert!(other.contains("it is not for other.example.com"), "{other}");

    let pair = rcgen::KeyPair::generate().unwrap();
    std::fs::write(&key, pair.serialize_pem()).unwrap();
    let now = jiff::Timestamp::now().as_second();
    for (from, until, said) in [
        (-2, -1, ["it has expired", "renew it and replace the files"]),
        (1, 90, ["it is not valid yet", "check the machine's clock"]),
        (
            -1,
            20,
            [
                "it expires within 21 days",
                "renew it and replace the files",
            ],
        ),
        (-1, 22, ["valid for sso.example.com", "chmod 600 key.pem"]),
    ] {
        let mut wanted = rcgen::CertificateParams::new(["sso.example.com".to_owned()]).unwrap();
        let day =
            |days: i64| time::OffsetDateTime::from_unix_timestamp(now + days * 86_400).unwrap();
        (wanted.not_before, wanted.not_after) = (day(from), day(until));
        let made = wanted.self_signed(&pair).unwrap();
        std::fs::write(place.folder.path().join("cert.pem"), made.pem()).unwrap();
        let printed = look("sso.example.com");
        assert!(
            said.iter().all(|said| printed.contains(said)),
            "{until}: {printed}"
        );
    }
}

/// The output has each problem outside Atrium with its fix: the clients file, the database, its
/// schema, the mail server, the port, the folder.
#[tokio::test]
async fn the_doctor_names_what_cannot_be_used() {
    let place = Place::new();
    assert!(place.run(&["seed", "--demo"]).status.success());
    let folder = place.folder.path();
    std::fs::write(folder.join("bad.toml"), "[[client]]\nname = \"No id\"\n").unwrap();
    std::fs::write(folder.join("a-file"), "").unwrap();
    let foreign = folder.join("foreign.db");
    let url = format!("sqlite:{}", foreign.display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    db.migrate().await.unwrap();
    db.close().await;
    let mut other = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let newer = "UPDATE _sqlx_migrations SET version = 99990101000000 WHERE version = \
        (SELECT max(version) FROM _sqlx_migrations)";
    other.execute(newer).await.unwrap();
    other.close().await.unwrap();
    let gone = format!("127.0.0.1:{}", free_port());
    let faults = [
        (
            "CLIENTS__FILE",
            "bad.toml".to_owned(),
            "client_id is missing",
            "the head of clients.toml explains each key",
        ),
        (
            "DATABASE__URL",
            format!("postgres://a:b@{gone}/atrium"),
            "database",
            "start the database, or correct the host",
        ),
        (
            "DATABASE__URL",
            url,
            "its schema is not ours",
            "name a database that Atrium made",
        ),
        (
            "DATABASE__URL",
            "sqlite:a-file/atrium.db".to_owned(),
            "cannot be",
            "database",
        ),
        (
            "MAIL__URL",
            format!("smtp://{gone}"),
            "refused",
            "let this machine reach the mail server",
        ),
        (
            "SERVER__LISTEN",
            "203.0.113.1:8080".to_owned(),
            "203.0.113.1:8080",
            "an address of this machine",
        ),
    ];
    for (key, value, fault, fix) in faults {
        let mut command = place.command(&["doctor"]);
        command.env(format!("ATRIUM_{key}"), &value);
        if value.starts_with("postgres:") {
            command.env(
                "ATRIUM_KEYS__MASTER",
                "a secret of thirty-two characters and more",
            );
        }
        if key == "SERVER__LISTEN" {
            command.env("ATRIUM_SERVER__PUBLIC_URL", "http://localhost:8080");
        }
        let ended = command.output().unwrap();
        let said = text(&ended.stdout);
        assert_eq!(ended.status.code(), Some(1), "{key}={value}: {ended:?}");
        assert!(
            said.contains(fault) && said.contains(fix),
            "{key}={value}: {said}"
        );
    }
}

/// A damaged application or product is named: the server goes on without it.
#[tokio::test]
async fn the_doctor_names_damaged_rows() {
    let place = Place::new();
    assert!(place.run(&["seed", "--demo"]).status.success());
    let url = format!(
        "sqlite:{}",
        place.folder.path().join("data/atrium.db").display()
    );
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let damage = db.write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            let client = "UPDATE clients SET metadata = $2 WHERE client_id = $1";
            rows::set(tx, client, "demo-app", "{").await?;
            let product = "UPDATE products SET links = $2 WHERE CAST(id AS TEXT) = $1";
            rows::set(tx, product, "8", "[").await
        })
    });
    damage.await.unwrap();
    db.close().await;
    let doctor = place.run(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(1), "{doctor:?}");
    let said = text(&doctor.stdout);
    for line in [
        "FAULT  clients       demo-app cannot be read (metadata), so it is disabled",
        "FAULT  products      8 cannot be read (links), so nobody sees it",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
}
