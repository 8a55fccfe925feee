//! The life of our own keys in the database, on each available engine.

use std::sync::Arc;
use std::time::Duration;

use atrium::{
    app::key_trail::KeyTrail,
    clock::{Clock, HOUR, MINUTE},
    db::{Db, DbError, Engine, WriteTx, feed::ChangeFeed},
    keys::{
        self, Algorithm, CHANGE_TOPIC, Draft, Keeper, KeyChange, KeyUse, KeysError, Master,
        PUBLISH_DELAY, SIGNED_LIFETIME, Takeover, TokenRules, TokenType, Witness, draft, publish,
        rewrap,
    },
    random::Random,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use tokio::sync::Notify;

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

fn trail() -> Arc<KeyTrail> {
    Arc::new(KeyTrail::of_server(&Random::system()))
}

async fn open(db: &Db, clock: &Clock) -> Keeper {
    let opened = Keeper::open(db.clone(), master(1), Random::system(), trail(), clock);
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

async fn rows(db: &Db) -> Vec<keys::KeyRow> {
    keys::list(&mut db.read().await.unwrap()).await.unwrap()
}

/// Created at the first start, once, even if many processes start together.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn processes_that_start_together_make_one_set() {
    for database in database::each_engine().await {
        let clock = Clock::system();
        let starts: Vec<_> = (0..4)
            .map(|_| {
                let (db, clock) = (database.db.clone(), clock.clone());
                tokio::spawn(async move {
                    Keeper::open(db, master(1), Random::system(), trail(), &clock)
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

/// No private key in the database is readable, and another master secret cannot
/// decrypt it.
#[tokio::test]
async fn private_keys_are_sealed_at_rest() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
        open(&database.db, &clock).await;
        for row in rows(&database.db).await {
            let sealed = row.private_sealed.unwrap();
            let secret = master(1).open(&row.purpose, &row.kid, &sealed).unwrap();
            let bytes = URL_SAFE_NO_PAD.decode(&sealed).unwrap();
            let shown = bytes.windows(secret.len()).any(|part| part == &**secret);
            assert!(!shown, "{} is not sealed", row.purpose);
            assert!(master(2).open(&row.purpose, &row.kid, &sealed).is_err());
            assert!(master(1).open(&row.purpose, "another", &sealed).is_err());
        }
        let db = database.db.clone();
        let wrong = Keeper::open(db, master(2), Random::system(), trail(), &clock).await;
        assert!(matches!(wrong, Err(KeysError::ForeignMaster { .. })));
    }
}

/// publish the new key, sign with it, keep the old one until its last token has died, then
/// delete its private part; seen by every process.
#[tokio::test]
async fn rotation_keeps_the_old_key_until_its_last_token_has_died() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
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

/// Other processes see a change of keys within a second.
#[tokio::test]
async fn another_process_follows_a_rotation() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
        let (one, two) = (
            open(&database.db, &clock).await,
            open(&database.db, &clock).await,
        );
        let changes = ChangeFeed::new(database.db.clone());
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

/// After a failed read the change is read again at once, so that a withdrawn key does not stay valid.
#[tokio::test]
async fn what_could_not_be_read_is_not_taken_for_seen() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
        let own = database.again().await;
        let keeper = open(&own, &clock).await;
        let changes = ChangeFeed::new(database.db.clone());
        let mut topic = changes.topic(CHANGE_TOPIC);
        changes.poll().await.unwrap();
        own.close().await;
        keeper.follow(&mut topic, &clock).await.unwrap_err();
        assert!(topic.has_changed().unwrap());
    }
}

/// `atrium keys rotate --now`: all uses at once; passwords that were encrypted for the old key can still be
/// decrypted.
#[tokio::test]
async fn rotation_at_once_takes_over_at_once() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
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

fn states(changes: &[KeyChange]) -> Vec<&str> {
    changes.iter().map(|change| change.state).collect()
}

/// A key has one successor: a new rotation, of any kind, replaces a waiting one.
#[tokio::test]
async fn the_last_rotation_ordered_is_the_one_that_happens() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
        let keeper = open(&database.db, &clock).await;
        let rotate = async |takeover| {
            clock.advance(1);
            let changes = keeper.rotate(&RS256, takeover, clock.now()).await.unwrap();
            (changes[0].kid.clone(), changes)
        };
        let kid_of = |keeper: &Keeper| {
            let ring = keeper.keys().ring();
            ring.signing_key(Algorithm::Rs256).unwrap().kid().to_owned()
        };
        let waiting = async || -> Vec<String> {
            let rows = rows(&database.db).await.into_iter();
            rows.filter(|row| row.state == "next")
                .map(|row| row.kid)
                .collect()
        };

        let (first, _) = rotate(Takeover::AfterPublishing).await;
        let (_, changes) = rotate(Takeover::AfterPublishing).await;
        assert_eq!(states(&changes), ["retired", "next"]);
        assert_eq!(changes[0].kid, first);
        let second = changes[1].kid.clone();
        assert_eq!(waiting().await, [second.as_str()]);
        let (_, changes) = rotate(Takeover::AtOnce).await;
        assert_eq!(
            states(&changes),
            ["retired", "next", "retiring", "active"],
            "{changes:?}"
        );
        let third = changes[1].kid.clone();
        assert_eq!(kid_of(&keeper), third);
        assert!(waiting().await.is_empty());
        let forgotten = rows(&database.db).await.into_iter();
        let forgotten = forgotten.filter(|row| row.kid == first || row.kid == second);
        assert!(
            forgotten.clone().count() == 2
                && forgotten
                    .into_iter()
                    .all(|row| row.private_sealed.is_none())
        );

        rotate(Takeover::AfterPublishing).await;
        let changes = keeper.withdraw(&third, clock.now()).await.unwrap();
        assert_eq!(states(&changes), ["withdrawn", "retired", "next", "active"]);
        let fourth = kid_of(&keeper);
        clock.advance(2 * PUBLISH_DELAY);
        assert_eq!(keeper.refresh(clock.now()).await.unwrap(), []);
        assert_eq!(
            kid_of(&keeper),
            fourth,
            "an order that was taken back happens"
        );
    }
}

/// Two rotations at once leave one: the second waits for the first, and then replaces it.
#[tokio::test]
async fn two_rotations_at_once_leave_one_follower() {
    let databases = database::each_engine().await.into_iter();
    // SQLite has one writer, so this cannot happen there.
    let mut postgres = databases.filter(|database| database.db.engine() == Engine::Postgres);
    let Some(database) = postgres.next() else {
        return;
    };
    let clock = Clock::fixed(START);
    open(&database.db, &clock).await;
    let (reached, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let uses = vec![KeyUse::Signing(Algorithm::Es256); 2];
    let drafts = draft(uses, master(1), Random::system()).await.unwrap();
    let order = |draft: &Draft, gate: Option<(Arc<Notify>, Arc<Notify>)>| {
        let (drafts, db) = ([draft.clone()], database.db.clone());
        tokio::spawn(async move {
            let job = db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    publish(tx, &drafts, START + PUBLISH_DELAY, START).await?;
                    if let Some((reached, go_on)) = gate {
                        reached.notify_one();
                        go_on.notified().await;
                    }
                    Ok(())
                })
            });
            job.await.unwrap();
        })
    };
    let gate = (Arc::clone(&reached), Arc::clone(&go_on));
    let first = order(&drafts[0], Some(gate));
    reached.notified().await;
    let second = order(&drafts[1], None);
    while database::waiting(&database.db).await == 0 && !second.is_finished() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    go_on.notify_one();
    first.await.unwrap();
    second.await.unwrap();
    let rows = rows(&database.db).await;
    assert_eq!(rows.iter().filter(|row| row.state == "next").count(), 1);
}

