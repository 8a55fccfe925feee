//! The tables of the access room, one file each.
//!
//! Whatever may open or close an application says whom it concerns, an account or an application, so
//! that tokens in memory are judged anew and those of others are not ([`subjects`]).

/// Whether the product `p` names the client of this id and `appName`: the one place in SQL of the rule
/// that [`crate::clients::Registry::of_product`] is from the other side.
macro_rules! names_client {
    ($client_id:literal, $app_name:literal) => {
        concat!(
            "(p.client_id = ",
            $client_id,
            " OR (p.client_id IS NULL AND p.app_name = ",
            $app_name,
            "))"
        )
    };
}

pub mod groups;
pub mod openings;
pub mod products;
pub mod rights;

use crate::clients::Client;
use crate::db::WriteTx;

/// The topic of `db::changes` for who may open what.
pub const TOPIC: &str = "access";

/// The subject of everything that claims of groups and roles may tell beside memberships: names of
/// groups, codes of access groups. It changes rarely, and for tokens that tell them alone.
const CLAIMS: &str = "claims";

/// What the standing of an account at `client` hangs on: changes of the account's memberships, and of
/// the products that name the client; and what a token hangs on that `tells_groups`.
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
fn subject_of(client_id: Option<&str>, app_name: &str) -> String {
    client_id.map_or_else(|| of_app(app_name), of_client)
}

fn changed_client(tx: &mut WriteTx, subject: &str) {
    tx.changed_subject(TOPIC, subject.to_owned());
}

/// Says that the memberships or rights of an account may have changed.
fn changed_account(tx: &mut WriteTx, account_id: &str) {
    tx.changed_subject(TOPIC, of_account(account_id));
}

/// Says that what claims tell of groups or roles may have changed.
fn changed_claims(tx: &mut WriteTx) {
    tx.changed_subject(TOPIC, CLAIMS.to_owned());
}
