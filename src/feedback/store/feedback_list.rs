//! The list of all feedback, for the people who handle it (contract C-120).

use crate::db::list::{Column, Filter, List, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;
use crate::feedback::piece::{FeedbackCategoryNumber, FeedbackStatusNumber};

/// All feedback.
pub static FEEDBACK: List = List {
    name: "feedback",
    columns: FeedbackListRow::COLUMNS,
    table: "feedback f",
    joins: "LEFT JOIN accounts a ON a.id = f.account_id LEFT JOIN products p ON p.id = f.product_id \
        LEFT JOIN accounts e ON e.id = f.assignee_id",
    key: Column::text("f.id"),
    filters: &[
        &CATEGORY, &STATUS, &PRODUCT, &ASSIGNEE, &FIRST, &SINCE, &BEFORE,
    ],
    sorts: &[Sort::by("created", &[Column::number("f.created_at")])],
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun::Feedback,
        names: &["feedback"],
        sorted: &[],
        read: None,
        number: "f.search_number",
        text: "f.search_text",
        shown: None,
        besides: None,
    }),
};

static CATEGORY: Filter = Filter::is("category", Column::number("f.category"), &["created"]);
static STATUS: Filter = Filter::is("status", Column::number("f.status"), &["created"]);
static PRODUCT: Filter = Filter::is("product", Column::number("f.product_id"), &["created"]);
static ASSIGNEE: Filter = Filter::is("assignee", Column::text("f.assignee_id"), &["created"]);
static FIRST: Filter = Filter::is("first", Column::text("f.merged_into"), &["created"]);
static SINCE: Filter = Filter::from("since", Column::number("f.created_at"), &["created"]);
static BEFORE: Filter = Filter::below("before", Column::number("f.created_at"), &["created"]);

row! {
    /// Feedback in the list.
    pub struct FeedbackListRow {
        /// Its id.
        id: String = "f.id",
        /// The id of the product that it is about; 0 for Atrium itself.
        project_id: i64 = "f.product_id",
        /// The product's name in the reader's language.
        project_name: String = "COALESCE(p.name, '')",
        /// The same in Chinese, or empty.
        #[serde(skip)]
        project_name_zh: String = "COALESCE(p.name_zh, '')",
        /// The product's code.
        app_name: String = "f.app_name",
        /// 1 functional requirements, 2 exterior interface, 3 bug, 4 system fluency.
        category_id: FeedbackCategoryNumber = "f.category",
        /// Its text.
        feedback: String = "f.feedback",
        /// The id of the account of its author.
        user_id: String = "f.account_id",
        /// The account's name.
        username: String = "COALESCE(a.username, '')",
        /// The display name of its author.
        full_name: String = "COALESCE(a.full_name, '')",
        /// 0 new, 1 handling, 2 closed.
        status: FeedbackStatusNumber = "f.status",
        /// The account of the person who works on it, or null.
        assignee_id: Option<String> = "f.assignee_id",
        /// The display name of this person, or the name of the account; empty without one.
        assignee: String = "COALESCE(NULLIF(e.full_name, ''), e.username, '')",
        /// True if its author was answered.
        answered: bool = "CAST(CASE WHEN f.answered_at IS NULL THEN 0 ELSE 1 END AS BIGINT)",
        /// The id of the feedback that it was merged into, or null.
        merged_into: Option<String> = "f.merged_into",
        /// When it arrived, in milliseconds since 1970.
        created_at: i64 = "f.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone. The door writes it.
        #[serde(rename = "c_time")]
        c_time: String,
        /// Its version, which increases with each change.
        version: i64 = "f.version",
    }
}

filters! {
    /// Filters of the feedback. An empty or missing field does not filter.
    pub struct FeedbackFilter of FEEDBACK {
        /// Words in the text. Each must occur somewhere in its first 300 characters and have two characters or more.
        context: String = WORDS,
        /// Only feedback of this category.
        category_id: FeedbackCategoryNumber = CATEGORY,
        /// Only feedback about this product; 0 for Atrium itself.
        project_id: i64 = PRODUCT,
        /// Only feedback of this status.
        status: FeedbackStatusNumber = STATUS,
        /// Only feedback that this account works on.
        assignee_id: String = ASSIGNEE,
        /// Only duplicates of this feedback.
        merged_into: String = FIRST,
        /// Only feedback that arrived at this time or later, in milliseconds since 1970.
        since: i64 = SINCE,
        /// Only feedback that arrived before this time.
        before: i64 = BEFORE,
    }
}
