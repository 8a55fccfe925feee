//! Who chose a way into whose account, and how long that counts (decision 0042, attack 34).

use atrium::audit::{AuditContext, CLI, Origin, PasswordChange};
use atrium::clients::Registry;
use atrium::clock::Clock;
use atrium::db::Db;
use atrium::directory::change_password::{prepare, prepare_reset};
use atrium::directory::reset_password::open_link;
use atrium::directory::sign_in::PasswordSignIn;
use atrium::directory::{
    self, AccountError, AccountUpdate, MayChange, NewAccount, add_account, update_account,
};
use atrium::i18n::language::Language;
use atrium::sessions::end;
use jiff::tz::TimeZone;
use zeroize::Zeroizing;

use super::one_time_links::{HERE, minted, prepared, save};
use super::sign_in::{from, settle, sign_in, tried};
use super::{NOW, add, by_id, named};
use crate::support::database;

/// Eve's account, and two others who may have chosen her ways in.
struct Stage {
    room: PasswordSignIn,
    eve: String,
    mia: String,
    ben: String,
}

impl Stage {
    /// Mia made the account, with an email address and a corporate id.
    async fn set(db: &Db) -> Self {
        let room = sign_in(db, &Clock::fixed(NOW), 64);
        let mia = add(db, named("Mia")).await.unwrap();
        let ben = add(db, named("Ben")).await.unwrap();
        let audit = audit(&room, &mia);
        let new = NewAccount {
            lion_id: Some("eve7".to_owned()),
            ..named("Eve")
        };
        let eve = db.write::<_, AccountError, _>(move |tx| {
            Box::pin(async move { Ok(add_account(tx, new, &audit).await?.id) })
        });
        let eve = eve.await.unwrap();
        Self {
            room,
            eve,
            mia,
            ben,
        }
    }

    /// Whether Mia and Ben count as people who may sign in as Eve.
    async fn noted(&self) -> [bool; 2] {
        let mut view = self.room.db.read().await.unwrap();
        let mut noted = [false; 2];
        for (at, giver) in [&self.mia, &self.ben].into_iter().enumerate() {
            let chose = directory::chose_way_in(&mut view, giver, &self.eve).await;
            noted[at] = chose.unwrap();
        }
        noted
    }

    /// `by` gives Eve this password.
    async fn gives_password(&self, by: &str, password: &str) {
        let PasswordSignIn { pool, random, .. } = &self.room;
        let eve = by_id(&self.room.db, &self.eve).await;
        let password = Zeroizing::new(password.to_owned());
        let new = prepare_reset(pool, random, &eve, password, true).await;
        self.stores(new.unwrap(), PasswordChange::Administrator, by)
            .await;
    }

    /// Eve, or a person who knows her password, chooses this one after signing in.
    async fn chooses_password(&self, password: &str) {
        let eve = by_id(&self.room.db, &self.eve).await;
        let password = Zeroizing::new(password.to_owned());
        let new = prepare(&self.room, &eve, password, Language::EnUs).await;
        self.stores(new.unwrap(), PasswordChange::Forced, &self.eve)
            .await;
    }

    async fn stores(
        &self,
        new: directory::change_password::NewPassword,
        by: PasswordChange,
        actor: &str,
    ) {
        let (audit, db) = (audit(&self.room, actor), &self.room.db);
        let clients = Registry::load(db).await.unwrap();
        let stored = db.write(move |tx| {
            Box::pin(async move { end::replace_password(tx, new, by, &audit, &clients).await })
        });
        stored.await.unwrap();
    }

    async fn changes(&self, by: &str, update: AccountUpdate) {
        let (audit, eve) = (audit(&self.room, by), self.eve.clone());
        let changed = self.room.db.write::<_, AccountError, _>(move |tx| {
            Box::pin(async move {
                let all = MayChange {
                    sign_in: true,
                    place: true,
                    sup_admin: false,
                };
                update_account(tx, &eve, update, all, (&TimeZone::UTC, ""), &audit).await
            })
        });
        changed.await.unwrap();
    }

    async fn signs_in(&self, password: &str) {
        let verified = tried(&self.room, "Eve", password, &from(1), None).await;
        settle(&self.room.db, verified.unwrap()).await.unwrap();
    }

