//! `atrium user` and `atrium seed --demo`.

use std::sync::Arc;

use atrium::audit::CLI;
use atrium::clock::Clock;
use atrium::config::{MailConfig, PublicUrl, Secret};
use atrium::db::{Db, DbError, DbOptions};
use atrium::directory::one_time_links::OneTimeLinks;
use atrium::jobs::Worker;
use atrium::keys::{KeyRing, KeySet};
use atrium::mail::Mailer;
use atrium::random::Random;
use atrium::site::branding::Branding;

use super::{Place, text};
use crate::mail::NoLinks;
use crate::support::worker::Steps as _;
use crate::support::{rows, trail};

/// Passwords come from standard input, never from an argument. A disabled account is shown as
/// disabled.
#[test]
fn accounts_are_added_listed_disabled_and_given_passwords() {
    let place = Place::new();
    let added = place.run_with(
        &[
            "user",
            "add",
            "Grace",
            "--email",
            "grace@example.com",
            "--super-admin",
            "--lang",
            "zh-cn",
        ],
        "long enough\n",
    );
    assert!(added.status.success(), "{added:?}");
    let printed = text(&added.stdout);
    assert!(
        printed.contains("atrium user set Grace email_verified=true"),
        "{printed}"
    );
    let again = place.run_with(&["user", "add", "GRACE"], "long enough\n");
    assert!(
        text(&again.stderr).contains("another account has this account name"),
        "{again:?}"
    );
    assert_eq!(again.status.code(), Some(1));
    let foreign = place.run_with(&["user", "add", "Finn", "--lang", "fr"], "long enough\n");
    let printed = text(&foreign.stderr);
    assert!(
        printed.contains("the language is en-us or zh-cn"),
        "{printed}"
    );
    let short = place.run_with(&["user", "password", "grace@example.com"], "short\n");
    assert!(
        text(&short.stderr).contains("at least 8 characters"),
        "{short:?}"
    );
    assert!(
        place
            .run_with(&["user", "password", "grace"], "another long one\n")
            .status
            .success()
    );
    let last = place.run(&["user", "disable", "grace"]);
    let printed = text(&last.stderr);
    assert!(
        printed.contains("no other super administrator can sign in for as long"),
        "{printed}"
    );
    let other = ["user", "add", "Ada", "--super-admin"];
    assert!(place.run_with(&other, "long enough\n").status.success());
    assert!(place.run(&["user", "disable", "grace"]).status.success());
    let list = text(&place.run(&["user", "list"]).stdout);
    assert!(list.contains("Grace"), "{list}");
    assert!(
        list.contains("disabled") && list.contains("super administrator"),
        "{list}"
    );
    assert!(place.run(&["user", "enable", "grace"]).status.success());
    let nobody = place.run(&["user", "disable", "nobody"]);
    assert!(
        text(&nobody.stderr).contains("there is no account \"nobody\""),
        "{nobody:?}"
    );
}

