//! The life of our own keys in the database, on each engine at hand.

use std::sync::Arc;

use atrium::{
    clock::{Clock, HOUR, MINUTE},
    db::{Db, changes::Changes},
    keys::{
        Algorithm, CHANGE_TOPIC, Keeper, KeyUse, KeysError, Master, PUBLISH_DELAY, SIGNED_LIFETIME,
        Takeover, TokenRules, TokenType, rewrap, store,
    },
    random::Random,
};
use serde_json::{Value, json};

use crate::support::database;

const START: i64 = 1_800_000_000_000;
const RS256: [KeyUse; 1] = [KeyUse::Signing(Algorithm::Rs256)];
const RULES: TokenRules<'_> = TokenRules {
    typ: TokenType::Jwt,
    issuer: "https://sso.example.test",
    now: None,
};

fn master(byte: u8) -> Arc<Master> {
    Arc::new(Master::from_secret(&[byte; 32]).unwrap())
}

async fn open(db: &Db, clock: &Clock) -> Keeper {
    let opened = Keeper::open(db.clone(), master(1), Random::system(), clock);
    opened.await.unwrap().0
}

fn token(keeper: &Keeper, alg: Algorithm) -> String {
    let claims = json!({"iss": RULES.issuer, "exp": 1});
    keeper.keys().sign(alg, TokenType::Jwt, &claims).unwrap()
}

fn published(keeper: &Keeper) -> usize {
    let set: Value = serde_json::from_slice(&keeper.keys().jwks().body).unwrap();
    set["keys"].as_array().unwrap().len()
}

async fn rows(db: &Db) -> Vec<store::KeyRow> {
    store::list(&mut db.read().await.unwrap()).await.unwrap()
}

/// Issue 3 section 2: made at first start, once, however many processes start together.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn processes_that_start_together_make_one_set() {
    for database in database::each_engine().await {
        let clock = Clock::system();
        let starts: Vec<_> = (0..4)
            .map(|_| {
                let (db, clock) = (database.db.clone(), clock.clone());
                tokio::spawn(async move {
                    Keeper::open(db, master(1), Random::system(), &clock)
                        .await
                        .unwrap()
                })
            })
            .collect();
        let mut keepers = Vec::new();
        let mut made = 0;
        for start in starts {
            let (keeper, changes) = start.await.unwrap();
            made += changes
                .iter()
                .filter(|change| change.state == "active")
                .count();
            assert!(keeper.keys().ring().is_complete());
            keepers.push(keeper);
        }
        assert_eq!(made, KeyUse::ALL.len());
        assert_eq!(rows(&database.db).await.len(), KeyUse::ALL.len());
        let token = token(&keepers[0], Algorithm::Es256);
        for keeper in &keepers {
            assert!(keeper.keys().verify(&token, &RULES).is_ok());
        }
    }
}

/// Issue 3 section 2: at rest no private key is readable, and another master opens none.
#[tokio::test]
async fn private_keys_are_sealed_at_rest() {
    for database in database::each_engine().await {
        let clock = Clock::held(START);
        open(&database.db, &clock).await;
        for row in rows(&database.db).await {
            let sealed = row.private_sealed.unwrap();
            assert!(!sealed.starts_with("MI"), "no DER in base64");
            assert!(master(2).open(&row.purpose, &row.kid, &sealed).is_err());
            assert!(master(1).open(&row.purpose, "another", &sealed).is_err());
        }
        let db = database.db.clone();
        let wrong = Keeper::open(db, master(2), Random::system(), &clock).await;
        assert!(matches!(wrong, Err(KeysError::ForeignMaster { .. })));
    }
}

