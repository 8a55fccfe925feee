//! Accounts from a CSV file: a dry run shows what would change, then the same file is imported.

use atrium::audit::AuditFilter;
use atrium::db::{DbError, Reads as _};
use atrium::directory::{AccountError, NewAccount};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::FutureExt as _;
use futures_util::future::{join_all, select_all};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::accounts::entries;
use super::rights::give_code;
use crate::support::product_api::{Answered, NOW, Person, Server};
use crate::support::{database, people, trail};

pub const IMPORT: &str = "/api/security/admin/user/import";
const TEMPLATE: &str = "/api/security/admin/user/import-template";
pub const LIST: &str = "account_maintain.AccountManagement.AccountList";

/// The request of an import.
pub fn body(file: impl AsRef<[u8]>, dry_run: bool, check: Option<&str>) -> Value {
    let file = STANDARD.encode(file);
    json!({ "file": file, "dryRun": dry_run, "welcome": false, "check": check })
}

/// A file with a new account, and its check: the request of a good import.
pub async fn checked(server: &Server, number: i64) -> Value {
    let name = format!("importer{number}");
    let person = server.person(&name, |new| new.sup_admin = true).await;
    let file = format!("username,email\nNewPerson{number},new{number}@demo.test\n");
    let found = server
        .post_as(&person, IMPORT, &body(&file, true, None))
        .await;
    let check = found.data()["check"].as_str().unwrap().to_owned();
    body(&file, false, Some(&check))
}

/// What the file would change.
pub async fn check(server: &Server, by: &Person, file: &str) -> Answered {
    server.post_as(by, IMPORT, &body(file, true, None)).await
}

/// Checks the file, then imports it.
pub async fn import(server: &Server, by: &Person, file: &str) -> Answered {
    let found = check(server, by, file).await.data();
    let check = found["check"].as_str();
    server.post_as(by, IMPORT, &body(file, false, check)).await
}

pub async fn username(server: &Server, by: &Person, context: &str) -> Vec<String> {
    let path =
        format!("/api/security/admin/user/list?sort=username&pageSize=100&context={context}");
    let list = server.get_as(by, &path).await.data()["list"].clone();
    let rows = list.as_array().unwrap().iter();
    rows.map(|row| row["username"].as_str().unwrap().to_owned())
        .collect()
}

/// Attack 44: other writes wait for a piece of an import, so a person has one import at a time. Other people are not
/// affected.
#[tokio::test]
async fn attack_44_a_person_has_one_import_at_a_time() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let anna = server.person("anna", |new| new.sup_admin = true).await;
        let file = "username,email\nNewPerson,new@demo.test\n";
        let found = check(&server, &ada, file).await.data();
        let wanted = body(file, false, found["check"].as_str());
        // A write with the same name, not yet committed, keeps the imports waiting.
        let (begun, begins) = oneshot::channel();
        let (release, released) = oneshot::channel();
        let db = server.db().clone();
        let held = tokio::spawn(async move {
            let held = db.write::<(), AccountError, _>(move |tx| {
                Box::pin(async move {
                    let new = NewAccount {
                        username: "NewPerson".to_owned(),
                        ..NewAccount::default()
                    };
                    people::add(tx, new, NOW).await?;
                    begun.send(()).unwrap();
                    database::hold(tx.engine(), released).await.unwrap();
                    Err(DbError::damaged("taken back").into())
                })
            });
            held.await
        });
        begins.await.unwrap();
        // A dry run waits for nobody.
        assert_eq!(check(&server, &anna, file).await.data()["added"], 1);
        let runs =
            [&ada, &ada, &anna].map(|person| server.post_as(person, IMPORT, &wanted).boxed());
        let (refused, _, others) = select_all(runs).await;
        assert_eq!(refused.http, 429);
        assert_eq!(refused.header("retry-after"), "10");
        let words = "You are already importing or checking a file. Wait until that is done, then try again.";
        assert_eq!(refused.json()["msg"], words);
        release.send(()).unwrap();
        assert!(held.await.unwrap().is_err());
        let done = join_all(others).await;
        // Both have the same name. The second one is refused, or finds it already there.
        let added = done.iter().filter(|one| one.json()["data"]["added"] == 1);
        assert_eq!(added.count(), 1, "{done:?}");
        assert_eq!(check(&server, &ada, file).await.data()["unchanged"], 1);
        server.state().recorder.stop().await;
        let noted = entries(server.db(), "limit.reached", &ada.id).await;
        assert_eq!(noted.len(), 1);
        assert_eq!(noted[0].2, json!({ "limit": "imports" }));
    }
}

