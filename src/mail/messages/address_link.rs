//! The link with which the owner of an account confirms another address.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::name::AccountName;
use super::Message;
use crate::site::offered;

/// Asks the reader of an address to confirm it for an account. The owner may have typed a stranger's, so it shows nothing else
/// about the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressLink {
    /// The account's name.
    pub account: AccountName,
    /// The change as JSON, which the link holds sealed.
    pub change: String,
}

impl Message for AddressLink {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let account = self.account.shown();
        let about = [("product", context.product), ("account", &account)];
        Body::titled(context, "address_link.subject")
            .paragraph("address_link.intro", &about)
            .one_time_link("address_link.action", offered::ADDRESS)
            .paragraph("address_link.not_you", &[])
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        Some(LinkRequest {
            subject: &self.change,
            purpose: LinkPurpose::Address,
            email,
        })
    }

    fn sample() -> Self {
        Self {
            account: "DanMember".into(),
            change: "{}".to_owned(),
        }
    }
}
