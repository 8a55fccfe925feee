//! The list of quotas for administrators.

use crate::assistant::quota_of::AssistantQuotaKindNumber;
use crate::db::list::{Column, Filter, List, Sort, filters, row};

/// Every quota of a person or a group.
pub static QUOTAS: List = List {
    name: "assistant quotas",
    columns: AssistantQuotaRow::COLUMNS,
    table: "assistant_quotas q",
    joins: "LEFT JOIN accounts a ON q.kind = 0 AND a.id = q.subject_id \
        LEFT JOIN groups g ON q.kind = 1 AND g.id = q.subject_id",
    key: Column::text("q.id"),
    filters: &[&KIND],
    sorts: &[
        Sort::by("changed", &[Column::number("q.changed_at")]),
        Sort::by("words", &[Column::number("q.words")]),
    ],
    usual_sort: "-changed",
    search: None,
};

static KIND: Filter = Filter::is("kind", Column::number("q.kind"), &["changed"]);

row! {
    /// A quota in the list.
    pub struct AssistantQuotaRow {
        /// Names the row.
        id: String = "q.id",
        /// The id of the account or the group; empty for a group that the caller may not see.
        subject_id: String = "q.subject_id",
        /// Whose it is: 0 a person, 1 each member of a group.
        kind: AssistantQuotaKindNumber = "q.kind",
        /// The name of the person or the group; empty for a group that the caller may not see.
        name: String = "COALESCE(a.full_name, g.name, '')",
        /// The person's account name; empty for a group.
        username: String = "COALESCE(a.username, '')",
        /// Words a month; -1 without a limit.
        words: i64 = "q.words",
        /// When it was set, in milliseconds since 1970.
        changed_at: i64 = "q.changed_at",
    }
}

filters! {
    /// Filters of the quotas. An empty or missing field does not filter.
    pub struct AssistantQuotaFilter of QUOTAS {
        /// Only the quotas of people (0) or of groups (1).
        kind: AssistantQuotaKindNumber = KIND,
    }
}
