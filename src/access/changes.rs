//! What a change of access concerns: an account, an application, or what claims tell. Tokens in memory that
//! depend on it are judged again; all others stay as they are.

use crate::clients::Client;
use crate::db::WriteTx;

/// The topic of `db::changes` for who may open what.
pub const TOPIC: &str = "access";

/// One subject for all that the claims of groups and roles tell beside memberships: names of groups, codes
/// of access groups. They change rarely, and only tokens that tell them depend on them.
const CLAIMS: &str = "claims";

/// The subjects whose changes may open or close `client` to the account: the account, for its memberships,
/// and the client, for the products that name it. A token that `tells_groups` depends on one more.
pub fn subjects(account_id: &str, client: &Client, tells_groups: bool) -> Vec<String> {
    let mut subjects = vec![of_account(account_id), of_client(&client.client_id)];
    subjects.extend(client.app_name().map(of_app));
    subjects.extend(tells_groups.then(|| CLAIMS.to_owned()));
    subjects
}

fn of_account(id: &str) -> String {
    format!("account {id}")
}

fn of_client(id: &str) -> String {
    format!("client {id}")
}

fn of_app(app_name: &str) -> String {
    format!("app {app_name}")
}

/// The subject of the application that a product names.
pub(super) fn subject_of(client_id: Option<&str>, app_name: &str) -> String {
    client_id.map_or_else(|| of_app(app_name), of_client)
}

/// Says that what opens an application to people may have changed.
pub(super) fn changed_client(tx: &mut WriteTx, subject: &str) {
    tx.changed_subject(TOPIC, subject.to_owned());
}

/// Says that the memberships or rights of an account may have changed.
pub(super) fn changed_account(tx: &mut WriteTx, account_id: &str) {
    tx.changed_subject(TOPIC, of_account(account_id));
}

/// Says that what claims tell of groups or roles may have changed.
pub(super) fn changed_claims(tx: &mut WriteTx) {
    tx.changed_subject(TOPIC, CLAIMS.to_owned());
}
