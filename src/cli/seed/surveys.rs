//! The surveys of the demo, in both languages: an anonymous one with answers, and one with a link.

use super::announcements::{FIXED, at};
use super::error::SeedError;
use super::people::LEFT;
use super::scale::rows::{number, text};
use super::staff::STAFF;
use super::stage::{Moment, Stage};
use crate::db::{SqlValue, WriteTx, bulk};
use crate::groups::GroupSight;
use crate::surveys::{
    Choice, KeptAnswer, PersonState, Question, QuestionKind, SurveyForm, SurveyStatus, add_survey,
    count_answers,
};

/// How many colleagues have answered, besides the fixed people.
const COLLEAGUES: usize = 12;
/// How many answers results show: a multiple of five. The others wait.
const SHOWN: usize = 15;

/// What some of them wrote.
const WORDS: [&str; 5] = [
    "The calendar should open at the present week.",
    "报表希望可以直接导出为一页。",
    "Fewer steps until a plan can be sent to a client.",
    "素材库的搜索可以再快一些。",
    "A short film for new colleagues.",
];

/// Adds the surveys and what people answered.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let tools = add(tx, stage, "AdaSuper", (9, 10 * 60), tools(stage)).await?;
    let staff = STAFF.iter().map(|colleague| colleague.0);
    let colleagues = staff.filter(|name| *name != LEFT && !FIXED.contains(name));
    let people: Vec<&str> = FIXED
        .into_iter()
        .chain(colleagues.take(COLLEAGUES))
        .collect();
    met(tx, stage, (&tools, PersonState::Done), &people).await?;
    count_answers(tx, &tools, i64::try_from(people.len()).unwrap_or_default()).await?;
    let contents = (0..people.len()).map(content);
    let answers = contents.map(|content| {
        let id = stage.audit.random.uuid_v4().to_string();
        (id, content)
    });
    let mut answers: Vec<(String, String)> = answers.collect();
    let waiting = answers.split_off(SHOWN.min(answers.len()));
    for (table, rows) in [("survey_answers", answers), ("survey_waiting", waiting)] {
        let row = |(id, content): (String, String)| vec![text(id), text(&*tools), text(content)];
        let rows = rows.into_iter().map(row).collect();
        bulk::insert(tx, table, &["id", "survey_id", "content"], rows).await?;
    }
    let spending = add(tx, stage, "BenAdmin", (3, 11 * 60), spending(stage)).await?;
    // No pop-up meets somebody who tries the demo as one of them.
    met(tx, stage, (&spending, PersonState::Opened), &FIXED).await
}

async fn add(
    tx: &mut WriteTx,
    stage: &Stage,
    by: &'static str,
    written: Moment,
    form: SurveyForm,
) -> Result<String, SeedError> {
    let audit = stage.call(by, "POST /api/security/admin/survey/add", written);
    let every = GroupSight {
        every: true,
        account_id: stage.id(by).to_owned(),
    };
    Ok(add_survey(tx, form, &every, &audit).await?.id)
}

/// Notes what these people did with a survey, which is not offered to them again.
async fn met(
    tx: &mut WriteTx,
    stage: &Stage,
    (id, state): (&str, PersonState),
    people: &[&str],
) -> Result<(), SeedError> {
    let row = |name: &&str| {
        vec![
            text(stage.id(name)),
            text(id),
            number(state.code()),
            SqlValue::Null,
        ]
    };
    let columns = ["account_id", "survey_id", "state", "later_until"];
    let rows = people.iter().map(row).collect();
    Ok(bulk::insert(tx, "survey_people", &columns, rows).await?)
}

/// The answers of the person of this number, all different enough for a plot.
fn content(person: usize) -> String {
    let scale = i64::try_from((person * 7 + 3) % 11).unwrap_or_default();
    let words = WORDS.get(person / 3).filter(|_| person % 3 == 1);
    let all = [
        Some(KeptAnswer::Options(vec![[0, 2, 0, 1, 3, 0, 2][person % 7]])),
        Some(KeptAnswer::Scale(scale.max(4))),
        (person % 4 != 3).then(|| KeptAnswer::Options(vec![person % 3, 3])),
        words.map(|words| KeptAnswer::Text((*words).to_owned())),
    ];
    serde_json::to_string(&all).unwrap_or_default()
}

fn tools(stage: &Stage) -> SurveyForm {
    let question = |kind, [text, zh]: [&str; 2], required, options: &[[&str; 2]]| Question {
        kind,
        text: text.to_owned(),
        text_zh: zh.to_owned(),
        required,
        options: options
            .iter()
            .map(|[text, zh]| Choice {
                text: (*text).to_owned(),
                text_zh: (*zh).to_owned(),
            })
            .collect(),
        most: if kind == QuestionKind::Scale { 10 } else { 0 },
    };
    SurveyForm {
        questions: Some(vec![
            question(
                QuestionKind::One,
                ["Which tool do you use most?", "您最常使用哪个工具？"],
                true,
                &[
                    ["Media planner", "媒介计划"],
                    ["Brand assets", "品牌素材"],
                    ["Campaign calendar", "活动日历"],
                    ["Another one", "其他"],
                ],
            ),
            question(
                QuestionKind::Scale,
                [
                    "How likely is it that you recommend our tools to a colleague?",
                    "您有多大可能向同事推荐我们的工具？",
                ],
                true,
                &[],
            ),
            question(
                QuestionKind::Several,
                [
                    "Where do you need more help?",
                    "您希望在哪些方面获得更多帮助？",
                ],
                false,
                &[
                    ["First steps", "入门"],
                    ["Reports", "报表"],
                    ["Access", "权限"],
                    ["With one tool in particular", "某个具体的工具"],
                ],
            ),
            question(
                QuestionKind::Text,
                ["What should we improve first?", "您希望我们先改进什么？"],
                false,
                &[],
            ),
        ]),
        anonymous: Some(true),
        ..form(
            stage,
            ["Working with our tools", "工具使用体验"],
            [
                "Four questions, two minutes. We plan the next quarter with your answers.",
                "四个问题，约两分钟。您的回答将用于下一季度的规划。",
            ],
            ((9, 11 * 60), (-21, 18 * 60)),
        )
    }
}

fn spending(stage: &Stage) -> SurveyForm {
    SurveyForm {
        url: Some("https://research.example/media-spending".to_owned()),
        ..form(
            stage,
            ["Media spending questionnaire", "媒介投放调研问卷"],
            [
                "The research team asks how your clients spend their media budgets this year.",
                "研究团队希望了解您的客户今年的媒介投放情况。",
            ],
            ((3, 12 * 60), (-30, 18 * 60)),
        )
    }
}

fn form(
    stage: &Stage,
    names: [&str; 2],
    descriptions: [&str; 2],
    (begins, ends): (Moment, Moment),
) -> SurveyForm {
    let [name, name_zh] = names.map(|name| Some(name.to_owned()));
    let [description, description_zh] = descriptions.map(|text| Some(text.to_owned()));
    SurveyForm {
        name,
        name_zh,
        description,
        description_zh,
        begins_at: Some(at(stage, begins)),
        ends_at: Some(at(stage, ends)),
        status: Some(SurveyStatus::On),
        ..SurveyForm::default()
    }
}
