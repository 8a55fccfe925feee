//! The announcements of the demo, in both languages, and who has read them; and whom home welcomes.

use jiff::civil::Date;

use super::error::SeedError;
use super::people::LEFT;
use super::scale::rows::{number, text};
use super::staff::STAFF;
use super::stage::{Moment, Stage};
use crate::announcements::{
    AnnouncementForm, AnnouncementLimits, AnnouncementStatus, AudienceForm, add_announcement,
};
use crate::clock::{DAY, HOUR, MINUTE, Millis};
use crate::days::{end_of, in_days};
use crate::db::{WriteTx, bulk};
use crate::groups::GroupSight;

/// An announcement.
struct News {
    titles: [&'static str; 2],
    /// `{day}` is the day of the maintenance.
    contents: [&'static str; 2],
    by: &'static str,
    /// When it was written.
    written: Moment,
    /// When it begins: days before the demo began, or after it if negative, and the minute of that day.
    begins: Moment,
    /// The same for its end.
    ends: Option<Moment>,
    must_read: bool,
    product: &'static str,
    agencies: &'static [&'static str],
    groups: &'static [&'static str],
    /// Of each ten people whom it is for by their agencies, how many have read it.
    readers: usize,
}

/// Where most people work. The pop-up of an announcement for them does not meet people of other agencies.
const LARGE: &[&str] = &["northlight", "southwind", "eastgate", "westbridge"];

/// The name of the fixed newcomer, whom home welcomes.
const NEWCOMER: &str = "EveNewcomer";
/// The fixed people. They have read everything, so that no pop-up meets somebody who tries the demo as one of them.
pub const FIXED: [&str; 5] = [
    "AdaSuper",
    "BenAdmin",
    "ChloeManager",
    "DanMember",
    NEWCOMER,
];

/// The planned maintenance, with the line of the sign-in pages.
#[rustfmt::skip]
const MAINTENANCE: News = News {
    titles: ["Maintenance on Saturday evening", "周六晚间系统维护"],
    contents: [
        "On **Saturday, {day}**, from 20:00 to 22:00 we update the servers of all tools.\n\n\
         - You can’t sign in during this time.\n\
         - Save your work before 20:00: what you type in an open tool may be lost.\n\
         - The campaign calendar can be read, but not changed.\n\n\
         Questions go to the service desk of your agency.",
        "**{day}（周六）** 20:00 至 22:00，我们将更新所有工具的服务器。\n\n\
         - 期间无法登录。\n\
         - 请在 20:00 之前保存工作：仍在填写的内容可能丢失。\n\
         - 活动日历可以查看，但不能修改。\n\n\
         如有疑问，请联系所在代理公司的服务台。",
    ],
    by: "BenAdmin", written: (2, 9 * 60 + 40), begins: (2, 10 * 60), ends: None, must_read: false,
    product: "", agencies: LARGE, groups: &[], readers: 6,
};

