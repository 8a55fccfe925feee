//! The calls that administer accounts: list, details, add. The expectations are literals.

use atrium::db::{Db, DbError, SqlQuery};
use atrium::directory::{Status, organisations};
use serde_json::{Value, json};

use super::lists::ListCase;
use crate::access;
use crate::support::product_api::{Answered, NOW, Person, Server, borrowed};
use crate::support::{database, rows, trail};

pub const LIST: &str = "/api/security/admin/user/list";
pub const INFO: &str = "/api/security/admin/user/info";
pub const ADD: &str = "/api/security/admin/user/add-account";

/// Two agencies, a client of each, and product SSO.
pub async fn house(server: &Server) {
    let saved = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            organisations::save_agency(tx, "north", "North", NOW).await?;
            organisations::save_agency(tx, "south", "South", NOW).await?;
            organisations::save_company(tx, "nc", "North Client", Some("north"), NOW).await?;
            organisations::save_company(tx, "sc", "South Client", Some("south"), NOW).await?;
            organisations::save_brand(tx, "nb", "North Brand", Some("nc"), NOW).await
        })
    });
    saved.await.unwrap();
    let mut sso = access::product(1);
    sso.app_name = "SSO".into();
    access::save(server.db(), sso, &[]).await;
}

/// A super administrator.
pub async fn ada(server: &Server) -> Person {
    let full_name = |new: &mut atrium::directory::NewAccount| {
        new.sup_admin = true;
        "Ada Super".clone_into(&mut new.full_name);
    };
    server.person("AdaSuper", full_name).await
}

/// An administrator of product SSO.
pub async fn ben(server: &Server) -> Person {
    let ben = server.person("BenAdmin", |_| {}).await;
    let account = access::find(server.db(), &ben.id).await;
    access::administers(server.db(), &account, 1).await;
    ben
}

/// Asks by POST and reads in Chinese.
pub async fn in_chinese(server: &Server, person: &Person, path: &str, body: &Value) -> Answered {
    let mut headers = server.dpop(person, "POST", path, &json!({}));
    headers.push(("cookie", "lang=zh-cn".to_owned()));
    server.post(path, &borrowed(&headers), body).await
}

pub async fn info(server: &Server, person: &Person, id: &str) -> Value {
    let answer = server.get_as(person, &format!("{INFO}?userId={id}")).await;
    answer.data()
}

/// Actor, call and detail of the entries of `kind` about an object.
pub async fn entries(db: &Db, kind: &str, object: &str) -> Vec<(String, String, Value)> {
    const SQL: &str = "SELECT COALESCE(actor_id, ''), COALESCE(call, ''), detail FROM audit_entries \
        WHERE kind = $1 AND object_id = $2 ORDER BY at, id";
    let mut view = trail::settled(db).await;
    let rows = SqlQuery::kept(SQL).bind(kind).bind(object);
    let rows: Vec<(String, String, String)> = rows.fetch_all(&mut view).await.unwrap();
    rows.into_iter()
        .map(|(actor, call, detail)| (actor, call, serde_json::from_str(&detail).unwrap()))
        .collect()
}

/// Contract C-038, G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::directory::ACCOUNTS,
    always: "",
    name: "username",
    seed: |server| Box::pin(three_accounts(server)),
    orders: &[
        ("created", &["DanMember", "BenAdmin", "EveOther"]),
        ("username", &["BenAdmin", "DanMember", "EveOther"]),
        ("fullName", &["EveOther", "BenAdmin", "DanMember"]),
        ("email", &["BenAdmin", "EveOther", "DanMember"]),
        ("lastLogin", &["EveOther", "DanMember", "BenAdmin"]),
    ],
    found: &[
        ("context=emb", &["DanMember"]),
        ("context=AN%40demo", &["DanMember"]),
        ("context=%E5%B0%8F%E6%98%8E", &["DanMember"]),
        ("context=nobody", &[]),
        ("agencyId=south", &["EveOther"]),
        ("agencyId=nowhere", &[]),
        ("clientId=nc", &["DanMember"]),
        ("accountStatus=2", &["EveOther"]),
        ("accountStatus=0&agencyId=north&context=dan", &["DanMember"]),
        ("supAdmin=1", &[]),
        ("supAdmin=0&clientId=nc", &["DanMember"]),
        ("mustChangePassword=1", &["EveOther"]),
        ("mustChangePassword=0&agencyId=north", &["DanMember"]),
        ("passwordAsked=1", &["EveOther"]),
        ("passwordAsked=0&agencyId=north", &["DanMember"]),
        ("emailRefused=1", &["EveOther"]),
        ("secondFactor=none&agencyId=north", &["DanMember"]),
        ("secondFactor=app", &[]),
    ],
    refused: &[
        ("accountStatus=7", "accountStatus"),
        ("supAdmin=2", "supAdmin"),
        ("mustChangePassword=-1", "mustChangePassword"),
        ("secondFactor=4", "secondFactor"),
    ],
};

