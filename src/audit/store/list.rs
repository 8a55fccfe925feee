//! The list of entries and its filters.

use super::Recorded;
use crate::audit::object::ObjectKind;
use crate::audit::own::{own_kinds, own_locks};
use crate::audit::segment::Segment;
use crate::db::list::{Column, Filter, Kind, List, ListError, Query, Sort, filters};

const TEXT: Kind = Kind::Text;

pub static ENTRIES: List = List {
    name: "audit",
    columns: Recorded::COLUMNS,
    table: "audit_entries e",
    joins: "",
    key: Column::text("e.id"),
    filters: &[
        &OBJECT, &OWN, &ACCOUNT, &ACTOR, &ADDRESS, &CLIENT, &CALL, &KIND, &SEGMENT, &FROM, &UNTIL,
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

static OBJECT: Filter = Filter::fragment(
    "object",
    [
        "(e.object_kind = {} AND e.object_id = {})",
        "(e.object_kind || '' = {} AND e.object_id || '' = {})",
    ],
    &[TEXT, TEXT],
    &[TIME],
);
/// What the owner of an account reads.
pub(in crate::audit) static OWN: Filter = Filter::fragment(
    "own",
    [
        concat!(
            "(e.object_kind = 'account' AND e.object_id = {} AND (e.kind IN ",
            own_kinds!(),
            own_locks!(),
            "))"
        ),
        concat!(
            "(e.object_kind || '' = 'account' AND e.object_id || '' = {} AND (e.kind || '' IN ",
            own_kinds!(),
            own_locks!(),
            "))"
        ),
    ],
    &[TEXT],
    &[TIME],
);
static ACCOUNT: Filter = Filter::is("account", Column::text("e.account_id"), &[TIME]);
static ACTOR: Filter = Filter::is("actor", Column::text("e.actor_id"), &[TIME]);
static ADDRESS: Filter = Filter::is("address", Column::text("e.address"), &[TIME]);
static CLIENT: Filter = Filter::is("client", Column::text("e.client_id"), &[TIME]);
static CALL: Filter = Filter::is("call", Column::text("e.call"), &[TIME]);
static KIND: Filter = Filter::is("kind", Column::text("e.kind"), &[TIME]);
static SEGMENT: Filter = Filter::is("segment", Column::text("e.segment"), &[TIME]);
static FROM: Filter = Filter::from("from", Column::number("e.at"), &[TIME]);
static UNTIL: Filter = Filter::below("until", Column::number("e.at"), &[TIME]);

// The first filter with a value finds the rows, so those with few entries come first.
filters! {
    /// Filters of the audit log. An empty or missing field does not filter.
    pub struct AuditFilter of ENTRIES {
        /// Only entries about the object with this id. Send it together with `objectKind`.
        object_id with object_kind: String = about_object,
        /// The kind of an object. Send it together with `objectId`.
        #[param(value_type = Option<ObjectKind>)]
        object_kind: ObjectKind,
        /// Only entries that this account takes part in.
        account_id: String = ACCOUNT,
        /// Only entries by this actor: the id of an account or application, `cli` or `server`.
        actor_id: String = ACTOR,
        /// Only entries from this IP address.
        address: String = ADDRESS,
        /// Only entries that this application takes part in (its OAuth `client_id`).
        application_id: String = CLIENT,
        /// Only entries written by this call, such as `POST /oauth2/token` or `cli user add`.
        call: String = CALL,
        /// Only events of this kind, such as `account.changed`.
        kind: String = KIND,
        /// Only this part of the log: `changes`, `sign_ins` or `tokens`.
        #[param(value_type = Option<String>)]
        segment: Segment = SEGMENT,
        /// Only entries at this time or later, in milliseconds since 1970.
        from: i64 = FROM,
        /// Only entries before this time, in milliseconds since 1970.
        until: i64 = UNTIL,
    }
}

fn about_object(
    query: Query,
    id: Option<&String>,
    kind: Option<&ObjectKind>,
) -> Result<Query, ListError> {
    match (kind, id) {
        (None, None) => Ok(query),
        (Some(kind), Some(id)) => {
            Ok(query.only_all(&OBJECT, vec![kind.as_str().into(), id.as_str().into()]))
        }
        (Some(_), None) => Err(ListError::Field("objectId")),
        (None, Some(_)) => Err(ListError::Field("objectKind")),
    }
}
