//! Attack 38, formula injection (OWASP, "CSV Injection"): a text that somebody wrote never runs in the spreadsheet of a
//! person who downloads a list. Every file of the product API is a [`Case`].

use std::collections::BTreeSet;

use atrium::clock::MINUTE;
use atrium::db::DbError;
use atrium::directory::organisations;

use super::access_rights;
use super::accounts;
use super::announcements;
use super::applications;
use super::assistant_use;
use super::audit;
use super::belonging;
use super::feedback;
use super::group_members;
use super::groups;
use super::iris_mappings;
use super::jobs;
use super::lists::ListCase;
use super::modules;
use super::organisations as lists_of_organisations;
use super::products;
use super::request_lists;
use super::roles;
use super::surveys;
use crate::support::product_api::{NOW, Server};
use crate::support::{database, rows};

/// The characters that a spreadsheet takes for the start of a formula or of the next cell.
const STARTS: [&str; 7] = ["=", "+1", "-1", "@x", "\t", "\r", "＝"];

/// Characters that begin a formula.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A file: its address, who adds its rows, the columns that people write into, and the headings under which these appear.
struct Case {
    path: &'static str,
    rows: &'static ListCase,
    written: &'static [(&'static str, &'static str)],
    headings: &'static [&'static str],
}

const PEOPLE: &[(&str, &str)] = &[
    ("accounts", "username"),
    ("accounts", "full_name"),
    ("accounts", "email"),
    ("accounts", "lion_id"),
    ("agencies", "name"),
    ("companies", "name"),
];

const OF_PRODUCTS: &[(&str, &str)] = &[
    ("accounts", "full_name"),
    ("agencies", "name"),
    ("companies", "name"),
    ("products", "name"),
    ("products", "name_zh"),
    ("products", "app_name"),
    ("products", "type_name"),
    ("products", "link"),
    ("modules", "name"),
    ("modules", "code"),
    ("modules", "description"),
    ("access_rights", "name"),
    ("access_rights", "code"),
    ("access_rights", "description"),
    ("roles", "name"),
    ("roles", "description"),
    ("groups", "name"),
];

const OF_REQUESTS: &[(&str, &str)] = &[
    ("accounts", "username"),
    ("accounts", "full_name"),
    ("accounts", "email"),
    ("groups", "name"),
    ("products", "name"),
    ("requests", "reason"),
    ("requests", "decision_reason"),
];

const OF_AGENCY_REQUESTS: &[(&str, &str)] = &[
    ("accounts", "username"),
    ("accounts", "full_name"),
    ("agencies", "name"),
    ("agency_requests", "reason"),
];

const OF_IRIS: &[(&str, &str)] = &[
    ("iris_mappings", "iris_code"),
    ("iris_mappings", "iris_name"),
    ("agencies", "name"),
    ("companies", "name"),
    ("accounts", "username"),
];

const ORGANISATIONS: &[(&str, &str)] = &[
    ("agencies", "name"),
    ("companies", "name"),
    ("brands", "name"),
    ("divisions", "name"),
    ("industries", "name"),
];

