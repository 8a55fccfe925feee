//! Agencies, clients, brands, divisions and industries for administrators. The
//! expectations are literals.

use atrium::db::DbError;
use atrium::directory::organisations::{save_agency, save_brand, save_company};
use serde_json::{Value, json};

use super::accounts::{ada, entries, house, in_chinese};
use super::lists::ListCase;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows, trail};

const ADD: &str = "/api/security/admin/organisation/add";
const UPDATE: &str = "/api/security/admin/organisation/update";
const EXPORT: &str = "/api/security/admin/organisation/export";

/// Three of each kind; ids, names and times have three different orders. The third is off.
async fn three_of_each(server: &Server) -> Person {
    let saved = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            for (at, id, name) in THREE {
                save_agency(tx, id, name, NOW + at).await?;
                rows::set(
                    tx,
                    "UPDATE agencies SET status = $2 WHERE id = $1",
                    id,
                    off(id),
                )
                .await?;
            }
            for (at, id, name) in THREE {
                let agency = (id != "o0").then_some("o1");
                save_company(tx, id, name, agency, NOW + at).await?;
                rows::set(
                    tx,
                    "UPDATE companies SET status = $2 WHERE id = $1",
                    id,
                    off(id),
                )
                .await?;
            }
            for (at, id, name) in THREE {
                let company = (id != "o0").then_some("o2");
                save_brand(tx, id, name, company, NOW + at).await?;
                rows::set(
                    tx,
                    "UPDATE brands SET status = $2 WHERE id = $1",
                    id,
                    off(id),
                )
                .await?;
            }
            Ok(())
        })
    });
    saved.await.unwrap();
    for (at, id, name) in THREE {
        let row = json!({ "id": id, "name": name, "status": off(id), "created_at": NOW + at, "version": 1 });
        insert(server, "industries", row.clone()).await;
        let mut row = row;
        if id != "o0" {
            row["company_id"] = "o2".into();
        }
        insert(server, "divisions", row).await;
    }
    super::lists::index_names(server).await;
    ada(server).await
}

const THREE: [(i64, &str, &str); 3] = [
    (0, "o1", "Media North"),
    (1, "o0", "Ärzte"),
    (2, "o2", "media 王小明"),
];

fn off(id: &str) -> i64 {
    i64::from(id == "o2")
}

async fn insert(server: &Server, table: &'static str, row: Value) {
    let inserted = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, table, &row).await })
    });
    inserted.await.unwrap();
}

type Expected = &'static [(&'static str, &'static [&'static str])];

const ORDERS: Expected = &[
    ("created", &["o1", "o0", "o2"]),
    ("name", &["o1", "o2", "o0"]),
];

const FOUND: Expected = &[
    ("context=edi", &["o2", "o1"]),
    ("context=%E5%B0%8F", &["o2"]),
    ("context=%C3%A4r", &["o0"]),
    ("context=nobody", &[]),
    ("status=1", &["o2"]),
    ("status=0&context=media", &["o1"]),
];

const FOUND_BY_AGENCY: Expected = &[
    ("context=edi", &["o2", "o1"]),
    ("context=nobody", &[]),
    ("status=1", &["o2"]),
    ("parentId=o1", &["o2", "o1"]),
    ("parentId=o9", &[]),
    ("status=0&parentId=o1&context=media", &["o1"]),
];

const FOUND_BY_CLIENT: Expected = &[
    ("context=edi", &["o2", "o1"]),
    ("context=nobody", &[]),
    ("status=1", &["o2"]),
    ("parentId=o2", &["o2", "o1"]),
    ("parentId=o9", &[]),
    ("status=0&parentId=o2&context=media", &["o1"]),
];

const fn listed(
    path: &'static str,
    list: &'static atrium::db::list::List,
    found: Expected,
) -> ListCase {
    ListCase {
        path,
        list,
        always: "",
        name: "id",
        seed: |server| Box::pin(three_of_each(server)),
        orders: ORDERS,
        found,
        refused: &[("status=2", "status")],
    }
}

