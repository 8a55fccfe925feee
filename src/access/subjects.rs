//! The subjects of a change of access: an account, an application, or the claims of groups. Cached
//! tokens that depend on a changed subject are checked again; all others stay.

use super::store;
use crate::clients::Client;
use crate::db::search::folded;
use crate::db::{DbError, WriteTx};

/// The topic of `db::feed` for access to products and applications.
pub const TOPIC: &str = "access";

/// One subject for names of groups and codes of access groups, which appear in claims. They change rarely and affect
/// only tokens with these claims.
const CLAIMS: &str = "claims";

/// The subjects that decide whether `client` is open to the account: the account, for its
/// memberships, and the client, for the products that name it. A token that `tells_groups` depends on one more subject.
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

/// The subject of the application of a product.
pub fn subject_of(client_id: Option<&str>, app_name: &str) -> String {
    client_id.map_or_else(|| of_app(app_name), of_client)
}

/// The spelling of `name` that is compared with other names. From here on, writers of names run one after the other, so
/// call it after all rows are locked (`WriteTx::hold`).
///
/// # Errors
/// The database failed.
pub async fn held_name(tx: &mut WriteTx, name: &str) -> Result<String, DbError> {
    tx.hold(TOPIC).await?;
    Ok(folded(name))
}

/// Announces that the access to an application may have changed.
pub fn changed_client(tx: &mut WriteTx, subject: &str) {
    tx.changed_subject(TOPIC, subject.to_owned());
}

/// Announces that the access to the application of the product `product_id` may have changed.
///
/// # Errors
/// The database failed.
pub async fn changed_product(tx: &mut WriteTx, product_id: i64) -> Result<(), DbError> {
    if let Some((client_id, app_name)) = store::subjects::application(tx, product_id).await? {
        changed_client(tx, &subject_of(client_id.as_deref(), &app_name));
    }
    Ok(())
}

/// Announces that the memberships or rights of an account may have changed.
pub fn changed_account(tx: &mut WriteTx, account_id: &str) {
    tx.changed_subject(TOPIC, of_account(account_id));
}

/// Announces that names of groups or codes of access groups may have changed.
pub fn changed_claims(tx: &mut WriteTx) {
    tx.changed_subject(TOPIC, CLAIMS.to_owned());
}