/// Acceptance "Rotation": publish the new key, sign with it, keep the old one until its last token
/// has died, then delete its private part; seen by every process.
#[tokio::test]
async fn rotation_keeps_the_old_key_until_its_last_token_has_died() {
    for database in database::each_engine().await {
        let clock = Clock::held(START);
        let (one, two) = (
            open(&database.db, &clock).await,
            open(&database.db, &clock).await,
        );
        let old = token(&one, Algorithm::Rs256);
        let old_kid = one
            .keys()
            .ring()
            .signing_key(Algorithm::Rs256)
            .unwrap()
            .kid()
            .to_owned();

        one.rotate(&RS256, Takeover::AfterPublishing, clock.now())
            .await
            .unwrap();
        assert!(two.refresh(clock.now()).await.unwrap().is_empty());
        assert_eq!(
            (published(&one), published(&two)),
            (3, 3),
            "published at once"
        );
        assert!(token(&one, Algorithm::Rs256).starts_with(old.split_once('.').unwrap().0));

        clock.advance(PUBLISH_DELAY);
        let changes = two.refresh(clock.now()).await.unwrap();
        let states: Vec<&str> = changes.iter().map(|change| change.state).collect();
        assert_eq!(states, ["retiring", "active"]);
        assert!(
            one.refresh(clock.now()).await.unwrap().is_empty(),
            "done by the other"
        );
        let new = token(&one, Algorithm::Rs256);
        assert_ne!(
            new.split_once('.').unwrap().0,
            old.split_once('.').unwrap().0
        );
        for keeper in [&one, &two] {
            assert!(keeper.keys().verify(&old, &RULES).is_ok());
            assert!(keeper.keys().verify(&new, &RULES).is_ok());
        }

        clock.advance(SIGNED_LIFETIME - MINUTE);
        one.refresh(clock.now()).await.unwrap();
        assert!(one.keys().verify(&old, &RULES).is_ok());
        clock.advance(HOUR);
        one.refresh(clock.now()).await.unwrap();
        assert!(one.keys().verify(&old, &RULES).is_err());
        assert_eq!(published(&one), 2);
        let rows = rows(&database.db).await;
        let gone = rows.iter().find(|row| row.kid == old_kid).unwrap();
        assert_eq!(
            (gone.state.as_str(), &gone.private_sealed),
            ("retired", &None)
        );
    }
}

/// Design 6: a change of keys is heard of by the other processes within a second.
#[tokio::test]
async fn another_process_follows_a_rotation() {
    for database in database::each_engine().await {
        let clock = Clock::held(START);
        let (one, two) = (
            open(&database.db, &clock).await,
            open(&database.db, &clock).await,
        );
        let changes = Changes::new(database.db.clone());
        let mut topic = changes.topic(CHANGE_TOPIC);
        changes.poll().await.unwrap();
        topic.mark_unchanged();
        one.rotate(&RS256, Takeover::AtOnce, clock.now())
            .await
            .unwrap();
        changes.poll().await.unwrap();
        assert!(two.follow(&mut topic, &clock).await.unwrap().is_empty());
        assert!(
            two.keys()
                .verify(&token(&one, Algorithm::Rs256), &RULES)
                .is_ok()
        );
    }
}

/// `atrium keys rotate --now`: all uses at once; passwords sealed for the old key still open.
#[tokio::test]
async fn rotation_at_once_takes_over_at_once() {
    for database in database::each_engine().await {
        let clock = Clock::held(START);
        let keeper = open(&database.db, &clock).await;
        let before = keeper.keys().ring();
        clock.advance(1);
        keeper
            .rotate(&KeyUse::ALL, Takeover::AtOnce, clock.now())
            .await
            .unwrap();
        let after = keeper.keys().ring();
        for alg in Algorithm::SIGNING {
            let kid =
                |ring: &atrium::keys::KeyRing| ring.signing_key(alg).unwrap().kid().to_owned();
            assert_ne!(kid(&before), kid(&after));
        }
        assert_eq!(published(&keeper), 4);
        let spki =
            |ring: &atrium::keys::KeyRing| ring.password_key().unwrap().spki_base64().to_owned();
        assert_ne!(spki(&before), spki(&after));
        let again = open(&database.db, &clock).await.keys().ring();
        assert_eq!(
            spki(&again),
            spki(&after),
            "a restart hands out the same key"
        );
    }
}

/// Changing the master secret: everything is sealed anew, nothing is lost, a foreign one refused.
#[tokio::test]
async fn the_master_secret_can_be_changed() {
    for database in database::each_engine().await {
        let clock = Clock::held(START);
        let token = token(&open(&database.db, &clock).await, Algorithm::Es256);
        let reseal = |old: u8, new: u8| {
            database.db.write(move |tx| {
                Box::pin(
                    async move { rewrap(tx, &master(old), &master(new), &Random::system()).await },
                )
            })
        };
        assert!(matches!(
            reseal(7, 2).await,
            Err(KeysError::ForeignMaster { .. })
        ));
        assert_eq!(reseal(1, 2).await.unwrap(), KeyUse::ALL.len());
        assert_eq!(reseal(1, 2).await.unwrap(), 0, "done already");
        let opened = Keeper::open(database.db.clone(), master(2), Random::system(), &clock).await;
        assert!(opened.unwrap().0.keys().verify(&token, &RULES).is_ok());
    }
}