/// Contract E-30.
pub static AGENCIES_LISTED: ListCase = listed(
    "/api/security/admin/agency/list",
    &atrium::directory::AGENCIES,
    FOUND,
);
/// Contract E-31.
pub static CLIENTS_LISTED: ListCase = listed(
    "/api/security/admin/client/list",
    &atrium::directory::COMPANIES,
    FOUND_BY_AGENCY,
);
/// Contract E-29.
pub static BRANDS_LISTED: ListCase = listed(
    "/api/security/admin/brand/list",
    &atrium::directory::BRANDS,
    FOUND_BY_CLIENT,
);
pub static DIVISIONS_LISTED: ListCase = listed(
    "/api/security/admin/division/list",
    &atrium::directory::DIVISIONS,
    FOUND_BY_CLIENT,
);
pub static INDUSTRIES_LISTED: ListCase = listed(
    "/api/security/admin/industry/list",
    &atrium::directory::INDUSTRIES,
    FOUND,
);

async fn row(server: &Server, person: &Person, kind: &str, name: &str) -> Value {
    let path = format!("/api/security/admin/{kind}/list?context={name}");
    server.get_as(person, &path).await.data()["list"][0].clone()
}

/// Added, renamed, moved, switched off: found by the new name, with a version and an entry for each change.
#[tokio::test]
async fn each_kind_is_added_and_changed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        for (kind, parent, moved, object) in [
            ("agency", "", "", "agency"),
            ("client", "north", "south", "company"),
            ("brand", "nc", "sc", "brand"),
            ("division", "nc", "sc", "division"),
            ("industry", "", "", "industry"),
        ] {
            let form = json!({ "kind": kind, "name": " Blue Sky ", "parentId": parent });
            let added = server.post_as(&ada, ADD, &form).await.data();
            let id = added["id"].as_str().unwrap();
            let shown = row(&server, &ada, kind, "blue").await;
            assert_eq!(
                [
                    &shown["id"],
                    &shown["name"],
                    &shown["status"],
                    &shown["version"]
                ],
                [&json!(id), &json!("Blue Sky"), &json!(0), &json!(1)],
                "{kind}"
            );
            server.clock.advance(1);
            let change = json!({
                "kind": kind, "id": id, "version": 1, "name": "Red Sky", "parentId": moved, "status": 1,
            });
            let changed = server.post_as(&ada, UPDATE, &change).await;
            assert_eq!(changed.data(), json!({ "id": id, "version": 2 }), "{kind}");
            assert_eq!(
                row(&server, &ada, kind, "blue").await,
                Value::Null,
                "{kind}"
            );
            let shown = row(&server, &ada, kind, "red%20sky").await;
            assert_eq!(shown["status"], 1, "{kind}");
            assert_eq!(
                shown["parentId"].as_str().unwrap_or_default(),
                moved,
                "{kind}"
            );
            let trail = entries(server.db(), "organisation.changed", id).await;
            assert_eq!(trail.len(), 2, "{kind}");
            assert_eq!(trail[0].2["change"], "created", "{kind}");
            assert_eq!(trail[1].0, ada.id, "{kind}");
            assert_eq!(trail[1].2["change"], "disabled", "{kind}");
            let name = json!({ "field": "name", "from": "Blue Sky", "to": "Red Sky" });
            assert_eq!(trail[1].2["changes"][0], name, "{kind}");
            let mut view = trail::settled(server.db()).await;
            let kept = rows::number(
                &mut view,
                "SELECT CAST(COUNT(*) AS BIGINT) FROM audit_entries WHERE object_id = $1 AND object_kind IS NOT NULL",
                id,
            )
            .await;
            assert_eq!(kept, Some(2), "{kind} {object}");
        }
    }
}

