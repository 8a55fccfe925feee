//! Attacks of people who may already do something: helpers, managers and members who want more than they were given
//! (attacks 14, 34, 44 and T11). The expectations are literals.

use atrium::access::rights::{give_group, save_code};
use atrium::config::Secret;
use atrium::db::DbError;
use serde_json::{Value, json};

use super::access_samples::{add_role_with, add_sso};
use super::accounts::{ADD, ada, house, info};
use super::group_stage::{give_group_right, industries, team};
use super::request_scenes::{Team, appoint, with_email};
use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";
const EDIT: &str = "account_maintain.AccountManagement.AccountList.edit";
const PASSWORDS: &str = "account_maintain.AccountManagement.AccountList.password";
const UPDATE: &str = "/api/security/admin/user/update";
const RANDOM: &str = "/api/security/admin/user/random-pwd";
const CONFIRM: &str = "/api/security/admin/access/confirm";
const UPDATE_ROLE: &str = "/api/security/admin/role/upd";
const ASSIGN_USERS: &str = "/api/security/admin/role/assign-user";
const CHOOSE_AGENCY: &str = "/api/security/user/assign-agency";
const AGENCY_REQUESTS: &str = "/api/security/admin/agency-request/list";
const DECIDE: &str = "/api/security/admin/agency-request/decide";
const MY_GROUPS: &str = "/api/security/user/user-group/group-list";
const ADD_USER: &str = "/api/security/admin/user-group/add-user";
const INVITE: &str = "/api/security/user-group/invitation-mail";
const INDUSTRIES: &str = "/api/security/admin/user-group/data-access/industry-confirm";

/// A person who holds these codes of Atrium.
pub async fn holder(server: &Server, name: &'static str, codes: &[&'static str]) -> Person {
    let person = server.person(name, |_| {}).await;
    let (id, codes) = (person.id.clone(), codes.to_vec());
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for code in codes {
                save_code(tx, "SSO", name, code).await?;
            }
            give_group(tx, &id, "SSO", name).await
        })
    });
    given.await.unwrap();
    person
}

pub async fn done(server: &Server, by: &Person, path: &str, body: Value) {
    let answer = server.post_as(by, path, &body).await;
    assert_eq!(answer.status(), 0, "{path} {body}: {}", answer.json());
}

pub async fn refused(server: &Server, by: &Person, path: &str, body: Value) {
    let answer = server.post_as(by, path, &body).await;
    assert_eq!(answer.status(), 100_013, "{path} {body}: {}", answer.json());
}

/// Decision 0029: Bella has a code by a role for agency South. A helper who holds less moves her away, takes her account
/// over and moves her back, or decides about the agency that she asks for.
#[tokio::test]
async fn attack_34_nobody_moves_an_account_to_get_its_codes() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        add_sso(&server, 1).await;
        let ada = ada(&server).await;
        let helper = holder(&server, "HelperDesk", &[EDIT, PASSWORDS]).await;
        let south = |new: &mut atrium::directory::NewAccount| {
            new.agency_id = Some("south".to_owned());
        };
        let bella = server.person("BellaSouth", south).await;
        let right = format!("1.{AUDIT}");
        let role = add_role_with(&server, 1, "Auditors", std::slice::from_ref(&right)).await;
        done(&server, &ada, CONFIRM, json!({ "accessId": right })).await;
        let of_south = json!({ "roleId": role, "accountType": 1, "orgId": "south" });
        done(&server, &ada, UPDATE_ROLE, of_south).await;
        let given = json!({ "roleId": role, "addedIds": [bella.id] });
        done(&server, &ada, ASSIGN_USERS, given).await;

        let to = |agency: &str| json!({ "userId": bella.id, "agencyId": agency });
        let password = json!({ "userId": bella.id });
        let address = json!({ "userId": bella.id, "email": "helper@evil.test" });
        // Changes that give no way in are still allowed.
        let name = json!({ "userId": bella.id, "fullName": "Bella" });
        done(&server, &helper, UPDATE, name).await;
        refused(&server, &helper, UPDATE, to("north")).await;
        // She asks for another agency herself, and the helper may not decide.
        done(
            &server,
            &bella,
            CHOOSE_AGENCY,
            json!({ "agencyId": "north" }),
        )
        .await;
        let waits = server.get_as(&helper, AGENCY_REQUESTS).await.data();
        let decision = json!({
            "userId": bella.id, "requestId": waits["list"][0]["requestId"], "approve": true,
        });
        refused(&server, &helper, DECIDE, decision.clone()).await;
        done(&server, &ada, DECIDE, decision).await;
        // At North the role gives her nothing; she would get it back at South.
        refused(&server, &helper, RANDOM, password.clone()).await;
        refused(&server, &helper, UPDATE, address.clone()).await;
        refused(&server, &helper, UPDATE, to("south")).await;
        let shown = info(
            &server,
            &helper_who_lists(&server, &helper).await,
            &bella.id,
        )
        .await;
        let rights = ["edit", "signIn", "place", "password"].map(|name| &shown["rights"][name]);
        assert_eq!(
            rights,
            [&json!(true), &json!(false), &json!(false), &json!(false)]
        );
        done(&server, &ada, RANDOM, password).await;
    }
}

