//! Erases what names a person from the trail. The entries stay: what happened when, to which account, and who did it, by ids.
//! What the person did to others stays as it is until `audit.keep`: administrators answer for what they did.

use serde_json::Value;

use super::arrivals::settle_all;
use super::store::erasure::{about, erase, invited, of_kind, set_detail};
use super::store::names;
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

/// The most entries of one step.
const ENTRIES_AT_ONCE: i64 = 500;

/// Its entries have the invited address.
const INVITATION: &str = "group.registration_invitation";
/// Kinds whose entries are about a thing or another person, and write a person as `name (id)`.
const NAMING: [&str; 3] = ["group.changed", "iris_mapping.changed", "account.stand_in"];

/// What a detail about a person says with these names, at any depth: names, addresses, browsers, values before and after.
const PERSONAL: [&str; 8] = [
    "from", "to", "subject", "passkey", "username", "email", "object", "browser",
];
/// In entries of these kinds the reason is what somebody typed.
const TYPED_REASONS: [&str; 3] = [
    "request.decided",
    "agency.request_decided",
    "account.application_decided",
];

/// Takes personal details from the next entries about the person, and network address and request id from those that nobody else
/// caused; then the name from entries about things. Returns where to go on, or `None` when nothing is left.
///
/// # Errors
/// The database failed.
pub async fn erase_person(
    tx: &mut WriteTx,
    account_id: &str,
    after: &str,
) -> Result<Option<String>, DbError> {
    settle_all(tx).await?;
    let mut parts = after.splitn(3, ' ');
    // 0 for the entries about the person, then one for each of [`NAMING`].
    let pass: usize = parts.next().and_then(|pass| pass.parse().ok()).unwrap_or(0);
    let at: Millis = parts.next().and_then(|at| at.parse().ok()).unwrap_or(0);
    if after.is_empty() {
        names::erase(tx, account_id).await?;
    }
    let place = (at, parts.next().unwrap_or_default());
    let kind = pass.checked_sub(1).and_then(|at| NAMING.get(at));
    let found = match kind {
        Some(kind) => of_kind(tx, kind, place, ENTRIES_AT_ONCE).await?,
        None => about(tx, account_id, place, ENTRIES_AT_ONCE).await?,
    };
    for entry in &found {
        if kind.is_some() {
            if entry.detail.contains(account_id) {
                set_detail(tx, &entry.id, &with_id_alone(&entry.detail, account_id)).await?;
            }
            continue;
        }
        let detail = without_person(&entry.kind, &entry.detail);
        if entry.kind == INVITATION {
            uninvite(tx, &entry.detail).await?;
        }
        let by_another = entry
            .actor_id
            .as_deref()
            .is_some_and(|actor| actor != account_id);
        if by_another {
            set_detail(tx, &entry.id, &detail).await?;
        } else {
            erase(tx, &entry.id, &detail).await?;
        }
    }
    Ok(match found.last() {
        Some(last) => Some(format!("{pass} {} {}", last.at, last.id)),
        None => (pass < NAMING.len()).then(|| format!("{} 0 ", pass + 1)),
    })
}

/// Takes the address of an accepted invitation from the entries about that invitation before.
async fn uninvite(tx: &mut WriteTx, detail: &str) -> Result<(), DbError> {
    let accepted: Value = serde_json::from_str(detail).unwrap_or_default();
    let Some(email) = accepted["email"].as_str() else {
        return Ok(());
    };
    let written = Value::from(email).to_string();
    for entry in invited(tx, &written, ENTRIES_AT_ONCE).await? {
        set_detail(tx, &entry.id, &without_person(&entry.kind, &entry.detail)).await?;
    }
    Ok(())
}

/// The detail with `name (id)` as the id alone.
fn with_id_alone(detail: &str, id: &str) -> String {
    let Ok(mut detail) = serde_json::from_str::<Value>(detail) else {
        return "{}".to_owned();
    };
    shorten(&mut detail, id);
    detail.to_string()
}

fn shorten(value: &mut Value, id: &str) {
    match value {
        Value::String(text) if text.ends_with(&format!("({id})")) => id.clone_into(text),
        Value::Object(fields) => fields.values_mut().for_each(|value| shorten(value, id)),
        Value::Array(values) => values.iter_mut().for_each(|value| shorten(value, id)),
        _ => {}
    }
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
        let named = r#"{"changes":[{"field":"managers_added","to":["Dan (id-1)","Eve (id-2)"]}]}"#;
        assert_eq!(
            with_id_alone(named, "id-1"),
            r#"{"changes":[{"field":"managers_added","to":["id-1","Eve (id-2)"]}]}"#
        );
    }
}
