//! Who has which role, and why somebody may do something: C-044, C-045, C-055 (contract G-45, G-90).

use atrium::directory::Status;
use serde_json::{Value, json};

use super::access_samples::{add_right, add_role_with, add_sso};
use super::accounts::entries;
use super::request_scenes::set;
use super::roles::{ASSIGN_USERS, CONFIRM, USERS, add, done, get, people, refused};
use crate::access;
use crate::support::database;
use crate::support::product_api::Server;

const ASSIGN_ROLES: &str = "/api/security/admin/user/assign-role";
const ACCESS: &str = "/api/security/admin/user/role-access-info";
const LIST_VIEW: &str = "account_maintain.AccountManagement.AccountList.view";

/// C-055: a full set, additions and removals; each person concerned has an entry.
#[tokio::test]
async fn users_get_and_lose_a_role() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        let eve = server.account("EveOther", |_| {}).await;
        let id = add_role_with(&server, 7, "Planner", &[]).await;
        let assign = async |mut body: Value| {
            body["roleId"] = id.clone().into();
            server.post_as(&ada, ASSIGN_USERS, &body).await
        };
        let users = async || {
            let page = get(
                &server,
                &ada,
                &format!("{USERS}?roleId={id}&assigned=1&sort=username"),
            )
            .await;
            let rows = page["list"].as_array().unwrap().clone();
            rows.iter()
                .map(|row| row["username"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            assign(json!({ "userIds": [dan.id, eve] })).await.data()["version"],
            2
        );
        assert_eq!(users().await, ["DanMember", "EveOther"]);
        assert_eq!(
            assign(json!({ "userIds": [eve] })).await.data()["version"],
            3
        );
        assert_eq!(users().await, ["EveOther"]);
        assign(json!({ "addedIds": [dan.id], "removedIds": [eve] }))
            .await
            .data();
        assert_eq!(users().await, ["DanMember"]);
        assert_eq!(
            assign(json!({ "addedIds": [dan.id] })).await.data()["version"],
            4,
            "nothing changed"
        );
        for (body, field) in [
            (json!({ "userIds": [] }), "userIds"),
            (json!({ "userIds": [dan.id, "none"] }), "userIds"),
            (json!({ "addedIds": ["none"] }), "userIds"),
            (json!({ "userIds": [dan.id], "addedIds": [eve] }), "userIds"),
            (
                json!({ "addedIds": [eve], "removedIds": [eve] }),
                "addedIds",
            ),
        ] {
            assert_eq!(
                refused(&assign(body.clone()).await, 100_012),
                field,
                "{body}"
            );
        }
        let stale = assign(json!({ "addedIds": [eve], "version": 3 }))
            .await
            .json();
        assert_eq!(stale["conflict"]["by"], "Ada Super", "{stale}");
        assert_eq!(users().await, ["DanMember"]);
        let row = get(&server, &ada, &format!("{USERS}?roleId={id}&context=dan")).await["list"][0]
            .clone();
        assert_eq!(
            row,
            json!({
                "userId": dan.id, "username": "DanMember", "fullName": "DanMember", "email": "", "agencyName": "North",
                "clientName": "North Client", "accountStatus": 0, "assigned": true, "accountType": null, "orgId": "",
            })
        );
        let given = entries(server.db(), "role.given", &id).await;
        let taken = entries(server.db(), "role.taken", &id).await;
        assert_eq!((given.len(), taken.len()), (3, 2));
        assert_eq!(given[0].0, ada.id);
    }
}