/// Contract F-16: with `--welcome` the command asks for no password. The email waits in the queue,
/// without its link, until a server sends it.
#[tokio::test]
async fn an_account_is_added_with_a_welcome() {
    let place = Place::new();
    let nowhere = place.run(&["user", "add", "Grace", "--welcome"]);
    assert!(text(&nowhere.stderr).contains("--email"), "{nowhere:?}");
    let add = [
        "user",
        "add",
        "Grace",
        "--email",
        "grace@example.com",
        "--welcome",
    ];
    let mut off = place.command(&add);
    let off = off.env("ATRIUM_MAIL__URL", "off").output().unwrap();
    assert!(text(&off.stderr).contains("mail is off"), "{off:?}");
    let added = place.run(&add);
    assert!(added.status.success(), "{added:?}");
    let printed = text(&added.stdout);
    assert!(
        printed.contains("a link to choose a password is sent to grace@example.com"),
        "{printed}"
    );
    let again = place.run(&["user", "welcome", "grace"]);
    assert!(again.status.success(), "{again:?}");

    let file = place.folder.path().join("data/atrium.db");
    let db = Db::connect(&DbOptions::new(format!("sqlite:{}", file.display())))
        .await
        .unwrap();
    let sent = trail::of_kind(&db, "link.sent").await;
    assert_eq!(sent.len(), 2);
    assert!(
        sent.iter()
            .all(|entry| entry.actor_id.as_deref() == Some(CLI))
    );
    let mails = place.folder.path().join("mails");
    let config = MailConfig {
        url: Secret::new(format!("file:{}", mails.display())),
        ..MailConfig::default()
    };
    let public_url: PublicUrl = "https://sso.example.com".parse().unwrap();
    let (clock, random) = (Clock::system(), Random::system());
    let no_keys = KeySet::new(KeyRing::new(Vec::new(), &[], Vec::new()));
    let links = OneTimeLinks::new(&db, &clock, &random, no_keys);
    let mailer = Mailer::open(&config, &public_url, &Branding::default(), None, links).unwrap();
    let worker = Worker::new(db, clock, &random).handler(mailer);
    assert_eq!(Arc::new(worker).run_due().await.unwrap(), 2);
    let mails: Vec<_> = std::fs::read_dir(mails).unwrap().collect();
    assert_eq!(mails.len(), 2);

    for (arguments, input, why) in [
        (&["user", "disable", "grace"][..], "", "is disabled"),
        (&["user", "enable", "grace"], "", ""),
        (
            &["user", "password", "grace"],
            "long enough\n",
            "has chosen a password already",
        ),
        (&["user", "add", "NoMail"], "long enough\n", ""),
    ] {
        assert!(place.run_with(arguments, input).status.success());
        let refused = place.run(&["user", "welcome", "grace"]);
        let printed = text(&refused.stderr);
        assert!(
            printed.contains(why) && (why.is_empty() || !refused.status.success()),
            "{printed}"
        );
    }
    let none = place.run(&["user", "welcome", "NoMail"]);
    assert!(
        text(&none.stderr).contains("has no email address"),
        "{none:?}"
    );
}

/// The command sets the claims of a real account by name. Each error names the claim, the
/// fault and the allowed values.
#[test]
fn what_is_known_of_a_person_is_set_by_claim() {
    let place = Place::new();
    let add = ["user", "add", "Grace", "--email", "grace@example.com"];
    assert!(place.run_with(&add, "long enough\n").status.success());
    let set = place.run(&[
        "user",
        "set",
        "grace@example.com",
        "birthdate=1906-12-09",
        "zoneinfo=america/new_york",
        "locale=en-us",
        "phone_number=+1 202 555 0100",
        "email_verified=true",
        "address={\"locality\":\"Arlington\"}",
        "address.country=US",
        "website=https://grace.example.com/?a=b",
    ]);
    assert!(set.status.success(), "{set:?}");
    let printed = text(&set.stdout);
    assert!(printed.starts_with("Grace: changed "), "{printed}");
    assert!(
        printed.contains("birthdate") && !printed.contains("1906"),
        "{printed}"
    );
    let shown = text(&place.run(&["user", "show", "grace"]).stdout);
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    for (claim, value) in [
        ("name", serde_json::json!("Grace")),
        ("birthdate", "1906-12-09".into()),
        ("zoneinfo", "America/New_York".into()),
        ("locale", "en-US".into()),
        ("phone_number", "+12025550100".into()),
        ("phone_number_verified", false.into()),
        ("email_verified", true.into()),
        ("website", "https://grace.example.com/?a=b".into()),
        (
            "address",
            serde_json::json!({"locality": "Arlington", "country": "US"}),
        ),
    ] {
        assert_eq!(shown[claim], value, "{claim}");
    }
    let again = place.run(&["user", "set", "grace", "birthdate=1906-12-09"]);
    assert_eq!(text(&again.stdout), "Grace: nothing changed\n");
    let gone = place.run(&["user", "set", "grace", "birthdate="]);
    assert_eq!(text(&gone.stdout), "Grace: changed birthdate\n");

    for (arguments, printed) in [
        (
            &["birthdate=9.12.1906", "zoneinfo=Mars"][..],
            &[
                "birthdate is \"9.12.1906\"; allowed is a date as YYYY-MM-DD",
                "zoneinfo is \"Mars\"; allowed is a time zone of the tz database",
            ][..],
        ),
        (&["updated_at=1"], &["updated_at is set by Atrium alone"]),
        (
            &["shoe_size=44"],
            &["shoe_size is not a claim that can be set; allowed is one of"],
        ),
        (
            &["birthdate"],
            &["\"birthdate\" has no value; allowed is CLAIM=VALUE"],
        ),
    ] {
        let refused = place.run(&[&["user", "set", "grace"][..], arguments].concat());
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        let said = text(&refused.stderr);
        assert!(
            printed.iter().all(|printed| said.contains(printed)),
            "{said}"
        );
    }
    let nobody = place.run(&["user", "set", "nobody", "nickname=x"]);
    assert!(text(&nobody.stderr).contains("there is no account \"nobody\""));
}

