//! An account signed in with a browser that it had not used before.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::device::device_of;
use super::super::link::{LinkPurpose, LinkRequest};
use super::super::name::{AccountName, Name};
use super::Message;
use crate::clock::Millis;
use crate::site::offered;

/// Informs the owner of an account about a sign-in with an unknown browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewBrowser {
    pub name: Name,
    /// The account's name.
    pub account: AccountName,
    /// The account's id.
    pub account_id: String,
    /// What the browser called itself (`User-Agent`).
    pub browser: Option<String>,
    pub address: Option<IpAddr>,
    pub at: Millis,
}

impl Message for NewBrowser {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let (account, time) = (self.account.shown(), context.time(self.at));
        let unknown = context.text("new_browser.unknown");
        let (browser, system) = device_of(self.browser.as_deref().unwrap_or_default());
        let address = self.address.map(|address| address.to_string());
        Body::titled(context, "new_browser.subject")
            .greeting(&self.name)
            .paragraph(
                "new_browser.intro",
                &[("account", &account), ("time", &time)],
            )
            .paragraph(
                "new_browser.device",
                &[
                    ("browser", browser.unwrap_or(unknown)),
                    ("system", system.unwrap_or(unknown)),
                    ("address", address.as_deref().unwrap_or(unknown)),
                ],
            )
            .paragraph("new_browser.you", &[])
            .one_time_link("new_browser.action", offered::LOCK_ACCOUNT)
    }

    fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
        Some(LinkRequest {
            subject: &self.account_id,
            purpose: LinkPurpose::Lock,
            email,
        })
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            account: "DanMember".into(),
            account_id: "6f1c2b52-6e0a-4a53-9b57-0a3b9c5d7e11".to_owned(),
            browser: Some("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0".to_owned()),
            address: Some(IpAddr::from([192, 0, 2, 17])),
            at: 1_795_261_860_000,
        }
    }
}
