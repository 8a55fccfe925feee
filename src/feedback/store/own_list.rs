//! The list of a person's own feedback.

use crate::db::list::{Column, Filter, List, Sort, filters, row};
use crate::feedback::piece::{FeedbackCategoryNumber, FeedbackStatusNumber};

/// What a person has sent, the last first.
pub static OWN_FEEDBACK: List = List {
    name: "own feedback",
    columns: OwnFeedbackRow::COLUMNS,
    table: "feedback f",
    joins: "LEFT JOIN products p ON p.id = f.product_id",
    key: Column::text("f.id"),
    filters: &[&OF_PERSON],
    sorts: &[Sort::by("created", &[Column::number("f.created_at")])],
    usual_sort: "-created",
    search: None,
};

static OF_PERSON: Filter = Filter::is("person", Column::text("f.account_id"), &["created"]);

row! {
    /// Feedback that its reader has sent.
    pub struct OwnFeedbackRow {
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
        /// How many pictures it has. Each name has one dot.
        picture_count: i64 = "CAST(LENGTH(f.pictures) - LENGTH(REPLACE(f.pictures, '.', '')) AS BIGINT)",
        /// 0 new, 1 handling, 2 closed.
        status: FeedbackStatusNumber = "f.status",
        /// The answer, as plain text; empty without one.
        answer: String = "f.answer",
        /// When it was answered, in milliseconds since 1970, or null.
        answered_at: Option<i64> = "f.answered_at",
        /// When it was sent, in milliseconds since 1970.
        created_at: i64 = "f.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone. The door writes it.
        #[serde(rename = "c_time")]
        c_time: String,
    }
}

filters! {
    /// Whose feedback is listed.
    pub struct OwnFeedbackFilter of OWN_FEEDBACK {
        /// The reader.
        #[serde(skip)]
        account_id: String = OF_PERSON,
    }
}
