//! The list of people who have read an announcement.

use crate::db::list::{Column, Filter, List, Sort, filters, row};

/// Who has read an announcement, the last first.
pub static READERS: List = List {
    name: "announcement readers",
    columns: AnnouncementReaderRow::COLUMNS,
    table: "announcement_reads r",
    joins: "JOIN accounts a ON a.id = r.account_id",
    key: Column::text("r.account_id"),
    filters: &[&OF_ANNOUNCEMENT],
    sorts: &[Sort::by("read", &[Column::number("r.read_at")])],
    usual_sort: "-read",
    search: None,
};

static OF_ANNOUNCEMENT: Filter =
    Filter::is("announcement", Column::text("r.announcement_id"), &["read"]);

row! {
    /// A person who has read an announcement.
    pub struct AnnouncementReaderRow {
        /// The account's id.
        user_id: String = "r.account_id",
        /// The account's name.
        username: String = "a.username",
        /// The display name of its owner.
        full_name: String = "a.full_name",
        /// When the person read it, in milliseconds since 1970.
        read_at: i64 = "r.read_at",
    }
}

filters! {
    /// Whose readers are listed; a request names one.
    pub struct ReaderFilter of READERS {
        /// The announcement's id.
        #[param(required = true)]
        id: String = OF_ANNOUNCEMENT,
    }
}