/// An administrator who reads and has no address, a member whose last day is over, and one who is disabled and
/// never signed in.
pub async fn three_accounts(server: &Server) -> Person {
    house(server).await;
    let ben = ben(server).await;
    let dan = server.account("DanMember", |new| {
        new.email = Some("dan@demo.test".to_owned());
        "王小明".clone_into(&mut new.full_name);
        new.agency_id = Some("north".to_owned());
        new.company_id = Some("nc".to_owned());
        new.expire_date = Some("2026-11-20".parse().unwrap());
        new.lion_id = Some("dan*1".to_owned());
    });
    let dan = dan.await;
    let eve = server.account("EveOther", |new| {
        new.email = Some("also@demo.test".to_owned());
        "Anna Other".clone_into(&mut new.full_name);
        new.agency_id = Some("south".to_owned());
        new.status = Status::Disabled;
        new.must_change_password = true;
    });
    let eve = eve.await;
    let created = [(dan.clone(), 1), (ben.id.clone(), 2), (eve.clone(), 3)];
    let signed_in = [(dan, 20), (ben.id.clone(), 30)];
    let set = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for (id, after) in created {
                let sql = "UPDATE accounts SET created_at = $2 WHERE id = $1";
                rows::set(tx, sql, &id, NOW + after).await?;
            }
            let asked = "UPDATE accounts SET password_asked = 1, email_refused = $2 WHERE id = $1";
            rows::set(tx, asked, &eve, 1).await?;
            for (id, after) in signed_in {
                let sql = "UPDATE accounts SET last_login_at = $2 WHERE id = $1";
                rows::set(tx, sql, &id, NOW + after).await?;
            }
            Ok(())
        })
    });
    set.await.unwrap();
    ben
}

/// Contract C-038: each field of a row.
#[tokio::test]
async fn a_row_describes_an_account() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ben = three_accounts(&server).await;
        let response = server.get_as(&ben, &format!("{LIST}?context=dan*1")).await;
        let response = response.data()["list"].clone();
        assert_eq!(
            response,
            json!([{
                "userId": response[0]["userId"],
                "username": "DanMember",
                "fullName": "王小明",
                "email": "dan@demo.test",
                "lionId": "dan*1",
                "agencyId": "north",
                "agencyName": "North",
                "clientId": "nc",
                "clientName": "North Client",
                "accountStatus": 0,
                "expireDate": "2026-11-20",
                "expired": true,
                "mustChangePassword": false,
                "supAdmin": 0,
                "secondFactor": "none",
                "passwordAsked": false, "eraseAt": null,
                "emailRefused": false,
                "lastLoginAt": NOW + 20,
                "createdAt": NOW + 1,
                "rights": {
                    "edit": true, "signIn": true, "place": true, "status": true, "delete": true, "password": true,
                    "roles": true, "home": true, "supAdmin": false,
                },
            }])
        );
        let id = response[0]["userId"].as_str().unwrap();
        assert_eq!(info(&server, &ben, id).await["username"], "DanMember");
    }
}

/// C-038: the details have every field that administrators may see, no hash (attack 32), and the actions of the caller.
#[tokio::test]
async fn all_details_of_an_account_are_returned() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (ada, ben) = (ada(&server).await, ben(&server).await);
        let member = server.person("PlainMember", |_| {}).await;
        let response = server
            .get_as(&ben, &format!("{INFO}?userId={}", ada.id))
            .await;
        assert!(!response.text.contains("argon2"), "{response:?}");
        let response = response.data();
        let few = json!({"edit": true, "signIn": false, "place": true, "status": false, "delete": false, "password": false, "roles": false, "home": false, "supAdmin": false});
        assert_eq!(response["rights"], few);
        assert_eq!(
            (&response["supAdmin"], &response["hasPassword"]),
            (&json!(1), &json!(true))
        );
        assert_eq!(
            (&response["version"], &response["changedBy"]),
            (&json!(1), &Value::Null)
        );
        let all = json!({"edit": true, "signIn": true, "place": true, "status": true, "delete": true, "password": true, "roles": true, "home": true, "supAdmin": true});
        assert_eq!(info(&server, &ada, &ben.id).await["rights"], all);
        let none = json!({"edit": false, "signIn": false, "place": false, "status": false, "delete": false, "password": false, "roles": false, "home": false, "supAdmin": false});
        assert_eq!(info(&server, &member, &member.id).await["rights"], none);
        let unknown = server
            .get_as(&ada, &format!("{INFO}?userId=nobody"))
            .await
            .json();
        assert_eq!(
            (&unknown["status"], &unknown["field"]),
            (&json!(100_012), &json!("userId"))
        );
    }
}

