//! What the parts of the demo share: the ids of its people, and moments of its last two weeks.

use std::net::IpAddr;

use jiff::tz::TimeZone;

use crate::audit::{AuditContext, Origin};
use crate::clock::{MINUTE, Millis};
use crate::days::{end_of, in_days};

/// The accounts of the demo by name, with their ids.
pub type Ids = Vec<(&'static str, String)>;

/// A moment: how many days ago, and the minute of that day. One of today counts as yesterday.
pub type Moment = (i64, i64);

/// The people of the demo, the time zone of its days, and the context of the command.
pub struct Stage {
    pub ids: Ids,
    pub zone: TimeZone,
    pub audit: AuditContext,
}

impl Stage {
    /// The id of the account with this name; empty for a name that the demo does not have.
    pub fn id(&self, username: &str) -> &str {
        let mut people = self.ids.iter();
        people
            .find(|(name, _)| *name == username)
            .map_or("", |(_, id)| id)
    }

    /// The time of a moment, which is past.
    pub fn at(&self, (days, minute): Moment) -> Millis {
        let before = in_days(self.audit.now, -days.max(1) - 1, &self.zone);
        end_of(before, &self.zone) + minute * MINUTE
    }

    /// The context of a call that a person made then.
    pub fn call(&self, username: &str, call: &str, moment: Moment) -> AuditContext {
        let place = self.ids.iter().position(|(name, _)| *name == username);
        let host = u8::try_from(place.unwrap_or_default()).unwrap_or_default();
        let origin = Origin {
            call: Some(call.to_owned()),
            address: Some(IpAddr::from([10, 24, 8, 20 + host])),
            ..Origin::default()
        };
        let context = AuditContext::new(self.at(moment), &self.audit.random, &origin);
        context.by(self.id(username))
    }
}
