//! An import writes in pieces (decision 0052): what is written when one fails, and how the same file goes on.

use atrium::db::{Db, DbError, Engine};
use serde_json::{Value, json};

use super::accounts::entries;
use super::import::{IMPORT, LIST, body, check, import, username};
use super::rights::give_code;
use crate::support::product_api::Server;
use crate::support::{database, rows, trail};

/// Attack 44: pieces are written one by one. A failing piece ends the import; the answer says which rows are written,
/// and the same file goes on from there.
#[tokio::test]
async fn attack_44_an_import_that_stopped_goes_on_with_the_same_file() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let lines = (2..52).map(|row| format!("NewPerson{row},new{row}@demo.test\n"));
        let file = format!("username,email\n{}", lines.collect::<String>());
        let found = check(&server, &ada, &file).await.data();
        let wanted = body(&file, false, found["check"].as_str());
        // With the first piece, somebody else takes the address of a line of the last one.
        let other = server.account("OtherPerson", |_| ()).await;
        take_with_the_first(&database.db, &other).await;
        let stopped = server.post_as(&ada, IMPORT, &wanted).await;
        let stopped = stopped.data();
        let written = |of: &Value| {
            let lines = of["lines"].as_array().unwrap().iter();
            lines
                .filter(|line| line["written"] == true)
                .map(|line| line["row"].as_u64().unwrap())
                .collect::<Vec<_>>()
        };
        let first = written(&stopped);
        assert!(!first.is_empty() && first.len() < 50, "{stopped}");
        assert_eq!(stopped["added"], first.len());
        assert_eq!(first, (2..2 + first.len() as u64).collect::<Vec<_>>());
        assert_eq!(stopped["stopped"]["row"], 2 + first.len());
        let msg = stopped["stopped"]["msg"].as_str().unwrap();
        assert!(msg.contains("51"), "the line at fault: {msg}");

        // Corrected: the same file with the same check.
        let moved = json!({ "userId": other, "email": "moved@demo.test" });
        let path = "/api/security/admin/user/update";
        assert_eq!(server.post_as(&ada, path, &moved).await.status(), 0);
        let rest = server.post_as(&ada, IMPORT, &wanted).await.data();
        assert_eq!(rest["stopped"], Value::Null, "{rest}");
        assert_eq!(rest["unchanged"], first.len(), "already there");
        let both: Vec<u64> = first.into_iter().chain(written(&rest)).collect();
        assert_eq!(both, (2..52).collect::<Vec<_>>());
        assert_eq!(
            trail::of_kind(server.db(), "account.changed").await.len(),
            51
        );
    }
}

/// Gives the account `other` the address `new51@demo.test` when `NewPerson2` is added, in the same transaction.
async fn take_with_the_first(db: &Db, other: &str) {
    let take = format!(
        "UPDATE accounts SET email = 'new51@demo.test', email_key = 'new51@demo.test' WHERE id = '{other}'"
    );
    let statements = match db.engine() {
        Engine::Sqlite => vec![format!(
            "CREATE TRIGGER taken AFTER INSERT ON accounts WHEN NEW.username_key = 'newperson2' \
             BEGIN {take}; END"
        )],
        Engine::Postgres => vec![
            format!(
                "CREATE FUNCTION taken() RETURNS trigger LANGUAGE plpgsql AS $$ \
                 BEGIN {take}; RETURN NULL; END $$"
            ),
            "CREATE TRIGGER taken AFTER INSERT ON accounts FOR EACH ROW \
             WHEN (NEW.username_key = 'newperson2') EXECUTE FUNCTION taken()"
                .to_owned(),
        ],
    };
    for sql in statements {
        let made = db.write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql)));
        made.await.unwrap();
    }
}

/// Attacks 24 and 34: each piece asks for the rights again. A sender who loses them meanwhile writes no further line.
#[tokio::test]
async fn attack_34_each_piece_asks_for_the_right_again() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            config.limits.person_added_accounts = 1000;
        })
        .await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let ben = server.person("BenSuper", |new| new.sup_admin = true).await;
        let lines = (2..502).map(|row| format!("NewPerson{row},new{row}@demo.test\n"));
        let file = format!("username,email\n{}", lines.collect::<String>());
        let found = check(&server, &ben, &file).await.data();
        let wanted = body(&file, false, found["check"].as_str());
        let others = async {
            while username(&server, &ada, "newperson2").await.is_empty() {
                tokio::task::yield_now().await;
            }
            let lesser = json!({ "userId": ben.id, "supAdmin": 0 });
            let path = "/api/security/admin/user/update";
            server.post_as(&ada, path, &lesser).await.status()
        };
        let (stopped, taken) = tokio::join!(server.post_as(&ben, IMPORT, &wanted), others);
        assert_eq!(taken, 0);
        let stopped = stopped.data();
        let added = stopped["added"].as_u64().unwrap();
        assert!((20..500).contains(&added), "{added}");
        let msg = stopped["stopped"]["msg"].as_str().unwrap();
        assert!(msg.contains("doesn’t have the right"), "{msg}");
        let after = username(&server, &ada, "newperson").await.len();
        assert_eq!(after as u64, added.min(100));
        let again = server.post_as(&ben, IMPORT, &wanted).await;
        assert_eq!(again.json()["status"], 100_013);
    }
}