/// Every fault names its field, and nothing is saved; a parent of another kind is no parent.
#[tokio::test]
async fn a_bad_form_changes_nothing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let off = json!({ "kind": "agency", "id": "south", "status": 1 });
        assert_eq!(server.post_as(&ada, UPDATE, &off).await.status(), 0);
        let long = "x".repeat(101);
        for (form, status, field) in [
            (json!({ "name": "Sky" }), 100_012, "kind"),
            (json!({ "kind": "group", "name": "Sky" }), 100_012, "kind"),
            (json!({ "kind": "brand" }), 100_012, "name"),
            (json!({ "kind": "brand", "name": "  " }), 100_012, "name"),
            (
                json!({ "kind": "brand", "name": "a\u{202e}b" }),
                100_012,
                "name",
            ),
            (json!({ "kind": "brand", "name": long }), 100_012, "name"),
            // Ids of others: an agency is no client, and one that is off is not offered.
            (
                json!({ "kind": "brand", "name": "Sky", "parentId": "north" }),
                100_012,
                "parentId",
            ),
            (
                json!({ "kind": "client", "name": "Sky", "parentId": "south" }),
                100_012,
                "parentId",
            ),
            (
                json!({ "kind": "agency", "name": "Sky", "parentId": "north" }),
                100_012,
                "parentId",
            ),
            (
                json!({ "kind": "industry", "name": "Sky", "logo": "data:image/png;base64,AAAA" }),
                100_012,
                "logo",
            ),
            (
                json!({ "kind": "agency", "name": "Sky", "logo": "https://logo.example/a.png" }),
                100_012,
                "logo",
            ),
            (
                json!({ "kind": "agency", "name": "ＮＯＲＴＨ" }),
                100_011,
                "name",
            ),
        ] {
            let refused = server.post_as(&ada, ADD, &form).await;
            assert_eq!(refused.status(), status, "{form}: {refused:?}");
            assert_eq!(refused.json()["field"], field, "{form}");
        }
        for (change, field) in [
            (
                json!({ "kind": "client", "id": "north", "name": "Sky" }),
                "id",
            ),
            (
                json!({ "kind": "agency", "id": "nowhere", "name": "Sky" }),
                "id",
            ),
            (
                json!({ "kind": "agency", "id": "north", "status": 2 }),
                "status",
            ),
            (
                json!({ "kind": "agency", "id": "north", "version": "x" }),
                "version",
            ),
        ] {
            let refused = server.post_as(&ada, UPDATE, &change).await;
            assert_eq!(refused.status(), 100_012, "{change}");
            assert_eq!(refused.json()["field"], field, "{change}");
        }
        assert_eq!(row(&server, &ada, "agency", "sky").await, Value::Null);
        let chinese = in_chinese(
            &server,
            &ada,
            ADD,
            &json!({ "kind": "agency", "name": "North" }),
        )
        .await;
        assert_eq!(
            chinese.json()["faults"][0]["msg"],
            "已有相同名称或编号的记录。"
        );
    }
}

/// Mass assignment: neither id nor version nor times of a new one come from the request.
#[tokio::test]
async fn a_form_sets_only_its_own_fields() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let form = json!({
            "kind": "industry", "name": "Tea", "id": "mine", "status": 1, "version": 7, "createdAt": 1, "changedBy": "x",
        });
        let added = server.post_as(&ada, ADD, &form).await.data();
        assert_ne!(added["id"], "mine");
        let shown = row(&server, &ada, "industry", "tea").await;
        let response = [&shown["status"], &shown["version"], &shown["createdAt"]];
        assert_eq!(response, [&json!(0), &json!(1), &json!(NOW)]);
    }
}

/// A person who changes an older version learns who changed it first, and when.
#[tokio::test]
async fn an_older_version_is_a_conflict() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let change =
            |name: &str| json!({ "kind": "agency", "id": "north", "version": 1, "name": name });
        assert_eq!(
            server
                .post_as(&ada, UPDATE, &change("First"))
                .await
                .status(),
            0
        );
        let refused = server.post_as(&ada, UPDATE, &change("Second")).await;
        assert_eq!(refused.status(), 100_012);
        let conflict = json!({ "by": "Ada Super", "at": NOW });
        assert_eq!(refused.json()["conflict"], conflict);
        assert_eq!(row(&server, &ada, "agency", "first").await["version"], 2);
        // Nothing to change is no change.
        let same = json!({ "kind": "agency", "id": "north", "name": "First" });
        let answer = server.post_as(&ada, UPDATE, &same).await;
        assert_eq!(answer.data()["version"], 2);
        assert_eq!(
            entries(server.db(), "organisation.changed", "north")
                .await
                .len(),
            1
        );
    }
}

