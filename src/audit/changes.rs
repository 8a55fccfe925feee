//! What changed: each field with its value before and after, unless the value must stay secret.

use serde::Serialize;
use serde_json::Value;

/// The most characters that are stored of one value.
const LONGEST_VALUE: usize = 500;

/// A field of an object. Its constructor says whether its values may be recorded, so this cannot be
/// forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    name: &'static str,
    recorded: bool,
}

impl Field {
    /// A field whose values may be recorded for all readers of the audit trail.
    pub const fn recorded(name: &'static str) -> Self {
        Self {
            name,
            recorded: true,
        }
    }

    /// A field whose values are never recorded: a password, secret or token, or the hash of one.
    pub const fn hidden(name: &'static str) -> Self {
        Self {
            name,
            recorded: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct FieldChange {
    field: &'static str,
    /// Absent if values must not be recorded; otherwise the value, or null for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Value>,
}

/// The changed fields of an object, as the detail of its entry:
/// `[{"field":"status","from":"enabled","to":"disabled"},{"field":"password"}]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Changes(Vec<FieldChange>);

impl Changes {
    /// Records `field` if its value has changed.
    #[must_use]
    pub fn note<T>(self, field: Field, from: &T, to: &T) -> Self
    where
        T: Serialize + PartialEq + ?Sized,
    {
        if from == to {
            return self;
        }
        let (from, to) = (
            field.recorded.then(|| value(from)),
            field.recorded.then(|| value(to)),
        );
        self.with(field, from, to)
    }

    /// Records the first value of a field of a new object.
    #[must_use]
    pub fn begin<T: Serialize + ?Sized>(self, field: Field, to: &T) -> Self {
        let (from, to) = (
            field.recorded.then_some(Value::Null),
            field.recorded.then(|| value(to)),
        );
        self.with(field, from, to)
    }

    /// These changes for a new object: no field has a previous value, and empty fields are left out.
    #[must_use]
    pub fn of_new(mut self) -> Self {
        self.0.retain(|change| change.to != Some(Value::Null));
        for change in &mut self.0 {
            if change.from.is_some() {
                change.from = Some(Value::Null);
            }
        }
        self
    }

    /// These changes followed by `others`.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text that the field had before; `None` if it did not change, or had none.
    pub(super) fn former(&self, field: &str) -> Option<&str> {
        let change = self.0.iter().find(|change| change.field == field)?;
        let from = change.from.as_ref()?.as_str()?;
        Some(from).filter(|text| !text.is_empty())
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|change| change.field).collect()
    }

    fn with(mut self, field: Field, from: Option<Value>, to: Option<Value>) -> Self {
        let field = field.name;
        self.0.push(FieldChange { field, from, to });
        self
    }
}

/// The value to store: complete if it is short, otherwise the first items of a list or the beginning of the text.
fn value<T: Serialize + ?Sized>(value: &T) -> Value {
    let value = serde_json::to_value(value).unwrap_or(Value::Null);
    let text = match &value {
        Value::Array(items) => return list(items),
        Value::Object(_) => value.to_string(),
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) => return value,
    };
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => Value::String(format!("{}…", &text[..end])),
        None => value,
    }
}

/// The first items of a list, each whole: an erasure finds the names that it has to remove.
fn list(items: &[Value]) -> Value {
    let mut room = LONGEST_VALUE;
    let kept = items.iter().take_while(|item| {
        let length = item.to_string().chars().count();
        let fits = length <= room;
        room = room.saturating_sub(length);
        fits
    });
    let mut kept: Vec<Value> = kept.cloned().collect();
    if kept.len() < items.len() {
        kept.push("…".into());
    }
    Value::Array(kept)
}