/// The helper, who may list accounts from now on.
async fn helper_who_lists(server: &Server, helper: &Person) -> Person {
    let id = helper.id.clone();
    let view = "account_maintain.AccountManagement.AccountList.view";
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            save_code(tx, "SSO", "Lists", view).await?;
            give_group(tx, &id, "SSO", "Lists").await
        })
    });
    given.await.unwrap();
    server.signed_in(&helper.id).await
}

/// Decision 0029, for groups: companies and brands limit what a group gives, and a person chooses a brand at any time.
#[tokio::test]
async fn attack_34_a_brand_that_can_be_chosen_counts() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (_, [_, dan, _]) = team(&server).await;
        give_group_right(server.db(), "team", AUDIT).await;
        let helper = holder(&server, "HelperDesk", &[PASSWORDS]).await;
        let limit = json!({ "group_id": "team", "organisation_id": "nb", "kind": 1 });
        let limited = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "group_limits", &limit).await })
        });
        limited.await.unwrap();
        refused(&server, &helper, RANDOM, json!({ "userId": dan })).await;
        let eve = server.account("EveOther", |_| {}).await;
        done(&server, &helper, RANDOM, json!({ "userId": eve })).await;
    }
}

/// Nothing privileged. The manager knows its password, so a group that gives more than the manager holds would be a way
/// up. Nobody adds themselves.
#[tokio::test]
async fn attack_34_a_manager_adds_no_account_with_more_than_they_hold() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        team(&server).await;
        give_group_right(server.db(), "team", AUDIT).await;
        for (name, codes, expected) in [
            ("CarlManager", &[][..], 100_013),
            ("CarlAdder", &[PASSWORDS], 100_013),
            ("CarlAuditor", &[AUDIT], 0),
        ] {
            let manager = holder(&server, name, codes).await;
            let account = access::find(server.db(), &manager.id).await;
            access::appoint(server.db(), &account, "team").await;
            let username = format!("Puppet{name}");
            let body = json!({
                "username": username, "email": format!("{username}@demo.test"), "password": "Start2026*",
                "groupId": "team",
            });
            let added = server.post_as(&manager, ADD, &body).await.json();
            assert_eq!(added["status"], expected, "{name}: {added}");
            if expected == 100_013 {
                let words = added["msg"].as_str().unwrap();
                assert!(words.contains("rights that you don’t have"), "{words}");
            }
        }
    }
}