const fn organisation(path: &'static str, headings: &'static [&'static str]) -> Case {
    Case {
        path,
        rows: &lists_of_organisations::AGENCIES_LISTED,
        written: ORGANISATIONS,
        headings,
    }
}

const CASES: &[Case] = &[
    Case {
        path: "/api/security/admin/user/export",
        rows: &accounts::LISTED,
        written: PEOPLE,
        headings: &[
            "username",
            "email",
            "fullName",
            "lionId",
            "agencyName",
            "clientName",
        ],
    },
    Case {
        path: "/api/security/admin/user-group/export",
        rows: &groups::LISTED,
        written: OF_PRODUCTS,
        headings: &["groupName", "groupAdmin", "products"],
    },
    Case {
        path: "/api/security/admin/app/export",
        rows: &products::LISTED,
        written: OF_PRODUCTS,
        headings: &["name", "appName", "typeName", "adminName", "link"],
    },
    Case {
        path: "/api/security/admin/application/export",
        rows: &applications::LISTED,
        written: &[("clients", "name")],
        headings: &["name"],
    },
    Case {
        path: "/api/security/admin/module/export",
        rows: &modules::LISTED,
        written: OF_PRODUCTS,
        headings: &["moduleName", "moduleCode", "projectName", "desc"],
    },
    Case {
        path: "/api/security/admin/access/export",
        rows: &access_rights::LISTED,
        written: OF_PRODUCTS,
        headings: &[
            "accessCode",
            "accessName",
            "projectName",
            "moduleName",
            "desc",
        ],
    },
    Case {
        path: "/api/security/admin/role/export",
        rows: &roles::LISTED,
        written: OF_PRODUCTS,
        headings: &["roleName", "projectName", "orgName", "desc"],
    },
    Case {
        path: "/api/security/admin/app/access_application_export",
        rows: &request_lists::LISTED,
        written: OF_REQUESTS,
        headings: &[
            "username",
            "fullName",
            "email",
            "projectName",
            "groupName",
            "reason",
            "comment",
        ],
    },
    Case {
        path: "/api/security/admin/agency-request/export",
        rows: &belonging::LISTED,
        written: OF_AGENCY_REQUESTS,
        headings: &[
            "username",
            "fullName",
            "fromAgencyName",
            "agencyName",
            "decidedBy",
            "reason",
        ],
    },
    Case {
        path: "/api/security/admin/iris-mapping/export",
        rows: &iris_mappings::LISTED,
        written: OF_IRIS,
        headings: &["iris_code", "iris_name", "agency", "client", "username"],
    },
    organisation(
        "/api/security/admin/organisation/export?kind=agency",
        &["name"],
    ),
    organisation(
        "/api/security/admin/organisation/export?kind=client",
        &["name", "parent"],
    ),
    organisation(
        "/api/security/admin/organisation/export?kind=brand",
        &["name", "parent"],
    ),
    organisation(
        "/api/security/admin/organisation/export?kind=division",
        &["name"],
    ),
    organisation(
        "/api/security/admin/organisation/export?kind=industry",
        &["name"],
    ),
    Case {
        path: "/api/security/admin/assistant/use/export",
        rows: &assistant_use::LISTED,
        written: &[
            ("accounts", "username"),
            ("accounts", "full_name"),
            ("agencies", "name"),
            ("assistant_versions", "value"),
        ],
        headings: &["username", "fullName", "agencyName", "versionName"],
    },
    Case {
        path: "/api/security/admin/announcement/export",
        rows: &announcements::LISTED,
        written: &[
            ("announcements", "title"),
            ("announcements", "title_zh"),
            ("announcements", "app_name"),
            ("announcements", "sign_in_line"),
        ],
        headings: &["title", "titleZh", "appName", "signInLine"],
    },
    Case {
        path: "/api/security/admin/survey/export?id=s1",
        rows: &surveys::LISTED,
        written: PEOPLE,
        headings: &["username", "fullName"],
    },
    Case {
        path: "/api/security/admin/feedback/export",
        rows: &feedback::LISTED,
        written: &[
            ("feedback", "app_name"),
            ("feedback", "feedback"),
            ("accounts", "username"),
            ("accounts", "full_name"),
            ("products", "name"),
        ],
        headings: &[
            "appName",
            "projectName",
            "feedback",
            "username",
            "fullName",
            "assignee",
        ],
    },
    Case {
        path: "/api/security/admin/job/export",
        rows: &jobs::LISTED,
        written: &[
            ("jobs", "lane"),
            ("jobs", "last_error"),
            ("accounts", "full_name"),
            ("groups", "name"),
        ],
        headings: &["lane", "lastError", "recipient", "person", "groupName"],
    },
    Case {
        path: "/api/security/admin/user-group/member-export?groupId=media",
        rows: &request_lists::MEMBERS_LISTED,
        written: PEOPLE,
        headings: &["username", "fullName", "email"],
    },
    Case {
        path: "/api/security/admin/user-group/user-export?groupId=media",
        rows: &group_members::LISTED,
        written: PEOPLE,
        headings: &["username", "fullName", "email"],
    },
    Case {
        path: "/api/security/admin/role/assign/user-export?roleId=r",
        rows: &roles::USERS_LISTED,
        written: PEOPLE,
        headings: &["username", "fullName", "email", "agencyName", "clientName"],
    },
    Case {
        path: "/api/security/admin/audit/export",
        rows: &audit::LISTED,
        written: PEOPLE,
        headings: &["actor", "account"],
    },
];

/// The path of the template of an import, which has headings alone.
const TEMPLATE: &str = "/api/security/admin/user/import-template";

/// Attack 38: each file of the `OpenAPI` document has a case.
#[tokio::test]
async fn no_file_is_forgotten() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let document = server.get("/api/openapi.json", &[]).await.json();
    let mut files = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            let content = &operation["responses"]["200"]["content"];
            if content["text/csv"].is_object() {
                files.insert(path.as_str());
            }
        }
    }
    assert!(files.remove(TEMPLATE), "{files:?}");
    let cases = CASES.iter().filter_map(|case| case.path.split('?').next());
    let cases: BTreeSet<&str> = cases.collect();
    assert_eq!(files, cases, "the files, and those that are checked");
}

