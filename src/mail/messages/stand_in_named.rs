//! A manager who is away has named the reader as stand-in.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::Name;
use super::Message;
use crate::site::offered;

/// Informs a person that they decide for a manager who is away (decision 0071).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandInNamed {
    /// The reader.
    pub name: Name,
    /// The manager who is away.
    pub manager: Name,
    /// The first day, as yyyy-MM-dd.
    pub first_day: String,
    /// The last day, as yyyy-MM-dd.
    pub last_day: String,
}

impl Message for StandInNamed {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let manager = self.manager.shown();
        let (first, last) = (context.day(&self.first_day), context.day(&self.last_day));
        let values = [("manager", &*manager), ("first", &*first), ("last", &*last)];
        Body::titled(context, "stand_in_named.subject")
            .greeting(&self.name)
            .paragraph("stand_in_named.intro", &values)
            .paragraph("stand_in_named.mails", &values)
            .action("stand_in_named.action", offered::REQUESTS)
    }

    fn sample() -> Self {
        Self {
            name: "Ben Owner".into(),
            manager: "Chloe Manager".into(),
            first_day: "2026-12-21".to_owned(),
            last_day: "2027-01-03".to_owned(),
        }
    }
}