/// C-044, C-045: roles by product, their limits, and the reason for each code.
#[tokio::test]
async fn a_person_has_roles_and_reasons() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        let right = add_right(&server, 7, "a.code").await;
        let planner = add_role_with(&server, 7, "Planner", std::slice::from_ref(&right)).await;
        let editor = add_role_with(&server, 7, "Editor", &[]).await;
        let clerk = add_role_with(&server, 8, "Clerk", &[]).await;
        access::group(server.db(), "team", &[7]).await;
        let account = access::find(server.db(), &dan.id).await;
        access::join(server.db(), &account, "team", Status::Enabled).await;
        // A disabled person manages nothing.
        for (username, full_name, status) in [
            ("ChloeManager", "ChloeManager", Status::Enabled),
            ("FinnGone", "FinnGone", Status::Disabled),
            ("BenAdmin", "Ben Admin", Status::Enabled),
        ] {
            let id = server.account(username, |new| {
                full_name.clone_into(&mut new.full_name);
                new.status = status;
            });
            let one = access::find(server.db(), &id.await).await;
            if username == "BenAdmin" {
                access::administers(server.db(), &one, 7).await;
            } else {
                access::appoint(server.db(), &one, "team").await;
            }
        }
        let given = json!({ "accessId": right, "groupIds": ["team"] });
        done(
            &server,
            &ada,
            "/api/security/admin/access/assign-group",
            given,
        )
        .await;
        done(&server, &ada, CONFIRM, json!({ "accessId": right })).await;
        let assign = async |assignments: Value| {
            let body = json!({ "userId": dan.id, "assignments": assignments });
            server.post_as(&ada, ASSIGN_ROLES, &body).await
        };
        let both = json!([
            { "projectId": 7, "roleIds": [planner, editor], "accountType": 1, "orgId": "north" },
            { "projectId": 8, "roleIds": [clerk], "accountType": 3, "orgId": "sc" },
        ]);
        assert_eq!(assign(both).await.status(), 0);
        let access = get(&server, &ada, &format!("{ACCESS}?userId={}", dan.id)).await;
        let roles = access["roles"].as_array().unwrap().iter();
        let roles: Vec<String> = roles
            .map(|role| format!("{} {}", role["roleName"], role["applies"]))
            .collect();
        assert_eq!(
            roles,
            ["\"Editor\" true", "\"Planner\" true", "\"Clerk\" false"]
        );
        assert_eq!(
            access["roles"][1],
            json!({
                "roleId": planner, "roleName": "Planner", "projectId": 7, "projectName": "Product 7",
                "accountType": null, "orgId": "", "orgName": "", "assignedAccountType": 1, "assignedOrgId": "north",
                "assignedOrgName": "North", "status": 0, "applies": true, "administrators": ["Ben Admin"],
            })
        );
        assert_eq!(
            access["accessList"],
            json!([{
                "accessCode": "a.code", "appName": "APP7", "projectId": 7, "projectName": "Product 7",
                "reasons": [
                    { "source": "role", "id": planner, "name": "Planner" },
                    { "source": "group", "id": "team", "name": "Group team" },
                ],
            }])
        );
        assert_eq!(
            access["groups"],
            json!([{
                "groupId": "team", "groupName": "Group team",
                "products": [{ "projectId": 7, "projectName": "Product 7" }], "managers": ["ChloeManager"],
            }])
        );
        assert_eq!(access["more"], false);
        // Members see their hidden groups, and a person who may see the account sees everything that gives it access.
        let hide = "UPDATE groups SET visible = $2 WHERE id = $1";
        set(&server, hide, "team", 1).await;
        assert_eq!(
            get(&server, &ada, &format!("{ACCESS}?userId={}", dan.id)).await,
            access
        );
        assert_eq!(
            get(&server, &dan, &format!("{ACCESS}?userId={}", dan.id)).await,
            access
        );
        assert_eq!(
            assign(json!([{ "projectId": 7, "roleIds": [editor] }]))
                .await
                .status(),
            0
        );
        let access = get(&server, &ada, &format!("{ACCESS}?userId={}", dan.id)).await;
        let names: Vec<&str> = access["roles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|role| role["roleName"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["Editor", "Clerk"], "roles of other products stay");
        assert_eq!(access["roles"][0]["assignedAccountType"], Value::Null);
        for (assignments, field) in [
            (json!([]), "assignments"),
            (json!([{ "projectId": 8, "roleIds": [planner] }]), "roleIds"),
            (json!([{ "projectId": 7, "roleIds": ["none"] }]), "roleIds"),
            (
                json!([{ "projectId": 7, "roleIds": [planner], "orgId": "north" }]),
                "orgId",
            ),
            (
                json!([{ "projectId": 7, "roleIds": [planner], "accountType": 1, "orgId": "nc" }]),
                "orgId",
            ),
            (
                json!([{ "projectId": 7, "roleIds": [] }, { "projectId": 7, "roleIds": [] }]),
                "projectId",
            ),
            (
                json!([{ "projectId": 7, "roleIds": [editor], "limits": [{ "roleId": planner }] }]),
                "limits[0].roleId",
            ),
            (
                json!([{ "projectId": 7, "roleIds": [planner], "limits": [{ "roleId": planner }, { "roleId": planner }] }]),
                "limits[1].roleId",
            ),
            (
                json!([{ "projectId": 7, "roleIds": [planner], "limits": [{ "roleId": planner, "orgId": "north" }] }]),
                "limits[0].orgId",
            ),
            (
                json!([{ "projectId": 7, "roleIds": [planner], "limits": [{ "roleId": planner, "accountType": 9 }] }]),
                "limits[0].accountType",
            ),
        ] {
            let answer = assign(assignments.clone()).await;
            assert_eq!(refused(&answer, 100_012), field, "{assignments}");
        }
        // Each wrong limit has its own fault, in the order of the request.
        let assignment = json!({
            "projectId": 7, "roleIds": [planner, editor],
            "limits": [
                { "roleId": planner, "accountType": 1, "orgId": "nc" },
                { "roleId": "none" },
                { "roleId": editor, "orgId": "north" },
            ],
        });
        let answer = assign(json!([assignment])).await.json();
        let faults = answer["faults"].as_array().unwrap().iter();
        let fields: Vec<&str> = faults
            .map(|fault| fault["field"].as_str().unwrap())
            .collect();
        let expected = ["limits[0].orgId", "limits[1].roleId", "limits[2].orgId"];
        assert_eq!(fields, expected);
        let ada_sees = get(&server, &ada, &format!("{ACCESS}?userId={}", ada.id)).await;
        let reason = json!([{ "source": "superAdministrator", "id": "", "name": "" }]);
        assert_eq!(ada_sees["accessList"][0]["reasons"], reason);
    }
}

