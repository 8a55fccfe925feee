//! Roles of some products, what they give, and who has them.

use super::error::SeedError;
use super::scale::rights::ACCESS_RIGHT_COLUMNS;
use super::scale::rows::{indexed, number, text};
use super::stage::Stage;
use crate::audit::{self, Changes, Event, ObjectKind};
use crate::catalogue::{ACCESS_RIGHTS, MODULES, ROLES};
use crate::clock::DAY;
use crate::db::{WriteTx, bulk};

/// A product: its id, its module (name and code), its rights (name and action), and its roles.
struct Product {
    id: i64,
    module: [&'static str; 2],
    rights: [[&'static str; 2]; 3],
    roles: [Role; 2],
}

/// A role: name, text, how many of the product's rights it gives, and who has it.
struct Role(&'static str, &'static str, usize, &'static [&'static str]);

#[rustfmt::skip]
static PRODUCTS: [Product; 3] = [
    Product {
        id: 6, module: ["Plans", "plans"],
        rights: [["Read plans", "view"], ["Change plans", "edit"], ["Release budgets", "release"]],
        roles: [
            Role("Media lead", "Releases the budgets of a plan.", 3, &["ChloeManager", "WangFang"]),
            Role("Planner", "Writes plans.", 2, &["JamesOkafor", "TomasNovak"]),
        ],
    },
    Product {
        id: 5, module: ["Library", "library"],
        rights: [["Download assets", "view"], ["Add assets", "add"], ["Clear rights of use", "clear"]],
        roles: [
            Role("Librarian", "Clears the rights of use.", 3, &["EmmaSchulz"]),
            Role("Contributor", "Adds photographs and templates.", 2, &["MiaLaurent", "HuangJie", "SunLi"]),
        ],
    },
    Product {
        id: 20, module: ["Contracts", "contracts"],
        rights: [["Read contracts", "view"], ["Draft contracts", "draft"], ["Sign contracts", "sign"]],
        roles: [
            Role("Signatory", "Signs for an agency.", 3, &["WangFang"]),
            Role("Drafter", "Prepares contracts.", 2, &["NoahBergman", "ClaraHoffmann"]),
        ],
    },
];

fn right_id(product: i64, at: usize) -> String {
    format!("demo-x{product}-{at}")
}

/// Creates modules, access rights and roles, and gives the roles.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let made = stage.audit.now - 60 * DAY;
    modules(tx, made).await?;
    rights(tx, made).await?;
    roles(tx, stage, made).await
}

fn module_id(product: i64) -> String {
    format!("demo-m{product}")
}

async fn modules(tx: &mut WriteTx, made: i64) -> Result<(), SeedError> {
    let names = PRODUCTS
        .iter()
        .map(|product| product.module.map(str::to_owned).to_vec());
    let found = indexed(tx, &MODULES, &names.collect::<Vec<_>>()).await?;
    let rows = PRODUCTS.iter().zip(found).map(|(product, found)| {
        let mut row = vec![text(module_id(product.id)), number(product.id)];
        row.extend(product.module.map(text));
        row.extend([text(""), number(1), number(0), number(made)]);
        row.into_iter().chain(found).collect()
    });
    let columns = [
        "id",
        "product_id",
        "name",
        "code",
        "description",
        "sort",
        "status",
        "created_at",
        "search_number",
        "search_text",
        "name_key",
    ];
    Ok(bulk::insert(tx, "modules", &columns, rows.collect()).await?)
}

/// Every right with its product and its number there.
fn all_rights() -> Vec<(&'static Product, usize, [&'static str; 2])> {
    let of = |product: &'static Product| {
        let rights = product.rights.iter().enumerate();
        rights.map(move |(at, right)| (product, at, *right))
    };
    PRODUCTS.iter().flat_map(of).collect()
}

/// Every role with its product and its id.
fn all_roles() -> Vec<(&'static Product, String, &'static Role)> {
    let of = |product: &'static Product| {
        let roles = product.roles.iter().enumerate();
        roles.map(move |(at, role)| (product, format!("demo-r{}-{at}", product.id), role))
    };
    PRODUCTS.iter().flat_map(of).collect()
}

/// All of them are confirmed.
async fn rights(tx: &mut WriteTx, made: i64) -> Result<(), SeedError> {
    let all = all_rights();
    let mut names = Vec::with_capacity(all.len());
    for (product, _, [name, action]) in &all {
        let [module, code] = product.module;
        let code = format!("{code}.{module}.{module}List.{action}");
        names.push(vec![(*name).to_owned(), code]);
    }
    let found = indexed(tx, &ACCESS_RIGHTS, &names).await?;
    let mut rows = Vec::with_capacity(all.len());
    for (((product, at, _), names), found) in all.into_iter().zip(names).zip(found) {
        let mut row = vec![text(right_id(product.id, at)), number(product.id)];
        for _ in ["drafted", "published"] {
            row.push(text(module_id(product.id)));
            row.extend(names.iter().map(text));
            row.extend([number(0), text(""), number(0)]);
        }
        row.extend([number(0), number(made), number(made)]);
        row.extend(found);
        rows.push(row);
    }
    Ok(bulk::insert(tx, "access_rights", &ACCESS_RIGHT_COLUMNS, rows).await?)
}

async fn roles(tx: &mut WriteTx, stage: &Stage, made: i64) -> Result<(), SeedError> {
    let all = all_roles();
    let names: Vec<_> = all
        .iter()
        .map(|(_, _, role)| vec![role.0.to_owned()])
        .collect();
    let found = indexed(tx, &ROLES, &names).await?;
    let (mut rows, mut given) = (Vec::new(), Vec::new());
    for ((product, id, role), found) in all.iter().zip(found) {
        let mut row = vec![text(id.as_str()), number(product.id), text(role.0)];
        row.extend([text(role.1), number(0), number(made)]);
        row.extend(found);
        rows.push(row);
        for at in 0..role.2 {
            let right = text(right_id(product.id, at));
            given.push(vec![text(id.as_str()), right, number(0)]);
        }
    }
    let columns = [
        "id",
        "product_id",
        "name",
        "description",
        "status",
        "created_at",
        "search_number",
        "search_text",
        "name_key",
    ];
    bulk::insert(tx, "roles", &columns, rows).await?;
    let columns = ["role_id", "right_id", "state"];
    bulk::insert(tx, "role_rights", &columns, given).await?;
    let mut rows = Vec::new();
    let mut minute = 11 * 60;
    for (_, role, Role(_, _, _, people)) in &all {
        minute += 7;
        for person in *people {
            let call = "POST /api/security/admin/role/assign-user";
            let audit = stage.call("BenAdmin", call, (12, minute));
            let (id, ben) = (stage.id(person), stage.id("BenAdmin"));
            rows.push(vec![
                text(role.as_str()),
                text(id),
                number(audit.now),
                text(ben),
            ]);
            let event = Event::RoleGiven {
                changes: Changes::default(),
            };
            let entry = audit.entry(event).account(id);
            audit::record(tx, &entry.object(ObjectKind::Role, role.as_str())).await?;
        }
    }
    let columns = ["role_id", "account_id", "created_at", "created_by"];
    Ok(bulk::insert(tx, "role_accounts", &columns, rows).await?)
}
