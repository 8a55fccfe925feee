//! Agencies, companies and brands limit what roles and groups give, so moving them changes who holds which codes
//! (attack 34; decision 0043). The expectations are literals.

use atrium::access::{AccessCode, Rights};
use atrium::directory::Status;
use serde_json::{Value, json};

use super::access_samples::{add_role_with, add_sso};
use super::accounts::in_chinese;
use super::group_stage::{give_group_right, team};
use super::insider_attacks::{done, holder, refused};
use crate::access;
use crate::support::product_api::{Person, Server};
use crate::support::{database, rows};

const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";
const EXPORT: &str = "account_maintain.AccountManagement.AuditLog.export";
const SEES: &str = "account_maintain.AccountManagement.OrganisationList.view";
const EDITS: &str = "account_maintain.AccountManagement.OrganisationList.edit";

const UPDATE: &str = "/api/security/admin/organisation/update";
const ADD: &str = "/api/security/admin/organisation/add";
const CONFIRM: &str = "/api/security/admin/access/confirm";
const UPDATE_ROLE: &str = "/api/security/admin/role/upd";
const CHOOSE_BRAND: &str = "/api/security/user/brand/brand-select";

async fn insert(server: &Server, table: &'static str, row: Value) {
    let inserted = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, table, &row).await })
    });
    inserted.await.unwrap();
}

/// The group `team` gives the audit log to people of one organisation. `kind` is 0 for a company, 1 for a brand.
async fn limited(server: &Server, kind: i64, id: &str) -> Person {
    let (ada, _) = team(server).await;
    give_group_right(server.db(), "team", AUDIT).await;
    let limit = json!({ "group_id": "team", "organisation_id": id, "kind": kind });
    insert(server, "group_limits", limit).await;
    ada
}

fn moved(kind: &str, id: &str, parent: &str) -> Value {
    json!({ "kind": kind, "id": id, "parentId": parent })
}

fn off(kind: &str, id: &str) -> Value {
    json!({ "kind": kind, "id": id, "status": 1 })
}

/// The attack: Olga is in a group for a brand of another company. She moves the brand to her own company and chooses
/// it.
#[tokio::test]
async fn attack_34_nobody_moves_an_organisation_that_decides_about_codes_they_lack() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        limited(&server, 1, "nb").await;
        let olga = holder(&server, "OlgaEditor", &[SEES, EDITS]).await;
        let account = access::find(server.db(), &olga.id).await;
        access::join(server.db(), &account, "team", Status::Enabled).await;
        let auditor = holder(&server, "AnnAuditor", &[SEES, EDITS, AUDIT]).await;
        let answer = server
            .post_as(&olga, UPDATE, &moved("brand", "nb", "sc"))
            .await;
        let words = answer.json()["msg"].as_str().unwrap().to_owned();
        assert_eq!(answer.status(), 100_013);
        assert!(words.contains("Rights that you don’t have"), "{words}");
        assert!(words.contains("administrator"), "whom to ask: {words}");
        let chinese = in_chinese(&server, &olga, UPDATE, &moved("brand", "nb", "sc")).await;
        let words = chinese.json()["msg"].as_str().unwrap().to_owned();
        assert!(words.contains("您没有的某些权限"), "{words}");
        for change in [
            moved("brand", "nb", ""),
            off("brand", "nb"),
            // The brand belongs to the company, and this to the agency.
            moved("client", "nc", "south"),
            off("client", "nc"),
            off("agency", "north"),
        ] {
            refused(&server, &olga, UPDATE, change).await;
        }
        // Changes without effect on codes are still allowed.
        for change in [
            json!({ "kind": "brand", "id": "nb", "name": "Renamed", "parentId": "nc", "status": 0 }),
            moved("client", "sc", "north"),
            moved("client", "sc", "south"),
            off("agency", "south"),
            json!({ "kind": "agency", "id": "south", "status": 0, "name": "Southern" }),
        ] {
            done(&server, &olga, UPDATE, change).await;
        }
        let industry = json!({ "kind": "industry", "name": "Cars" });
        let added = server.post_as(&olga, ADD, &industry).await.data();
        let industry = json!({ "kind": "industry", "id": added["id"], "status": 1 });
        done(&server, &olga, UPDATE, industry).await;
        done(&server, &auditor, UPDATE, moved("brand", "nb", "sc")).await;
        // Even a group that is off may give the code again later.
        run(&server, "UPDATE groups SET status = 2").await;
        refused(&server, &olga, UPDATE, moved("brand", "nb", "")).await;
    }
}

