//! A new password (8 to 100 characters of any kind; another than before).

use std::sync::Arc;

use atrium::audit::{AuditContext, Origin, PasswordChange};
use atrium::clients::Registry;
use atrium::clock::Clock;
use atrium::config::{MailConfig, PublicUrl, Secret};
use atrium::db::DbError;
use atrium::directory::change_password::{self, ChangePasswordError, NewPassword};
use atrium::directory::password::PasswordLength;
use atrium::directory::sign_in::PasswordSignIn;
use atrium::directory::{NewAccount, Status};
use atrium::i18n::language::Language;
use atrium::jobs::Worker;
use atrium::limits::Asker;
use atrium::mail::Mailer;
use atrium::sessions::end;
use atrium::site::branding::Branding;
use zeroize::Zeroizing;

use super::sign_in::{sign_in, with_password};
use super::{NOW, add, by_id, named};
use crate::mail::NoLinks;
use crate::support::worker::Steps as _;
use crate::support::{database, rows};

async fn prepared(
    room: &PasswordSignIn,
    id: &str,
    password: &str,
) -> Result<NewPassword, ChangePasswordError> {
    let account = by_id(&room.db, id).await;
    let password = Zeroizing::new(password.to_owned());
    change_password::prepare(room, &account, password, Language::ZhCn).await
}

async fn save(room: &PasswordSignIn, new: NewPassword) -> Result<usize, ChangePasswordError> {
    let audit = AuditContext::new(NOW, &room.random, &Origin::default());
    let clients = Registry::load(&room.db).await?;
    room.db
        .write(move |tx| {
            Box::pin(async move {
                let by = PasswordChange::Forced;
                end::replace_password(tx, new, by, &audit, &clients).await
            })
        })
        .await
}

#[tokio::test]
async fn a_new_password_replaces_the_old_one_and_the_duty_to_change() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::fixed(NOW), 64);
        let id = with_password(&room, "Eve").await;
        for (wished, why) in [
            ("1234567", PasswordLength::TooShort),
            (&*"密".repeat(101), PasswordLength::TooLong),
        ] {
            let refused = prepared(&room, &id, wished).await;
            assert!(
                matches!(refused, Err(ChangePasswordError::Length(found)) if found == why),
                "{refused:?}"
            );
        }
        let same = prepared(&room, &id, "Atrium2026*").await;
        assert!(matches!(same, Err(ChangePasswordError::Same)), "{same:?}");

        let new = prepared(&room, &id, "密码🔑 with a space").await.unwrap();
        let outrun = prepared(&room, &id, "another one").await.unwrap();
        save(&room, new).await.unwrap();
        let eve = by_id(&database.db, &id).await;
        assert_eq!(eve.password_changed_at, Some(NOW));
        assert!(!eve.must_change_password);
        let late = save(&room, outrun).await;
        assert!(matches!(late, Err(ChangePasswordError::Outrun)), "{late:?}");
        assert_eq!(
            by_id(&database.db, &id).await.password_hash,
            eve.password_hash
        );
    }
}

/// Attack 24: an account that is disabled while its new password is hashed does not get it.
#[tokio::test]
async fn a_disabled_account_changes_no_password() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::fixed(NOW), 64);
        let id = with_password(&room, "Eve").await;
        let new = prepared(&room, &id, "a new password").await.unwrap();
        let eve = id.clone();
        let off = room.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::status(tx, &eve, Status::Disabled).await })
        });
        off.await.unwrap();
        let late = save(&room, new).await;
        assert!(matches!(late, Err(ChangePasswordError::Outrun)), "{late:?}");
    }
}

/// Contract F-13: the owner gets an email, in the account's language, else in the page's. Without an address there is
/// no email, and the password is changed anyway.
#[tokio::test]
async fn the_owner_gets_an_email_about_a_changed_password() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(NOW);
        let room = sign_in(&database.db, &clock, 64);
        let folder = tempfile::tempdir().unwrap();
        let mail = MailConfig {
            url: Secret::new(format!("file:{}", folder.path().display())),
            ..MailConfig::default()
        };
        let public_url: PublicUrl = "https://sso.example.com".parse().unwrap();
        let mailer = Mailer::open(&mail, &public_url, &Branding::default(), None, NoLinks).unwrap();
        let worker = Worker::new(database.db.clone(), clock, &room.random);
        let worker = Arc::new(worker.handler(mailer));

        let password = Zeroizing::new("Atrium2026*".to_owned());
        let asker = Asker::operator();
        let hash = room
            .pool
            .hash(password, &room.random, &asker)
            .await
            .unwrap();
        for (username, email, lang) in [
            ("Eve", Some("eve@demo.test"), None),
            ("Finn", Some("finn@demo.test"), Some("en-us")),
            ("NoMail", None, None),
        ] {
            let account = NewAccount {
                password_hash: Some(hash.clone()),
                email: email.map(str::to_owned),
                lang: lang.map(str::to_owned),
                ..named(username)
            };
            let id = add(&database.db, account).await.unwrap();
            let new = prepared(&room, &id, "correct horse 2026").await.unwrap();
            save(&room, new).await.unwrap();
        }
        assert_eq!(worker.run_due().await.unwrap(), 2);
        let mails: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|mail| std::fs::read_to_string(mail.unwrap().path()).unwrap())
            .collect();
        assert_eq!(mails.len(), 2);
        for (address, language) in [("eve@demo.test", "zh-CN"), ("finn@demo.test", "en")] {
            let mail = mails.iter().find(|mail| mail.contains(address));
            let mail = mail.unwrap();
            let header = format!("Content-Language: {language}");
            assert!(mail.lines().any(|line| line == header), "{address}");
            assert!(!mail.contains("correct horse 2026"));
        }
    }
}