/// Attack 44: an import and its dry run cost in proportion to the file, and count as writes of the person. Nothing else
/// of theirs is counted with them.
#[tokio::test]
async fn attack_44_dry_runs_are_counted() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.account_writes = 10).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let anna = server.person("AnnaSuper", |new| new.sup_admin = true).await;
        let lines = (2..52).map(|row| format!("NewPerson{row},new{row}@demo.test\n"));
        let file = format!("username,email\n{}", lines.collect::<String>());
        for _ in 0..2 {
            assert_eq!(check(&server, &ada, &file).await.data()["added"], 50);
        }
        let refused = check(&server, &ada, &file).await;
        assert_eq!(refused.http, 429, "{refused:?}");
        assert!(refused.header("retry-after").parse::<u64>().unwrap() <= 301);
        assert_eq!(check(&server, &anna, &file).await.status(), 0);
        let own = json!({ "lang": "en-us" });
        let own = server.post_as(&ada, "/api/security/user/set-lang", &own);
        assert_eq!(own.await.status(), 0);
        server.state().recorder.stop().await;
        let noted = entries(server.db(), "limit.reached", &ada.id).await;
        assert_eq!(noted[0].2, json!({ "limit": "imports" }));
    }
}

/// A line may take an address that an earlier line gives up, but not one that a later line gives up.
#[tokio::test]
async fn a_line_may_take_what_an_earlier_one_gives_up() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        for (name, email) in [
            ("DanMember", "dan@demo.test"),
            ("EveOther", "eve@demo.test"),
        ] {
            server
                .account(name, |new| new.email = Some(email.to_owned()))
                .await;
        }
        let moved = "username,email\nDanMember,new@demo.test\nEveOther,DAN@demo.test\nNewPerson,eve@demo.test\n";
        let early = "username,email\nNewPerson,eve@demo.test\nEveOther,free@demo.test\n";
        let refused = check(&server, &ada, early).await.json();
        assert_eq!(refused["faults"][0]["row"], 2, "{refused}");
        let done = import(&server, &ada, moved).await.data();
        assert_eq!((&done["added"], &done["changed"]), (&json!(1), &json!(2)));
        assert_eq!(done["stopped"], Value::Null);
    }
}

/// A person who may add but not change accounts can continue with the same file: rows that are already there need no
/// right.
#[tokio::test]
async fn what_is_already_there_needs_no_right_to_change_it() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let adder = server.person("AnnAdder", |_| {}).await;
        for code in ["view", "add"] {
            let code = format!("{LIST}.{code}").leak();
            give_code(server.db(), &adder, "SSO", code).await;
        }
        let one = "username,email\nNewOne,one@demo.test\n";
        assert_eq!(import(&server, &adder, one).await.data()["added"], 1);
        let both = format!("{one}NewTwo,two@demo.test\n");
        let done = import(&server, &adder, &both).await.data();
        assert_eq!((&done["added"], &done["unchanged"]), (&json!(1), &json!(1)));
        let other = "username,email\nNewOne,other@demo.test\n";
        let refused = check(&server, &adder, other).await.json();
        assert_eq!(refused["faults"][0]["column"], "username", "{refused}");
    }
}

/// An import needs its check, and nothing is imported if something changed since.
#[tokio::test]
async fn an_import_does_what_its_check_showed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        let file = "username,fullName\nDanMember,New Name\n";
        let without = server.post_as(&ada, IMPORT, &body(file, false, None)).await;
        assert_eq!(without.json()["field"], "check");
        let found = check(&server, &ada, file).await.data();
        let renamed = json!({ "userId": dan, "fullName": "Somebody else's" });
        let path = "/api/security/admin/user/update";
        assert_eq!(server.post_as(&ada, path, &renamed).await.status(), 0);
        let stale = body(file, false, found["check"].as_str());
        let refused = server.post_as(&ada, IMPORT, &stale).await.json();
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!(100_012), &json!("check"))
        );
        assert_eq!(username(&server, &ada, "new").await, [""; 0]);
    }
}
