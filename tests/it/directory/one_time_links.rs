//! One-time links: bound to a person, a purpose and an address; one use; an exact end (contract
//! F-16, attack 13).

use std::net::{IpAddr, Ipv4Addr};

use atrium::audit::{AuditContext, Origin, PasswordChange};
use atrium::clients::Registry;
use atrium::clock::{Clock, HOUR, MINUTE};
use atrium::db::{Db, DbError, SqlQuery, WriteTx};
use atrium::directory::change_password::{ChangePasswordError, NewPassword, prepare_reset};
use atrium::directory::one_time_links::{self, OpenedLink, sets_password};
use atrium::directory::reset_password::{OpenLinkError, open_link, prepare_by_link};
use atrium::directory::sign_in::PasswordSignIn;
use atrium::directory::{
    Account, AccountError, ClaimValue, NewAccount, Status, WelcomeOutcome, set_claims, welcome,
};
use atrium::i18n::language::Language;
use atrium::mail::{LinkPurpose, LinkRequest};
use atrium::sessions::end;
use futures_util::future::BoxFuture;
use zeroize::Zeroizing;

use super::sign_in::sign_in;
use super::{NOW, add, by_id, named};
use crate::support::database;

pub const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// How long a welcome works (decision 0014).
const WELCOME: i64 = 72 * HOUR;

/// A room in which Eve was added without a password, and her account.
async fn room_with_eve(db: &Db, clock: &Clock) -> (PasswordSignIn, Account) {
    let room = sign_in(db, clock, 64);
    let id = add(db, named("Eve")).await.unwrap();
    let eve = by_id(db, &id).await;
    (room, eve)
}

async fn mint(room: &PasswordSignIn, account: &Account, email: &str) -> Option<String> {
    let (random, now) = (room.random.clone(), room.clock.now());
    let (account_id, email) = (account.id.clone(), email.to_owned());
    let minted = room.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let request = LinkRequest {
                subject: &account_id,
                purpose: LinkPurpose::Welcome,
                email: &email,
            };
            one_time_links::mint(tx, request, &random, now).await
        })
    });
    let link = minted.await.unwrap()?;
    assert_eq!(link.token.len(), 43, "256 bits");
    assert_eq!(link.expires_at, now + WELCOME);
    Some(link.token.to_string())
}

/// The link of Eve's own address.
pub async fn minted(room: &PasswordSignIn, account: &Account) -> String {
    mint(room, account, "eve@demo.test").await.unwrap()
}

pub async fn prepared(room: &PasswordSignIn, link: OpenedLink, password: &str) -> NewPassword {
    let password = Zeroizing::new(password.to_owned());
    let new = prepare_by_link(room, link, password, Language::EnUs).await;
    new.unwrap()
}

pub async fn save(room: &PasswordSignIn, new: NewPassword) -> Result<usize, ChangePasswordError> {
    let audit = AuditContext::new(room.clock.now(), &room.random, &Origin::default());
    let clients = Registry::load(&room.db).await?;
    let saved = room.db.write(move |tx| {
        Box::pin(async move {
            let by = PasswordChange::Link;
            end::replace_password(tx, new, by, &audit, &clients).await
        })
    });
    saved.await
}

async fn works(room: &PasswordSignIn, token: &str) -> bool {
    match open_link(room, token, sets_password, HERE).await {
        Ok(_) => true,
        Err(OpenLinkError::Void) => false,
        Err(error) => panic!("{error}"),
    }
}

async fn write<F>(db: &Db, job: F)
where
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<(), AccountError>> + Send + 'static,
{
    db.write(job).await.unwrap();
}

async fn execute(db: &Db, sql: &'static str) {
    write(db, move |tx| {
        Box::pin(async move {
            SqlQuery::kept(sql).execute(tx).await?;
            Ok(())
        })
    })
    .await;
}

/// Contract F-16: the complete flow, once. The address is verified, and the password need not be changed
/// again.
#[tokio::test]
async fn a_welcome_leads_to_a_password_once() {
    for database in database::each_engine().await {
        let (room, eve) = room_with_eve(&database.db, &Clock::fixed(NOW)).await;
        let token = minted(&room, &eve).await;
        let link = open_link(&room, &token, sets_password, HERE).await.unwrap();
        assert_eq!(link.account.id, eve.id);
        assert!(works(&room, &token).await, "looking uses nothing up");
        let new = prepared(&room, link, "chosen by Eve").await;
        save(&room, new).await.unwrap();
        let eve = by_id(&database.db, &eve.id).await;
        assert!(eve.password_hash.is_some() && eve.email_verified && !eve.must_change_password);
        assert!(!works(&room, &token).await);
    }
}