/// The differences between two values of a struct, as [`Changes`].
///
/// List every field of the struct: `recorded` and `hidden` as in [`Field`], `recorded by f` if `f` converts
/// an optional value for the entry, `skipped` if it never changes or is recorded elsewhere. `as
/// "…"` sets another name for the entry. A new field of the struct does not compile until it is
/// listed here.
///
/// ```ignore
/// changes!(Pair { left: recorded, right as "secret": hidden, id: skipped }, &before, &after)
/// ```
macro_rules! changes {
    (
        $type:ident {
            $($field:ident $(as $name:literal)?: $recording:ident $(by $shown:path)?),+ $(,)?
        },
        $old:expr, $new:expr
    ) => {{
        let (old, new): (&$type, &$type) = ($old, $new);
        // Does not compile unless every field is listed.
        let $type { $($field: _),+ } = old;
        let changes = $crate::audit::Changes::default();
        $(let changes = $crate::audit::changes!(
            @note $recording $($shown)?,
            changes, [$($name,)? stringify!($field)][0], &old.$field, &new.$field
        );)+
        changes
    }};
    (@note recorded, $changes:ident, $name:expr, $old:expr, $new:expr) => {
        $changes.note($crate::audit::Field::recorded($name), $old, $new)
    };
    (@note recorded $shown:path, $changes:ident, $name:expr, $old:expr, $new:expr) => {
        $changes.note($crate::audit::Field::recorded($name), &$shown($old.as_ref()), &$shown($new.as_ref()))
    };
    (@note hidden, $changes:ident, $name:expr, $old:expr, $new:expr) => {
        $changes.note($crate::audit::Field::hidden($name), $old, $new)
    };
    (@note skipped, $changes:ident, $name:expr, $old:expr, $new:expr) => {
        $changes
    };
}

pub(crate) use changes;

#[cfg(test)]
mod tests {
    use super::*;

    struct Person {
        #[expect(dead_code, reason = "skipped")]
        id: u8,
        name: Option<&'static str>,
        password: &'static str,
        langs: Vec<&'static str>,
    }

    const ADA: Person = Person {
        id: 1,
        name: None,
        password: "before",
        langs: Vec::new(),
    };

    fn differ(old: &Person, new: &Person) -> Changes {
        changes!(
            Person { id: skipped, name as "full_name": recorded, password: hidden, langs: recorded },
            old,
            new
        )
    }

    fn json(changes: &Changes) -> String {
        serde_json::to_string(changes).unwrap()
    }

    #[test]
    fn values_are_recorded_before_and_after() {
        let new = Person {
            name: Some("Ada"),
            langs: vec!["en", "zh"],
            ..ADA
        };
        let expected = r#"[{"field":"full_name","from":null,"to":"Ada"},{"field":"langs","from":[],"to":["en","zh"]}]"#;
        assert_eq!(json(&differ(&ADA, &new)), expected);
        assert!(differ(&ADA, &ADA).is_empty(), "nothing changed");
    }

    /// Attack 32: a changed secret is named, but neither value is recorded.
    #[test]
    fn a_secret_value_is_never_recorded() {
        let new = Person {
            password: "after",
            ..ADA
        };
        assert_eq!(json(&differ(&ADA, &new)), r#"[{"field":"password"}]"#);
        let begun = Changes::default().begin(Field::hidden("password"), "after");
        assert_eq!(json(&begun.of_new()), r#"[{"field":"password"}]"#);
    }

    #[test]
    fn a_new_object_had_no_values() {
        let begun = Changes::default()
            .note(Field::recorded("name"), "", "Ada")
            .note(Field::recorded("phone"), &Some("1"), &None)
            .begin(Field::recorded("status"), "enabled");
        let expected = r#"[{"field":"name","from":null,"to":"Ada"},{"field":"status","from":null,"to":"enabled"}]"#;
        assert_eq!(json(&begun.of_new()), expected);
    }

    #[test]
    fn long_values_are_cut() {
        let long = "界".repeat(LONGEST_VALUE + 1);
        let cut = json(&Changes::default().note(Field::recorded("name"), "", &long));
        assert_eq!(cut.chars().filter(|c| *c == '界').count(), LONGEST_VALUE);
        assert!(cut.ends_with(r#"…"}]"#), "{cut}");
        let names = vec!["Dan (id-1)"; LONGEST_VALUE];
        let cut = Changes::default().note(Field::recorded("managers_added"), &[][..], &names[..]);
        let cut = json(&cut);
        assert!(cut.len() < 2 * LONGEST_VALUE, "{cut}");
        assert!(cut.ends_with(r#","Dan (id-1)","…"]}]"#), "{cut}");
    }
}
