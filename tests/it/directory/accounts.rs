//! Accounts: create, find by each name, change.

use atrium::audit::{AuditContext, PasswordChange};
use atrium::clients::Registry;
use atrium::clock::{Clock, MINUTE};
use atrium::db::Db;
use atrium::directory::change_password::prepare_reset;
use atrium::directory::{
    AccountError, Address, NewAccount, Profile, Status, change_language, organisations,
    record_sign_in,
};
use atrium::sessions::end;
use jiff::civil::date;
use jiff::tz::TimeZone;
use zeroize::Zeroizing;

use super::sign_in::sign_in;
use super::{NOW, add, by_id, by_name, named};
use crate::support::database;

/// Contract F-56: found by account name or email, without case, under every spelling.
#[tokio::test]
async fn an_account_is_found_by_each_of_its_names() {
    for database in database::each_engine().await {
        let id = add(&database.db, named("AdaSuper")).await.unwrap();
        for name in [
            "AdaSuper",
            "adasuper",
            " ADASUPER ",
            "ADASUPER@Demo.Test",
            "ａｄａｓｕｐｅｒ",
        ] {
            let found = by_name(&database.db, name).await.unwrap();
            assert_eq!(found.id, id, "{name}");
        }
        for name in ["", "ada", "AdaSuper@", "' OR 1=1 --", "Ada\0Super"] {
            assert!(by_name(&database.db, name).await.is_none(), "{name:?}");
        }
    }
}

/// Attack 15: one name never leads to two accounts.
#[tokio::test]
async fn a_name_belongs_to_one_account() {
    for database in database::each_engine().await {
        add(&database.db, named("Ben")).await.unwrap();
        for taken in [
            named("BEN"),
            NewAccount {
                username: "Other".to_owned(),
                email: Some("BEN@demo.test".to_owned()),
                ..NewAccount::default()
            },
            NewAccount {
                username: "ben@demo.test".to_owned(),
                email: Some("ben@demo.test".to_owned()),
                ..NewAccount::default()
            },
        ] {
            let refused = add(&database.db, taken).await;
            assert!(
                matches!(refused, Err(AccountError::Taken(_))),
                "{refused:?}"
            );
        }
        let foreign = NewAccount {
            username: "ben@demo.test".to_owned(),
            ..NewAccount::default()
        };
        let refused = add(&database.db, foreign).await;
        assert!(
            matches!(refused, Err(AccountError::Invalid(_))),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn what_is_written_is_what_is_read() {
    for database in database::each_engine().await {
        let db = &database.db;
        db.write::<_, AccountError, _>(|tx| {
            Box::pin(async move {
                organisations::save_agency(tx, "a1", "First", NOW).await?;
                organisations::save_agency(tx, "a1", "Agency One", NOW).await?;
                organisations::save_company(tx, "c1", "Client One", Some("a1"), NOW).await?;
                organisations::save_brand(tx, "b1", "Brand One", Some("c1"), NOW).await?;
                Ok(())
            })
        })
        .await
        .unwrap();
        let profile = Profile {
            birthdate: Some("1980-02-29".to_owned()),
            phone_number_verified: Some(false),
            address: Some(Address {
                country: Some("CN".to_owned()),
                ..Address::default()
            }),
            ..Profile::default()
        };
        let id = add(
            db,
            NewAccount {
                full_name: "Dan Member 丹".to_owned(),
                expire_date: Some(date(2027, 2, 28)),
                agency_id: Some("a1".to_owned()),
                company_id: Some("c1".to_owned()),
                brand_id: Some("b1".to_owned()),
                lang: Some("zh-cn".to_owned()),
                lion_id: Some("dan*1".to_owned()),
                sup_admin: true,
                profile: profile.clone(),
                ..named("DanMember")
            },
        )
        .await
        .unwrap();
        let read = by_id(db, &id).await;
        assert_eq!(uuid::Uuid::parse_str(&id).unwrap().get_version_num(), 4);
        assert_eq!(read.username, "DanMember");
        assert_eq!(read.full_name, "Dan Member 丹");
        assert_eq!(read.expire_date, Some(date(2027, 2, 28)));
        assert_eq!(read.agency.unwrap().name, "Agency One");
        assert_eq!(read.company.unwrap().name, "Client One");
        assert_eq!(read.brand.unwrap().name, "Brand One");
        assert_eq!(read.lang.as_deref(), Some("zh-cn"));
        assert_eq!(read.lion_id.as_deref(), Some("dan*1"));
        assert!(read.sup_admin && !read.user_manager && !read.must_change_password);
        assert_eq!(read.profile, profile);
        assert_eq!((read.created_at, read.updated_at), (NOW, NOW));
        assert_eq!(read.password_changed_at, None);
    }
}

/// OpenID Connect Core 5.1: `updated_at` is about the person, not about their account.
#[tokio::test]
async fn each_change_touches_its_own_fields() {
    for database in database::each_engine().await {
        let db = &database.db;
        let room = sign_in(db, &Clock::fixed(NOW), 64);
        let id = add(db, named("Eve")).await.unwrap();
        let later = NOW + MINUTE;
        let audit = AuditContext::of_operator(later, &room.random, "user");
        let clients = Registry::load(db).await.unwrap();
        let before = by_id(db, &id).await;
        assert_eq!(before.lang, None, "nobody chose a language");
        let password = Zeroizing::new("set by hand".to_owned());
        let new = prepare_reset(&room.pool, &room.random, &before, password, true);
        let new = new.await.unwrap();
        let (who, by) = (id.clone(), audit.clone());
        db.write::<_, AccountError, _>(move |tx| {
            Box::pin(async move {
                let reset = PasswordChange::Administrator;
                let stored = end::replace_password(tx, new, reset, &by, &clients);
                stored.await.unwrap();
                end::set_account_status(
                    tx,
                    &who,
                    Status::Disabled,
                    (&TimeZone::UTC, &clients),
                    &by,
                )
                .await?;
                record_sign_in(tx, &who, later).await?;
                Ok(record_sign_in(tx, &who, later).await?)
            })
        })
        .await
        .unwrap();
        let eve = by_id(db, &id).await;
        assert!(eve.password_hash.is_some());
        assert_eq!(eve.password_changed_at, Some(later));
        assert!(eve.must_change_password);
        assert_eq!(eve.status, Status::Disabled);
        assert_eq!((eve.login_count, eve.last_login_at), (2, Some(later)));
        assert_eq!(eve.updated_at, NOW);

        speak(db, &id, "zh-cn", &audit).await.unwrap();
        let eve = by_id(db, &id).await;
        assert_eq!(
            (eve.lang.as_deref(), eve.updated_at),
            (Some("zh-cn"), later)
        );
        let odd = speak(db, &id, "fr", &audit).await;
        assert!(matches!(odd, Err(AccountError::Invalid(_))));
        let nobody = speak(db, "nobody", "en-us", &audit).await;
        assert!(matches!(nobody, Err(AccountError::Unknown)));
    }
}

async fn speak(
    db: &Db,
    id: &str,
    lang: &'static str,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let (id, audit) = (id.to_owned(), audit.clone());
    db.write(move |tx| Box::pin(async move { change_language(tx, &id, lang, &audit).await }))
        .await
}
