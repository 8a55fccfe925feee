//! Cursors of lists, and the sort of a list.

use atrium::db::list::{Column, Filter, Kind, List, Paging, Query, Sort};
use atrium::random::hashed;
use serde_json::{Value, json};

use crate::case::note_accepted;
use crate::tokens::{b64, form};

const NAME: Column = Column::text("f.name");
const AGE: Column = Column::number("f.age");
const ID: Column = Column::text("f.id");
static BY_KIND: Filter = Filter::is("kind", Column::text("f.kind"), &[]);

static LIST: List = List {
    name: "fuzzed",
    columns: "f.name",
    table: "fuzzed f",
    joins: "",
    key: ID,
    filters: &[&BY_KIND],
    sorts: &[Sort::by("name", &[NAME]), Sort::by("age", &[AGE])],
    usual_sort: "name",
    search: None,
};
/// The kinds of the columns of each order, the key last.
const ORDERS: [(&str, [Kind; 2]); 2] = [
    ("name", [Kind::Text, Kind::Text]),
    ("-age", [Kind::Number, Kind::Text]),
];

/// `said`, and the JSON in a cursor with a good digest; `sort`, and an order; else a cursor.
pub fn run(input: &[u8]) {
    let (first, rest) = form(input);
    let rest = String::from_utf8_lossy(rest);
    match first {
        b"said" => {
            for (sort, kinds) in ORDERS {
                forged(sort, kinds, &rest);
            }
        }
        b"sort" => {
            let is_known = ["name", "-name", "age", "-age"].contains(&&*rest);
            assert_eq!(query(&rest).is_some(), is_known);
        }
        _ => {
            let text = String::from_utf8_lossy(input);
            for (sort, _) in ORDERS {
                if let Some(again) = again(sort, &text) {
                    note_accepted();
                    assert_eq!(again, text, "two texts are one cursor");
                }
            }
        }
    }
}

fn query(sort: &str) -> Option<Query> {
    let paging = Paging {
        sort: Some(sort.to_owned()),
        ..Paging::default()
    };
    let query = LIST.query(&paging).ok()?;
    Some(query.only(&BY_KIND, Some("a kind")))
}

fn again(sort: &str, text: &str) -> Option<String> {
    query(sort)?.cursor_again(text).ok()
}

/// Anybody can compute the digest, so its content is judged too.
fn forged(sort: &str, kinds: [Kind; 2], said: &str) {
    let name = sort.trim_start_matches('-');
    let bound = json!([
        LIST.name,
        name,
        name != sort,
        [["kind", ["a kind"]]],
        null,
        said
    ]);
    let digest = hashed(&bound.to_string());
    let text = b64(format!("{}{said}", &digest[..22]));
    let Some(written) = again(sort, &text) else {
        return;
    };
    note_accepted();
    assert_eq!(again(sort, &written).as_ref(), Some(&written));
    for (other, _) in ORDERS.iter().filter(|(other, _)| *other != sort) {
        assert_eq!(again(other, &text), None, "a cursor of another order");
    }
    let other = query(sort).map(|query| query.only(&BY_KIND, Some("another kind")));
    assert!(other.is_none_or(|query| query.cursor_again(&text).is_err()));
    let read: Value = serde_json::from_str(said).expect("a cursor has JSON");
    if read == "l" {
        return;
    }
    let place = [&read["n"], &read["p"]]
        .into_iter()
        .find_map(Value::as_array);
    let [place, rows] = &place.expect("a place and a number")[..] else {
        panic!("a place and a number: {said}");
    };
    assert!(
        rows.is_null()
            || rows
                .as_u64()
                .is_some_and(|rows| u32::try_from(rows).is_ok())
    );
    let values = place.as_array().expect("values");
    assert_eq!(values.len(), kinds.len());
    for (value, kind) in values.iter().zip(kinds) {
        match kind {
            Kind::Number => assert!(value.is_i64(), "{value}"),
            Kind::Text => assert!(value.as_str().is_some_and(|text| !text.contains('\0'))),
        }
    }
}
