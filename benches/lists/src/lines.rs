//! The lines of the bench: what each asks, and the strategy that must answer.

use atrium::audit::ENTRIES;
use atrium::db::SqlValue;
use atrium::db::list::Strategy::{
    self, GatherAll, GatherFew, WalkFar, WalkPart, WalkShort, WalkWhole,
};
use atrium::db::list::{List, ListError, Paging, Query};
use atrium::directory::{ACCOUNTS, PEOPLE};
use atrium::groups::MEMBERS;

/// What one line asks.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub list: &'static List,
    /// `filter=value filter=value+value`, and after a `?` the words of a search.
    narrowed: &'static str,
    sort: &'static str,
    pub page: At,
    /// What finds the page. The line is clearly slower without it.
    pub by: Strategy,
}

/// Which page.
#[derive(Clone, Copy, Debug)]
pub enum At {
    Number(i64),
    /// The second by its cursor.
    Next,
    Last,
    /// A hundred rows before the last page.
    Deep,
    /// All rows, as in a file.
    Whole,
}

use At::{Deep, Last, Next, Number, Whole};

macro_rules! lines {
    ($($(#[$meta:meta])* $name:ident { $($list:ident $narrowed:literal $sort:literal $page:expr => $by:ident;)+ })+) => {
        $($(#[$meta])*
        pub const $name: &[Line] = &[$(Line {
            list: &$list,
            narrowed: $narrowed,
            sort: $sort,
            page: $page,
            by: $by,
        }),+];)+
    };
}

lines! {
    /// Lines of lists of people.
    PEOPLE_LINES {
        // The rows of the page alone are read.
        ACCOUNTS "" "-created" Number(1) => WalkWhole;
        ACCOUNTS "" "username" Number(1_000) => WalkWhole;
        ACCOUNTS "" "email" Last => WalkWhole;
        ACCOUNTS "" "email" Deep => WalkWhole;
        ACCOUNTS "status=0" "-created" Number(500) => WalkWhole;
        ACCOUNTS "agency=agency7" "-created" Number(500) => WalkWhole;
        // Very many match, and the first of them are met soon: they are neither gathered nor sorted.
        ACCOUNTS "status=0" "email" Number(1) => WalkShort;
        ACCOUNTS "agency=agency7" "email" Number(1) => WalkShort;
        ACCOUNTS "status=0 agency=agency7" "username" Number(1) => WalkShort;
        ACCOUNTS "status=0 agency=agency7" "username" Next => WalkShort;
        ACCOUNTS "status=0 mustChangePassword=1" "email" Number(1) => WalkShort;
        ACCOUNTS "?li" "-created" Number(1) => WalkShort;
        ACCOUNTS "?smith" "-created" Number(1) => WalkShort;
        ACCOUNTS "status=0?smith" "-created" Number(1) => WalkShort;
        MEMBERS "group=scale0" "username" Number(1) => WalkShort;
        // A part that nearly every row holds: its numbers are not all gathered (`Query::conditions`).
        ACCOUNTS "?exam" "-created" Number(1) => WalkShort;
        ACCOUNTS "?exam" "fullName" Number(1) => WalkShort;
        PEOPLE "?exam" "username" Number(1) => WalkShort;
        // Some thousand match, and are counted in the search index.
        ACCOUNTS "?wei.zhang" "-created" Number(1) => WalkPart;
        ACCOUNTS "?wei.zhang" "-created" Next => WalkPart;
        ACCOUNTS "?王伟" "-created" Number(1) => WalkPart;
        // Few match, or few of the rarest condition.
        ACCOUNTS "?wei.zhang" "fullName" Number(50) => GatherFew;
        ACCOUNTS "?okafor" "-created" Number(1) => GatherFew;
        ACCOUNTS "company=client7" "email" Number(1) => GatherFew;
        // Both conditions have many rows. They are counted further, until the rarer one comes to its end.
        ACCOUNTS "mustChangePassword=1 agency=agency7" "email" Number(1) => GatherFew;
        // A name among the members of a large group: the numbers of both are compared (`Driver::Both`).
        MEMBERS "group=scale0?smith" "username" Number(1) => GatherFew;
        MEMBERS "group=scale0?okafor" "username" Number(1) => GatherFew;
        // Very many match, but the page is too far down for a short walk.
        ACCOUNTS "status=0" "email" Number(500) => WalkFar;
        ACCOUNTS "?li" "-created" Number(50) => WalkFar;
        // A walk meets too few.
        ACCOUNTS "status=2" "email" Number(500) => GatherAll;
        ACCOUNTS "?伟" "fullName" Number(1) => GatherAll;
        ACCOUNTS "?agency7" "-created" Number(50) => GatherAll;
    }
    /// Lines of the audit log.
    AUDIT_LINES {
        ENTRIES "" "-time" Number(1_000) => WalkWhole;
        ENTRIES "" "time" Last => WalkWhole;
        ENTRIES "kind=token.granted" "-time" Number(500) => WalkWhole;
        ENTRIES "actor=person5" "-time" Number(500) => WalkWhole;
        ENTRIES "object=account+person5" "-time" Number(1) => WalkWhole;
        ENTRIES "client=client7 kind=token.granted" "-time" Number(1) => WalkShort;
        ENTRIES "client=client7 kind=token.granted" "-time" Number(500) => WalkFar;
        ENTRIES "account=person5 kind=session.ended" "-time" Number(1) => GatherFew;
        ENTRIES "client=client7 kind=session.ended" "-time" Number(1) => GatherFew;
        ENTRIES "actor=server kind=sign_in.succeeded" "-time" Number(1) => GatherFew;
        // A whole file is walked along its rarest filter (`Query::by_rarest`).
        ENTRIES "kind=session.ended client=client7" "-time" Whole => WalkWhole;
    }
}

impl Line {
    pub fn name(&self) -> String {
        let (sort, page) = (self.sort, self.page);
        let narrowed = self.narrowed.replace('?', " `");
        let narrowed = narrowed.trim();
        let end = if narrowed.contains('`') { "`" } else { "" };
        format!("{} {narrowed}{end}, {sort}, {page:?}", self.list.name)
    }

    /// # Errors
    /// The list has no such sort, or cannot be searched by this.
    pub fn query(&self, paging: &Paging) -> Result<Query, ListError> {
        let (filters, words) = self.narrowed.split_once('?').unwrap_or((self.narrowed, ""));
        let sort = Some(self.sort.to_owned());
        let mut query = self.list.query(&Paging {
            sort,
            ..paging.clone()
        })?;
        for (name, values) in filters.split(' ').filter_map(|one| one.split_once('=')) {
            let values = values.split('+').map(|text| match text.parse() {
                Ok(number) => SqlValue::Number(number),
                Err(_) => SqlValue::Text(text.to_owned()),
            });
            let named = self.list.filters.iter().find(|filter| filter.name == name);
            if let Some(filter) = named {
                query = query.only_all(filter, values.collect());
            }
        }
        query.search(Some(words))
    }
}
