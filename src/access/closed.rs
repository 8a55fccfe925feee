//! What decides whether a product is open to a person, and the reasons why not (contract G-38, P-09).

use crate::audit::Event;
use crate::clients::{Access, Client};
use crate::directory::Status;

/// Why a product or an application is closed to a person. If there are several reasons, the
/// smallest is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Closed {
    /// The person has requested access, and the request is pending.
    Pending,
    /// The person is in no group that grants the product.
    NoGroup,
    /// The person's membership has ended or was disabled.
    Ended,
    /// The product is not for the person's agency.
    Agency,
    /// The product is switched off.
    Off,
    /// The entry of the application says `access = "product"`, and no product names it.
    Unnamed,
}

impl Closed {
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

    /// Logs that a person was refused at `door`, a path or a grant type, and returns the audit
    /// event.
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

    /// True if the managers of a group can give the person access.
    pub const fn is_for_managers(self) -> bool {
        matches!(self, Self::Pending | Self::NoGroup | Self::Ended)
    }
}

/// The facts that decide about access to one product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The product is on.
    pub on: bool,
    /// It requires no group.
    pub everyone: bool,
    /// It is not limited to agencies, or is for the person's agency.
    pub agency_allowed: bool,
    /// The best membership in a group that grants it.
    pub membership: Option<Status>,
}

impl Standing {
    /// Applies the `access` of the application's entry to these facts.
    #[must_use]
    pub fn under(self, access: Option<Access>) -> Self {
        match access {
            Some(Access::Everyone) => Self {
                everyone: true,
                agency_allowed: true,
                ..self
            },
            Some(Access::Product) | None => self,
        }
    }

    /// Contract G-38: the product is on, allows the agency, and is open to everyone or granted by a
    /// group.
    pub fn closed(self) -> Option<Closed> {
        match self.membership {
            _ if !self.on => Some(Closed::Off),
            _ if !self.agency_allowed => Some(Closed::Agency),
            _ if self.everyone => None,
            Some(Status::Enabled) => None,
            Some(Status::Processing) => Some(Closed::Pending),
            Some(Status::Disabled) => Some(Closed::Ended),
            None => Some(Closed::NoGroup),
        }
    }
}

#[derive(Clone, Debug)]
pub struct ProductStanding {
    pub product_id: i64,
    /// The code of the product, to which rights in it belong.
    pub app_name: String,
    /// The display name of its administrator; may be empty.
    pub admin_name: String,
    pub standing: Standing,
}
