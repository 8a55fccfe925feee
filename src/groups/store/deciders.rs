//! Who decides about the requests of a group: managers, stand-ins, administrators.

use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};

/// SQL: an account that can sign in on the day `$2`, by the alias `a`. CROSS JOIN makes SQLite start at the group.
macro_rules! active {
    ($rest:expr) => {
        concat!(
            "SELECT a.id, a.username, a.full_name, a.email, a.lang FROM ",
            $rest,
            " AND ",
            can_sign_in!("$2"),
            " ORDER BY a.id LIMIT 20"
        )
    };
}

statements! {
    MANAGERS = active!("group_managers m CROSS JOIN accounts a WHERE m.group_id = $1 AND a.id = m.account_id");
    STAND_INS = active!("group_stand_ins s CROSS JOIN accounts a WHERE s.group_id = $1 AND a.id = s.account_id");
    STAND_INS_OF_ABSENT = active!(concat!("(SELECT DISTINCT b.stand_in_id FROM group_managers am CROSS JOIN absences b \
        CROSS JOIN accounts m WHERE am.group_id = $1 AND b.account_id = am.account_id AND m.id = b.account_id AND ",
        stand_in_decides!("$1", "$2"), ") s CROSS JOIN accounts a WHERE a.id = s.stand_in_id"));
    ADMINISTRATORS = active!("product_admins s JOIN products p ON p.id = s.product_id \
        JOIN accounts a ON a.id = s.account_id WHERE p.app_name = $1");
    SUPER_ADMINISTRATORS = active!("accounts a WHERE a.sup_admin = CAST($1 AS BIGINT)");
    ABLE_MANAGERS = concat!("SELECT m.account_id FROM group_managers m CROSS JOIN accounts a WHERE m.group_id = $1 AND a.id = m.account_id AND ",
        can_sign_in!("$2"), " LIMIT $3");
    ABLE = concat!("SELECT a.id FROM accounts a WHERE ", can_sign_in!("$101"), " AND a.id IN ", ids!());
    HOLD = "UPDATE groups SET status = status WHERE id = $1";
    GROUP = "SELECT g.name, g.due_days, g.refuse_days, g.max_days FROM groups g \
        WHERE g.id = $1 AND g.status = 0 AND g.deleted = 0";
    NAME = "SELECT name FROM groups WHERE id = $1";
    VISIBLE = concat!("SELECT g.id FROM groups g WHERE g.id = $1 AND g.status = 0 \
        AND g.deleted = 0 AND ", visible_to!("$2", "$3"));
    NAMED = concat!("SELECT g.id FROM groups g WHERE (g.name_key = $1 OR g.id = $4) AND g.status = 0 \
        AND g.deleted = 0 AND ", visible_to!("$2", "$3"), " ORDER BY g.id COLLATE \"C\" LIMIT 1");
    GRANTING = concat!("SELECT g.id, g.name FROM group_products gp JOIN groups g \
        ON g.id = gp.group_id AND g.status = 0 AND g.deleted = 0 WHERE gp.product_id = $1 AND ",
        visible_to!("$2", "$3"), " ORDER BY g.name_key COLLATE \"C\", g.id COLLATE \"C\" LIMIT 50");
    DISMISS = "DELETE FROM group_managers WHERE group_id = $1 AND account_id = $2";
}

/// A person who gets emails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: String,
    pub username: String,
    pub full_name: String,
    pub email: Option<String>,
    pub lang: String,
}

from_row!(Person {
    id,
    username,
    full_name,
    email,
    lang
});

/// The rules of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRules {
    pub name: String,
    /// Days after which a request is overdue.
    pub due_days: i64,
    /// Days after which it is refused.
    pub refuse_days: i64,
    /// The longest membership in days; `None` if it needs no end.
    pub max_days: Option<i64>,
}

from_row!(GroupRules {
    name,
    due_days,
    refuse_days,
    max_days
});

/// The rules of the group, if it is enabled.
pub async fn rules(view: &mut dyn Reads, group_id: &str) -> Result<Option<GroupRules>, DbError> {
    fetch_optional!(view, GroupRules, GROUP, group_id)
}

