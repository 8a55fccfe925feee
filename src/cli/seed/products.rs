//! The products of the demo, the groups that give access to them, and their members.

use jiff::tz::TimeZone;

use super::people::Ids;
use crate::access::{AccessCode, SSO as PROJECT, rights};
use crate::audit::AuditContext;
use crate::catalogue::products::{allow_agency, save};
use crate::catalogue::{Link, ProductRow, ProductStatus};
use crate::db::WriteTx;
use crate::directory::{self, Status};
use crate::groups::requests::ask;
use crate::groups::{self, RequestError, RequestKind, Wish};
use crate::limits::Limits;

/// Atrium's own product, whose administrators administer Atrium (contract P-07).
const SSO: i64 = 1;
/// The relying application of `examples/relying-app`.
const DEMO_APP: i64 = 2;
/// The legacy application of `examples/legacy-app`.
const LEGACY_DEMO: i64 = 3;
/// A product with several addresses.
const TEAM_ROOMS: i64 = 8;
/// The assistant, with the id from the contract (K-31).
const AI: i64 = 56;
/// The access group of administrators (contract K-43), and what its members may see (K-44).
const ACCESS_GROUP: &str = "SSAG";
const IRIS_LIST: &str = AccessCode::IrisMappingListView.as_str();

/// What a group gives access to, its managers and its members.
struct Group {
    id: &'static str,
    name: &'static str,
    words: &'static str,
    products: &'static [i64],
    members: &'static [(&'static str, Status)],
}

const ON: Status = Status::Enabled;

const GROUPS: [Group; 3] = [
    Group {
        id: "brand-team",
        name: "Brand team",
        words: "Write to Chloe with your brand and she lets you in the same day.",
        products: &[SSO, DEMO_APP, LEGACY_DEMO, 4, 5, TEAM_ROOMS],
        members: &[
            ("AdaSuper", ON),
            ("BenAdmin", ON),
            ("ChloeManager", ON),
            ("DanMember", ON),
        ],
    },
    Group {
        id: "media-team",
        name: "Media team",
        words: "For people who plan and buy media.",
        products: &[6, 9],
        members: &[
            ("AdaSuper", ON),
            ("ChloeManager", ON),
            ("DanMember", Status::Processing),
        ],
    },
    Group {
        id: "research-team",
        name: "Research team",
        words: "Access ends with the project.",
        products: &[7],
        members: &[
            ("AdaSuper", ON),
            ("BenAdmin", ON),
            ("DanMember", Status::Disabled),
        ],
    },
];

/// Chloe manages two groups.
const CHLOES: [&str; 2] = ["brand-team", "media-team"];

/// Id, code, name, list, start address and description of every product. Below `/tools/` the relying application shows
/// a page that says that there is no such tool.
#[rustfmt::skip]
const PRODUCTS: [(i64, &str, &str, i64, &str, &str); 15] = [
    (SSO, "SSO", "Atrium", 2, "/", "This portal."),
    (DEMO_APP, "DEMOAPP", "Demo app", 1, "http://localhost:8081/login", "Finds Atrium through OpenID Connect discovery."),
    (LEGACY_DEMO, "LEGACYDEMO", "Old demo", 1, "http://localhost:8082/", "Still takes a token in its address."),
    (4, "CALENDAR", "Campaign calendar", 1, "http://localhost:8081/tools/campaign-calendar", "Every launch of the year on one page."),
    (5, "ASSETS", "Brand assets", 3, "http://localhost:8081/tools/brand-assets", "Logos, photographs and templates."),
    (6, "MEDIAPLAN", "Media planner", 1, "http://localhost:8081/tools/media-planner", "Reach, cost and timing of a plan."),
    (7, "INSIGHT", "Insight library", 1, "http://localhost:8081/tools/insight-library", "Studies and interviews by topic."),
    (TEAM_ROOMS, "TEAMROOMS", "Team rooms", 3, "http://localhost:8081/tools/team-north", "The shared rooms of each team."),
    (9, "ADSTATS", "Ad statistics", 1, "http://localhost:8081/tools/ad-statistics", "What ran yesterday, and what it did."),
    (10, "HANDBOOK", "Style handbook", 2, "http://localhost:8081/tools/style-handbook", "How we write and lay out."),
    (11, "TRAINING", "Training", 2, "http://localhost:8081/tools/training", "Courses for newcomers and old hands."),
    (16, "ARCHIVE", "Campaign archive", 1, "http://localhost:8081/tools/campaign-archive", "Left out of every list (contract G-29)."),
    (34, "BRIEFS", "Brief site", 1, "http://localhost:8081/tools/brief-site", "Left out of every list (contract G-29)."),
    (35, "BRIEFSOLD", "Old brief site", 1, "http://localhost:8081/tools/old-brief-site", "Left out of every list (contract G-29)."),
    (AI, "AI", "Assistant", 1, "", "Off until the assistant is there (contract K-31)."),
];