fn form(username: &str) -> Value {
    json!({"username": username, "email": format!("{username}@demo.test"), "password": "Tulip7Kite"})
}

/// K-15, K-16, V-02, V-12, V-03 to V-10, V-34, V-35, F-36 to F-42, F-61: every fault of the form at once, with the
/// literal messages.
#[tokio::test]
async fn every_fault_of_the_form_is_reported() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    house(&server).await;
    let ada = ada(&server).await;
    let body = json!({
        "username": "zhang", "email": "nowhere", "password": "ab!", "lionId": "a b", "lang": "fr",
        "agencyId": "east", "clientId": "nc", "expireDate": "2026-11-21",
    });
    let response = in_chinese(&server, &ada, ADD, &body).await.json();
    assert_eq!(
        (&response["status"], &response["field"]),
        (&json!(100_012), &json!("password"))
    );
    assert_eq!(
        response["faults"],
        json!([
            {"field": "password", "msg": "仅支持编号。大写和小写字母"},
            {"field": "username", "msg": "请按规则输入", "rule": "form"},
            {"field": "email", "msg": "请按规则输入", "rule": "form"},
            {"field": "lionId", "msg": "仅支持编号。大写和小写字母"},
            {"field": "lang", "msg": "请选择英文或中文。"},
            {"field": "expireDate", "msg": "请选择今天之后一年以内的日期。"},
            {"field": "agencyId", "msg": "请从列表中选择，且须属于上一级。"},
            {"field": "clientId", "msg": "请从列表中选择，且须属于上一级。"},
        ])
    );
    let faults = async |change: Value| {
        let mut body = form("ZhangSan");
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        let response = server.post_as(&ada, ADD, &body).await.json();
        let faults = response["faults"].as_array().cloned().unwrap_or_default();
        let fault = |fault: &Value| format!("{}: {}", fault["field"], fault["msg"]);
        faults.iter().map(fault).collect::<Vec<_>>()
    };
    let (long, rules) = (
        "Only support 100 characters;",
        "Please input according to the rules",
    );
    let plain = "Only digits, letters and * are allowed";
    for (change, expected) in [
        (json!({"username": ""}), vec![("username", rules)]),
        (
            json!({"username": format!("ZhangS{}", "a".repeat(95))}),
            vec![("username", long)],
        ),
        (json!({"email": ""}), vec![("email", rules)]),
        (
            json!({"email": format!("a@{}.test", "b".repeat(100))}),
            vec![("email", long)],
        ),
        (json!({"password": ""}), vec![("password", plain)]),
        (
            json!({"password": "Abcde12"}),
            vec![("password", "Please input valid format")],
        ),
        (
            json!({"password": "Tulip7Kite345678901234*"}),
            vec![("password", "Please input valid format")],
        ),
        (
            json!({"password": null, "lionId": ""}),
            vec![("password", plain)],
        ),
        (json!({"lionId": "a".repeat(101)}), vec![("lionId", long)]),
        (
            json!({"expireDate": "2027-11-22"}),
            vec![(
                "expireDate",
                "Choose a day after today and within one year.",
            )],
        ),
        (
            json!({"agencyId": "north", "clientId": "sc"}),
            vec![(
                "clientId",
                "Choose one from the list; it must belong to the one above.",
            )],
        ),
    ] {
        let response = faults(change.clone()).await;
        let expected: Vec<_> = expected
            .iter()
            .map(|(field, msg)| format!("{field:?}: {msg:?}"))
            .collect();
        assert_eq!(response, expected, "{change}");
    }
    assert!(
        entries(server.db(), "account.changed", &ada.id)
            .await
            .is_empty()
    );
}

