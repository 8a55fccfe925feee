//! C-079, C-098: whom a manager finds and invites, and how often in a day. The expectations are literals.

use atrium::clock::DAY;
use atrium::config::Registration;
use atrium::db::DbError;
use atrium::directory::{self, Status};
use serde_json::{Value, json};

use super::accounts::ada;
use super::group_stage::give_group_right;
use super::lists::ListCase;
use super::request_scenes::{appoint, group, with_email};
use crate::support::product_api::{Answered, NOW, Person, Server};
use crate::support::{database, rows};

const ADMIN: &str = "/api/security/admin/user-group";
const OWN: &str = "/api/security/user/user-group";

/// C-079, D-03, F-22, E-05 to E-07, K-24: a search answers names, agencies and addresses of enabled accounts alone, and
/// only so often in a day.
#[tokio::test]
async fn a_search_tells_little_and_is_limited() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_searches = 2).await;
        let chloe = server.person("Chloe", with_email).await;
        server
            .account("Gone", |new| new.status = Status::Disabled)
            .await;
        for number in 10..22 {
            server.account(&format!("Found{number}"), with_email).await;
        }
        appoint(&server, &chloe, "media").await;
        let search = format!("{ADMIN}/add-user-list?groupId=media");
        for query in ["", "&context=", "&context=a"] {
            let refused = server
                .get_as(&chloe, &format!("{search}{query}"))
                .await
                .json();
            assert_eq!(
                (&refused["status"], &refused["field"]),
                (&json!(100_012), &json!("context"))
            );
        }
        let found = server
            .get_as(&chloe, &format!("{search}&context=found"))
            .await
            .data();
        assert_eq!(found["list"].as_array().unwrap().len(), 10);
        let first = &found["list"][0];
        assert_eq!(
            (&first["username"], &first["email"]),
            (&json!("Found10"), &json!("Found10@demo.test"))
        );
        let mut shown: Vec<&String> = first.as_object().unwrap().keys().collect();
        shown.sort();
        assert_eq!(shown, ["agencyName", "email", "fullName", "username"]);
        assert_eq!(
            (&found["total"], &found["more"]),
            (&json!(12), &json!(false))
        );
        let gone = server
            .get_as(&chloe, &format!("{search}&context=gone&pageSize=100"))
            .await;
        assert_eq!(gone.data()["list"], json!([]));
        let limited = server
            .get_as(&chloe, &format!("{search}&context=found"))
            .await;
        assert_eq!(limited.http, 429);
    }
}

/// C-098, F-63, F-70, V-16, V-19, K-18, G-65, E-09: five addresses at most, each once, with a daily limit; the refused
/// ones by name.
#[tokio::test]
async fn invitations_are_limited() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            config.limits.person_invitations = 4;
            config.accounts.registration = Registration::Off;
        })
        .await;
        let chloe = server.person("Chloe", with_email).await;
        let eve = server.person("Eve", with_email).await;
        appoint(&server, &chloe, "media").await;
        let invite = |kind: i64, emails: &[&str]| {
            let emails: Vec<Value> = emails
                .iter()
                .map(|email| json!({ "email": email }))
                .collect();
            json!({ "type": kind, "groupId": "media", "emailList": emails })
        };
        let path = "/api/security/user-group/invitation-mail";
        for (body, field) in [
            (invite(2, &["eve@demo.test"]), "type"),
            (invite(3, &["eve@demo.test"]), "type"),
            (invite(1, &[]), "emailList"),
            (
                invite(1, &["a@b.c", "b@b.c", "c@b.c", "d@b.c", "e@b.c", "f@b.c"]),
                "emailList",
            ),
            (
                invite(1, &["eve@demo.test\r\nBcc: all@demo.test"]),
                "emailList",
            ),
            (invite(1, &["nothing"]), "emailList"),
        ] {
            let refused = server.post_as(&chloe, path, &body).await.json();
            assert_eq!(
                (&refused["status"], &refused["field"]),
                (&json!(100_012), &json!(field)),
                "{body}"
            );
        }
        let off = server
            .post_as(&chloe, path, &invite(2, &["eve@demo.test"]))
            .await;
        assert_eq!(
            off.json()["msg"],
            "People can’t be invited to register here. Add an account for them instead."
        );
        // F-70: the call has two addresses.
        for path in [path, "/api/security/user/user-group/invitation-mail"] {
            for (body, words) in [
                (invite(1, &["nothing"]), "Please input your vaild email"),
                (invite(1, &[]), "please select or enter"),
            ] {
                let refused = server.post_as(&chloe, path, &body).await.json();
                assert_eq!(refused["msg"], words, "{path}");
            }
        }
        let body = invite(1, &["eve@demo.test", "EVE@demo.test", "stranger@else.test"]);
        let invited = server.post_as(&chloe, path, &body).await.data();
        assert_eq!(
            invited,
            json!({ "sent": 1, "failed": ["stranger@else.test"] })
        );
        let list = format!("{ADMIN}/group-management-list?groupId=media&context=eve");
        let row = server.get_as(&chloe, &list).await.data()["list"][0].clone();
        assert_eq!(
            (&row["status"], &row["actionId"], &row["statusName"]),
            (&json!(2), &json!(5), &json!("invited"))
        );
        let own = invite(1, &["chloe@demo.test"]);
        assert_eq!(server.post_as(&chloe, path, &own).await.status(), 100_013);
        // Two are left of the four.
        let more = invite(1, &["x@else.test", "y@else.test", "z@else.test"]);
        assert_eq!(server.post_as(&chloe, path, &more).await.http, 429);
        let row = server
            .get_as(&eve, &format!("{OWN}/group-list?context=media"))
            .await
            .data();
        assert_eq!(row["list"][0]["outcome"], "invited");
    }
}

