//! Whom and which group the jobs of requests and memberships are about, for those who read the queue.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;

use super::schedule::{END, OfMembership, OfRequest, REMIND, TIME_OUT, WARN};
use super::store;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};
use crate::directory;

/// The person and the group of a timer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimerSubject {
    /// The person's display name.
    pub person: String,
    /// The group's name; empty if it is deleted or the reader may not know it.
    pub group: String,
}

/// For each of `jobs`, which are kinds and payloads, what it is about; `None` for another kind, or if it is gone. Only a
/// reader who `sees_all_groups` learns the names of those that only some people see.
///
/// # Errors
/// The database failed.
pub async fn timer_subjects(
    view: &mut dyn Reads,
    jobs: &[(&str, &str)],
    sees_all_groups: bool,
) -> Result<Vec<Option<TimerSubject>>, DbError> {
    let requests: Vec<Option<String>> = jobs
        .iter()
        .map(|(kind, payload)| match *kind {
            REMIND | TIME_OUT => read::<OfRequest>(payload).map(|of| of.request_id),
            _ => None,
        })
        .collect();
    let mut asked = BTreeMap::new();
    let ids: Vec<&str> = requests.iter().flatten().map(String::as_str).collect();
    for ids in ids.chunks(IDS_AT_ONCE) {
        for (id, account, group) in store::requests::places_of_many(view, ids).await? {
            asked.insert(id, (account, group));
        }
    }
    let places: Vec<Option<(String, String)>> = jobs
        .iter()
        .zip(requests)
        .map(|((kind, payload), request)| match *kind {
            WARN | END => read(payload).map(|of: OfMembership| (of.account_id, of.group_id)),
            _ => asked.get(&request?).cloned(),
        })
        .collect();
    named(view, places, sees_all_groups).await
}

/// A payload that cannot be read is about nobody.
fn read<T: DeserializeOwned>(payload: &str) -> Option<T> {
    serde_json::from_str(payload).ok()
}

async fn named(
    view: &mut dyn Reads,
    places: Vec<Option<(String, String)>>,
    sees_all_groups: bool,
) -> Result<Vec<Option<TimerSubject>>, DbError> {
    let of_both = places.iter().flatten();
    let (people, groups): (BTreeSet<String>, BTreeSet<String>) = of_both.cloned().unzip();
    let people = directory::names_of(view, &people).await?;
    let mut names = BTreeMap::new();
    let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
    for ids in groups.chunks(IDS_AT_ONCE) {
        names.extend(if sees_all_groups {
            store::groups::names_by_ids(view, ids).await?
        } else {
            store::groups::open_names_by_ids(view, ids).await?
        });
    }
    let subject = |(person, group): (String, String)| {
        Some(TimerSubject {
            person: people.get(&person)?.name.clone(),
            group: names.get(&group).cloned().unwrap_or_default(),
        })
    };
    Ok(places.into_iter().map(|place| subject(place?)).collect())
}
