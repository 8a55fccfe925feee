//! Declares the row and the filters of a list once. The row is also the answer of the call, and the filters are also
//! the fields of its request.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Filter, ListError, Query};
use crate::Coded;
use crate::SqlValue;
use crate::number::{Number, whole};

/// Declares the row of a list. A field has the name of the answer, its type, and its SQL:
///
/// ```ignore
/// row! {
///     /// A module in the list.
///     pub struct ModuleListRow {
///         /// The module's id.
///         module_id: String = "m.id",
///     }
/// }
/// ```
///
/// The struct is read from the database and written as JSON; its docs are those of the `OpenAPI` document. `COLUMNS` goes
/// into the [`List`](super::List). A status is a `Number` by a name of its own (`type GroupStatusNumber =
/// Number<GroupStatus>`), because `utoipa` names schemas by the words that it finds here. A field without SQL is not the
/// first, and is filled in afterwards.
///
/// An option of a form is a row without SQL: it reads some columns of the list.
#[macro_export]
macro_rules! row {
    ($(#[$meta:meta])* $vis:vis struct $($declared:tt)*) => {
        $crate::list::columns! {
            #[derive(serde::Serialize, utoipa::ToSchema)]
            #[serde(rename_all = "camelCase")]
            $(#[$meta])*
            $vis struct $($declared)*
        }
    };
}

/// Declares a row like [`row!`] that is not the answer of the call, which is computed from it.
#[macro_export]
macro_rules! columns {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field:ident: $type:ty,)+
        }
    ) => {
        $crate::list::columns! {
            @struct
            $(#[$meta])*
            $vis struct $name {
                $($(#[$field_meta])* $field: $type,)+
            }
        }

        $crate::from_row!($name { $($field),+ });
    };
    (
        @struct
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field:ident: $type:ty,)+
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, Eq)]
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* pub $field: $type,)+
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(#[$first_meta:meta])*
            $first:ident: $first_type:ty = $first_sql:literal,
            $($(#[$field_meta:meta])* $field:ident: $type:ty $(= $sql:literal)?,)*
        }
    ) => {
        $crate::list::columns! {
            @struct
            $(#[$meta])*
            $vis struct $name {
                $(#[$first_meta])* $first: $first_type,
                $($(#[$field_meta])* $field: $type,)*
            }
        }

        impl $crate::FromRow for $name {
            fn from_row(row: &$crate::SqlRow) -> Result<Self, $crate::DbError> {
                Ok(Self {
                    $first: row.get(stringify!($first))?,
                    $($field: $crate::list::columns!(@value row $field $($sql)?),)*
                })
            }
        }

        impl $name {
            /// The columns of the row.
            const COLUMNS: &'static str = concat!(
                $first_sql, " AS ", stringify!($first)
                $($(, ", ", $sql, " AS ", stringify!($field))?)*
            );
        }
    };
    (@value $row:ident $field:ident) => {
        Default::default()
    };
    (@value $row:ident $field:ident $sql:literal) => {
        $row.get(stringify!($field))?
    };
}

/// Declares the filters of a list: the fields of its request, each with its type and its [`Filter`]. `WORDS` is the search.
///
/// ```ignore
/// filters! {
///     /// Filters of the module list. An empty or missing field does not filter.
///     pub struct ModuleFilter of MODULES {
///         /// Words in the name or the code. Each must occur somewhere in them and have two characters or more.
///         context: String = WORDS,
///         /// Only modules of this status.
///         status: ProductStatusNumber = STATUS,
///     }
/// }
/// ```
///
/// Every field is an `Option`. One that no request may set has `#[serde(skip)]`. Filters `of any` serve several lists, so
/// their `query` takes the list.
///
/// Two fields can make one filter: `object_id with object_kind: String = about_object` calls `about_object(query,
/// object_id, object_kind)`, and `object_kind: ObjectKind` has no filter of its own.
#[macro_export]
macro_rules! filters {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident of any {
            $($(#[$field_meta:meta])* $field:ident $(with $other:ident)?: $type:ty $(= $filter:expr)?,)+
        }
    ) => {
        $crate::list::filters! { @struct $(#[$meta])* $vis struct $name { $($(#[$field_meta])* $field: $type,)+ } }
        $crate::list::filters! {
            @query $name (list: &'static $crate::list::List) list { $($field $(with $other)? $(= $filter)?,)+ }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident of $list:ident {
            $($(#[$field_meta:meta])* $field:ident $(with $other:ident)?: $type:ty $(= $filter:expr)?,)+
        }
    ) => {
        $crate::list::filters! { @struct $(#[$meta])* $vis struct $name { $($(#[$field_meta])* $field: $type,)+ } }
        $crate::list::filters! { @query $name () $list { $($field $(with $other)? $(= $filter)?,)+ } }
    };
    (@struct
        $(#[$meta:meta])*
        $vis:vis struct $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)+ }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize, utoipa::IntoParams)]
        #[serde(rename_all = "camelCase", default)]
        #[into_params(parameter_in = Query)]
        $vis struct $name {
            $(
                #[serde(deserialize_with = "atrium_db::list::optional")]
                $(#[$field_meta])*
                pub $field: Option<$type>,
            )+
        }
    };
    (@query $name:ident ($($argument:ident: $list_type:ty)?) $list:ident {
        $($field:ident $(with $other:ident)? $(= $filter:expr)?,)+
    }) => {
        impl $name {
            /// The rows that pass, in the order of `paging`.
            ///
            /// # Errors
            /// [`ListError`](crate::list::ListError): an unknown sort, a search without a word of two characters.
            pub fn query(
                &self,
                $($argument: $list_type,)?
                paging: &$crate::list::Paging,
            ) -> Result<$crate::list::Query, $crate::list::ListError> {
                let query = $list.query(paging)?;
                $(
                    let query = $crate::list::filters! {
                        @narrow query ($($filter)?) (self.$field.as_ref() $(, self.$other.as_ref())?)
                    };
                )+
                Ok(query)
            }
        }
    };
    (@narrow $query:ident () ($field:expr)) => {
        $query
    };
    (@narrow $query:ident ($filter:expr) ($field:expr)) => {
        $filter.narrow($query, $field)?
    };
    (@narrow $query:ident ($filter:expr) ($field:expr, $other:expr)) => {
        $filter($query, $field, $other)?
    };
}

/// The search of a list, as a filter.
#[derive(Debug)]
pub struct Words;

/// The search of a list in [`filters!`].
pub const WORDS: Words = Words;

impl Words {
    /// Keeps only rows that contain every word of `text`.
    ///
    /// # Errors
    /// [`ListError::Search`] if the text has no word of two characters.
    pub fn narrow(&self, query: Query, text: Option<&String>) -> Result<Query, ListError> {
        query.search(text.map(String::as_str))
    }
}

/// The filter that each of several lists has under this name. A list without one keeps all rows.
#[derive(Debug)]
pub struct Named(pub &'static str);

impl Named {
    /// Keeps only rows that pass with `value`; keeps all without one.
    ///
    /// # Errors
    /// None, like those of [`Filter::narrow`].
    pub fn narrow<T: FilterValue>(
        &self,
        query: Query,
        value: Option<&T>,
    ) -> Result<Query, ListError> {
        let mut filters = query.list.filters.iter();
        match filters.find(|filter| filter.name == self.0) {
            Some(filter) => filter.narrow(query, value),
            None => Ok(query),
        }
    }
}

impl Filter {
    /// Keeps only rows that pass with `value`; keeps all without one.
    ///
    /// # Errors
    /// None, but `filters!` calls this like the search, which has one.
    pub fn narrow<T: FilterValue>(
        &'static self,
        query: Query,
        value: Option<&T>,
    ) -> Result<Query, ListError> {
        let values = value.map(FilterValue::binds).unwrap_or_default();
        if values.is_empty() {
            return Ok(query);
        }
        Ok(query.only_all(self, values))
    }
}

/// What rows are compared with.
pub trait FilterValue: Sized {
    /// The value of a field that is not empty; `None` if the field has another type, or if no request has such a field.
    fn of_field(_field: &Value) -> Option<Self> {
        None
    }

    /// The values for the statement; none for a text of spaces only, which does not filter.
    fn binds(&self) -> Vec<SqlValue>;
}

impl FilterValue for String {
    fn of_field(field: &Value) -> Option<Self> {
        field.as_str().map(str::to_owned)
    }

    fn binds(&self) -> Vec<SqlValue> {
        match self.trim() {
            "" => vec![],
            text => vec![text.into()],
        }
    }
}

impl FilterValue for i64 {
    fn of_field(field: &Value) -> Option<Self> {
        whole(field)
    }

    fn binds(&self) -> Vec<SqlValue> {
        vec![(*self).into()]
    }
}

/// 1 and 0, as legacy clients write them.
impl FilterValue for bool {
    fn of_field(field: &Value) -> Option<Self> {
        match whole(field)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn binds(&self) -> Vec<SqlValue> {
        vec![(*self).into()]
    }
}

impl<T: Coded> FilterValue for Number<T> {
    fn of_field(field: &Value) -> Option<Self> {
        Self::deserialize(field).ok()
    }

    fn binds(&self) -> Vec<SqlValue> {
        vec![self.0.code().into()]
    }
}

/// Values that are words in JSON and numbers in the database.
impl<T: Coded + DeserializeOwned> FilterValue for T {
    fn of_field(field: &Value) -> Option<Self> {
        Self::deserialize(field).ok()
    }

    fn binds(&self) -> Vec<SqlValue> {
        vec![self.code().into()]
    }
}

/// Reads a filter, which a form may leave empty.
pub fn optional<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FilterValue,
{
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) if text.is_empty() => Ok(None),
        field => {
            let value = T::of_field(&field);
            let value = value.ok_or_else(|| D::Error::custom("not a value of this filter"))?;
            Ok(Some(value))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::coded;
    use crate::list::{Column, List, Paging, Sort};

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum State {
        On,
        Off,
    }
    coded!(State { On = 0, Off = 1 });
    type StateNumber = Number<State>;

    static NAME: Filter = Filter::is("name", Column::text("d.name"), &[]);
    static SIZE: Filter = Filter::is("size", Column::number("d.size"), &[]);
    static STATE: Filter = Filter::is("state", Column::number("d.state"), &[]);
    static OWNER: Filter = Filter::is("owner", Column::text("d.owner"), &[]);
    static DOORS: List = List {
        name: "doors",
        columns: DoorRow::COLUMNS,
        table: "doors d",
        joins: "",
        key: Column::text("d.id"),
        filters: &[&NAME, &SIZE, &STATE, &OWNER],
        sorts: &[Sort::by("name", &[Column::text("d.name")])],
        usual_sort: "name",
        search: None,
    };

    row! {
        /// A door.
        pub struct DoorRow {
            door_id: String = "d.id",
            is_open: i64 = "(SELECT 1)",
            keys: Vec<String>,
        }
    }

    filters! {
        /// Filters of the doors.
        pub struct DoorFilter of DOORS {
            context: String = WORDS,
            name: String = NAME,
            size: i64 = SIZE,
            state: StateNumber = STATE,
            #[serde(skip)]
            owner: String = OWNER,
            width with height: i64 = of_surface,
            height: i64,
        }
    }

    fn of_surface(
        query: Query,
        width: Option<&i64>,
        height: Option<&i64>,
    ) -> Result<Query, ListError> {
        match (width, height) {
            (Some(width), Some(height)) => Ok(query.only(&SIZE, Some(width * height))),
            (Some(_), None) => Err(ListError::Field("height")),
            (None, _) => Ok(query),
        }
    }

    fn read(fields: &Value) -> Result<DoorFilter, serde_json::Error> {
        DoorFilter::deserialize(fields)
    }

    #[test]
    fn the_columns_of_a_row_have_the_names_of_its_fields() {
        assert_eq!(DoorRow::COLUMNS, "d.id AS door_id, (SELECT 1) AS is_open");
        let door = DoorRow {
            door_id: "north".to_owned(),
            is_open: 1,
            keys: vec!["brass".to_owned()],
        };
        let answer = json!({"doorId": "north", "isOpen": 1, "keys": ["brass"]});
        assert_eq!(serde_json::to_value(door).unwrap(), answer);
    }

    /// A query has texts only; a form leaves fields empty.
    #[test]
    fn a_filter_is_read_from_a_form() {
        let fields = json!({"name": " north ", "size": "12", "state": "1"});
        let query = read(&fields).unwrap().query(&Paging::default()).unwrap();
        let given: Vec<_> = query
            .filters
            .iter()
            .map(|one| (one.filter.name, &one.values[..]))
            .collect();
        assert_eq!(
            given,
            [
                ("name", &["north".into()][..]),
                ("size", &[SqlValue::Number(12)][..]),
                ("state", &[SqlValue::Number(1)][..]),
            ]
        );
        for empty in [
            json!({}),
            json!({"name": "", "size": "", "state": null}),
            json!({"name": "  "}),
        ] {
            let query = read(&empty).unwrap().query(&Paging::default()).unwrap();
            assert!(query.filters.is_empty(), "{empty}");
        }
        let surface = read(&json!({"width": "3", "height": 4})).unwrap();
        let query = surface.query(&Paging::default()).unwrap();
        assert_eq!(query.filters[0].values, [SqlValue::Number(12)]);
        let part = read(&json!({"width": "3"})).unwrap();
        let missing = part.query(&Paging::default());
        assert!(matches!(missing, Err(ListError::Field("height"))));
        for wrong in [
            json!({"size": "x"}),
            json!({"size": 1.5}),
            json!({"state": 7}),
            json!({"name": 7}),
        ] {
            assert!(read(&wrong).is_err(), "{wrong}");
        }
    }

    /// Attack 34: a request cannot set what the server adds.
    #[test]
    fn attack_34_a_request_does_not_set_a_skipped_filter() {
        let filter = read(&json!({"owner": "somebody"})).unwrap();
        assert_eq!(filter.owner, None);
    }
}