const INVITE: &str = "/api/security/user-group/invitation-mail";
const LIST: &str = "/api/security/user-group/invitation/list";
const WITHDRAW: &str = "/api/security/user-group/invitation/withdraw";

/// Three invitations to a group of Chloe's, and one to another. A super administrator reads them.
async fn three(server: &Server) -> Person {
    let chloe = server.person("Chloe", with_email).await;
    appoint(server, &chloe, "media").await;
    group(server, "other").await;
    for (at, name, of) in [
        (1, "b", "media"),
        (0, "a", "media"),
        (2, "c", "media"),
        (3, "d", "other"),
    ] {
        let (email, by) = (format!("{name}@else.test"), chloe.id.clone());
        let row = json!({
            "id": name, "group_id": of, "email": email, "email_key": email, "invited_by": by,
            "created_at": NOW + at, "expires_at": NOW + DAY,
        });
        let inserted = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "registration_invitations", &row).await })
        });
        inserted.await.unwrap();
    }
    ada(server).await
}

pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &directory::INVITATIONS,
    always: "groupId=media",
    name: "email",
    seed: |server| Box::pin(three(server)),
    orders: &[("created", &["a@else.test", "b@else.test", "c@else.test"])],
    found: &[],
    refused: &[],
};

/// Chloe manages "media", and each address is invited to register.
async fn invites(server: &Server, emails: &[&str]) -> Person {
    let chloe = server.person("Chloe", with_email).await;
    appoint(server, &chloe, "media").await;
    assert_eq!(
        newcomers(server, &chloe, emails).await.data()["failed"],
        json!([])
    );
    chloe
}

async fn newcomers(server: &Server, by: &Person, emails: &[&str]) -> Answered {
    let emails: Vec<Value> = emails
        .iter()
        .map(|email| json!({ "email": email }))
        .collect();
    let body = json!({ "type": 2, "groupId": "media", "emailList": emails });
    server.post_as(by, INVITE, &body).await
}

