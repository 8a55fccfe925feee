//! Erases what names a person from the trail. The entries stay: what happened when, to which account, and who did it, by ids.

use serde_json::Value;

use super::store::erasure::{Found, erase, find};
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

/// Entries about the person.
const ABOUT: &str = "about";
/// Entries about others, by the person.
const BY: &str = "by";
/// The most entries of one step.
const ENTRIES_AT_ONCE: i64 = 500;

/// What a detail about a person says with these names, at any depth: names, addresses, values before and after.
const PERSONAL: [&str; 7] = [
    "from", "to", "subject", "passkey", "username", "email", "object",
];
/// In entries of these kinds the reason is what somebody typed.
const TYPED_REASONS: [&str; 3] = [
    "request.decided",
    "agency.request_decided",
    "account.application_decided",
];

/// Takes network addresses, request ids and personal details from the next entries about the person, then from those by the
/// person; details about others stay. Returns where to go on, or `None` when nothing is left.
///
/// # Errors
/// The database failed.
pub async fn erase_person(
    tx: &mut WriteTx,
    account_id: &str,
    after: &str,
) -> Result<Option<String>, DbError> {
    let mut parts = after.splitn(3, ' ');
    let about = parts.next() != Some(BY);
    let at: Millis = parts.next().and_then(|at| at.parse().ok()).unwrap_or(0);
    let place = (at, parts.next().unwrap_or_default());
    let found = find(tx, (account_id, about), place, ENTRIES_AT_ONCE).await?;
    for Found {
        id, kind, detail, ..
    } in &found
    {
        if about {
            erase(tx, id, &without_person(kind, detail)).await?;
        } else {
            erase(tx, id, detail).await?;
        }
    }
    Ok(match found.last() {
        Some(last) => {
            let pass = if about { ABOUT } else { BY };
            Some(format!("{pass} {} {}", last.at, last.id))
        }
        None => about.then(|| format!("{BY} 0 ")),
    })
}

/// The detail of an entry about a person, without what names the person.
fn without_person(kind: &str, detail: &str) -> String {
    let Ok(mut detail) = serde_json::from_str::<Value>(detail) else {
        return "{}".to_owned();
    };
    strip(&mut detail, TYPED_REASONS.contains(&kind));
    detail.to_string()
}

fn strip(value: &mut Value, with_reason: bool) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                let is_typed = with_reason && name == "reason";
                !is_typed && !PERSONAL.contains(&name.as_str())
            });
            fields
                .values_mut()
                .for_each(|value| strip(value, with_reason));
        }
        Value::Array(values) => values
            .iter_mut()
            .for_each(|value| strip(value, with_reason)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_names_the_person_goes() {
        let changed =
            r#"{"change":"updated","changes":[{"field":"email","from":"a@b.test","to":null}]}"#;
        assert_eq!(
            without_person("account.changed", changed),
            r#"{"change":"updated","changes":[{"field":"email"}]}"#
        );
        let refused = r#"{"reason":"wrong_password"}"#;
        assert_eq!(without_person("sign_in.refused", refused), refused);
        let decided = r#"{"outcome":"refused","reason":"Dan asked twice"}"#;
        assert_eq!(
            without_person("request.decided", decided),
            r#"{"outcome":"refused"}"#
        );
        assert_eq!(without_person("account.changed", "no JSON"), "{}");
    }
}