/// The actor of an operator's change is not the person, and the owner gets an email about the changed
/// password (contract F-13).
#[tokio::test]
async fn an_operator_leaves_true_entries_and_a_mail() {
    let place = Place::new();
    for (arguments, input) in [
        (
            &["user", "add", "Grace", "--email", "grace@example.com"][..],
            "long enough\n",
        ),
        (&["user", "password", "grace"], "another long one\n"),
        (&["user", "disable", "grace"], ""),
        (&["user", "enable", "grace"], ""),
        (&["client", "sync"], ""),
    ] {
        let done = place.run_with(arguments, input);
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }
    let file = place.folder.path().join("data/atrium.db");
    let url = format!("sqlite:{}", file.display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let entries = trail::all(&db).await;
    for kind in ["account.changed", "password.changed", "client.changed"] {
        assert!(entries.iter().any(|entry| entry.kind == kind), "{kind}");
    }
    for entry in entries {
        assert_eq!(entry.actor_id.as_deref(), Some(CLI), "{entry:?}");
    }
    let mails = place.folder.path().join("mails");
    let mail = MailConfig {
        url: Secret::new(format!("file:{}", mails.display())),
        ..MailConfig::default()
    };
    let public_url: PublicUrl = "https://sso.example.com".parse().unwrap();
    let mailer = Mailer::open(&mail, &public_url, &Branding::default(), None, NoLinks).unwrap();
    let (clock, random) = (Clock::system(), Random::system());
    let worker = Worker::new(db, clock, &random).handler(mailer);
    assert_eq!(Arc::new(worker).run_due().await.unwrap(), 1);
    let mail = std::fs::read_dir(mails).unwrap().next().unwrap().unwrap();
    let mail = std::fs::read_to_string(mail.path()).unwrap();
    assert!(mail.contains("grace@example.com") && !mail.contains("another long one"));
}

/// The last administrator comes back with a corporate identity: the command links it, once, and tells the owner.
#[tokio::test]
async fn an_operator_links_an_identity() {
    let place = Place::new();
    let settings = "[[federation.provider]]\nid = \"lion\"\nlabel = \"Lion Identity\"\n\
        issuer = \"https://id.example.com\"\nclient_id = \"atrium\"\nsecret_file = \"lion.secret\"\n";
    std::fs::write(place.folder.path().join("atrium.toml"), settings).unwrap();
    let add = [
        "user",
        "add",
        "Grace",
        "--email",
        "grace@example.com",
        "--super-admin",
    ];
    assert!(place.run_with(&add, "long enough\n").status.success());
    let link = |name, provider, subject| {
        let arguments = [
            "user",
            "link",
            name,
            "--provider",
            provider,
            "--subject",
            subject,
        ];
        place.run(&arguments)
    };
    let linked = link("grace", "lion", "grace-7");
    assert!(linked.status.success(), "{linked:?}");
    let printed = text(&linked.stdout);
    assert!(
        printed.contains("Lion Identity signs in to Grace from now on"),
        "{printed}"
    );
    for (name, provider, subject, why) in [
        ("grace", "lion", "grace-7", "belongs to an account already"),
        ("grace", "tiger", "grace-8", "there are: lion"),
        ("grace", "lion", "", "1 to 255 characters"),
        ("nobody", "lion", "x", "there is no account \"nobody\""),
    ] {
        let refused = link(name, provider, subject);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        let printed = text(&refused.stderr);
        assert!(printed.contains(why), "{printed}");
    }
    let file = place.folder.path().join("data/atrium.db");
    let url = format!("sqlite:{}", file.display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let entries = trail::of_kind(&db, "identity.linked").await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].actor_id.as_deref(), Some(CLI));
    assert_eq!(
        entries[0].detail,
        r#"{"provider":"lion","subject":"grace-7"}"#
    );
}

