//! `atrium client check` and `atrium doctor` compare the clients file with the database.

use sqlx::{Connection as _, Executor as _};

use super::{Place, text};

/// `atrium serve` refuses an entry whose id the database already holds from elsewhere, so `client check` and `doctor`
/// say so before.
#[tokio::test]
async fn an_id_that_the_database_already_holds_is_found_before_the_start() {
    let place = Place::new();
    let folder = place.folder.path();
    // Without a database nothing is compared, and none is created.
    assert!(place.run(&["client", "check"]).status.success());
    assert!(!folder.join("data/atrium.db").exists());
    assert!(place.run(&["seed", "--demo"]).status.success());
    assert!(place.run(&["client", "check"]).status.success());
    let url = format!("sqlite:{}", folder.join("data/atrium.db").display());
    let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
    for (theirs, ours) in [
        (
            "client_id = 'demo-app'",
            "client \"demo-app\" was added in the portal",
        ),
        (
            "client_id = 'legacy-demo'",
            "client \"legacy-demo\" was added in the portal",
        ),
    ] {
        let by_admin = format!("UPDATE clients SET source = 'admin' WHERE {theirs}");
        database
            .execute(sqlx::AssertSqlSafe(by_admin))
            .await
            .unwrap();
        let check = place.run(&["client", "check"]);
        assert_eq!(check.status.code(), Some(1), "{check:?}");
        assert!(text(&check.stderr).contains(ours), "{check:?}");
        let doctor = place.run(&["doctor"]);
        let found = text(&doctor.stdout);
        assert_eq!(doctor.status.code(), Some(1), "{found}");
        assert!(
            found.contains("FAULT  clients") && found.contains(ours),
            "{found}"
        );
        let serve = place.run(&["serve"]);
        assert_eq!(serve.status.code(), Some(2), "{serve:?}");
        let back = format!("UPDATE clients SET source = 'file' WHERE {theirs}");
        database.execute(sqlx::AssertSqlSafe(back)).await.unwrap();
    }
    // An entry with another id and the `appName` of an application that is not from the file.
    let moved = "UPDATE clients SET source = 'admin', client_id = 'other', metadata = \
        replace(metadata, '\"legacy-demo\"', '\"other\"') WHERE client_id = 'legacy-demo'";
    database.execute(moved).await.unwrap();
    let check = place.run(&["client", "check"]);
    assert_eq!(check.status.code(), Some(1), "{check:?}");
    assert!(
        text(&check.stderr).contains("has this appName"),
        "{check:?}"
    );
}
