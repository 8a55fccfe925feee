//! The tables of the access room, one file each.
//!
//! Whatever may open or close an application says whom it concerns, an account or an application, so
//! that tokens in memory are judged anew and those of others are not ([`subjects`]).

pub mod groups;
pub mod openings;
pub mod products;
pub mod rights;

use crate::clients::Client;
use crate::db::WriteTx;

/// The topic of `db::changes` for who may open what.
pub const TOPIC: &str = "access";

/// What the standing of an account at `client` hangs on: changes of the account's memberships, and of
/// the products that name the client.
pub fn subjects(account_id: &str, client: &Client) -> Vec<String> {
    let mut subjects = vec![of_account(account_id), of_client(&client.client_id)];
    subjects.extend(client.app_name().map(of_app));
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
