//! The welcome for the owner of a new account.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::name::{AccountName, Name};
use super::Message;
use crate::site::offered;

/// Asks the owner of a new account to choose a password with a one-time link (contract F-16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The account's id.
    pub account_id: String,
}

impl Message for Welcome {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let values = [
            ("product", context.product),
            ("account", &self.account.shown()),
        ];
        Body::titled(context, "welcome.subject")
            .greeting(&self.name)
            .paragraph("welcome.intro", &values)
            .one_time_link("welcome.action", offered::RESET_PASSWORD)
            .paragraph("welcome.not_you", &[])
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        Some(LinkRequest {
            subject: &self.account_id,
            purpose: LinkPurpose::Welcome,
            email,
        })
    }

    fn sample() -> Self {
        Self {
            name: "Eve Newcomer".into(),
            account: "EveNewcomer".into(),
            account_id: "6f1c2b52-6e0a-4a53-9b57-0a3b9c5d7e11".to_owned(),
        }
    }
}
