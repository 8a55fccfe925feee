//! The rights that Atrium itself checks, as access rights of product SSO. Groups and
//! roles can give them; nobody can change them.

use std::time::Duration;

use async_trait::async_trait;

use super::access_right::{RightFields, RightKind};
use super::store;
use crate::access::AccessCode;
use crate::access::rights::SSO;
use crate::clock::Millis;
use crate::db::{Db, DbError, WriteTx};
use crate::jobs::Routine;

/// How often the routine looks for a new product SSO.
const EVERY: Duration = Duration::from_secs(600);

/// Adds every access code of this version to the access rights of product SSO.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInRights;

#[async_trait]
impl Routine for BuiltInRights {
    fn name(&self) -> &'static str {
        "built_in_rights"
    }

    fn every(&self) -> Duration {
        EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        let count = i64::try_from(AccessCode::ALL.len()).unwrap_or(i64::MAX);
        let mut view = db.read().await?;
        let products = store::access_rights::without_built_in(&mut view, SSO, count).await?;
        drop(view);
        if products.is_empty() {
            return Ok(());
        }
        db.write(move |tx| {
            Box::pin(async move {
                for product_id in products {
                    add_built_in_rights(tx, product_id, now).await?;
                }
                Ok(())
            })
        })
        .await
    }
}

/// Adds the rights that are missing to the product SSO of this number.
///
/// # Errors
/// The database failed.
pub async fn add_built_in_rights(
    tx: &mut WriteTx,
    product_id: i64,
    now: Millis,
) -> Result<(), DbError> {
    for code in AccessCode::ALL {
        let id = built_in_id(product_id, code.as_str());
        let fields = fields(*code);
        store::access_rights::insert_built_in(tx, (&id, product_id), &fields, now).await?;
    }
    Ok(())
}

fn built_in_id(product_id: i64, code: &str) -> String {
    format!("{product_id}.{code}")
}

/// True if this is the id of the right that Atrium itself checks by `code`.
pub fn is_built_in(product_id: i64, id: &str, code: &str) -> bool {
    id == built_in_id(product_id, code)
}

fn fields(code: AccessCode) -> RightFields {
    let (page, right) = code.page_and_right();
    RightFields {
        code: code.as_str().to_owned(),
        name: format!("{}: {right}", words(page)),
        kind: if right == "view" {
            RightKind::Menu
        } else {
            RightKind::Button
        },
        description: code.meaning().to_owned(),
        ..RightFields::default()
    }
}

/// `AccountList` as `Account list`; consecutive capitals stay together.
fn words(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut words = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let is_lower = |at: usize| letters.get(at).is_some_and(char::is_ascii_lowercase);
        let begins =
            at > 0 && letter.is_ascii_uppercase() && (is_lower(at - 1) || is_lower(at + 1));
        if begins {
            words.push(' ');
        }
        let stays = at == 0 || !begins || !is_lower(at + 1);
        words.push(if stays {
            *letter
        } else {
            letter.to_ascii_lowercase()
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_in_right_says_what_it_is() {
        for (code, name, kind, description) in [
            (
                AccessCode::AccountListView,
                "Account list: view",
                RightKind::Menu,
                "See the list of accounts and the details of each.",
            ),
            (
                AccessCode::IrisMappingListView,
                "IRIS mapping list: view",
                RightKind::Menu,
                "See the list of IRIS mappings.",
            ),
            (
                AccessCode::AuditLogExport,
                "Audit log: export",
                RightKind::Button,
                "Download the audit log.",
            ),
        ] {
            let fields = fields(code);
            assert_eq!(
                (&*fields.name, fields.kind, &*fields.description),
                (name, kind, description)
            );
        }
    }
}
