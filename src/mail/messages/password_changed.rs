//! The password of an account was changed.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;
use crate::site::offered;

/// Informs the owner of an account that its password was changed (contract F-13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordChanged {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// When the password was changed.
    pub at: Millis,
    /// The corporate providers that sign in to the account as before.
    #[serde(default)]
    pub providers: Vec<Name>,
}

impl Message for PasswordChanged {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let body = Body::titled(context, "password_changed.subject")
            .greeting(&self.name)
            .paragraph(
                "password_changed.intro",
                &[("account", &account), ("time", &time)],
            )
            .paragraph("password_changed.all_well", &[]);
        let shown: Vec<String> = self.providers.iter().map(Name::shown).collect();
        let body = match shown.join(", ") {
            none if none.is_empty() => body,
            providers => body.paragraph("password_changed.linked", &[("providers", &providers)]),
        };
        if offered::is_offered(offered::FORGOT_PASSWORD) {
            body.paragraph("password_changed.not_you", &[])
                .action("password_changed.action", offered::FORGOT_PASSWORD)
        } else {
            body.paragraph("password_changed.not_you_tell", &[])
        }
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            at: 1_795_261_860_000,
            providers: vec!["Lion Identity".into()],
        }
    }
}