/// Contract C-098, G-65, attack 14: an invitation to register is answered and listed alike for every address, whether or not it
/// has an account. A manager withdraws it, once.
#[tokio::test]
async fn attack_14_invitations_to_register_are_answered_alike() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server.person("Eve", with_email).await;
        server
            .account("Gone", |new| {
                with_email(new);
                new.status = Status::Disabled;
            })
            .await;
        let chloe = invites(&server, &["new@else.test", "NEW@else.test"]).await;
        for email in ["eve@demo.test", "gone@demo.test", "chloe@demo.test"] {
            let sent = newcomers(&server, &chloe, &[email]).await;
            assert_eq!(sent.data(), json!({ "sent": 1, "failed": [] }), "{email}");
        }
        let list = format!("{LIST}?groupId=media");
        let rows = server.get_as(&chloe, &list).await.data()["list"].clone();
        let rows = rows.as_array().unwrap();
        let mut emails: Vec<_> = rows
            .iter()
            .map(|row| row["email"].as_str().unwrap())
            .collect();
        emails.sort_unstable();
        let all = [
            "chloe@demo.test",
            "eve@demo.test",
            "gone@demo.test",
            "new@else.test",
        ];
        assert_eq!(emails, all);
        let row = rows
            .iter()
            .find(|row| row["email"] == "new@else.test")
            .unwrap();
        assert_eq!(row["createdAt"], json!(NOW));
        assert_eq!(row["expiresAt"], json!(NOW + 7 * DAY));
        let body = json!({ "groupId": "media", "invitationId": row["id"] });
        for withdrawn in [true, false] {
            let answer = server.post_as(&chloe, WITHDRAW, &body).await.data();
            assert_eq!(answer, json!({ "withdrawn": withdrawn }));
        }
        assert_eq!(server.get_as(&chloe, &list).await.data()["total"], 3);
        // Nobody withdraws an invitation to another group by naming one's own.
        appoint(&server, &chloe, "other").await;
        let theirs = rows
            .iter()
            .find(|row| row["email"] == "eve@demo.test")
            .unwrap();
        let body = json!({ "groupId": "other", "invitationId": theirs["id"] });
        let answer = server.post_as(&chloe, WITHDRAW, &body).await.data();
        assert_eq!(answer, json!({ "withdrawn": false }));
        let missing = server.get_as(&chloe, &format!("{LIST}?groupId=")).await;
        assert_ne!(missing.status(), 0);
    }
}

/// Trap T11: a person invites only so many addresses in a day, and all people together each only so often, whether or not it
/// has an account.
#[tokio::test]
async fn attack_t11_one_address_is_invited_only_so_often() {
    for email in ["eve@demo.test", "new@else.test"] {
        let database = database::sqlite().await;
        let server = Server::with(&database.db, |config| {
            config.limits.person_invitations = 8;
        })
        .await;
        server.person("Eve", with_email).await;
        let chloe = invites(&server, &[email]).await;
        let bob = server.person("Bob", with_email).await;
        appoint(&server, &bob, "media").await;
        assert_eq!(newcomers(&server, &bob, &[email]).await.http, 200);
        assert_eq!(newcomers(&server, &chloe, &[email]).await.http, 200);
        assert_eq!(newcomers(&server, &bob, &[email]).await.http, 429);
        let others = [
            "a@else.test",
            "b@else.test",
            "c@else.test",
            "d@else.test",
            "e@else.test",
        ];
        assert_eq!(newcomers(&server, &chloe, &others).await.http, 200);
        assert_eq!(newcomers(&server, &chloe, &["f@else.test"]).await.http, 200);
        assert_eq!(newcomers(&server, &chloe, &["g@else.test"]).await.http, 429);
    }
}

/// Attack 34, trap T8: who may not add accounts to the group invites nobody to register: another person, and the manager of a
/// group that gives rights of Atrium. An address with which nobody can register is refused.
#[tokio::test]
async fn attack_34_only_who_adds_accounts_invites_people_to_register() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let chloe = invites(&server, &["new@else.test"]).await;
    let dan = server.person("Dan", with_email).await;
    assert_eq!(
        newcomers(&server, &dan, &["x@else.test"]).await.status(),
        100_013
    );
    let short = newcomers(&server, &chloe, &["a@intranet"]).await.json();
    assert_eq!(short["field"], "emailList", "{short}");
    let audit = "account_maintain.AccountManagement.AuditLog.view";
    give_group_right(server.db(), "media", audit).await;
    let refused = newcomers(&server, &chloe, &["x@else.test"]).await;
    assert_eq!(refused.status(), 100_013);
    let list = format!("{LIST}?groupId=media");
    assert_eq!(server.get_as(&chloe, &list).await.data()["total"], 1);
}
