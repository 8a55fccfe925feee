//! The products of the demo, in both languages.

use super::error::SeedError;
use super::stage::Stage;
use crate::access::{AccessCode, SSO as PROJECT, rights};
use crate::catalogue::products::{allow_agency, save};
use crate::catalogue::{Link, ProductRow};
use crate::clock::DAY;
use crate::db::WriteTx;

/// Atrium's own product, whose administrators administer Atrium (contract P-07).
const SSO: i64 = 1;
/// The relying application of `examples/relying-app`.
const DEMO_APP: i64 = 2;
/// The legacy application of `examples/legacy-app`.
const LEGACY_DEMO: i64 = 3;
/// A product with several addresses.
const TEAM_ROOMS: i64 = 8;
/// The assistant, with the id from the contract (K-31). It is off until the assistant is there.
const AI: i64 = 56;
/// The access group of administrators (contract K-43), and what its members may see (K-44).
const ACCESS_GROUP: &str = "SSAG";
const IRIS_LIST: &str = AccessCode::IrisMappingListView.as_str();

/// A product in the demo.
struct Shown {
    id: i64,
    code: &'static str,
    names: [&'static str; 2],
    type_id: i64,
    /// The last part of its address and the name of its icon.
    address: [&'static str; 2],
    /// What it is for.
    texts: [&'static str; 2],
    /// Who administers it.
    admin: &'static str,
}

const fn shown(
    (id, code, type_id): (i64, &'static str, i64),
    names: [&'static str; 2],
    address: [&'static str; 2],
    texts: [&'static str; 2],
    admin: &'static str,
) -> Shown {
    Shown {
        id,
        code,
        names,
        type_id,
        address,
        texts,
        admin,
    }
}

/// How many products there are.
pub const MANY: usize = PRODUCTS.len();

/// Administers two products and is nothing else.
const SPECIALIST: &str = "GraceNovak";

/// All products. Below `/tools/` the relying application shows a page that says that there is no such tool.
#[rustfmt::skip]
const PRODUCTS: [Shown; 24] = [
    shown((SSO, "SSO", 2), ["Atrium", "Atrium"], ["/", "atrium"],
        ["Accounts, groups and access of all our tools in one place.", "统一管理所有工具的账号、用户组与访问权限。"], "BenAdmin"),
    shown((DEMO_APP, "DEMOAPP", 1), ["Demo app", "演示应用"], ["http://localhost:8081/login", "demo-app"],
        ["See the profile that a connected application receives about you.", "查看接入应用收到的您的个人资料。"], "BenAdmin"),
    shown((LEGACY_DEMO, "LEGACYDEMO", 1), ["Old demo", "旧版演示"], ["http://localhost:8082/", "old-demo"],
        ["The hours desk from before the move, still in daily use.", "迁移前的老系统，目前仍在日常使用。"], "BenAdmin"),
    shown((4, "CALENDAR", 1), ["Campaign calendar", "活动日历"], ["campaign-calendar", "calendar"],
        ["Every launch of the year on one page, by client and city.", "按客户和城市汇总全年所有上线活动。"], "BenAdmin"),
    shown((5, "ASSETS", 3), ["Brand assets", "品牌素材"], ["brand-assets", "assets"],
        ["Logos, photographs and templates that are cleared for use.", "可直接使用的标志、图片和模板。"], "BenAdmin"),
    shown((6, "MEDIAPLAN", 1), ["Media planner", "媒介计划"], ["media-planner", "media-planner"],
        ["Reach, cost and timing of a plan, across all channels.", "跨渠道测算一份计划的覆盖、成本与排期。"], "BenAdmin"),
    shown((7, "INSIGHT", 1), ["Insight library", "洞察库"], ["insight-library", "insight"],
        ["Studies, interviews and trends, found by topic.", "按主题查找研究、访谈与趋势。"], "BenAdmin"),
    shown((TEAM_ROOMS, "TEAMROOMS", 3), ["Team rooms", "团队空间"], ["team-north", "rooms"],
        ["The shared files and boards of each team.", "各团队共享的文件与看板。"], "BenAdmin"),
    shown((9, "ADSTATS", 1), ["Ad statistics", "广告数据"], ["ad-statistics", "statistics"],
        ["What ran yesterday, what it cost and what it brought.", "昨天投放了什么、花费多少、效果如何。"], "BenAdmin"),
    shown((10, "HANDBOOK", 2), ["Style handbook", "写作手册"], ["style-handbook", "handbook"],
        ["How we write, name and lay out, with examples.", "我们如何行文、命名与排版，附示例。"], "BenAdmin"),
    shown((11, "TRAINING", 2), ["Training", "培训中心"], ["training", "training"],
        ["Courses and certificates for newcomers and old hands.", "面向新人与老手的课程和证书。"], "BenAdmin"),
    shown((12, "TIMESHEET", 1), ["Time sheets", "工时登记"], ["time-sheets", "timesheets"],
        ["Hours by client and job, due every Friday.", "按客户和项目登记工时，每周五截止。"], "SofiaLindqvist"),
    shown((13, "EXPENSES", 1), ["Expenses", "费用报销"], ["expenses", "expenses"],
        ["Photograph a receipt and get the money with your pay.", "拍下票据，随工资一起报销。"], "SofiaLindqvist"),
    shown((14, "REVIEW", 3), ["Creative review", "创意评审"], ["creative-review", "review"],
        ["Comment on drafts and approve them, frame by frame.", "逐帧批注与审定创意稿。"], "EmmaSchulz"),
    shown((15, "LISTENING", 1), ["Social listening", "社交聆听"], ["social-listening", "social"],
        ["What people say about our clients, hour by hour.", "逐小时了解人们如何谈论我们的客户。"], "ChenJing"),
    shown((16, "ARCHIVE", 1), ["Campaign archive", "活动档案"], ["campaign-archive", "archive"],
        ["Finished campaigns since 2009, with their results.", "2009 年以来的历史活动及其成果。"], "BenAdmin"),
    shown((17, "STUDIO", 3), ["Photo studio", "影棚预订"], ["photo-studio", "studio"],
        ["Book a studio, a crew and the equipment.", "预订影棚、团队与设备。"], "EmmaSchulz"),
    shown((18, "CREATORS", 3), ["Creator desk", "达人库"], ["creator-desk", "creators"],
        ["Creators we work with, their rates and open contracts.", "合作达人、报价与在约情况。"], SPECIALIST),
    shown((19, "DIRECTORY", 2), ["People directory", "通讯录"], ["people-directory", "people"],
        ["Find a colleague by name, skill or city.", "按姓名、专长或城市查找同事。"], "BenAdmin"),
    shown((20, "CONTRACTS", 1), ["Contracts", "合同管理"], ["contracts", "contracts"],
        ["Draft, sign and renew contracts with suppliers.", "起草、签署并续签供应商合同。"], SPECIALIST),
    shown((21, "TRAVEL", 2), ["Travel desk", "差旅服务"], ["travel-desk", "travel"],
        ["Trains, flights and hotels at our rates.", "以协议价预订火车、机票与酒店。"], "SofiaLindqvist"),
    shown((34, "BRIEFS", 1), ["Brief site", "简报站"], ["brief-site", "brief"],
        ["Write a brief that a team can start from.", "撰写一份团队可直接开工的简报。"], "BenAdmin"),
    shown((35, "BRIEFSOLD", 1), ["Old brief site", "旧简报站"], ["old-brief-site", "brief-archive"],
        ["Briefs from before 2024, to read only.", "2024 年以前的简报，仅供查阅。"], "BenAdmin"),
    shown((AI, "AI", 1), ["Assistant", "智能助手"], ["/ChatGPT?appId=56", "assistant"],
        ["Ask about texts, data and ideas.", "文案、数据与创意，都可以问。"], "BenAdmin"),
];

/// The products that need no group.
const FOR_EVERYONE: [i64; 6] = [SSO, DEMO_APP, 10, 19, 21, AI];

/// How to open a product, and how to get access to it.
const USAGE: &str = "Click its card. You are signed in there already.";
const ACCESS: &str = "Ask the manager of your group.";

impl Shown {
    fn link(&self) -> String {
        let [address, _] = self.address;
        if address.contains('/') {
            address.to_owned()
        } else {
            format!("http://localhost:8081/tools/{address}")
        }
    }

    fn row(&self, admin_id: &str) -> ProductRow {
        let client_id = match self.id {
            DEMO_APP => Some("demo-app"),
            LEGACY_DEMO => Some("legacy-demo"),
            _ => None,
        };
        let links = if self.id == TEAM_ROOMS {
            team_rooms()
        } else {
            Vec::new()
        };
        let [name, name_zh] = self.names.map(str::to_owned);
        let [text, description_zh] = self.texts.map(str::to_owned);
        ProductRow {
            id: self.id,
            name_zh: if name_zh == name {
                String::new()
            } else {
                name_zh
            },
            name,
            app_name: self.code.to_owned(),
            client_id: client_id.map(str::to_owned),
            type_id: self.type_id,
            admin_id: Some(admin_id.to_owned()),
            icon_url: format!("/icons/{}.svg", self.address[1]),
            link: self.link(),
            link_dialog: !links.is_empty(),
            links,
            attributes: [text, USAGE.to_owned(), ACCESS.to_owned()],
            description_zh,
            everyone: FOR_EVERYONE.contains(&self.id),
            // Home does not offer itself.
            hidden: self.id == SSO,
            sort: self.id,
            ..ProductRow::default()
        }
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

/// Creates the products and appoints their administrators.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let now = stage.audit.now;
    for product in &PRODUCTS {
        let admin = stage.id(product.admin);
        save(tx, &product.row(admin), now - 300 * DAY + product.id * DAY).await?;
        if product.id == SSO || product.admin != "BenAdmin" {
            rights::appoint(tx, product.id, admin).await?;
        }
    }
    // Dan's agency may not use this product, so that the demo shows every state of a card.
    allow_agency(tx, 9, "northlight").await?;
    let ben = stage.id("BenAdmin");
    rights::save_code(tx, PROJECT, ACCESS_GROUP, IRIS_LIST).await?;
    rights::give_group(tx, ben, PROJECT, ACCESS_GROUP).await?;
    Ok(())
}