    /// Eve sets a password by a link in an email.
    async fn uses_link(&self, password: &str) {
        let eve = by_id(&self.room.db, &self.eve).await;
        let token = minted(&self.room, &eve).await;
        let link = open_link(
            &self.room,
            &token,
            atrium::directory::one_time_links::sets_password,
            HERE,
        )
        .await
        .unwrap();
        let new = prepared(&self.room, link, password).await;
        save(&self.room, new).await.unwrap();
    }
}

fn audit(room: &PasswordSignIn, by: &str) -> AuditContext {
    AuditContext::new(room.clock.now(), &room.random, &Origin::default()).by(by)
}

fn email(address: &str) -> AccountUpdate {
    AccountUpdate {
        email: Some(address.to_owned()),
        ..AccountUpdate::default()
    }
}

/// Each way that somebody chose counts until the owner proves one that this person did not choose.
#[tokio::test]
async fn attack_34_who_chose_a_way_in_is_noted_until_the_owner_proves_another() {
    for database in database::each_engine().await {
        let stage = Stage::set(&database.db).await;
        assert_eq!(stage.noted().await, [true, false], "Mia made it");
        // The address is Mia's choice, so the link and the password that it sets may be hers.
        stage.uses_link("ByLink2026*").await;
        stage.signs_in("ByLink2026*").await;
        assert_eq!(stage.noted().await, [true, false], "a link to her address");
        stage.gives_password(&stage.ben, "FromBen2026*").await;
        assert_eq!(stage.noted().await, [true, true], "Ben gave a password");
        stage.signs_in("FromBen2026*").await;
        // Until Eve has chosen one of her own, a link to Mia's address sets a password.
        assert_eq!(
            stage.noted().await,
            [true, true],
            "by a link to her address"
        );
        stage.chooses_password("MyOwn2026*").await;
        stage.signs_in("MyOwn2026*").await;
        assert_eq!(stage.noted().await, [false, true], "Ben may have chosen it");
        stage.changes(&stage.mia, email("new@demo.test")).await;
        assert_eq!(stage.noted().await, [true, true], "another address");
        stage.signs_in("MyOwn2026*").await;
        assert_eq!(stage.noted().await, [false, true], "not by this address");
        let id = AccountUpdate {
            lion_id: Some("eve8".to_owned()),
            ..AccountUpdate::default()
        };
        stage.changes(&stage.mia, id).await;
        assert_eq!(stage.noted().await, [true, true], "another corporate id");
        // What changes no way in chooses none.
        let name = AccountUpdate {
            full_name: Some("Eve".to_owned()),
            ..AccountUpdate::default()
        };
        stage.gives_password(CLI, "FromCli2026*").await;
        stage.changes(&stage.mia, name).await;
        stage.chooses_password("Own2026*").await;
        stage.signs_in("Own2026*").await;
        assert_eq!(stage.noted().await, [false, false], "the operator's choice");
    }
}

/// A link proves the address that it was sent to.
#[tokio::test]
async fn attack_34_a_link_proves_an_address_that_others_did_not_choose() {
    for database in database::each_engine().await {
        let stage = Stage::set(&database.db).await;
        stage.changes(CLI, email("own@demo.test")).await;
        stage.changes(CLI, email("eve@demo.test")).await;
        stage.gives_password(&stage.ben, "FromBen2026*").await;
        assert_eq!(stage.noted().await, [true, true]);
        stage.uses_link("ByLink2026*").await;
        assert_eq!(stage.noted().await, [false, false]);
    }
}

/// A person whose way in Mia chose chooses a way into Eve's account: that counts for Mia too.
#[tokio::test]
async fn attack_34_what_another_account_chose_counts_for_who_may_be_its_owner() {
    for database in database::each_engine().await {
        let stage = Stage::set(&database.db).await;
        stage.gives_password(CLI, "FromCli2026*").await;
        stage.chooses_password("Own2026*").await;
        stage.signs_in("Own2026*").await;
        assert_eq!(stage.noted().await, [false, false]);
        let ben = Stage {
            room: sign_in(&database.db, &Clock::fixed(NOW), 64),
            eve: stage.ben.clone(),
            mia: stage.mia.clone(),
            ben: stage.ben.clone(),
        };
        ben.gives_password(&stage.mia, "FromMia2026*").await;
        stage.gives_password(&stage.ben, "FromBen2026*").await;
        assert_eq!(stage.noted().await, [true, true]);
        // Nobody is noted for their own account.
        ben.changes(&ben.ben, email("me@demo.test")).await;
        assert_eq!(ben.noted().await, [true, false]);
    }
}