#[rustfmt::skip]
const ALL: [News; 5] = [
    News {
        titles: ["Client data in AI tools: what is allowed", "在 AI 工具中使用客户数据：哪些可以，哪些不可以"],
        contents: [
            "Three rules hold from now on, for every client:\n\n\
             1. **Unpublished figures and briefs** stay out of public AI tools. The assistant in Atrium is not public.\n\
             2. **Names and addresses of people** go into no AI tool at all.\n\
             3. Say so when you show a client something that AI made.\n\n\
             | Material | Public tool | Assistant |\n|---|---|---|\n| Published campaign | yes | yes |\n\
             | Brief, media plan, budget | no | yes |\n| Names of people | no | no |",
            "以下三条规定自即日起适用于所有客户：\n\n\
             1. **未公开的数据与简报**不得输入公共 AI 工具。Atrium 中的智能助手不属于公共工具。\n\
             2. **个人姓名与联系方式**不得输入任何 AI 工具。\n\
             3. 向客户展示由 AI 生成的内容时，须予以说明。\n\n\
             | 材料 | 公共工具 | 智能助手 |\n|---|---|---|\n| 已发布的活动 | 可以 | 可以 |\n\
             | 简报、媒介计划、预算 | 不可以 | 可以 |\n| 个人姓名 | 不可以 | 不可以 |",
        ],
        by: "AdaSuper", written: (5, 15 * 60), begins: (4, 9 * 60), ends: None, must_read: true,
        product: "", agencies: LARGE, groups: &[], readers: 4,
    },
    News {
        titles: ["Media planner: compare two plans side by side", "媒介计划：两份方案可以并排对比"],
        contents: [
            "Choose two plans in the list and press **Compare**. You see reach, cost and timing of both, and what changed \
             between them.\n\nThe comparison can be sent to a client as one page.",
            "在列表中选择两份方案，点击**对比**，即可并排查看覆盖、成本与排期，以及两者之间的变化。\n\n对比结果可以作为一页文件发给客户。",
        ],
        by: "BenAdmin", written: (8, 11 * 60), begins: (8, 12 * 60), ends: None, must_read: false,
        product: "MEDIAPLAN", agencies: &[], groups: &[], readers: 0,
    },
    News {
        titles: ["Songshi Living: spring assets are due on Friday", "松石生活：春季物料请于周五前提交"],
        contents: [
            "Upload photographs and texts for the spring collection to **Brand assets** by Friday, 18:00. The client sees \
             them on Monday.",
            "请在周五 18:00 之前，将春季系列的图片与文案上传到**品牌素材**。客户将于下周一审阅。",
        ],
        by: "AdaSuper", written: (3, 14 * 60), begins: (3, 14 * 60 + 30), ends: Some((-4, 18 * 60)), must_read: false,
        product: "", agencies: &[], groups: &["songshi-team"], readers: 0,
    },
    News {
        titles: ["Travel desk closed on Monday", "差旅服务周一暂停"],
        contents: [
            "The travel desk moves to the third floor and answers no calls on Monday. Book urgent trips in **Travel desk**, \
             which works as usual.",
            "差旅服务台将搬至三楼，周一不接听电话。紧急行程请直接在**差旅服务**中预订，系统照常可用。",
        ],
        by: "BenAdmin", written: (13, 10 * 60), begins: (12, 9 * 60), ends: Some((6, 18 * 60)), must_read: false,
        product: "", agencies: &[], groups: &[], readers: 9,
    },
    News {
        titles: ["Town hall: send us your questions", "全员大会：欢迎提前提问"],
        contents: [
            "The town hall of all agencies is next month. Send your question to the office of your managing director; the \
             ten that are asked most are answered on stage.",
            "各代理公司的全员大会将于下月举行。请将问题发送至总经理办公室，最受关注的十个问题将在现场解答。",
        ],
        by: "AdaSuper", written: (1, 16 * 60), begins: (-3, 9 * 60), ends: None, must_read: false,
        product: "", agencies: &[], groups: &[], readers: 0,
    },
];

/// How many announcements there are.
pub const MANY: usize = ALL.len() + 1;

/// Adds the announcements, what people have read of them, and who needs no welcome any more.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    for news in &ALL {
        let id = add(tx, stage, news, form(stage, news)).await?;
        read(tx, stage, (&id, news)).await?;
    }
    let id = add(tx, stage, &MAINTENANCE, maintenance(stage)).await?;
    read(tx, stage, (&id, &MAINTENANCE)).await?;
    welcomed(tx, stage).await
}

async fn add(
    tx: &mut WriteTx,
    stage: &Stage,
    news: &News,
    form: AnnouncementForm,
) -> Result<String, SeedError> {
    let call = "POST /api/security/admin/announcement/add";
    let audit = stage.call(news.by, call, news.written);
    let every = AnnouncementLimits {
        status: true,
        sign_in_line: true,
        groups: GroupSight {
            every: true,
            account_id: stage.id(news.by).to_owned(),
        },
    };
    Ok(add_announcement(tx, form, &every, &audit).await?.id)
}