/// A search by the names of managers tells no member their addresses, corporate ids or user names.
#[tokio::test]
async fn attack_14_a_search_for_groups_tells_nothing_hidden_of_managers() {
    for team in Team::each().await {
        let hidden = |new: &mut atrium::directory::NewAccount| {
            new.email = Some("private.line@secret.test".to_owned());
            new.lion_id = Some("lion4711".to_owned());
            "Mona Lead".clone_into(&mut new.full_name);
        };
        let mona = team.server.person("SecretLogin", hidden).await;
        appoint(&team.server, &mona, "media").await;
        for (context, found) in [
            ("mona", 1),
            ("lead%20mona", 1),
            ("private.line", 0),
            ("secret.test", 0),
            ("mona%20secret", 0),
            ("lion47", 0),
            ("secretlogin", 0),
        ] {
            let path = format!("{MY_GROUPS}?context={context}");
            let page = team.get(&team.eve, &path).await;
            assert_eq!(page["total"], found, "{context}");
        }
    }
}

/// Attack 14: a search finds nobody by a name that its list does not show, above all not by a part of the corporate id.
/// C-054, C-074, C-075, C-078, C-079.
#[tokio::test]
async fn attack_14_a_list_of_people_is_searched_by_what_it_shows() {
    const ADMIN: &str = "/api/security/admin";
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        access::group(server.db(), "media", &[]).await;
        let ada = ada(&server).await;
        let hidden = |new: &mut atrium::directory::NewAccount| {
            new.email = Some("private.line@secret.test".to_owned());
            new.lion_id = Some("9lion4711".to_owned());
            "Mona Lead".clone_into(&mut new.full_name);
        };
        let mona = server.account("Quillan", hidden).await;
        let mona = access::find(server.db(), &mona).await;
        access::join(
            server.db(),
            &mona,
            "media",
            atrium::directory::Status::Enabled,
        )
        .await;
        let role = add_role_with(&server, 1, "Planner", &[]).await;
        // Each with what it shows: account name, display name, email address.
        for (path, shown) in [
            (
                format!("{ADMIN}/role/assign/user-list?roleId={role}&assigned=0"),
                [1, 1, 1],
            ),
            (
                format!("{ADMIN}/user-group/user-list?groupId=media"),
                [1, 1, 1],
            ),
            (
                format!("{ADMIN}/user-group/user-select-list?groupId=media"),
                [1, 1, 1],
            ),
            (
                format!("{ADMIN}/user-group/group-management-list?groupId=media"),
                [1, 1, 1],
            ),
            (
                format!("{ADMIN}/user-group/add-user-list?groupId=media"),
                [1, 1, 1],
            ),
            (
                format!("{ADMIN}/iris-mapping/account/option-list?"),
                [1, 1, 0],
            ),
        ] {
            let found = async |context: &str| {
                let path = format!("{path}&context={context}");
                let data = server.get_as(&ada, &path).await.data();
                let rows = data.as_array().or(data["list"].as_array()).unwrap().len();
                // The number of rows on a page would tell the same.
                assert!(
                    [&json!(rows), &Value::Null].contains(&&data["total"]),
                    "{path}: {data}"
                );
                rows
            };
            for (context, rows) in ["uill", "ona", "private.l"].into_iter().zip(shown) {
                assert_eq!(found(context).await, rows, "{path} {context}");
            }
            for context in ["9l", "471", "lion47", "9lion4711", "uillan%20lion"] {
                assert_eq!(found(context).await, 0, "{path} {context}");
            }
        }
        let path = format!("{ADMIN}/user/list?context=lion47");
        let page = server.get_as(&ada, &path).await.data();
        assert_eq!(page["total"], 1, "the list of accounts shows it");
    }
}

/// Attack 14, F-22: nobody can test any number of names by adding people.
#[tokio::test]
async fn attack_14_a_name_that_adds_nobody_counts_as_a_search() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_searches = 3).await;
        let chloe = server.person("Chloe", with_email).await;
        appoint(&server, &chloe, "media").await;
        server.account("Dan", with_email).await;
        let add = async |field: &str, name: &str| {
            let mut body = json!({ "groupId": "media" });
            body[field] = name.into();
            server.post_as(&chloe, ADD_USER, &body).await
        };
        assert_eq!(add("username", "Dan").await.status(), 0);
        assert_eq!(add("username", "Nobody").await.status(), 100_012);
        assert_eq!(add("email", "nobody@demo.test").await.status(), 100_012);
        // Somebody who is there already.
        assert_eq!(add("email", "dan@demo.test").await.status(), 0);
        for (field, name) in [("username", "Nobody"), ("username", "Dan")] {
            let limited = add(field, name).await;
            assert_eq!(limited.http, 429, "{name}");
            assert_eq!(limited.json()["data"], Value::Null);
        }
    }
}

