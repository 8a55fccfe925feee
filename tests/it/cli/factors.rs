//! What an operator does and hears about second factors: `user reset-factors`, `doctor`, `serve` and `keys reseal`.

use atrium::db::{Db, DbError, DbOptions};
use serde_json::json;

use super::{Place, text};
use crate::support::rows;

/// A folder with a super administrator, who has a passkey that is bound to `rp_id`.
async fn with_passkey(rp_id: &str) -> Place {
    let place = Place::new();
    let added = [
        "user",
        "add",
        "Grace",
        "--email",
        "grace@example.com",
        "--super-admin",
    ];
    let added = place.run_with(&added, "long enough\n");
    assert!(added.status.success(), "{added:?}");
    let file = place.folder.path().join("data/atrium.db");
    let url = format!("sqlite:{}", file.display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let mut view = db.read().await.unwrap();
    let grace = atrium::directory::find_by_name(&mut view, "Grace").await;
    let grace = grace.unwrap().unwrap();
    drop(view);
    let row = json!({
        "id": "key", "account_id": grace.id, "credential_id": "AQ", "credential": "{}", "rp_id": rp_id,
        "name": "Phone", "discoverable": 1, "backup_eligible": 0, "backed_up": 0, "added_at": 1,
    });
    let written = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, "passkeys", &row).await })
    });
    written.await.unwrap();
    place
}

/// The last administrator without phone and key gets in again by the console; it says if there was nothing.
#[tokio::test]
async fn an_operator_resets_factors() {
    let place = with_passkey("localhost").await;
    let reset = || {
        let done = place.run(&["user", "reset-factors", "grace"]);
        assert!(done.status.success(), "{done:?}");
        text(&done.stdout)
    };
    assert!(reset().contains("the second factors of Grace are removed"));
    assert!(reset().contains("Grace has no second factor"));
    let nobody = place.run(&["user", "reset-factors", "nobody"]);
    assert!(text(&nobody.stderr).contains("there is no account \"nobody\""));
}

/// Keys work under one name alone, so both commands say so before their owners find out.
#[tokio::test]
async fn doctor_and_serve_name_keys_that_another_name_has() {
    let place = with_passkey("old.example").await;
    let run = |arguments: &[&str]| {
        let mut command = place.command(arguments);
        let url = ("ATRIUM_SERVER__PUBLIC_URL", "https://new.example");
        command.envs([url, ("ATRIUM_SERVER__TRUSTED_PROXIES", "127.0.0.1")]);
        let done = command.output().unwrap();
        text(&[done.stdout, done.stderr].concat())
    };
    let doctor = run(&["doctor"]);
    assert!(
        doctor.contains("1 keys are bound to old.example"),
        "{doctor}"
    );
    assert!(
        doctor.contains("set passkeys.rp_id = \"old.example\""),
        "{doctor}"
    );
    let serve = run(&["serve"]);
    assert!(
        serve.contains("1 passkeys are bound to \"old.example\""),
        "{serve}"
    );
}
