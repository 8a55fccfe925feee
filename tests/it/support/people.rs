//! The people that every test server knows.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use atrium::audit::AuditContext;
use atrium::clock::Millis;
use atrium::db::{Db, WriteTx};
use atrium::directory::password_pool::{HashPool, HashPoolOptions};
use atrium::directory::{AccountError, NewAccount, Profile, Status, add_account};
use atrium::limits::Asker;
use atrium::random::Random;
use serde_json::json;

use super::rows;

/// The password of every person.
pub const PASSWORD: &str = "Atrium2026*";

pub async fn add_all(db: &Db, now: i64) {
    let hash = hash().await;
    for new in everybody(&hash) {
        db.write(move |tx| Box::pin(async move { add(tx, new, now).await }))
            .await
            .unwrap();
    }
}

/// Adds an account and returns its id. Deletes the audit entry about it, so that the audit trail
/// contains only what the test does.
pub async fn add(tx: &mut WriteTx, new: NewAccount, now: Millis) -> Result<String, AccountError> {
    let audit = AuditContext::of_operator(now, &Random::system(), "test");
    let id = add_account(tx, new, &audit).await?.id;
    rows::forget_entries(tx, &id).await?;
    Ok(id)
}

fn everybody(hash: &str) -> Vec<NewAccount> {
    let person = |username: &str, email: &str, full_name: &str| NewAccount {
        username: username.to_owned(),
        email: Some(email.to_owned()),
        email_verified: true,
        full_name: full_name.to_owned(),
        password_hash: Some(hash.to_owned()),
        ..NewAccount::default()
    };
    vec![
        NewAccount {
            sup_admin: true,
            ..person("AdaSuper", "ada@demo.test", "Ada Super")
        },
        person("ChloeManager", "chloe@demo.test", "Chloe Manager"),
        NewAccount {
            profile: full_profile(),
            ..person("DanMember", "dan@demo.test", "Dan Member")
        },
        NewAccount {
            must_change_password: true,
            ..person("EveNewcomer", "eve@demo.test", "Eve Newcomer")
        },
        NewAccount {
            status: Status::Disabled,
            ..person("FayGone", "fay@demo.test", "Fay Gone")
        },
    ]
}

/// A profile with every standard claim (OpenID Connect Core 5.1).
fn full_profile() -> Profile {
    serde_json::from_value(json!({
        "given_name": "Dan", "family_name": "Member", "middle_name": "Q", "nickname": "Danny",
        "preferred_username": "dan", "profile": "https://people.example/dan",
        "picture": "https://people.example/dan.png", "website": "https://dan.example",
        "gender": "male", "birthdate": "1990-04-01", "zoneinfo": "Europe/Berlin",
        "locale": "en-US", "phone_number": "+49 30 123456", "phone_number_verified": true,
        "address": {
            "formatted": "1 Main Street\n10115 Berlin", "street_address": "1 Main Street",
            "locality": "Berlin", "region": "Berlin", "postal_code": "10115", "country": "Germany",
        },
    }))
    .unwrap()
}

/// The hash of [`PASSWORD`]. A test run makes it once, because hashing is slow on purpose.
pub async fn hash() -> String {
    static HASH: OnceLock<String> = OnceLock::new();
    if let Some(hash) = HASH.get() {
        return hash.clone();
    }
    let options = HashPoolOptions {
        threads: NonZeroUsize::MIN,
        queue: 4,
    };
    let pool = HashPool::start(options).unwrap();
    let hash = pool
        .hash(
            PASSWORD.to_owned().into(),
            &Random::system(),
            &Asker::operator(),
        )
        .await;
    HASH.get_or_init(|| hash.unwrap()).clone()
}
