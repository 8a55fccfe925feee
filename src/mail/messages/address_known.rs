//! Somebody applied for an account with an address that has one.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::Message;
use crate::site::offered;

/// Informs the owner of an address that somebody applied for an account with it, and that there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressKnown {}

impl Message for AddressKnown {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let product = [("product", context.product)];
        Body::titled(context, "address_known.subject")
            .paragraph("address_known.intro", &product)
            .paragraph("address_known.what", &[])
            .action("address_known.action", offered::HOME)
            .paragraph("address_known.not_you", &[])
    }

    fn sample() -> Self {
        Self {}
    }
}
