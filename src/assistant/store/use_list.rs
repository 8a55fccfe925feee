//! The list of what was used, for administrators: by day, person, agency and version. It never has a text.

use crate::db::list::{Column, Filter, List, Sort, filters, row};

/// What was used.
pub static USE: List = List {
    name: "assistant use",
    columns: AssistantUseRow::COLUMNS,
    table: "assistant_days d",
    joins: "LEFT JOIN accounts a ON a.id = d.account_id LEFT JOIN agencies g ON g.id = d.agency_id",
    key: Column::text("d.id"),
    filters: &[&ACCOUNT, &AGENCY, &FROM, &UNTIL],
    sorts: &[
        Sort::by("day", &[Column::number("d.day_at")]),
        Sort::by("words", &[Column::number("d.words")]),
        Sort::by("cost", &[Column::number("d.cost")]),
    ],
    usual_sort: "-day",
    search: None,
};

static ACCOUNT: Filter = Filter::is("account", Column::text("d.account_id"), &["day"]);
static AGENCY: Filter = Filter::is("agency", Column::text("d.agency_id"), &["day"]);
static FROM: Filter = Filter::from("from", Column::number("d.day_at"), &["day"]);
static UNTIL: Filter = Filter::below("until", Column::number("d.day_at"), &["day"]);

row! {
    /// What a person used of a version on a day.
    pub struct AssistantUseRow {
        /// Names the row.
        id: String = "d.id",
        /// When the day began, in milliseconds since 1970.
        day_at: i64 = "d.day_at",
        /// The day, as `yyyy-MM-dd` in the server's time zone. The door writes it.
        day: String,
        /// The account's id; empty if the account was erased.
        user_id: String = "d.account_id",
        /// The account's name; empty if the account was erased.
        username: String = "COALESCE(a.username, '')",
        /// The display name of its owner.
        full_name: String = "COALESCE(a.full_name, '')",
        /// The id of the agency that the person had then; empty without one.
        agency_id: String = "d.agency_id",
        /// Its name.
        agency_name: String = "COALESCE(g.name, '')",
        /// The number of the version.
        version_id: i64 = "d.version_id",
        /// Its name; empty if it is not known any more. The door writes it.
        version_name: String,
        /// How many answers.
        answers: i64 = "d.answers",
        /// Words of questions and answers.
        words: i64 = "d.words",
        /// Tokens of questions, as the provider counted them.
        tokens_in: i64 = "d.tokens_in",
        /// Tokens of answers.
        tokens_out: i64 = "d.tokens_out",
        /// What it cost, in millionths of the currency.
        cost: i64 = "d.cost",
    }
}

filters! {
    /// Filters of the use of the assistant. An empty or missing field does not filter.
    pub struct AssistantUseFilter of USE {
        /// Only this month, as `yyyy-MM` in the server's time zone.
        month: String,
        /// Only this day and later ones, as `yyyy-MM-dd` in the server's time zone.
        from_day: String,
        /// Only this day and earlier ones, as `yyyy-MM-dd` in the server's time zone.
        until_day: String,
        /// Only what this account used.
        user_id: String = ACCOUNT,
        /// Only what people of this agency used.
        agency_id: String = AGENCY,
        /// Only days from this time on. The server sets it by the month and the days.
        #[serde(skip)]
        from: i64 = FROM,
        /// Only days before this time. The server sets it by the month and the days.
        #[serde(skip)]
        until: i64 = UNTIL,
    }
}
