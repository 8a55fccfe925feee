//! The link for an owner who forgot the password.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::name::{AccountName, Name};
use super::Message;
use crate::site::offered;

/// Lets the owner of an account choose a new password with a one-time link (contract T-16, F-16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgottenPassword {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The account's id.
    pub account_id: String,
    /// True if an administrator approved it: the link works longer, because its reader does not wait for it.
    #[serde(default)]
    pub approved: bool,
}

impl Message for ForgottenPassword {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let account = self.account.shown();
        Body::titled(context, "forgotten_password.subject")
            .greeting(&self.name)
            .paragraph("forgotten_password.intro", &[("account", &account)])
            .one_time_link("forgotten_password.action", offered::RESET_PASSWORD)
            .paragraph("forgotten_password.not_you", &[])
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        let purpose = if self.approved {
            LinkPurpose::Approved
        } else {
            LinkPurpose::Forgotten
        };
        Some(LinkRequest {
            subject: &self.account_id,
            purpose,
            email,
        })
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            account_id: "6f1c2b52-6e0a-4a53-9b57-0a3b9c5d7e11".to_owned(),
            approved: false,
        }
    }
}
