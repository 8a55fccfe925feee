//! The feedback of the demo: twelve pieces from six weeks, of which one is a duplicate and two are answered.

use super::error::SeedError;
use super::scale::rows::{indexed, number, text};
use super::stage::{Moment, Stage};
use crate::access::SSO;
use crate::clock::HOUR;
use crate::db::{SqlValue, WriteTx, bulk};
use crate::feedback::{FEEDBACK, FeedbackCategory, FeedbackStatus};

/// How many pieces there are.
pub const MANY: usize = ALL.len();

/// A piece of feedback.
struct Said {
    by: &'static str,
    /// The product and its code; 0 is Atrium itself.
    about: (i64, &'static str),
    category: FeedbackCategory,
    words: &'static str,
    status: FeedbackStatus,
    when: Moment,
    /// Who works on it.
    assignee: &'static str,
    /// Empty without an answer, which comes two days later.
    answer: &'static str,
    /// The place of what it is a duplicate of.
    first: Option<usize>,
}

use FeedbackCategory::{Bug, ExteriorInterface, FunctionalRequirements, SystemFluency};
use FeedbackStatus::{Closed, Handling, New};

const PLANNER: (i64, &str) = (6, "MEDIAPLAN");
const CALENDAR: (i64, &str) = (4, "CALENDAR");
const ASSETS: (i64, &str) = (5, "ASSETS");
const TIMES: (i64, &str) = (12, "TIMESHEET");
const ATRIUM: (i64, &str) = (0, SSO);

const fn said(
    (by, when): (&'static str, Moment),
    (about, category): ((i64, &'static str), FeedbackCategory),
    words: &'static str,
) -> Said {
    Said {
        by,
        about,
        category,
        words,
        status: New,
        when,
        assignee: "",
        answer: "",
        first: None,
    }
}

impl Said {
    /// The same in the hands of this person.
    const fn with(self, assignee: &'static str, status: FeedbackStatus) -> Self {
        Self {
            status,
            assignee,
            ..self
        }
    }

    const fn answered(self, answer: &'static str) -> Self {
        Self { answer, ..self }
    }

    const fn after(self, first: usize) -> Self {
        Self {
            first: Some(first),
            ..self
        }
    }
}

#[rustfmt::skip]
const ALL: [Said; 12] = [
    said(("DanMember", (41, 10 * 60)), (PLANNER, Bug),
        "When I compare two plans, the second one shows the costs of the first.")
        .with("BenAdmin", Closed).answered("Thank you for the exact description. The comparison shows the right costs since this week."),
    said(("ChloeManager", (38, 15 * 60)), (PLANNER, Bug), "Costs are wrong in “Compare”.")
        .with("BenAdmin", Closed).answered("Thank you for the exact description. The comparison shows the right costs since this week.").after(0),
    said(("EveNewcomer", (34, 9 * 60)), (ATRIUM, ExteriorInterface),
        "The cards are easy to find. A darker colour for the text below them would help me.").with("AdaSuper", Closed)
        .answered("Good point. The text below the cards has more contrast now, also in the dark look."),
    said(("DanMember", (29, 11 * 60)), (CALENDAR, FunctionalRequirements),
        "Please let me subscribe to the campaign calendar from my own calendar.").with("BenAdmin", Handling),
    said(("ChloeManager", (26, 14 * 60)), (ASSETS, SystemFluency),
        "大图上传需要很长时间，尤其是上午。").with("AdaSuper", Handling),
    said(("DanMember", (21, 16 * 60)), (TIMES, FunctionalRequirements),
        "I fill in the same three projects every week. Could it remember them?"),
    said(("EveNewcomer", (17, 10 * 60)), (TIMES, ExteriorInterface),
        "工时表在手机上显示不全，需要左右滑动。").with("BenAdmin", Handling),
    said(("ChloeManager", (13, 9 * 60 + 30)), (PLANNER, FunctionalRequirements),
        "Send a plan to a client as one page, with reach, cost and timing beside each other."),
    said(("DanMember", (9, 13 * 60)), (ATRIUM, SystemFluency), "首页打开很快，谢谢！").with("AdaSuper", Closed),
    said(("EveNewcomer", (6, 15 * 60)), (CALENDAR, Bug), "A campaign that ends at midnight is shown one day too long."),
    said(("ChloeManager", (3, 11 * 60)), (ASSETS, ExteriorInterface), "The preview of a wide picture is cut on both sides."),
    said(("DanMember", (1, 10 * 60)), (PLANNER, SystemFluency), "Opening the list of plans takes ten seconds since yesterday."),
];

const COLUMNS: &[&str] = &[
    "id",
    "account_id",
    "product_id",
    "app_name",
    "category",
    "feedback",
    "status",
    "assignee_id",
    "answer",
    "answered_at",
    "answered_by",
    "merged_into",
    "search_number",
    "search_text",
    "created_at",
];

/// Writes rows, as the server would, but no entries and no emails.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let ids: Vec<String> = ALL
        .iter()
        .map(|one| stage.audit.random.uuid_v7(stage.at(one.when)).to_string())
        .collect();
    let words: Vec<Vec<String>> = ALL.iter().map(|one| vec![one.words.to_owned()]).collect();
    let found = indexed(tx, &FEEDBACK, &words).await?;
    let none = || SqlValue::from(None::<String>);
    let rows = ALL.iter().zip(&ids).zip(found);
    let rows = rows.map(|((one, id), [search_number, search_text, _])| {
        let at = stage.at(one.when);
        let assignee = || match one.assignee {
            "" => none(),
            name => text(stage.id(name)),
        };
        let is_answered = !one.answer.is_empty();
        let answered_at = is_answered.then_some(at + 48 * HOUR);
        let first = one.first.and_then(|place| ids.get(place));
        vec![
            text(id),
            text(stage.id(one.by)),
            number(one.about.0),
            text(one.about.1),
            number(one.category.code()),
            text(one.words),
            number(one.status.code()),
            assignee(),
            text(one.answer),
            answered_at.into(),
            if is_answered { assignee() } else { none() },
            first.map_or_else(none, text),
            search_number,
            search_text,
            number(at),
        ]
    });
    Ok(bulk::insert(tx, "feedback", COLUMNS, rows.collect()).await?)
}