/// C-038.
#[tokio::test]
async fn a_file_adds_and_changes_accounts() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let dan = server
            .account("DanMember", |new| new.full_name = "Dan".to_owned())
            .await;
        server
            .account("EveOther", |new| new.full_name = "Eve".to_owned())
            .await;
        let template = server.get_as(&ada, TEMPLATE).await;
        assert_eq!(
            template.text,
            "\u{feff}username,email,fullName,lionId,lang,agencyId,clientId,expireDate\r\n"
        );
        let file = "\u{feff}username,email,fullName,lionId\r\n\
            danmember,,\"Member, Dan\",\r\n\
            NewPerson,new@demo.test,=1+1,\r\n\
            EveOther,,Eve,\r\n\
            NewLion,lion@demo.test,王小明,lion7\r\n";
        let found = check(&server, &ada, file).await.data();
        let counts = ["added", "changed", "unchanged", "welcomed"].map(|name| found[name].clone());
        assert_eq!(counts, [json!(2), json!(1), json!(1), json!(0)]);
        let line = &found["lines"][0];
        assert_eq!(
            (&line["row"], &line["username"]),
            (&json!(2), &json!("DanMember"))
        );
        assert_eq!(
            line["changes"],
            json!([{ "field": "name", "recorded": true, "from": "Dan", "to": "Member, Dan" }])
        );
        assert_eq!(found["lines"][1]["added"], true);
        assert_eq!(found["lines"][2]["changes"], json!([]));
        assert_eq!(found["lines"][1]["written"], false);
        // The check has changed nothing and left no entry.
        assert!(username(&server, &ada, "new").await.is_empty());
        assert!(
            entries(server.db(), "account.changed", &dan)
                .await
                .is_empty()
        );

        let check = found["check"].as_str();
        let done = server
            .post_as(&ada, IMPORT, &body(file, false, check))
            .await;
        let mut shown = found.clone();
        for row in [0, 1, 3] {
            shown["lines"][row]["written"] = true.into();
        }
        assert_eq!(done.data(), shown, "what the check showed");
        assert_eq!(
            username(&server, &ada, "new").await,
            ["NewLion", "NewPerson"]
        );
        let changed = entries(server.db(), "account.changed", &dan).await;
        assert_eq!(changed.len(), 1);
        assert_eq!(changed[0].0, ada.id);
        assert_eq!(changed[0].1, format!("POST {IMPORT}"));
        assert_eq!(changed[0].2["changes"][0]["to"], "Member, Dan");
        // A cell that looks like a formula is a name like any other, and harmless in the next file.
        let export = server.get_as(&ada, "/api/security/admin/user/export?context=new");
        assert!(export.await.text.contains(",'=1+1,"));
        // The same file again, with the same check or another: there is nothing left to do.
        let again = server
            .post_as(&ada, IMPORT, &body(file, false, check))
            .await
            .data();
        assert_eq!(
            (&again["unchanged"], &again["added"]),
            (&json!(4), &json!(0))
        );
        assert_eq!(import(&server, &ada, file).await.data()["unchanged"], 4);
    }
}

/// Contract X-03: status 1, with line and column of each fault; nothing is imported.
#[tokio::test]
async fn a_file_with_faults_says_where_and_imports_nothing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        server
            .account("DanMember", |new| {
                new.email = Some("dan@demo.test".to_owned());
            })
            .await;
        let long = format!("username\n{}", "NewPerson\n".repeat(501));
        let wide = format!("{}a", "a,".repeat(100_000));
        for (file, expected) in [
            ("", json!([["file", null, null]])),
            ("username,email\n", json!([["file", null, null]])),
            (&long, json!([["file", null, null]])),
            (&wide, json!([["file", 1, null]])),
            (
                "username,supAdmin\nDanMember,1\n",
                json!([["supAdmin", 2, "supAdmin"]]),
            ),
            (
                "username,password\nDanMember,1\n",
                json!([["file", 1, "password"]]),
            ),
            ("email\nx@demo.test\n", json!([["file", 1, "username"]])),
            (
                "username,email,email\nA,B,C\n",
                json!([["file", 1, "email"]]),
            ),
            (
                "username,email\nNewPerson\n",
                json!([["email", 2, "email"]]),
            ),
            ("username,email\nA,B,C\n", json!([["file", 2, null]])),
            (
                "username,email\nNewPerson,\"a\nb\"\n",
                json!([["file", 2, null]]),
            ),
            (
                "username,email\nNewOne,one@demo.test\nNEWONE,two@demo.test\n",
                json!([["username", 3, "username"]]),
            ),
            (
                "username,email\nNewOne,a@demo.test\nNewTwo,A@demo.test\n",
                json!([["email", 3, "email"]]),
            ),
            (
                "username,email,agencyId\nno hump,nowhere,gone\nNewTwo,two@demo.test,\nNewOne,DAN@demo.test,\n",
                json!([
                    ["username", 2, "username"],
                    ["email", 2, "email"],
                    ["agencyId", 2, "agencyId"],
                    ["email", 4, "email"],
                ]),
            ),
            (
                "username,expireDate\nDanMember,yesterday\n",
                json!([["expireDate", 2, "expireDate"]]),
            ),
        ] {
            let refused = check(&server, &ada, file).await;
            let json = refused.json();
            assert_eq!((refused.http.as_u16(), &json["status"]), (200, &json!(1)));
            let faults: Vec<Value> = json["faults"]
                .as_array()
                .unwrap_or(&Vec::new())
                .iter()
                .map(|fault| json!([fault["field"], fault["row"], fault["column"]]))
                .collect();
            assert_eq!(Value::from(faults), expected, "{file:.60}: {json}");
        }
        // In the encoding of a Chinese Excel.
        let gbk = b"username,fullName\nDanMember,\xcd\xf5\n";
        let refused = server.post_as(&ada, IMPORT, &body(gbk, true, None)).await;
        let msg = refused.json()["msg"].as_str().unwrap().to_owned();
        assert!(msg.starts_with("Row 2: The file isn’t UTF-8."), "{msg}");
        assert!(username(&server, &ada, "new").await.is_empty());
        assert!(
            trail::of_kind(server.db(), "account.changed")
                .await
                .is_empty()
        );
    }
}