/// The products that need no group.
const FOR_EVERYONE: [i64; 3] = [SSO, DEMO_APP, 10];

pub fn products() -> Vec<ProductRow> {
    PRODUCTS.map(product).to_vec()
}

fn product(
    (id, app_name, name, type_id, link, words): (i64, &str, &str, i64, &str, &str),
) -> ProductRow {
    let client_id = match id {
        DEMO_APP => Some("demo-app"),
        LEGACY_DEMO => Some("legacy-demo"),
        _ => None,
    };
    let links = if id == TEAM_ROOMS {
        team_rooms()
    } else {
        Vec::new()
    };
    ProductRow {
        id,
        name: name.to_owned(),
        app_name: app_name.to_owned(),
        client_id: client_id.map(str::to_owned),
        type_id,
        link: link.to_owned(),
        link_dialog: !links.is_empty(),
        links,
        attributes: [
            words.to_owned(),
            "Click its card. You are signed in there already.".to_owned(),
            "Ask the manager of your group.".to_owned(),
        ],
        everyone: FOR_EVERYONE.contains(&id),
        status: if id == AI {
            ProductStatus::Off
        } else {
            ProductStatus::On
        },
        sort: id,
        ..ProductRow::default()
    }
}

/// A product with several addresses, which its card shows in a dialog.
fn team_rooms() -> Vec<Link> {
    let room = |name: &str, url: &str| Link {
        name: name.to_owned(),
        url: url.to_owned(),
    };
    vec![
        room("Team north", "http://localhost:8081/tools/team-north"),
        room("Team south", "http://localhost:8081/tools/team-south"),
    ]
}

/// Creates products and groups and adds the people to them.
pub async fn write(
    tx: &mut WriteTx,
    ids: &Ids,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let now = audit.now;
    let id = |username: &str| {
        ids.iter()
            .find(|(name, _)| *name == username)
            .map_or("", |(_, id)| id)
    };
    for mut product in products() {
        product.admin_id = Some(id("BenAdmin").to_owned());
        save(tx, &product, now).await?;
    }
    // Dan's agency may not use this product, so that the demo shows every state of a card.
    allow_agency(tx, 9, "northlight").await?;
    rights::appoint(tx, SSO, id("BenAdmin")).await?;
    rights::save_code(tx, PROJECT, ACCESS_GROUP, IRIS_LIST).await?;
    rights::give_group(tx, id("BenAdmin"), PROJECT, ACCESS_GROUP).await?;
    for group in &GROUPS {
        groups::save(tx, group.id, group.name, group.words, now).await?;
        for product in group.products {
            groups::grant(tx, group.id, *product).await?;
        }
        for (username, status) in group.members {
            if *status != Status::Processing {
                groups::set_membership(tx, id(username), group.id, *status, now).await?;
            }
        }
    }
    for group in CHLOES {
        groups::appoint(tx, group, id("ChloeManager")).await?;
    }
    groups::appoint(tx, "research-team", id("BenAdmin")).await?;
    for group in &GROUPS {
        for (username, _) in group
            .members
            .iter()
            .filter(|(_, status)| *status == Status::Processing)
        {
            let Some(account) = directory::find(tx, id(username)).await? else {
                continue;
            };
            let wish = Wish {
                reason: "I plan the spring campaign.".to_owned(),
                ..Wish::default()
            };
            let to = (RequestKind::Join, group.id);
            ask(
                tx,
                &account,
                to,
                wish,
                (zone, &Limits::default(), &[]),
                audit,
            )
            .await?;
        }
    }
    Ok(())
}
