//! An account was erased.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;

/// Tells the former owner that the account is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountErased {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
}

impl Message for AccountErased {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let values = [
            ("account", self.account.shown()),
            ("product", context.product.to_owned()),
        ];
        let values = values.each_ref().map(|(name, value)| (*name, &**value));
        Body::titled(context, "account_erased.subject")
            .for_stranger()
            .greeting(&self.name)
            .paragraph("account_erased.intro", &values)
            .paragraph("account_erased.applications", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
        }
    }
}