/// The whole file is checked before the first line is written: one line of 500 that became invalid after the check
/// stops the import, and is named.
#[tokio::test]
async fn one_bad_line_of_500_imports_nothing() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            config.limits.person_added_accounts = 1000;
        })
        .await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let lines = (2..502).map(|row| format!("NewPerson{row},new{row}@demo.test\n"));
        let file = format!("username,email\n{}", lines.collect::<String>());
        let found = check(&server, &ada, &file).await.data();
        assert_eq!(found["added"], 500);
        // Meanwhile somebody else takes the address of one line.
        server
            .account("OtherPerson", |new| {
                new.email = Some("new400@demo.test".to_owned());
            })
            .await;
        let before = trail::entries(server.db(), &AuditFilter::default())
            .await
            .len();
        let refused = server
            .post_as(&ada, IMPORT, &body(&file, false, found["check"].as_str()))
            .await
            .json();
        let fault = &refused["faults"][0];
        assert_eq!(
            (&refused["status"], &fault["row"], &fault["column"]),
            (&json!(1), &json!(400), &json!("email"))
        );
        assert!(username(&server, &ada, "newperson").await.is_empty());
        let after = trail::entries(server.db(), &AuditFilter::default())
            .await
            .len();
        assert_eq!(after, before, "no account, no entry");
    }
}

/// Attack 37: a body above its limit, a file above its limit, and invalid base64.
#[tokio::test]
async fn attack_37_a_huge_file_is_refused() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let huge = check(&server, &ada, &"x".repeat(1_000_000)).await;
        assert_eq!(huge.http, 413);
        let large = check(&server, &ada, &"x".repeat(512_001)).await;
        assert_eq!(large.json()["status"], 1);
        assert_eq!(large.json()["msg"], "The file is larger than 500 kB.");
        let odd = json!({ "file": "%%%", "dryRun": true });
        let odd = server.post_as(&ada, IMPORT, &odd).await;
        assert_eq!(odd.json()["field"], "file");
        // Other calls keep the small limit.
        let other = json!({ "lang": "x".repeat(100_000) });
        let other = server.post_as(&ada, "/api/security/user/set-lang", &other);
        assert_eq!(other.await.http, 413);
    }
}

/// Attack 34: nobody changes more by a file than one by one.
#[tokio::test]
async fn attack_34_a_file_reaches_nobody_above_its_sender() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ben = server.person("BenHelp", |_| {}).await;
        for right in ["view", "add", "edit"] {
            let code = format!("{LIST}.{right}").leak();
            give_code(server.db(), &ben, "SSO", code).await;
        }
        let adder = server.person("AnnAdder", |_| {}).await;
        for code in ["view", "add"] {
            let code = format!("{LIST}.{code}").leak();
            give_code(server.db(), &adder, "SSO", code).await;
        }
        server.account("AdaSuper", |new| new.sup_admin = true).await;
        server.account("DanMember", |_| {}).await;
        let reader = server.person("RexReader", |_| {}).await;
        let audit = "account_maintain.AccountManagement.AuditLog.view";
        give_code(server.db(), &reader, "SSO", audit).await;
        let email = |name: &str| format!("username,email\n{name},mine@demo.test\n");
        for (by, file, words) in [
            (&ben, email("AdaSuper"), "no permission"),
            (
                &ben,
                email("RexReader"),
                "can give rights in the administration",
            ),
            (&ben, email("BenHelp"), ""),
            (&adder, email("DanMember"), "no permission"),
            (&adder, "username,fullName\nDanMember,X\n".to_owned(), ""),
        ] {
            let refused = check(&server, by, &file).await.json();
            assert_eq!(refused["status"], 1, "{file}: {refused}");
            let fault = &refused["faults"][0];
            assert_eq!(
                (&fault["row"], &fault["column"]),
                (&json!(2), &json!("username"))
            );
            let msg = fault["msg"].as_str().unwrap().to_lowercase();
            assert!(words.is_empty() || !msg.is_empty(), "{words}: {msg}");
        }
        // A file may do exactly what its sender may do one by one.
        assert_eq!(
            import(&server, &ben, &email("DanMember")).await.data()["changed"],
            1
        );
        let name = "username,fullName\nAdaSuper,Ada\n";
        assert_eq!(import(&server, &ben, name).await.data()["changed"], 1);
        let new = "username,email\nNewPerson,new@demo.test\n";
        assert_eq!(import(&server, &adder, new).await.data()["added"], 1);
    }
}