/// F-71, E-21, V-09, C-043, E-20, X-05: an account is added, must change its password, has no rights, joins the group,
/// and leaves entries by their actor; a name that is in use is reported with its field.
#[tokio::test]
async fn an_account_is_added() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        access::group(server.db(), "team", &[]).await;
        let ada = ada(&server).await;
        let mut body = form("ZhangSan");
        body["agencyId"] = "north".into();
        body["clientId"] = "nc".into();
        body["expireDate"] = "2027-11-21".into();
        body["groupId"] = "team".into();
        let added = server.post_as(&ada, ADD, &body).await;
        assert!(!added.text.contains("Tulip7Kite"), "{added:?}");
        let added = added.data();
        assert_eq!(added["welcomeSent"], true);
        let id = added["userId"].as_str().unwrap();
        let response = info(&server, &ada, id).await;
        for (field, value) in [
            ("username", json!("ZhangSan")),
            ("fullName", json!("ZhangSan")),
            ("email", json!("ZhangSan@demo.test")),
            ("emailVerified", json!(false)),
            ("agencyId", json!("north")),
            ("clientId", json!("nc")),
            ("expireDate", json!("2027-11-21")),
            ("accountStatus", json!(0)),
            ("supAdmin", json!(0)),
            ("userManager", json!(false)),
            ("mustChangePassword", json!(true)),
            ("version", json!(1)),
        ] {
            assert_eq!(response[field], value, "{field}");
        }
        let changed = entries(server.db(), "account.changed", id).await;
        let [(actor, call, detail)] = &changed[..] else {
            panic!("{changed:?}");
        };
        assert_eq!(
            (actor, call.as_str()),
            (&ada.id, "POST /api/security/admin/user/add-account")
        );
        let fields = detail["changes"].as_array().unwrap();
        let begun = json!({"field": "username", "from": null, "to": "ZhangSan"});
        assert!(fields.contains(&begun), "{detail}");
        let joined = entries(server.db(), "group.member_added", "team").await;
        assert_eq!(joined.len(), 1, "{joined:?}");
        assert_eq!(joined[0].0, ada.id);

        let again = server.post_as(&ada, ADD, &form("zhangSAN")).await.json();
        assert_eq!(again["status"], 100_012, "not camel case: {again}");
        let mut again = form("ZhangSan");
        again["lionId"] = "lion1".into();
        let response = server.post_as(&ada, ADD, &again).await.json();
        assert_eq!(response["status"], 100_011);
        assert_eq!(
            response["faults"],
            json!([
                {"field": "username", "msg": "This account name is taken."},
                {"field": "email", "msg": "Another account has this email address."},
            ])
        );
        let corporate = json!({"username": "LiSi", "email": "li@demo.test", "lionId": "lion1"});
        let response = server.post_as(&ada, ADD, &corporate).await.data();
        assert_eq!(
            response["welcomeSent"], false,
            "there is no password to choose"
        );
        let response = info(&server, &ada, response["userId"].as_str().unwrap()).await;
        assert_eq!(
            (&response["hasPassword"], &response["mustChangePassword"]),
            (&json!(false), &json!(false))
        );
        let mut nowhere = form("WangWu");
        nowhere["groupId"] = "nowhere".into();
        let response = server.post_as(&ada, ADD, &nowhere).await.json();
        assert_eq!(
            (&response["status"], &response["field"]),
            (&json!(100_012), &json!("groupId"))
        );
        let found = server
            .get_as(&ada, &format!("{LIST}?context=WangWu"))
            .await
            .data();
        assert_eq!(found["total"], 0, "all or nothing");
    }
}

/// C-043, attack 19, T8 and attack 34: a manager adds only to their own groups, with their own agency, and their client
/// or none.
#[tokio::test]
async fn a_manager_adds_to_the_own_group_alone() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        access::group(server.db(), "mine", &[]).await;
        access::group(server.db(), "other", &[]).await;
        let chloe = server
            .person("ChloeManager", |new| {
                new.agency_id = Some("north".to_owned());
                new.company_id = Some("nc".to_owned());
            })
            .await;
        let account = access::find(server.db(), &chloe.id).await;
        access::appoint(server.db(), &account, "mine").await;
        for (at, change, status) in [
            (1, json!({"groupId": "mine"}), 0),
            (
                2,
                json!({"groupId": "mine", "agencyId": "north", "clientId": "nc"}),
                0,
            ),
            (3, json!({"groupId": "mine", "agencyId": "south"}), 100_013),
            (
                4,
                json!({"groupId": "mine", "agencyId": "unknown"}),
                100_013,
            ),
            (
                5,
                json!({"groupId": "mine", "agencyId": "north", "clientId": "sc"}),
                100_013,
            ),
            (6, json!({"groupId": "other"}), 100_013),
            (7, json!({"groupId": "unknown"}), 100_013),
            (8, json!({}), 100_013),
            (9, json!({"groupId": ""}), 100_013),
            // Attack 19: nobody keeps a way into an account that belongs to another person's corporate id.
            (
                10,
                json!({"groupId": "mine", "lionId": "director"}),
                100_013,
            ),
        ] {
            let mut body = form(&format!("NewPerson{at}"));
            for (name, value) in change.as_object().unwrap() {
                body[name] = value.clone();
            }
            // What no form has changes nothing.
            body["supAdmin"] = 1.into();
            body["userManager"] = true.into();
            body["emailVerified"] = true.into();
            let response = server.post_as(&chloe, ADD, &body).await.json();
            assert_eq!(response["status"], status, "{change}: {response}");
            if status == 0 {
                let account =
                    access::find(server.db(), response["data"]["userId"].as_str().unwrap()).await;
                let privileged = [
                    account.sup_admin,
                    account.user_manager,
                    account.email_verified,
                ];
                assert_eq!(privileged, [false; 3]);
                assert!(account.must_change_password);
            }
        }
    }
}