fn form(stage: &Stage, news: &News) -> AnnouncementForm {
    let [title, title_zh] = news.titles.map(|title| Some(title.to_owned()));
    let [content, content_zh] = news.contents.map(|content| Some(content.to_owned()));
    let ids = |ids: &[&str]| Some(ids.iter().map(|id| (*id).to_owned()).collect());
    AnnouncementForm {
        title,
        title_zh,
        content,
        content_zh,
        launch_at: Some(at(stage, news.begins)),
        ends_at: Some(news.ends.map(|ends| at(stage, ends))),
        status: Some(AnnouncementStatus::On),
        must_read: Some(news.must_read),
        audience: AudienceForm {
            app_name: Some(news.product.to_owned()),
            agency_ids: ids(news.agencies),
            group_ids: ids(news.groups),
            ..AudienceForm::default()
        },
        ..AnnouncementForm::default()
    }
}

/// The maintenance is on the next Saturday that is more than a day away.
fn maintenance(stage: &Stage) -> AnnouncementForm {
    let mut ahead = 2;
    let day = loop {
        let day = in_days(stage.audit.now, ahead, &stage.zone);
        if day.weekday() == jiff::civil::Weekday::Saturday || ahead > 8 {
            break day;
        }
        ahead += 1;
    };
    let [english, chinese] = [english(day), chinese(day)];
    let ends = at(stage, (-ahead, 22 * 60));
    let plain = form(stage, &MAINTENANCE);
    let with = |text: Option<String>, day: &str| text.map(|text| text.replace("{day}", day));
    AnnouncementForm {
        content: with(plain.content, &english),
        content_zh: with(plain.content_zh, &chinese),
        ends_at: Some(Some(ends)),
        sign_in_line: Some(format!(
            "Maintenance on Saturday, {english}, 20:00 to 22:00. You can’t sign in then."
        )),
        sign_in_line_zh: Some(format!(
            "{chinese}（周六）20:00 至 22:00 系统维护，期间无法登录。"
        )),
        sign_in_from: Some(Some(at(stage, MAINTENANCE.begins))),
        sign_in_until: Some(Some(ends)),
        ..plain
    }
}

/// As “5 December”.
fn english(day: Date) -> String {
    day.strftime("%-d %B").to_string()
}

fn chinese(day: Date) -> String {
    format!("{} 月 {} 日", day.month(), day.day())
}

/// The time of a moment, which may be to come.
pub fn at(stage: &Stage, (days, minute): Moment) -> Millis {
    let before = in_days(stage.audit.now, -days - 1, &stage.zone);
    end_of(before, &stage.zone) + minute * MINUTE
}

/// Notes who has read it: the fixed people, and the others in the proportion that the announcement says.
async fn read(tx: &mut WriteTx, stage: &Stage, (id, news): (&str, &News)) -> Result<(), SeedError> {
    let begun = at(stage, news.begins);
    if begun > stage.audit.now || !news.groups.is_empty() {
        return Ok(());
    }
    let staff = STAFF.iter().enumerate();
    let staff = staff.filter(|(n, (name, _, agency, ..))| {
        let is_among = news.agencies.is_empty() || news.agencies.contains(agency);
        n % 10 < news.readers && is_among && *name != LEFT
    });
    let readers = FIXED
        .into_iter()
        .chain(staff.map(|(_, colleague)| colleague.0));
    let reads = (0..).zip(readers).map(|(n, reader)| {
        // Nobody reads in the future.
        let read_at = (begun + HOUR * (1 + n % 9)).min(stage.audit.now - MINUTE);
        vec![text(stage.id(reader)), text(id), number(read_at)]
    });
    let reads: Vec<_> = reads.collect();
    let count = i64::try_from(reads.len()).unwrap_or_default();
    let columns = ["account_id", "announcement_id", "read_at"];
    bulk::insert(tx, "announcement_reads", &columns, reads).await?;
    let columns = ["announcement_id", "part", "readers"];
    let counted = vec![vec![text(id), number(0), number(count)]];
    Ok(bulk::insert(tx, "announcement_read_counts", &columns, counted).await?)
}

/// Everybody but the newcomer has left the welcome of home.
async fn welcomed(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let old = stage.ids.iter().filter(|(name, _)| *name != NEWCOMER);
    let rows = old.map(|(_, id)| {
        let left_at = stage.audit.now - DAY;
        vec![text(id), text(""), text(""), number(0), number(left_at)]
    });
    let columns = ["account_id", "pins", "hidden", "version", "welcome_left_at"];
    Ok(bulk::insert(tx, "home_choices", &columns, rows.collect()).await?)
}
