//! The list of surveys for administrators.

use crate::db::list::{Column, Filter, List, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;
use crate::surveys::survey::SurveyStatusNumber;

/// Every survey.
pub static SURVEYS: List = List {
    name: "surveys",
    columns: SurveyListRow::COLUMNS,
    table: "surveys s",
    joins: "",
    key: Column::text("s.id"),
    filters: &[&STATUS],
    sorts: &[
        Sort::by("created", &[Column::number("s.created_at")]),
        Sort::by("start", &[Column::number("s.begins_at")]),
        Sort::by("name", &[Column::text("s.name_key")]),
    ],
    usual_sort: "-start",
    search: Some(Search {
        noun: Noun::Survey,
        names: &["name", "name_zh"],
        sorted: &[("name_key", "name")],
        read: None,
        number: "s.search_number",
        text: "s.search_text",
        shown: None,
        besides: None,
    }),
};

static STATUS: Filter = Filter::is("status", Column::number("s.status"), &["start"]);

row! {
    /// A survey in the list.
    pub struct SurveyListRow {
        /// The survey's id.
        id: String = "s.id",
        /// Its name in the reader's language.
        survey_name: String = "s.name",
        /// The same in Chinese, or empty.
        #[serde(skip)]
        name_zh: String = "s.name_zh",
        /// What it is about, in the reader's language.
        description: String = "s.description",
        /// The same in Chinese, or empty.
        #[serde(skip)]
        description_zh: String = "s.description_zh",
        /// Where it is answered; empty for a survey with questions of its own.
        url: String = "s.url",
        /// True if answers hold no account and no time.
        anonymous: bool = "s.anonymous",
        /// When people begin to see it, in milliseconds since 1970.
        begins_at: i64 = "s.begins_at",
        /// The same, as `yyyy-MM-dd HH:mm` in the server's time zone. The door writes it.
        start_time: String,
        /// When it ends, in milliseconds since 1970.
        ends_at: i64 = "s.ends_at",
        /// The same, as `yyyy-MM-dd HH:mm` in the server's time zone.
        end_time: String,
        /// Nobody is asked by a survey that is off.
        status: SurveyStatusNumber = "s.status",
        /// True if it is not for everybody.
        targeted: bool = "CAST(CASE WHEN s.app_name = '' AND s.company_ids = '[]' AND s.agency_ids = '[]' \
            AND s.group_ids = '[]' THEN 0 ELSE 1 END AS BIGINT)",
        /// How many people have answered.
        answers: i64 = "s.answers",
        /// When it was added, in milliseconds since 1970.
        created_at: i64 = "s.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone. The door writes it.
        #[serde(rename = "c_time")]
        c_time: String,
        /// Its version, which increases with each change.
        version: i64 = "s.version",
    }
}

filters! {
    /// Filters of the surveys. An empty or missing field does not filter.
    pub struct SurveyFilter of SURVEYS {
        /// Words in the name, in either language. Each must occur somewhere in it and have two characters or more.
        context: String = WORDS,
        /// Only surveys of this status.
        status: SurveyStatusNumber = STATUS,
    }
}
