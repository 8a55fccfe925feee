//! The list of entries.

use super::Recorded;
use crate::db::list::{Column, Filter, Kind, List, Sort};

const TEXT: Kind = Kind::Text;

pub static ENTRIES: List = List {
    name: "audit",
    columns: Recorded::COLUMNS,
    table: "audit_entries e",
    joins: "",
    key: Column::text("e.id"),
    filters: &[
        &OBJECT, &ACCOUNT, &ACTOR, &ADDRESS, &CLIENT, &CALL, &KIND, &FROM, &UNTIL,
    ],
    sorts: &[Sort {
        name: TIME,
        columns: &[Column::number("e.at")],
        unique: false,
    }],
    usual_sort: "-time",
    search: None,
};

const TIME: &str = "time";

pub(in crate::audit) static OBJECT: Filter = Filter::fragment(
    "object",
    [
        "(e.object_kind = {} AND e.object_id = {})",
        "(e.object_kind || '' = {} AND e.object_id || '' = {})",
    ],
    &[TEXT, TEXT],
    &[TIME],
);
pub(in crate::audit) static ACCOUNT: Filter =
    Filter::is("account", Column::text("e.account_id"), &[TIME]);
pub(in crate::audit) static ACTOR: Filter =
    Filter::is("actor", Column::text("e.actor_id"), &[TIME]);
pub(in crate::audit) static ADDRESS: Filter =
    Filter::is("address", Column::text("e.address"), &[TIME]);
pub(in crate::audit) static CLIENT: Filter =
    Filter::is("client", Column::text("e.client_id"), &[TIME]);
pub(in crate::audit) static CALL: Filter = Filter::is("call", Column::text("e.call"), &[TIME]);
pub(in crate::audit) static KIND: Filter = Filter::is("kind", Column::text("e.kind"), &[TIME]);
pub(in crate::audit) static FROM: Filter = Filter::from("from", Column::number("e.at"), &[TIME]);
pub(in crate::audit) static UNTIL: Filter = Filter::below("until", Column::number("e.at"), &[TIME]);