/// The same for roles: for an agency, for a company, and for everybody who has a company.
#[tokio::test]
async fn attack_34_organisations_of_roles_move_by_those_who_hold_their_codes() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = team(&server).await;
        add_sso(&server, 1).await;
        let olga = holder(&server, "OlgaEditor", &[SEES, EDITS]).await;
        let exporter = holder(&server, "EliExporter", &[SEES, EDITS, EXPORT]).await;
        let right = format!("1.{EXPORT}");
        let role = add_role_with(&server, 1, "Exporters", std::slice::from_ref(&right)).await;
        done(&server, &ada, CONFIRM, json!({ "accessId": right })).await;
        for change in [moved("client", "nc", "south"), off("agency", "north")] {
            done(&server, &olga, UPDATE, change).await;
        }
        for back in [
            json!({ "kind": "agency", "id": "north", "status": 0 }),
            moved("client", "nc", "north"),
        ] {
            done(&server, &olga, UPDATE, back).await;
        }
        for (kind, org, refuses, goes_on) in [
            (
                1,
                json!("north"),
                off("agency", "north"),
                off("agency", "south"),
            ),
            (
                3,
                json!("nc"),
                moved("client", "nc", "south"),
                moved("client", "sc", ""),
            ),
            (3, json!("nc"), off("agency", "north"), off("client", "sc")),
        ] {
            let limit = json!({ "roleId": role, "accountType": kind, "orgId": org });
            done(&server, &ada, UPDATE_ROLE, limit).await;
            refused(&server, &olga, UPDATE, refuses).await;
            done(&server, &olga, UPDATE, goes_on).await;
        }
        // A role for everybody with a company depends on all companies.
        run(&server, "UPDATE roles SET org_id = NULL").await;
        refused(&server, &olga, UPDATE, moved("client", "sc", "south")).await;
        done(&server, &olga, UPDATE, off("brand", "nb")).await;
        // An assignment may be for an organisation too.
        run(
            &server,
            "UPDATE roles SET account_type = NULL, org_id = NULL",
        )
        .await;
        done(
            &server,
            &olga,
            UPDATE,
            json!({ "kind": "client", "id": "sc", "status": 0 }),
        )
        .await;
        let dan = server.account("DanExporter", |_| {}).await;
        let given = json!({ "role_id": role, "account_id": dan, "account_type": 3, "org_id": "sc", "created_at": 0 });
        insert(&server, "role_accounts", given).await;
        refused(&server, &olga, UPDATE, off("client", "sc")).await;
        done(&server, &exporter, UPDATE, off("client", "sc")).await;
    }
}

async fn run(server: &Server, sql: &'static str) {
    let ran = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
        Box::pin(async move { rows::run(tx, sql.to_owned()).await })
    });
    ran.await.unwrap();
}

async fn codes(server: &Server, id: &str) -> Vec<AccessCode> {
    let account = access::find(server.db(), id).await;
    let mut view = server.db().read().await.unwrap();
    let rights = Rights::of(&mut view, &account).await.unwrap();
    rights.codes.into_iter().collect()
}

/// A company or brand counts for its people only while they could choose it.
#[tokio::test]
async fn attack_34_a_choice_of_another_day_gives_nothing() {
    for (kind, id) in [(0, "nc"), (1, "nb")] {
        for database in database::each_engine().await {
            let server = Server::start(&database.db).await;
            let ada = limited(&server, kind, id).await;
            let at_north = |new: &mut atrium::directory::NewAccount| {
                new.agency_id = Some("north".to_owned());
                new.company_id = Some("nc".to_owned());
                new.brand_id = Some("nb".to_owned());
            };
            let dora = server.account("DoraNorth", at_north).await;
            let account = access::find(server.db(), &dora).await;
            access::join(server.db(), &account, "team", Status::Enabled).await;
            assert_eq!(codes(&server, &dora).await, [AccessCode::AuditLogView]);
            // Her company goes to another agency, and with it her brand.
            done(&server, &ada, UPDATE, moved("client", "nc", "south")).await;
            assert_eq!(codes(&server, &dora).await, [], "{id}");
            done(&server, &ada, UPDATE, moved("client", "nc", "")).await;
            assert_eq!(
                codes(&server, &dora).await,
                [AccessCode::AuditLogView],
                "anybody's"
            );
            done(&server, &ada, UPDATE, moved("client", "nc", "north")).await;
            if kind == 1 {
                done(&server, &ada, UPDATE, moved("brand", "nb", "sc")).await;
                assert_eq!(codes(&server, &dora).await, []);
                let olga = server.signed_in(&dora).await;
                refused_brand(&server, &olga, "nb").await;
            }
        }
    }
}

async fn refused_brand(server: &Server, by: &Person, brand: &str) {
    let answer = server
        .post_as(by, CHOOSE_BRAND, &json!({ "brandId": brand }))
        .await;
    assert_eq!(answer.status(), 100_012, "{}", answer.json());
}
