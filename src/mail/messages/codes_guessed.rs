//! Wrong codes of a second factor were typed, one after the other.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;

/// Informs the owner of an account that somebody guesses codes of its second factor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodesGuessed {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// From where the last one was typed.
    pub address: Option<IpAddr>,
    pub at: Millis,
}

impl Message for CodesGuessed {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let address = self.address.map(|address| address.to_string());
        let unknown = context.text("codes_guessed.unknown");
        let address = address.as_deref().unwrap_or(unknown);
        Body::titled(context, "codes_guessed.subject")
            .greeting(&self.name)
            .paragraph(
                "codes_guessed.intro",
                &[("account", &account), ("time", &time), ("address", address)],
            )
            .paragraph("codes_guessed.not_you", &[])
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            address: Some(IpAddr::from([192, 0, 2, 17])),
            at: 1_795_261_860_000,
        }
    }
}
