//! Announcements of the last year, of which every second has ended.

use super::groups::group_id;
use super::people::{AGENCIES, below};
use super::rows::{indexed, number, text};
use super::size::Scale;
use crate::announcements::ANNOUNCEMENTS;
use crate::clock::{DAY, Millis};
use crate::db::bulk;
use crate::db::{DbError, WriteTx};

/// How many there are.
const MANY: i64 = 200;
/// How often a content is repeated: announcements are a page long.
const LENGTH: usize = 8;

/// What they are about, in both languages.
const SUBJECTS: [[&str; 2]; 8] = [
    ["Opening hours of the studio", "影棚开放时间"],
    ["New templates for presentations", "新的演示文稿模板"],
    ["Maintenance of the media planner", "媒介计划系统维护"],
    ["Time sheets are due on Friday", "工时请于周五前提交"],
    ["Changes of the travel rules", "差旅规定调整"],
    ["Training dates of the quarter", "本季度培训安排"],
    ["Results of the client survey", "客户调查结果"],
    ["New colleagues in the agencies", "各代理公司的新同事"],
];

const COLUMNS: &[&str] = &[
    "id",
    "title",
    "title_zh",
    "content",
    "content_zh",
    "launch_at",
    "ends_at",
    "status",
    "must_read",
    "app_name",
    "company_ids",
    "agency_ids",
    "group_ids",
    "sign_in_line",
    "sign_in_line_zh",
    "created_at",
    "search_number",
    "search_text",
    "title_key",
];

/// One of five is for an agency, and one of five for a group.
pub async fn announcements(tx: &mut WriteTx, scale: Scale, now: Millis) -> Result<(), DbError> {
    let titles = |n: i64| {
        let subject = usize::try_from(n).unwrap_or_default() % SUBJECTS.len();
        let month = n / 8 + 1;
        let [title, chinese] = SUBJECTS[subject];
        vec![
            format!("{title} ({month})"),
            format!("{chinese}（{month}）"),
        ]
    };
    let names: Vec<Vec<String>> = (0..MANY).map(titles).collect();
    let found = indexed(tx, &ANNOUNCEMENTS, &names).await?;
    let rows = (0..MANY).zip(names).zip(found).map(|((n, names), found)| {
        let begun = now - (n + 1) * 365 * DAY / MANY;
        let ends = (n % 2 == 1).then_some(begun + DAY);
        let one = |id: String| format!("[\"{id}\"]");
        let none = || "[]".to_owned();
        let agencies = match n % 5 {
            1 => one(format!("agency{}", below(n, 130, AGENCIES))),
            _ => none(),
        };
        let groups = match n % 5 {
            3 if scale.groups > 0 => one(group_id(below(n, 131, scale.groups))),
            _ => none(),
        };
        let mut row = vec![text(format!("scale-n{n}"))];
        row.extend(names.into_iter().map(text));
        row.extend([
            text(
                "What changes, from when on, and **whom to ask**.\n\n- First\n- Second\n\n"
                    .repeat(LENGTH),
            ),
            text("变化内容、生效时间以及**联系人**。\n\n- 第一\n- 第二\n\n".repeat(LENGTH)),
        ]);
        row.extend([number(begun), ends.into(), number(1), number(0)]);
        row.extend([text(""), text("[]"), text(agencies), text(groups)]);
        row.extend([text(""), text(""), number(begun)]);
        row.into_iter().chain(found).collect()
    });
    bulk::insert(tx, "announcements", COLUMNS, rows.collect()).await
}