/// C-044, G-45: single roles of a product have their own limits; a call that names all of them leaves equal ones
/// unchanged.
#[tokio::test]
async fn each_role_of_a_person_has_its_own_limit() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        let planner = add_role_with(&server, 7, "Planner", &[]).await;
        let editor = add_role_with(&server, 7, "Editor", &[]).await;
        let clerk = add_role_with(&server, 7, "Clerk", &[]).await;
        let assign = async |assignment: Value| {
            let body = json!({ "userId": dan.id, "assignments": [assignment] });
            assert_eq!(server.post_as(&ada, ASSIGN_ROLES, &body).await.status(), 0);
            let access = get(&server, &ada, &format!("{ACCESS}?userId={}", dan.id)).await;
            let roles = access["roles"].as_array().unwrap().iter();
            roles
                .map(|role| {
                    let fields = [
                        "roleName",
                        "assignedAccountType",
                        "assignedOrgId",
                        "applies",
                    ];
                    fields.map(|field| role[field].to_string()).join(" ")
                })
                .collect::<Vec<_>>()
        };
        let all = json!({
            "projectId": 7, "roleIds": [planner, editor, clerk], "accountType": 1, "orgId": "north",
            "limits": [{ "roleId": editor }, { "roleId": clerk, "accountType": 3, "orgId": "sc" }],
        });
        let given = [
            r#""Clerk" 3 "sc" false"#,
            r#""Editor" null "" true"#,
            r#""Planner" 1 "north" true"#,
        ];
        assert_eq!(assign(all.clone()).await, given);
        assert_eq!(assign(all).await, given);
        let entries = entries(server.db(), "role.given", &clerk).await;
        assert_eq!(entries.len(), 1, "nothing changed the second time");
        let narrower = json!({
            "projectId": 7, "roleIds": [planner, clerk],
            "limits": [{ "roleId": planner, "accountType": 1, "orgId": "north" }],
        });
        assert_eq!(
            assign(narrower).await,
            [r#""Clerk" null "" true"#, r#""Planner" 1 "north" true"#]
        );
    }
}

/// G-90: roles of Atrium itself give its access codes, from the next call on.
#[tokio::test]
async fn a_role_of_atrium_opens_the_administration() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        add_sso(&server, 1).await;
        let view = format!("1.{LIST_VIEW}");
        let id = add(
            &server,
            &ada,
            json!({ "projectId": 1, "roleName": "Reader", "accessIds": [view] }),
        )
        .await;
        done(&server, &ada, CONFIRM, json!({ "accessId": view })).await;
        let accounts = "/api/security/admin/user/list";
        assert_eq!(server.get_as(&dan, accounts).await.status(), 100_013);
        done(
            &server,
            &ada,
            ASSIGN_USERS,
            json!({ "roleId": id, "addedIds": [dan.id] }),
        )
        .await;
        assert_eq!(server.get_as(&dan, accounts).await.status(), 0);
        done(
            &server,
            &ada,
            ASSIGN_USERS,
            json!({ "roleId": id, "removedIds": [dan.id] }),
        )
        .await;
        assert_eq!(server.get_as(&dan, accounts).await.status(), 100_013);
    }
}