/// The database keeps hashes alone.
#[tokio::test]
async fn the_token_itself_is_stored_nowhere() {
    for database in database::each_engine().await {
        let (room, eve) = room_with_eve(&database.db, &Clock::fixed(NOW)).await;
        let token = minted(&room, &eve).await;
        let sql = "SELECT hash || account_id || purpose || email_key FROM one_time_links";
        let mut view = database.db.read().await.unwrap();
        let (row,): (String,) = SqlQuery::kept(sql).fetch_one(&mut view).await.unwrap();
        drop(view);
        assert!(!row.contains(&token), "{row}");
        assert!(!works(&room, &row[..43]).await, "the hash opens nothing");
    }
}

/// Attack 13, "expiry exact": valid in its last millisecond, invalid in the next.
#[tokio::test]
async fn attack_13_a_link_ends_to_the_millisecond() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(NOW);
        let (room, eve) = room_with_eve(&database.db, &clock).await;
        let token = minted(&room, &eve).await;
        clock.advance(WELCOME - 1);
        let link = open_link(&room, &token, sets_password, HERE).await.unwrap();
        let late = prepared(&room, link, "chosen by Eve").await;
        clock.advance(1);
        assert!(!works(&room, &token).await);
        let refused = save(&room, late).await;
        assert!(matches!(refused, Err(ChangePasswordError::LinkVoid)));
        let eve = by_id(&database.db, &eve.id).await;
        assert_eq!(eve.password_hash, None, "nothing was stored");
    }
}

/// Attack 13, "one use": two requests read the same valid link, and one password is stored.
#[tokio::test]
async fn attack_13_of_two_parallel_uses_one_wins() {
    for database in database::each_engine().await {
        let (room, eve) = room_with_eve(&database.db, &Clock::fixed(NOW)).await;
        let token = minted(&room, &eve).await;
        let mut uses = Vec::new();
        for n in 0..4 {
            let link = open_link(&room, &token, sets_password, HERE).await.unwrap();
            uses.push(prepared(&room, link, &format!("password number {n}")).await);
        }
        let uses = uses.into_iter().map(|new| save(&room, new));
        let saved = futures_util::future::join_all(uses).await;
        let won = saved.iter().filter(|saved| saved.is_ok()).count();
        assert_eq!(won, 1, "{saved:?}");
        let void = |saved: &&Result<_, _>| matches!(saved, Err(ChangePasswordError::LinkVoid));
        assert_eq!(saved.iter().filter(void).count(), 3, "{saved:?}");
    }
}

/// Attack 13, "bound to user + purpose", and to the address that it was sent to.
#[tokio::test]
async fn attack_13_a_link_is_bound_to_purpose_and_address() {
    for database in database::each_engine().await {
        let db = &database.db;
        let (room, eve) = room_with_eve(db, &Clock::fixed(NOW)).await;
        let token = minted(&room, &eve).await;
        let link = open_link(&room, &token, sets_password, HERE).await.unwrap();
        let prepared_before = prepared(&room, link, "chosen by Eve").await;
        let foreign = "UPDATE one_time_links SET purpose = 'confirm_email'";
        execute(db, foreign).await;
        assert!(!works(&room, &token).await, "another purpose");
        let refused = save(&room, prepared_before).await;
        assert!(matches!(refused, Err(ChangePasswordError::LinkVoid)));
        execute(db, "UPDATE one_time_links SET purpose = 'welcome'").await;

        let link = open_link(&room, &token, sets_password, HERE).await.unwrap();
        let prepared_before = prepared(&room, link, "chosen by Eve").await;
        let (id, audit) = (
            eve.id.clone(),
            AuditContext::of_operator(NOW, &room.random, "user add"),
        );
        let corrected = vec![ClaimValue {
            claim: "email".to_owned(),
            value: "eva@demo.test".to_owned(),
        }];
        let set = db.write(move |tx| {
            Box::pin(async move { set_claims(tx, &id, &corrected, &audit).await.map(drop) })
        });
        set.await.unwrap();
        assert!(!works(&room, &token).await, "another address");
        let refused = save(&room, prepared_before).await;
        assert!(matches!(refused, Err(ChangePasswordError::LinkVoid)));
        assert_eq!(by_id(db, &eve.id).await.password_hash, None);
        assert_eq!(
            mint(&room, &eve, "eve@demo.test").await,
            None,
            "an email that waits for the old address gets no link"
        );
        assert!(mint(&room, &eve, "EVA@demo.test").await.is_some());
    }
}

