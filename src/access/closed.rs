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

/// A rule that a product must meet to be open to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The product is on.
    On,
    /// It is for the person's agency.
    Agency,
    /// It requires no group, or one of the person's groups grants it.
    Group,
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
    /// group. Each rule with the reason if it closes the product, in the order decided.
    pub fn rules(self) -> [(Requirement, Option<Closed>); 3] {
        let by_group = match self.membership {
            _ if self.everyone => None,
            Some(Status::Enabled) => None,
            Some(Status::Processing) => Some(Closed::Pending),
            Some(Status::Disabled) => Some(Closed::Ended),
            None => Some(Closed::NoGroup),
        };
        [
            (Requirement::On, (!self.on).then_some(Closed::Off)),
            (
                Requirement::Agency,
                (!self.agency_allowed).then_some(Closed::Agency),
            ),
            (Requirement::Group, by_group),
        ]
    }

    /// Why the product is closed: the first rule that closes it.
    pub fn closed(self) -> Option<Closed> {
        self.rules().into_iter().find_map(|(_, closed)| closed)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract G-38: the rules that administrators read are those that decide. The first that closes is the reason.
    #[test]
    fn the_first_rule_that_closes_is_the_reason() {
        let standing = Standing {
            on: false,
            everyone: false,
            agency_allowed: false,
            membership: Some(Status::Disabled),
        };
        let rules = [
            (Requirement::On, Some(Closed::Off)),
            (Requirement::Agency, Some(Closed::Agency)),
            (Requirement::Group, Some(Closed::Ended)),
        ];
        assert_eq!(standing.rules(), rules);
        assert_eq!(standing.closed(), Some(Closed::Off));
        let open = standing.under(Some(Access::Everyone));
        assert_eq!(open.closed(), Some(Closed::Off));
        let open = Standing { on: true, ..open };
        assert!(open.rules().iter().all(|(_, closed)| closed.is_none()));
        assert_eq!(open.closed(), None);
    }
}