/// Attack 44: a member who chooses many agencies fills neither the list of requests nor the audit log.
#[tokio::test]
async fn attack_44_requests_for_agencies_are_capped() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_requests = 3).await;
        house(&server).await;
        let east = server.db().write::<_, DbError, _>(|tx| {
            let saved = atrium::directory::organisations::save_agency(tx, "east", "East", NOW);
            Box::pin(saved)
        });
        east.await.unwrap();
        let north = |new: &mut atrium::directory::NewAccount| {
            new.agency_id = Some("north".to_owned());
        };
        let dan = server.person("DanMember", north).await;
        let choose = async |agency: &str| {
            let body = json!({ "agencyId": agency });
            server.post_as(&dan, CHOOSE_AGENCY, &body).await
        };
        for agency in ["south", "east", "south"] {
            assert_eq!(choose(agency).await.data()["waits"], true);
        }
        // Asking again for the same agency adds nothing.
        assert_eq!(choose("south").await.data()["waits"], true);
        assert_eq!(choose("east").await.http, 429);
        // Taking it back is always possible.
        assert_eq!(choose("north").await.data()["waits"], false);
        assert_eq!(choose("south").await.http, 429);
        let eve = server.person("EveMember", north).await;
        done(&server, &eve, CHOOSE_AGENCY, json!({ "agencyId": "south" })).await;
    }
}

/// Trap T11: one manager does not write to the same person again and again.
#[tokio::test]
async fn attack_t11_one_person_is_invited_only_so_often() {
    for database in database::each_engine().await {
        let limits = |config: &mut atrium::config::Config| {
            config.limits.account_added_members = 2;
            // It cannot send, so that each email stays in its queue.
            config.mail.url = Secret::new("smtp://127.0.0.1:1");
        };
        let server = Server::with(&database.db, limits).await;
        let chloe = server.person("Chloe", with_email).await;
        for name in ["Eve", "Fay"] {
            server.account(name, with_email).await;
        }
        appoint(&server, &chloe, "media").await;
        let invite = async |email: &str| {
            let body = json!({ "type": 1, "groupId": "media", "emailList": [{ "email": email }] });
            server.post_as(&chloe, INVITE, &body).await
        };
        for _ in 0..2 {
            assert_eq!(invite("eve@demo.test").await.data()["sent"], 1);
        }
        assert_eq!(invite("eve@demo.test").await.http, 429);
        assert_eq!(invite("fay@demo.test").await.data()["sent"], 1);
    }
}

/// Attack 44: a write looks up only a limited number of brands that do not exist.
#[tokio::test]
async fn attack_44_more_brands_than_a_group_may_have_are_not_looked_up() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = team(&server).await;
        industries(&server).await;
        let made_up: Vec<String> = (0..1_001).map(|number| number.to_string()).collect();
        let items = json!([{ "industryId": "cars", "brandIds": made_up }]);
        let body = json!({ "groupId": "team", "items": items });
        let answer = server.post_as(&ada, INDUSTRIES, &body).await.json();
        assert_eq!(answer["status"], 100_012);
        assert!(
            answer["msg"].as_str().unwrap().contains("1,000"),
            "{answer}"
        );
    }
}

/// Attack 44: adding one person to a group of a million does not read all its members inside the write.
#[test]
fn attack_44_a_change_of_members_reads_no_whole_group() {
    let file = "groups/store/group_people.rs";
    let statements = atrium::groups::STATEMENTS
        .iter()
        .find(|(name, _)| *name == file)
        .unwrap();
    let limits: Vec<i64> = (statements.1.iter())
        .filter_map(|(_, sql)| sql.rsplit_once("LIMIT ")?.1.trim().parse().ok())
        .collect();
    // A full set has at most 1,000 people; one more is read to refuse it.
    assert_eq!(limits, [1_001]);
}