/// Attack 13: a newer link, a new password and a disabled account each make the link invalid.
#[tokio::test]
async fn attack_13_what_voids_a_link() {
    for database in database::each_engine().await {
        let db = &database.db;
        let (room, eve) = room_with_eve(db, &Clock::fixed(NOW)).await;
        let first = minted(&room, &eve).await;
        let second = minted(&room, &eve).await;
        assert!(!works(&room, &first).await && works(&room, &second).await);

        let audit = AuditContext::of_operator(NOW, &room.random, "user");
        let clients = Registry::load(db).await.unwrap();
        for status in [Status::Disabled, Status::Enabled] {
            let id = eve.id.clone();
            let (audit, clients) = (audit.clone(), clients.clone());
            write(db, move |tx| {
                Box::pin(async move {
                    let set = end::set_account_status(
                        tx,
                        &id,
                        status,
                        (&jiff::tz::TimeZone::UTC, &clients),
                        &audit,
                    )
                    .await;
                    set.map(drop)
                })
            })
            .await;
            assert!(!works(&room, &second).await, "{status:?}");
            let link = mint(&room, &eve, "eve@demo.test").await;
            assert_eq!(link.is_some(), status == Status::Enabled);
        }

        let third = minted(&room, &eve).await;
        let password = Zeroizing::new("set by hand".to_owned());
        let new = prepare_reset(&room.pool, &room.random, &eve, password, true).await;
        save(&room, new.unwrap()).await.unwrap();
        assert!(!works(&room, &third).await, "a password set by an operator");

        let fourth = minted(&room, &eve).await;
        let link = open_link(&room, &minted(&room, &eve).await, sets_password, HERE).await;
        assert!(!works(&room, &fourth).await);
        let new = prepared(&room, link.unwrap(), "chosen by Eve").await;
        save(&room, new).await.unwrap();
        let none = mint(&room, &eve, "eve@demo.test").await;
        assert_eq!(none, None, "who has chosen a password is welcomed no more");
    }
}

/// An expired account cannot set a password (attack 24).
#[tokio::test]
async fn an_expired_account_opens_no_link() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(NOW);
        let room = sign_in(&database.db, &clock, 64);
        let today = "2026-11-18".parse().unwrap();
        let eve = NewAccount {
            expire_date: Some(today),
            ..named("Eve")
        };
        let eve = by_id(&database.db, &add(&database.db, eve).await.unwrap()).await;
        let token = minted(&room, &eve).await;
        assert!(works(&room, &token).await);
        clock.advance(24 * HOUR);
        assert!(!works(&room, &token).await);
    }
}

/// Guesses are counted by address: after a hundred, a valid link must wait a minute too, but only from that
/// address.
#[tokio::test]
async fn guessed_links_are_counted() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(NOW);
        let (room, eve) = room_with_eve(&database.db, &clock).await;
        let token = minted(&room, &eve).await;
        for n in 0..100 {
            assert!(works(&room, &token).await, "what works is not counted");
            assert!(!works(&room, &format!("guess {n}")).await);
        }
        let delayed = open_link(&room, &token, sets_password, HERE).await;
        let Err(OpenLinkError::Delayed { until }) = delayed else {
            panic!("{delayed:?}");
        };
        assert_eq!(until, NOW + MINUTE);
        let elsewhere = IpAddr::from([192, 0, 2, 7]);
        assert!(
            open_link(&room, &token, sets_password, elsewhere)
                .await
                .is_ok()
        );
        clock.advance(MINUTE);
        assert!(works(&room, &token).await);
    }
}

/// Expired links are swept away, others stay.
#[tokio::test]
async fn expired_links_are_swept() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(NOW);
        let (room, eve) = room_with_eve(&database.db, &clock).await;
        let token = minted(&room, &eve).await;
        for (now, swept) in [(NOW + WELCOME, 0), (NOW + WELCOME + 1, 1)] {
            let gone = database.db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { one_time_links::sweep(tx, now, 100).await })
            });
            assert_eq!(gone.await.unwrap(), swept);
        }
        assert!(!works(&room, &token).await);
    }
}

/// The result says why the welcome was not sent, so that the administrator learns it.
#[tokio::test]
async fn who_is_not_welcomed() {
    for database in database::each_engine().await {
        let db = &database.db;
        let (_, eve) = room_with_eve(db, &Clock::fixed(NOW)).await;
        let with_password = Account {
            password_hash: Some("$argon2id$".to_owned()),
            ..eve.clone()
        };
        for (account, expected) in [
            (eve.clone(), WelcomeOutcome::Queued),
            (
                Account {
                    must_change_password: true,
                    ..with_password.clone()
                },
                WelcomeOutcome::Queued,
            ),
            (with_password, WelcomeOutcome::HasPassword),
            (
                Account {
                    email: None,
                    ..eve.clone()
                },
                WelcomeOutcome::NoEmail,
            ),
            (
                Account {
                    status: Status::Disabled,
                    ..eve.clone()
                },
                WelcomeOutcome::NotEnabled,
            ),
        ] {
            let audit =
                AuditContext::of_operator(NOW, &atrium::random::Random::system(), "user add");
            let done = db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { welcome(tx, &account, Language::ZhCn, &audit).await })
            });
            assert_eq!(done.await.unwrap(), expected);
        }
    }
}
