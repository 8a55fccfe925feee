//! The groups of the demo: what they open, who manages them, and who is in them.

use super::error::SeedError;
use super::scale::rows::{indexed, number, text};
use super::stage::Stage;
use crate::clock::DAY;
use crate::days::in_days;
use crate::db::{WriteTx, bulk};
use crate::directory::Status;
use crate::groups::members::{self, NewEnd};
use crate::groups::{self, GROUPS};

/// What a group gives access to, its managers and its members.
struct Group {
    id: &'static str,
    name: &'static str,
    /// What it is for.
    about: &'static str,
    /// What its managers want to say to people who ask.
    words: &'static str,
    /// The days until a request is due and until it is refused, and the longest membership in days or 0.
    days: [i64; 3],
    products: &'static [i64],
    managers: &'static [&'static str],
    members: &'static [&'static str],
    /// The only clients whose people have something from it; empty for all.
    clients: &'static [&'static str],
}

/// All groups.
#[rustfmt::skip]
const ALL: [Group; 9] = [
    Group {
        id: "brand-team", name: "Brand team", about: "Everybody who works on a brand.",
        words: "Write to Chloe with your brand and she lets you in the same day.", days: [5, 10, 0],
        products: &[1, 2, 3, 4, 5, 8], managers: &["ChloeManager"],
        members: &["AdaSuper", "BenAdmin", "ChloeManager", "DanMember", "SofiaLindqvist", "LiWei", "PriyaNair", "ZhaoMin"],
        clients: &[],
    },
    Group {
        id: "media-team", name: "Media team", about: "Planning and buying of media.",
        words: "For people who plan and buy media.", days: [5, 10, 0],
        products: &[6, 9], managers: &["ChloeManager"],
        members: &["AdaSuper", "ChloeManager", "JamesOkafor", "WangFang", "TomasNovak"], clients: &[],
    },
    Group {
        id: "research-team", name: "Research team", about: "Studies for one project.",
        words: "Access ends with the project.", days: [5, 10, 0],
        products: &[7], managers: &["BenAdmin"],
        members: &["AdaSuper", "BenAdmin", "ChenJing", "YukiTanaka"], clients: &[],
    },
    Group {
        id: "client-services", name: "Client services", about: "Account teams of all agencies.",
        words: "Tell us your client and since when you work for it.", days: [3, 7, 180],
        products: &[4, 12, 20], managers: &["SofiaLindqvist"],
        members: &["SofiaLindqvist", "JamesOkafor", "OliverGrant", "LucaRossi", "ZhouTao", "ElinStrand", "IsabelReyes"],
        clients: &[],
    },
    Group {
        id: "creative-studio", name: "Creative studio", about: "Art, copy and production.",
        words: "Show us one piece of work, and say what you need the studio for.", days: [4, 30, 365],
        products: &[5, 14, 17], managers: &["EmmaSchulz", "MiaLaurent"],
        members: &["EmmaSchulz", "MiaLaurent", "HuangJie", "RubenVisser", "SunLi", "MarcoBianchi"], clients: &[],
    },
    Group {
        id: "finance-and-legal", name: "Finance and legal", about: "Contracts, invoices and expenses.",
        words: "Your head of finance has to agree first.", days: [2, 14, 0],
        products: &[12, 13, 20], managers: &["WangFang"],
        members: &["WangFang", "NoahBergman", "ClaraHoffmann", "ZhuHaiFeng"], clients: &[],
    },
    Group {
        id: "social-desk", name: "Social desk", about: "Communities, creators and listening.",
        words: "Name the client and the channels.", days: [5, 10, 90],
        products: &[15, 18], managers: &["ChenJing"],
        members: &["ChenJing", "LiuYang", "ZhangLei", "HuXueMei", "AmaraDiallo"], clients: &[],
    },
    Group {
        id: "songshi-team", name: "松石家居项目组", about: "服务松石家居的同事。",
        words: "请说明您在项目中的职责。", days: [3, 10, 180],
        products: &[4, 5, 7], managers: &["LiuYang"],
        members: &["LiuYang", "WangFang", "WuXia", "HuangJie"], clients: &["songshi"],
    },
    Group {
        id: "new-business", name: "New business", about: "Pitches, until they are decided.",
        words: "Pitches are confidential. We answer within two days.", days: [2, 7, 90],
        products: &[7, 14, 6], managers: &["TomasNovak"],
        members: &["TomasNovak", "HannahWeber", "SamuelAdeyemi"], clients: &[],
    },
];

/// How many groups there are.
pub const MANY: usize = ALL.len();

/// A member of the group for 90 days, five of which are left.
pub const ENDING: (&str, &str) = ("JamesOkafor", "client-services");
/// Has left a group.
const FORMER: (&str, &str) = ("DanMember", "research-team");

/// The name of the group.
pub fn name_of(id: &str) -> &'static str {
    let found = ALL.iter().find(|group| group.id == id);
    found.map_or("", |group| group.name)
}

/// Creates the groups with their products, managers and members.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let now = stage.audit.now;
    let names: Vec<Vec<String>> = ALL
        .iter()
        .map(|group| vec![group.name.to_owned()])
        .collect();
    let found = indexed(tx, &GROUPS, &names).await?;
    let rows = (1..).zip(&ALL).zip(found).map(|((at, group), found)| {
        let [due, refuse, most] = group.days;
        let texts = [group.id, group.name, group.about, group.words];
        let mut row = Vec::from(texts.map(text));
        row.extend([
            number(0),
            number(now - (200 + at) * DAY),
            number(due),
            number(refuse),
        ]);
        row.push((most > 0).then_some(most).into());
        row.into_iter().chain(found).collect()
    });
    let columns = [
        "id",
        "name",
        "description",
        "admin_msg",
        "status",
        "created_at",
        "due_days",
        "refuse_days",
        "max_days",
        "search_number",
        "search_text",
        "name_key",
    ];
    bulk::insert(tx, "groups", &columns, rows.collect()).await?;
    let limits = ALL.iter().flat_map(|group| {
        let clients = group.clients.iter();
        clients.map(move |client| vec![text(group.id), number(0), text(*client)])
    });
    let columns = ["group_id", "kind", "organisation_id"];
    bulk::insert(tx, "group_limits", &columns, limits.collect()).await?;
    for group in &ALL {
        for product in group.products {
            groups::grant(tx, group.id, *product).await?;
        }
        for manager in group.managers {
            groups::appoint(tx, group.id, stage.id(manager)).await?;
        }
        for (at, member) in (0..).zip(group.members) {
            let then = now - (120 - 5 * at) * DAY;
            let (id, on) = (stage.id(member), Status::Enabled);
            groups::set_membership(tx, id, group.id, on, then).await?;
        }
    }
    let (former, group) = FORMER;
    let off = Status::Disabled;
    groups::set_membership(tx, stage.id(former), group, off, now - 90 * DAY).await?;
    let (member, group) = ENDING;
    let call = "POST /api/security/admin/user-group/extend";
    let audit = stage.call("SofiaLindqvist", call, (14, 10 * 60 + 20));
    let end = NewEnd {
        ends_on: Some(in_days(now, 5, &stage.zone)),
        read: None,
    };
    members::extend(tx, (stage.id(member), group), end, &stage.zone, &audit).await?;
    Ok(())
}