/// Two administrators add the same name at the same moment: one succeeds, the other gets a duplicate.
#[tokio::test]
async fn of_two_equal_names_at_once_one_is_added() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let form = json!({ "kind": "brand", "name": "Sea", "parentId": "nc" });
        let (one, other) = tokio::join!(
            server.post_as(&ada, ADD, &form),
            server.post_as(&ada, ADD, &form)
        );
        let mut answers = [one.status(), other.status()];
        answers.sort_unstable();
        assert_eq!(answers, [0, 100_011]);
        // The same name under another client is another brand.
        let elsewhere = json!({ "kind": "brand", "name": "Sea", "parentId": "sc" });
        assert_eq!(server.post_as(&ada, ADD, &elsewhere).await.status(), 0);
    }
}

/// Every list is a file too, with the filters of the list; a cell begins no formula.
#[tokio::test]
async fn a_list_is_a_file() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let form = json!({ "kind": "brand", "name": "=1+1", "parentId": "sc" });
        assert_eq!(server.post_as(&ada, ADD, &form).await.status(), 0);
        let file = server
            .get_as(&ada, &format!("{EXPORT}?kind=brand&parentId=sc"))
            .await;
        let text = file.text.clone();
        assert_eq!(
            file.header("content-type"),
            "text/csv; charset=utf-8; header=present"
        );
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "\u{feff}id,name,parent_id,parent,status,created_at,changed_at"
        );
        assert_eq!(lines.len(), 2, "{text}");
        let end = ",'=1+1,sc,South Client,0,2026-11-21T11:20:00.000Z,2026-11-21T11:20:00.000Z";
        assert!(lines[1].ends_with(end), "{text}");
        let whole = server.get_as(&ada, &format!("{EXPORT}?kind=agency")).await;
        assert_eq!(whole.text.lines().count(), 3);
        for (query, field) in [
            ("", "kind"),
            ("?kind=x", "kind"),
            ("?kind=brand&context=a", "context"),
        ] {
            let refused = server.get_as(&ada, &format!("{EXPORT}{query}")).await;
            assert_eq!(
                (refused.status(), refused.json()["field"].clone()),
                (100_012, json!(field))
            );
        }
    }
}

/// E-31, C-033, C-034, C-035, C-047, G-52: the options of forms have only what is on. C-047: account types 1 and 2 have
/// agencies, 3 has clients.
#[tokio::test]
async fn options_of_forms_have_what_is_on() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = three_of_each(&server).await;
        let data = async |path: &str| {
            server
                .get_as(&ada, &format!("/api/security/admin/{path}"))
                .await
                .data()
        };
        let client = json!({ "clientId": "o1", "clientName": "Media North", "agencyId": "o1" });
        let free = json!({ "clientId": "o0", "clientName": "Ärzte", "agencyId": null });
        assert_eq!(data("access/client-list").await, json!([client, free]));
        let brand = json!({ "brandId": "o1", "brandName": "Media North", "clientId": "o2" });
        assert_eq!(
            data("access/brand-list?context=media").await,
            json!([brand])
        );
        let division = json!({ "divisionId": "o0", "divisionName": "Ärzte", "clientId": null });
        assert_eq!(
            data("access/division-list?pageNum=2&pageSize=1").await,
            json!([division])
        );
        let industry = json!({ "industryId": "o1", "industryName": "Media North" });
        assert_eq!(
            data("access/industry-list?context=north").await,
            json!([industry])
        );
        let option = |id: &str, name: &str| json!({ "orgId": id, "orgName": name });
        let on = json!([option("o1", "Media North"), option("o0", "Ärzte")]);
        for account_type in [1, 2, 3] {
            let found = data(&format!("user/org/option-list?accountType={account_type}")).await;
            assert_eq!(found, on, "{account_type}");
        }
        let refused = server
            .get_as(
                &ada,
                "/api/security/admin/user/org/option-list?accountType=4",
            )
            .await;
        assert_eq!(refused.json()["field"], "accountType");
        let agencies = server
            .get_as(&ada, "/api/security/common/option/agency")
            .await
            .data();
        assert_eq!(agencies.as_array().unwrap().len(), 2, "{agencies}");
    }
}
