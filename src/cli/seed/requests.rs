//! Requests of the demo in every state. Those that wait are made as the server makes them; those that ended only have their
//! rows and entries, so that nobody gets an email about them.

use super::error::SeedError;
use super::groups::{ENDING, name_of};
use super::scale::rows::{indexed, number, text};
use super::stage::{Moment, Stage};
use crate::audit::{self, Event, ObjectKind};
use crate::clock::DAY;
use crate::db::WriteTx;
use crate::db::bulk::{self, BulkRow};
use crate::directory::{self, AgencyRequestState, Status};
use crate::groups::requests::ask;
use crate::groups::{Outcome, REQUESTS, RequestKind, RequestState, Wish};
use crate::limits::Limits;

/// A request that waits: person, group, kind, wanted product, days, reason and time.
type Waiting = (
    &'static str,
    &'static str,
    RequestKind,
    Option<i64>,
    Option<i64>,
    &'static str,
    Moment,
);

/// The last one is overdue.
#[rustfmt::skip]
const WAITING: [Waiting; 7] = [
    ("DanMember", "media-team", RequestKind::Join, None, None, "I plan the spring campaign.", (1, 9 * 60 + 12)),
    ("LucaRossi", "brand-team", RequestKind::Join, Some(4), Some(90), "I work on Harbour Tea until the launch in April.", (2, 10 * 60 + 40)),
    ("GraceNovak", "finance-and-legal", RequestKind::Join, Some(20), None, "I renew the contracts of our creators.", (1, 15 * 60 + 5)),
    ("WuXia", "new-business", RequestKind::Join, Some(7), Some(30), "参与松石家居春季比稿。", (1, 11 * 60 + 30)),
    ("AnnaKowalska", "client-services", RequestKind::Join, Some(12), Some(180), "I joined the Alpine account this week.", (1, 16 * 60 + 48)),
    (ENDING.0, ENDING.1, RequestKind::Extend, None, Some(90), "The Meadow launch moved to the summer.", (1, 17 * 60 + 20)),
    ("DiegoMartin", "creative-studio", RequestKind::Join, Some(17), Some(60), "We shoot the new trains for Northway in March.", (7, 9 * 60 + 55)),
];

/// A request that ended: who asked for what and why, and who decided when, with which outcome and reason.
struct Ended {
    person: &'static str,
    group: &'static str,
    product: Option<i64>,
    reason: &'static str,
    asked: Moment,
    state: RequestState,
    by: &'static str,
    decided: Moment,
    words: &'static str,
}

const fn ended(
    (person, group, product): (&'static str, &'static str, Option<i64>),
    reason: &'static str,
    (asked, decided): (Moment, Moment),
    state: RequestState,
    (by, words): (&'static str, &'static str),
) -> Ended {
    Ended {
        person,
        group,
        product,
        reason,
        asked,
        state,
        by,
        decided,
        words,
    }
}

#[rustfmt::skip]
const ENDED: [Ended; 11] = [
    ended(("WangFang", "media-team", Some(6)), "媒介预算由我负责审批。", ((13, 600), (13, 664)), RequestState::Approved, ("ChloeManager", "")),
    ended(("TomasNovak", "media-team", Some(9)), "I report on Northway every Monday.", ((11, 552), (11, 918)), RequestState::Approved, ("ChloeManager", "")),
    ended(("OliverGrant", "brand-team", Some(5)), "I need the logos of Meadow Juice.", ((10, 645), (9, 570)), RequestState::Refused,
        ("ChloeManager", "Meadow works with Southwind. Ask Chen Jing for the files that you need.")),
    ended(("PriyaNair", "media-team", Some(6)), "To compare two plans.", ((9, 840), (9, 872)), RequestState::Withdrawn, ("PriyaNair", "")),
    ended(("HannahWeber", "new-business", Some(14)), "I am on the pitch for Alpine.", ((8, 560), (8, 591)), RequestState::Approved, ("TomasNovak", "")),
    ended(("XuMing", "finance-and-legal", Some(13)), "需要提交团队的差旅费用。", ((14, 900), (3, 5)), RequestState::TimedOut, ("", "")),
    ended(("ElinStrand", "client-services", Some(4)), "I plan the launches of Northway Express.", ((7, 615), (6, 540)), RequestState::Approved, ("SofiaLindqvist", "")),
    ended(("SunLi", "creative-studio", Some(17)), "为流明美妆拍摄新品。", ((6, 700), (6, 1_015)), RequestState::Approved, ("EmmaSchulz", "")),
    ended(("BenjaminClarke", "social-desk", Some(18)), "I want to see which creators we work with.", ((6, 1_000), (5, 580)), RequestState::Refused,
        ("ChenJing", "Your account ends this week.")),
    ended(("AmaraDiallo", "social-desk", Some(15)), "Northway asks for a weekly report.", ((4, 630), (4, 655)), RequestState::Approved, ("ChenJing", "")),
    ended(("HuangJie", "songshi-team", Some(5)), "负责松石家居的平面设计。", ((3, 575), (3, 590)), RequestState::Approved, ("LiuYang", "")),
];

/// The calls of a decision and of a request.
const DECIDE: &str = "POST /api/security/admin/user/project-examine";
const APPLY: &str = "POST /api/security/user/user-group/apply";

/// Creates all requests, and those for another agency.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    write_ended(tx, stage).await?;
    for (person, group, kind, product_id, days, reason, moment) in WAITING {
        let Some(account) = directory::find(tx, stage.id(person)).await? else {
            continue;
        };
        let wish = Wish {
            reason: reason.to_owned(),
            days,
            product_id,
        };
        let (rules, audit) = (
            (&stage.zone, &Limits::default()),
            stage.call(person, APPLY, moment),
        );
        ask(tx, &account, (kind, group), wish, rules, &audit).await?;
    }
    write_agency_requests(tx, stage).await
}

