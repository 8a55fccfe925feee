//! A new password (design 8: 8 to 100 characters of any kind; another than before).

use atrium::audit::{Origin, PasswordChange};
use atrium::clock::Clock;
use atrium::directory::change_password::{self, ChangePasswordError, NewPassword, PasswordChanged};
use atrium::directory::password::PasswordLength;
use atrium::directory::sign_in::PasswordSignIn;
use zeroize::Zeroizing;

use super::sign_in::{sign_in, with_password};
use super::{NOW, by_id};
use crate::support::database;

async fn prepared(
    room: &PasswordSignIn,
    id: &str,
    password: &str,
) -> Result<NewPassword, ChangePasswordError> {
    let account = by_id(&room.db, id).await;
    let password = Zeroizing::new(password.to_owned());
    change_password::prepare(&room.pool, &room.random, &account, password).await
}

async fn save(
    room: &PasswordSignIn,
    new: NewPassword,
) -> Result<PasswordChanged, ChangePasswordError> {
    let random = room.random.clone();
    room.db
        .write(move |tx| {
            Box::pin(async move {
                let origin = Origin::default();
                new.save(tx, &random, PasswordChange::Forced, &origin, NOW)
                    .await
            })
        })
        .await
}

#[tokio::test]
async fn a_new_password_replaces_the_old_one_and_the_duty_to_change() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::held(NOW), 64);
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
        let changed = save(&room, new).await.unwrap();
        assert_eq!(changed.account_id, id);
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
