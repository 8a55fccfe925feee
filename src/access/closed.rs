//! What decides whether a product is open to a person, and the reasons why not (contract G-38, P-09).

use crate::audit::Event;
use crate::clients::{Access, Client};

/// Why a product or an application is closed to a person. The order matters: of several reasons the
/// smallest is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Closed {
    /// Access was asked for and nobody has answered yet.
    Pending,
    /// The person is in no group that grants it.
    NoGroup,
    /// Their membership has ended or was disabled.
    Ended,
    /// It is not for their agency.
    Agency,
    /// It is switched off.
    Off,
    /// It is open by product alone, and no product names it.
    Unnamed,
}

impl Closed {
    /// Its name in the audit trail.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::NoGroup => "no_group",
            Self::Ended => "membership_ended",
            Self::Agency => "agency",
            Self::Off => "off",
            Self::Unnamed => "no_product",
        }
    }

    /// Logs that a person was refused at `door`, a path or a grant type, and makes the audit event.
    pub fn refused_at(self, door: &'static str, client: &Client) -> Event {
        let (client, reason) = (&client.client_id, self.name());
        tracing::info!(
            client,
            door,
            reason,
            "an application is closed to the person"
        );
        Event::AccessRefused { door, reason }
    }

    /// True when the managers of a group can let the person in.
    pub const fn is_for_managers(self) -> bool {
        matches!(self, Self::Pending | Self::NoGroup | Self::Ended)
    }
}

/// What decides about access to one product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The product is on.
    pub on: bool,
    /// It needs no group.
    pub everyone: bool,
    /// It names no agency, or the person's.
    pub agency_allowed: bool,
    /// The best membership in a group that grants it: 0 enabled, 1 in process, 2 disabled.
    pub membership: Option<i64>,
}

impl Standing {
    /// This standing as `access` of the application's entry changes it.
    pub(super) fn under(self, access: Option<Access>) -> Self {
        match access {
            Some(Access::Everyone) => Self {
                everyone: true,
                agency_allowed: true,
                ..self
            },
            Some(Access::Product) | None => self,
        }
    }

    /// Contract G-38: on, agency allowed, and open to everyone or granted by a group.
    pub(super) fn closed(self) -> Option<Closed> {
        match self.membership {
            _ if !self.on => Some(Closed::Off),
            _ if !self.agency_allowed => Some(Closed::Agency),
            _ if self.everyone => None,
            Some(0) => None,
            Some(1) => Some(Closed::Pending),
            Some(_) => Some(Closed::Ended),
            None => Some(Closed::NoGroup),
        }
    }
}

/// A product that stands for an application, as one person stands to it.
#[derive(Clone, Debug)]
pub struct ProductStanding {
    /// The product.
    pub product_id: i64,
    /// Its code, under which rights in it are kept.
    pub app_name: String,
    /// The display name of its administrator, or empty.
    pub admin_name: String,
    /// How the person stands to it.
    pub standing: Standing,
}
