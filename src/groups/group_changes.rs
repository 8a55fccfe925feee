//! The differences between two states of a group, for the audit trail.

use super::group::{Group, GroupDetails, GroupEntry, GroupSet};
use crate::audit::{Changes, Field, changes};

/// The fields that a changed set has in an entry: what was added, and what was removed. A set may
/// have a thousand entries, so only the differences are recorded.
const fn fields(set: GroupSet) -> [Field; 2] {
    let [added, removed] = match set {
        GroupSet::Managers => ["managers_added", "managers_removed"],
        GroupSet::StandIns => ["stand_ins_added", "stand_ins_removed"],
        GroupSet::People => ["visible_people_added", "visible_people_removed"],
        GroupSet::Products => ["products_added", "products_removed"],
        GroupSet::Agencies => ["visible_agencies_added", "visible_agencies_removed"],
        GroupSet::Companies => ["companies_added", "companies_removed"],
        GroupSet::Brands => ["brands_added", "brands_removed"],
        GroupSet::Divisions => ["divisions_added", "divisions_removed"],
        GroupSet::Industries => ["industries_added", "industries_removed"],
    };
    [Field::recorded(added), Field::recorded(removed)]
}

/// The changed fields and sets.
pub(super) fn group_changes(old: &GroupDetails, new: &GroupDetails) -> Changes {
    let mut all = changes!(
        Group {
            id: skipped,
            name: recorded,
            description: recorded,
            admin_msg: recorded,
            status: recorded,
            visibility: recorded,
            due_days: recorded,
            refuse_days: recorded,
            max_days: recorded,
            created_at: skipped,
            version: skipped,
            changed_at: skipped,
            changed_by: skipped,
        },
        &old.group,
        &new.group
    );
    for set in GroupSet::ALL {
        let [added, removed] = fields(set);
        all = all.note(added, &None, &missing(set, new, old)).note(
            removed,
            &missing(set, old, new),
            &None,
        );
    }
    all
}

/// The fields of a new group.
pub(super) fn of_new(new: &GroupDetails) -> Changes {
    let mut begun = Changes::default().begin(Field::recorded("name"), &new.group.name);
    let texts = [
        ("description", &new.group.description),
        ("admin_msg", &new.group.admin_msg),
    ];
    for (field, text) in texts {
        begun = begun.note(Field::recorded(field), "", text);
    }
    begun = begun
        .begin(Field::recorded("status"), &new.group.status)
        .begin(Field::recorded("visibility"), &new.group.visibility)
        .begin(Field::recorded("due_days"), &new.group.due_days)
        .begin(Field::recorded("refuse_days"), &new.group.refuse_days)
        .note(Field::recorded("max_days"), &None, &new.group.max_days);
    for set in GroupSet::ALL {
        let [added, _] = fields(set);
        let entries: Vec<String> = new.sets.of(set).map(shown).collect();
        begun = begun.note(added, &None, &(!entries.is_empty()).then_some(entries));
    }
    begun.of_new()
}

/// The entries of `set` that are only in `here`; `None` if there are none.
fn missing(set: GroupSet, here: &GroupDetails, there: &GroupDetails) -> Option<Vec<String>> {
    let entries = here.sets.of(set);
    let missing = entries.filter(|entry| !there.sets.has(set, &entry.id));
    let missing: Vec<String> = missing.map(shown).collect();
    (!missing.is_empty()).then_some(missing)
}

/// Name and id, because two things may have the same name.
fn shown(entry: &GroupEntry) -> String {
    format!("{} ({})", entry.name, entry.id)
}