/// Attack 44: a client that goes while its import waits for other writes does not get another turn. On SQLite the
/// running write still ends; PostgreSQL rolls it back at once.
#[tokio::test]
async fn attack_44_a_client_that_goes_does_not_import_again_meanwhile() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = server.person("ada", |new| new.sup_admin = true).await;
    let anna = server.person("anna", |new| new.sup_admin = true).await;
    let file = "username,email\nNewPerson,new@demo.test\n";
    let found = check(&server, &ada, file).await.data();
    let wanted = body(file, false, found["check"].as_str());
    let (begun, begins) = oneshot::channel();
    let (release, released) = oneshot::channel();
    let db = server.db().clone();
    let held = tokio::spawn(async move {
        let held = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                begun.send(()).unwrap();
                database::hold(tx.engine(), released).await.unwrap();
                Ok(())
            })
        });
        held.await
    });
    begins.await.unwrap();
    let waits = async |writes: usize| {
        while server.db().waiting_writes() < writes {
            tokio::task::yield_now().await;
        }
    };
    let mut gone = server.post_as(&ada, IMPORT, &wanted).boxed();
    tokio::select! {
        answer = &mut gone => panic!("the import did not wait: {answer:?}"),
        () = waits(1) => drop(gone),
    }
    tokio::select! {
        again = check(&server, &ada, file) => assert_eq!(again.http, 429),
        () = waits(2) => panic!("a second import waits"),
    }
    release.send(()).unwrap();
    held.await.unwrap().unwrap();
    // This write follows the import's.
    let after = server
        .db()
        .write::<_, DbError, _>(|_| Box::pin(async { Ok(()) }));
    after.await.unwrap();
    assert_eq!(username(&server, &anna, "newperson").await, ["NewPerson"]);
    let again = check(&server, &ada, file).await.data();
    assert_eq!(again["unchanged"], 1, "{again}");
}

/// Contract F-63: the daily caps apply to an import, and one that reaches them changes nothing.
#[tokio::test]
async fn an_import_keeps_the_caps_of_a_day() {
    for database in database::each_engine().await {
        let limits = |config: &mut atrium::config::Config| {
            config.limits.person_added_accounts = 3;
            config.limits.person_welcome_emails = 1;
        };
        let server = Server::with(&database.db, limits).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let file = |names: &[&str]| {
            let lines = names
                .iter()
                .map(|name| format!("{name},{name}@demo.test\n"));
            format!("username,email\n{}", lines.collect::<String>())
        };
        let many = file(&["NewOne", "NewTwo", "NewThree", "NewFour"]);
        for _ in 0..2 {
            let refused = check(&server, &ada, &many).await;
            assert_eq!(refused.http, 429, "{refused:?}");
        }
        assert!(username(&server, &ada, "new").await.is_empty());
        let two = file(&["NewOne", "NewTwo"]);
        let mut welcome = body(&two, true, None);
        welcome["welcome"] = true.into();
        assert_eq!(server.post_as(&ada, IMPORT, &welcome).await.http, 429);
        // A check adds nobody.
        assert_eq!(import(&server, &ada, &two).await.data()["added"], 2);
        let one = file(&["NewThree"]);
        let mut welcome = body(&one, true, None);
        welcome["welcome"] = true.into();
        let found = server.post_as(&ada, IMPORT, &welcome).await.data();
        assert_eq!(found["welcomed"], 1);
        assert!(trail::of_kind(server.db(), "link.sent").await.is_empty());
        welcome["dryRun"] = false.into();
        welcome["check"] = found["check"].clone();
        assert_eq!(
            server.post_as(&ada, IMPORT, &welcome).await.data()["added"],
            1
        );
        assert_eq!(trail::of_kind(server.db(), "link.sent").await.len(), 1);
        let last = check(&server, &ada, &file(&["NewFour"])).await;
        assert_eq!(last.http, 429);
    }
}