/// Each column that somebody writes into, with each beginning of a formula, on both engines.
#[tokio::test]
async fn attack_38_no_cell_of_a_file_is_a_formula() {
    let mut missing = Vec::new();
    for case in CASES {
        for database in database::each_engine().await {
            let server = Server::start(&database.db).await;
            (case.rows.seed)(&server).await;
            // The audit log as a file ends at the present.
            server.clock.advance(MINUTE);
            let reader = server
                .person("ReadsFiles", |new| new.sup_admin = true)
                .await;
            name_others(&server, &reader.id).await;
            jobs::add_subjects(&server, &reader.id).await;
            for start in STARTS {
                plant(&server, case.written, start).await;
                jobs::address(&server, &format!("{start}cmd recipient")).await;
                let file = server.get_as(&reader, case.path).await;
                assert_eq!(file.http, 200, "{}: {}", case.path, file.text);
                missing.extend(check(case, start, &file.text));
            }
        }
    }
    assert_eq!(missing, [""; 0], "nothing was planted there");
}

/// Names the agency of every role, and this account wherever a file names a person outside of its rows.
async fn name_others(server: &Server, id: &str) {
    let id = id.to_owned();
    let named = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            organisations::save_agency(tx, "of-role", "Agency", NOW).await?;
            for sql in [
                "UPDATE roles SET account_type = 2, org_id = 'of-role'".to_owned(),
                format!("UPDATE agency_requests SET decided_by = '{id}'"),
                format!("UPDATE iris_mappings SET account_id = '{id}'"),
                format!("UPDATE feedback SET assignee_id = '{id}'"),
                format!("UPDATE audit_entries SET actor_id = '{id}', account_id = '{id}'"),
                format!("UPDATE audit_arrivals SET actor_id = '{id}', account_id = '{id}'"),
            ] {
                rows::run(tx, sql).await?;
            }
            Ok(())
        })
    });
    named.await.unwrap();
}

/// Writes a text with this beginning into every row of the columns. The id of the row makes it the only one.
async fn plant(
    server: &Server,
    columns: &'static [(&'static str, &'static str)],
    start: &'static str,
) {
    let planted = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for (table, column) in columns {
                let id = if *table == "clients" {
                    "client_id"
                } else {
                    "id"
                };
                let sql =
                    format!("UPDATE {table} SET {column} = '{start}cmd ' || CAST({id} AS TEXT)");
                rows::run(tx, sql).await?;
            }
            Ok(())
        })
    });
    planted.await.unwrap();
}

/// No cell begins with a formula, nor does what follows a semicolon, where some spreadsheets begin a cell. Returns the
/// headings without the planted text.
fn check(case: &Case, start: &str, text: &str) -> Vec<String> {
    let about = format!("{} with {start:?}", case.path);
    let text = text.strip_prefix('\u{feff}').expect("the mark of UTF-8");
    let mut file = csv::Reader::from_reader(text.as_bytes());
    let headings: Vec<String> = file.headers().unwrap().iter().map(str::to_owned).collect();
    let mut planted = BTreeSet::new();
    for row in file.records() {
        let row = row.unwrap();
        for (heading, cell) in headings.iter().zip(&row) {
            let begins = |part: &str| part.trim_start().starts_with(FORMULA);
            let is_formula = cell.split(';').any(begins);
            assert!(!is_formula, "{about}, {heading}: {cell:?}");
            assert!(
                !cell.contains(char::is_control),
                "{about}, {heading}: {cell:?}"
            );
            if cell.contains("cmd ") {
                assert!(cell.starts_with('\''), "{about}, {heading}: {cell:?}");
                planted.insert(heading.as_str());
            }
        }
    }
    let missing = case
        .headings
        .iter()
        .filter(|heading| !planted.contains(**heading));
    missing
        .map(|heading| format!("{about}, {heading}"))
        .collect()
}