/// The command knows the providers that super administrators added in the portal, also disabled ones.
#[tokio::test]
async fn an_operator_links_an_identity_of_a_provider_of_the_database() {
    let place = Place::new();
    assert!(
        place
            .run_with(&["user", "add", "Grace"], "long enough\n")
            .status
            .success()
    );
    let file = place.folder.path().join("data/atrium.db");
    let db = Db::connect(&DbOptions::new(format!("sqlite:{}", file.display()))).await;
    let db = db.unwrap();
    let settings =
        r#"{"id":"puma","label":"Puma Identity","issuer":"https://puma.example","client_id":"a"}"#;
    let add = format!(
        "INSERT INTO federation_providers \
        (id, settings, enabled, method, credential, master_id, added_at, changed_at) \
        VALUES ('puma', '{settings}', 0, 'secret', 'sealed', 'm', 1, 1)"
    );
    let added = db.write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, add)));
    added.await.unwrap();
    let link = |provider| {
        place.run(&[
            "user",
            "link",
            "grace",
            "--provider",
            provider,
            "--subject",
            "7",
        ])
    };
    let printed = text(&link("puma").stdout);
    assert!(
        printed.contains("Puma Identity signs in to Grace"),
        "{printed}"
    );
    let refused = text(&link("tiger").stderr);
    assert!(refused.contains("there are: puma"), "{refused}");
}

/// G-89: only `seed --demo` creates the demo accounts. A second run changes nothing.
#[test]
fn the_demonstration_is_seeded_once_and_only_into_an_empty_database() {
    let place = Place::new();
    let first = place.run(&["seed", "--demo"]);
    assert!(first.status.success(), "{first:?}");
    let second = text(&place.run(&["seed", "--demo"]).stdout);
    assert!(second.contains("exists already"), "{second}");
    let list = text(&place.run(&["user", "list"]).stdout);
    for name in [
        "AdaSuper",
        "BenAdmin",
        "ChloeManager",
        "DanMember",
        "EveNewcomer",
    ] {
        assert!(list.contains(name), "{list}");
    }

    let other = Place::new();
    assert!(
        other
            .run_with(&["user", "add", "Grace"], "long enough\n")
            .status
            .success()
    );
    let refused = other.run(&["seed", "--demo"]);
    assert!(
        text(&refused.stderr).contains("accounts that are not the demonstration's"),
        "{refused:?}"
    );
}

/// Attack 35, "no default secret": a database that others can reach never gets demo passwords.
#[test]
fn the_demonstration_is_for_this_machine_only() {
    let place = Place::new();
    for (name, value) in [
        ("ATRIUM_SERVER__PUBLIC_URL", "https://sso.example.com"),
        ("ATRIUM_SERVER__LISTEN", "0.0.0.0:0"),
        ("ATRIUM_SERVER__LISTEN", "[::]:0"),
    ] {
        let mut command = place.command(&["seed", "--demo"]);
        let refused = command.env(name, value).output().unwrap();
        assert_eq!(refused.status.code(), Some(1), "{value}");
        assert!(
            text(&refused.stderr).contains("a password that everyone knows"),
            "{refused:?}"
        );
    }
}

/// An address that no mail reaches is refused by the command line too, with its rule.
#[test]
fn an_address_that_no_mail_reaches_is_refused() {
    let place = Place::new();
    for address in ["<a@b>", "a@[127.0.0.1]"] {
        let added = place.run_with(
            &["user", "add", "Grace", "--email", address],
            "Another2026*\n",
        );
        assert_eq!(added.status.code(), Some(1), "{added:?}");
        assert!(text(&added.stderr).contains("email"), "{added:?}");
    }
    let added = place.run_with(
        &["user", "add", "Grace", "--email", "a@b.test"],
        "Another2026*\n",
    );
    assert!(added.status.success(), "{added:?}");
    let set = place.run(&["user", "set", "Grace", "email=<a@b>"]);
    assert_eq!(set.status.code(), Some(1), "{set:?}");
}