async fn write_ended(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let names = ENDED
        .iter()
        .map(|request| vec![request.person.to_owned(), name_of(request.group).to_owned()]);
    let found = indexed(tx, &REQUESTS, &names.collect::<Vec<_>>()).await?;
    let mut rows = Vec::new();
    for (request, [search_number, search_text, _]) in ENDED.iter().zip(found) {
        let asked = stage.call(request.person, APPLY, request.asked);
        let id = asked.random.uuid_v7(asked.now).to_string();
        let mut row = row(request, &id, stage);
        row.extend([search_number, search_text]);
        rows.push(row);
        let made = Event::RequestMade {
            kind: RequestKind::Join.name(),
            days: None,
        };
        let decided = match request.by {
            "" => {
                audit::AuditContext::of_server(stage.at(request.decided), &asked.random, "timers")
            }
            by => stage.call(by, DECIDE, request.decided),
        };
        let outcome = Event::RequestDecided {
            outcome: request.state.name(),
            reason: request.words.to_owned(),
        };
        for (event, context) in [(made, &asked), (outcome, &decided)] {
            let entry = context.entry(event).account(stage.id(request.person));
            audit::record(tx, &entry.object(ObjectKind::Request, id.as_str())).await?;
        }
        if request.state == RequestState::Approved {
            let event = Event::MemberAdded { until: None };
            let entry = decided.entry(event).account(stage.id(request.person));
            audit::record(tx, &entry.object(ObjectKind::Group, request.group)).await?;
        }
    }
    let columns = [
        "id",
        "kind",
        "account_id",
        "group_id",
        "product_id",
        "reason",
        "state",
        "version",
        "created_at",
        "due_at",
        "refuse_at",
        "decided_at",
        "decided_by",
        "decision_reason",
        "username",
        "group_name",
        "search_number",
        "search_text",
    ];
    bulk::insert(tx, "requests", &columns, rows).await?;
    let places = ENDED.iter().filter_map(|request| place(request, stage));
    let columns = [
        "account_id",
        "group_id",
        "status",
        "created_at",
        "outcome",
        "kept_until",
    ];
    Ok(bulk::insert(tx, "memberships", &columns, places.collect()).await?)
}

/// Why the person of a request has not become a member; `None` if they have.
fn place(request: &Ended, stage: &Stage) -> Option<BulkRow> {
    let outcome = match request.state {
        RequestState::Pending | RequestState::Approved => return None,
        RequestState::Refused => Outcome::Refused,
        RequestState::Withdrawn => Outcome::Withdrawn,
        RequestState::TimedOut => Outcome::TimedOut,
    };
    Some(vec![
        text(stage.id(request.person)),
        text(request.group),
        number(Status::Disabled.code()),
        number(stage.at(request.asked)),
        number(outcome.code()),
        number(stage.at(request.decided) + 30 * DAY),
    ])
}

/// In the order of the columns, without the two for the search.
fn row(request: &Ended, id: &str, stage: &Stage) -> BulkRow {
    let asked = stage.at(request.asked);
    let by = (!request.by.is_empty()).then(|| stage.id(request.by));
    vec![
        text(id),
        number(RequestKind::Join.code()),
        text(stage.id(request.person)),
        text(request.group),
        request.product.into(),
        text(request.reason),
        number(request.state.code()),
        number(2),
        number(asked),
        number(asked + 5 * DAY),
        number(asked + 10 * DAY),
        number(stage.at(request.decided)),
        by.into(),
        text(request.words),
        text(request.person),
        text(name_of(request.group)),
    ]
}

/// Person, present and wanted agency, state, days ago, and the reason of a refusal.
#[rustfmt::skip]
const MOVES: [(&str, &str, &str, AgencyRequestState, i64, &str); 3] = [
    ("NoahBergman", "southwind", "northlight", AgencyRequestState::Waiting, 1, ""),
    ("ZhaoMin", "eastgate", "bluebird", AgencyRequestState::Waiting, 2, ""),
    ("MarcoBianchi", "copperleaf", "westbridge", AgencyRequestState::Refused, 6, "The transfer begins in the spring. Ask again then."),
];

async fn write_agency_requests(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let mut rows = Vec::new();
    for (person, from, to, state, days, reason) in MOVES {
        let asked = stage.call(
            person,
            "POST /api/security/acc-user/agency",
            (days, 14 * 60),
        );
        let call = "POST /api/security/admin/agency-request/decide";
        let decided = stage.call("BenAdmin", call, (days, 16 * 60));
        let id = stage.id(person);
        let has_ended = state != AgencyRequestState::Waiting;
        let by = has_ended.then(|| stage.id("BenAdmin"));
        let mut row = vec![text(asked.random.uuid_v7(asked.now).to_string())];
        row.extend([text(id), text(from), text(to), number(state.code())]);
        row.extend([
            number(asked.now),
            has_ended.then_some(decided.now).into(),
            by.into(),
        ]);
        row.push(text(reason));
        rows.push(row);
        let (from, to) = (from.to_owned(), to.to_owned());
        let event = Event::AgencyRequested {
            from,
            to: to.clone(),
        };
        audit::record(tx, &asked.entry(event).account(id)).await?;
        if has_ended {
            let event = Event::AgencyRequestDecided {
                state: state.as_str(),
                to,
                reason: reason.to_owned(),
            };
            audit::record(tx, &decided.entry(event).account(id)).await?;
        }
    }
    let columns = [
        "id",
        "account_id",
        "from_agency_id",
        "agency_id",
        "state",
        "created_at",
        "decided_at",
        "decided_by",
        "reason",
    ];
    Ok(bulk::insert(tx, "agency_requests", &columns, rows).await?)
}
