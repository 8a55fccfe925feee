//! The list of announcements for administrators.

use crate::announcements::announcement::AnnouncementStatusNumber;
use crate::db::list::{Column, Filter, List, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;

/// Every announcement.
pub static ANNOUNCEMENTS: List = List {
    name: "announcements",
    columns: AnnouncementListRow::COLUMNS,
    table: "announcements n",
    joins: "",
    key: Column::text("n.id"),
    filters: &[&STATUS],
    sorts: &[
        Sort::by("created", &[Column::number("n.created_at")]),
        Sort::by("launch", &[Column::number("n.launch_at")]),
        Sort::by("title", &[Column::text("n.title_key")]),
    ],
    usual_sort: "-launch",
    search: Some(Search {
        noun: Noun::Announcement,
        names: &["title", "title_zh"],
        sorted: &[("title_key", "title")],
        read: None,
        number: "n.search_number",
        text: "n.search_text",
        shown: None,
        besides: None,
    }),
};

static STATUS: Filter = Filter::is("status", Column::number("n.status"), &["launch"]);

row! {
    /// An announcement in the list.
    pub struct AnnouncementListRow {
        /// The announcement's id.
        id: String = "n.id",
        /// Its title in the reader's language.
        title: String = "n.title",
        /// The same in Chinese, or empty.
        #[serde(skip)]
        title_zh: String = "n.title_zh",
        /// When people begin to see it, in milliseconds since 1970.
        launch_at: i64 = "n.launch_at",
        /// The same, as `yyyy-MM-dd HH:mm` in the server's time zone. The door writes it.
        launch_time: String,
        /// When it is news no longer, in milliseconds since 1970; null without an end.
        ends_at: Option<i64> = "n.ends_at",
        /// The same, as `yyyy-MM-dd HH:mm` in the server's time zone; empty without an end.
        end_time: String,
        /// Nobody sees an announcement that is off.
        status: AnnouncementStatusNumber = "n.status",
        /// True if people confirm that they have read it.
        must_read: bool = "n.must_read",
        /// The code of the product that it is about; empty for all.
        app_name: String = "n.app_name",
        /// True if it is not for everybody.
        targeted: bool = "CAST(CASE WHEN n.app_name = '' AND n.company_ids = '[]' AND n.agency_ids = '[]' \
            AND n.group_ids = '[]' THEN 0 ELSE 1 END AS BIGINT)",
        /// The line on the sign-in pages, or empty.
        sign_in_line: String = "n.sign_in_line",
        /// How many people have read it.
        readers: i64 = "(SELECT CAST(COALESCE(SUM(c.readers), 0) AS BIGINT) FROM announcement_read_counts c \
            WHERE c.announcement_id = n.id)",
        /// When it was added, in milliseconds since 1970.
        created_at: i64 = "n.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone. The door writes it.
        #[serde(rename = "c_time")]
        c_time: String,
        /// Its version, which increases with each change.
        version: i64 = "n.version",
    }
}

filters! {
    /// Filters of the announcements. An empty or missing field does not filter.
    pub struct AnnouncementFilter of ANNOUNCEMENTS {
        /// Words in the title, in either language. Each must occur somewhere in it and have two characters or more.
        context: String = WORDS,
        /// Only announcements of this status.
        status: AnnouncementStatusNumber = STATUS,
    }
}
