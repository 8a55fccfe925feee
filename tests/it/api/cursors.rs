//! What a cursor says to a caller who reads it.

use atrium::days::date_time;
use atrium::db::search::folded;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::tz::TimeZone;
use serde_json::Value;

/// The values in the cursor `next` of a page with one row that `row` does not show: unchanged, folded, or, for a time,
/// written in `zone`. 0 stands for no time.
pub fn hidden(page: &Value, row: &Value, zone: &TimeZone) -> Vec<Value> {
    let cursor = URL_SAFE_NO_PAD.decode(page["next"].as_str().unwrap());
    let cursor = String::from_utf8(cursor.unwrap()).unwrap();
    let (_, place) = cursor.split_at(cursor.find('{').unwrap());
    let mut place: Value = serde_json::from_str(place).unwrap();
    let mut values = place["n"][0].as_array_mut().unwrap().split_off(0);
    let shown = row.as_object().unwrap();
    let texts: Vec<&str> = shown.values().filter_map(Value::as_str).collect();
    values.retain(|value| {
        if let Some(text) = value.as_str() {
            return !texts
                .iter()
                .any(|shown| *shown == text || folded(shown) == text);
        }
        let written = value.as_i64().map(|number| date_time(number, zone));
        *value != 0
            && !shown.values().any(|shown| shown == value)
            && !written.is_some_and(|written| texts.contains(&&*written))
    });
    values
}