/// The name of the group, enabled or not.
pub async fn name(view: &mut dyn Reads, group_id: &str) -> Result<Option<String>, DbError> {
    let name = fetch_optional!(view, (String,), NAME, group_id)?;
    Ok(name.map(|(name,)| name))
}

/// True if the group is enabled and the account of this agency may see it.
pub async fn is_visible(
    view: &mut dyn Reads,
    group_id: &str,
    (account_id, agency_id): (&str, &str),
) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (String,), VISIBLE, group_id, agency_id, account_id)?.is_some())
}

/// The enabled group with this folded name or this id that a newcomer of the agency may see.
pub async fn named(
    view: &mut dyn Reads,
    (name_key, id): (&str, &str),
    agency_id: &str,
) -> Result<Option<String>, DbError> {
    let nobody = "";
    let found = fetch_optional!(view, (String,), NAMED, name_key, agency_id, nobody, id)?;
    Ok(found.map(|(id,)| id))
}

/// Id and name of the groups that grant the product and that the account may see, at most 50.
pub async fn granting(
    view: &mut dyn Reads,
    product_id: i64,
    (account_id, agency_id): (&str, &str),
) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(
        view,
        (String, String),
        GRANTING,
        product_id,
        agency_id,
        account_id
    )
}

/// The active managers of the group, at most 20; `today` is yyyy-MM-dd.
pub async fn managers(
    view: &mut dyn Reads,
    group_id: &str,
    today: &str,
) -> Result<Vec<Person>, DbError> {
    fetch_all!(view, Person, MANAGERS, group_id, today)
}

/// The ids of managers of the group who can sign in on the day `today`, at most `most`.
pub async fn able_managers(
    view: &mut dyn Reads,
    group_id: &str,
    today: &str,
    most: usize,
) -> Result<Vec<String>, DbError> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let found = fetch_all!(view, (String,), ABLE_MANAGERS, group_id, today, most)?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// Of at most 100 accounts, those that can sign in on the day `today`.
pub async fn able(
    view: &mut dyn Reads,
    ids: &[&str],
    today: &str,
) -> Result<Vec<(String,)>, DbError> {
    fetch_by_ids!(view, (String,), ABLE, ids.iter().copied(), today)
}

/// The stand-ins of the group, at most 20.
pub async fn stand_ins(
    view: &mut dyn Reads,
    group_id: &str,
    today: &str,
) -> Result<Vec<Person>, DbError> {
    fetch_all!(view, Person, STAND_INS, group_id, today)
}

/// The stand-ins of managers of the group who are away, at most 20.
pub async fn stand_ins_of_absent(
    view: &mut dyn Reads,
    group_id: &str,
    today: &str,
) -> Result<Vec<Person>, DbError> {
    fetch_all!(view, Person, STAND_INS_OF_ABSENT, group_id, today)
}

/// The administrators of the product `app_name`, or else the super administrators, at most 20.
pub async fn administrators(
    view: &mut dyn Reads,
    app_name: &str,
    today: &str,
) -> Result<Vec<Person>, DbError> {
    let found = fetch_all!(view, Person, ADMINISTRATORS, app_name, today)?;
    if found.is_empty() {
        return fetch_all!(view, Person, SUPER_ADMINISTRATORS, 1_i64, today);
    }
    Ok(found)
}

/// Locks the group, so that a second change of its managers sees the first.
pub async fn hold(tx: &mut WriteTx, group_id: &str) -> Result<(), DbError> {
    execute!(tx, HOLD, group_id).map(drop)
}

/// Ends the account's management of the group.
pub async fn dismiss(tx: &mut WriteTx, group_id: &str, account_id: &str) -> Result<(), DbError> {
    execute!(tx, DISMISS, group_id, account_id).map(drop)
}

impl Person {
    /// The name that emails show.
    pub fn display_name(&self) -> &str {
        if self.full_name.is_empty() {
            &self.username
        } else {
            &self.full_name
        }
    }
}