/// A recorder that fails every write.
#[derive(Debug)]
struct Speechless;

#[async_trait::async_trait]
impl Witness for Speechless {
    async fn record(&self, _: &mut WriteTx, _: &[KeyChange], _: i64) -> Result<(), DbError> {
        Err(DbError::WriterGone)
    }
}

/// If the audit entry of a change cannot be written, the key stays unchanged.
#[tokio::test]
async fn no_key_changes_without_its_entry() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
        let fresh = database::sqlite().await;
        let made = Keeper::open(
            fresh.db.clone(),
            master(1),
            Random::system(),
            Arc::new(Speechless),
            &clock,
        );
        assert!(matches!(
            made.await,
            Err(KeysError::Db(DbError::WriterGone))
        ));
        assert!(rows(&fresh.db).await.is_empty());

        open(&database.db, &clock)
            .await
            .rotate(&RS256, Takeover::AfterPublishing, clock.now())
            .await
            .unwrap();
        let outline = async || -> Vec<(String, String)> {
            let rows = rows(&database.db).await.into_iter();
            rows.map(|row| (row.kid, row.state)).collect()
        };
        let before = outline().await;
        let mute = Keeper::open(
            database.db.clone(),
            master(1),
            Random::system(),
            Arc::new(Speechless),
            &clock,
        );
        let mute = mute.await.unwrap().0;
        let kid = mute
            .keys()
            .ring()
            .signing_key(Algorithm::Rs256)
            .unwrap()
            .kid()
            .to_owned();
        let now = clock.now();
        let refused = [
            mute.rotate(&RS256, Takeover::AtOnce, now).await,
            mute.withdraw(&kid, now).await,
            mute.refresh(now + PUBLISH_DELAY).await,
        ];
        for refused in refused {
            assert!(
                matches!(refused, Err(KeysError::Db(DbError::WriterGone))),
                "{refused:?}"
            );
        }
        assert_eq!(outline().await, before);
    }
}

/// Changing the master secret: everything is encrypted again, nothing is lost, a wrong one is refused.
#[tokio::test]
async fn the_master_secret_can_be_changed() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
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
        let db = database.db.clone();
        let opened = Keeper::open(db, master(2), Random::system(), trail(), &clock).await;
        assert!(opened.unwrap().0.keys().verify(&token, &RULES).is_ok());
    }
}
