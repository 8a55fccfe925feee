//! How a person stands to a product and to an application: open or not, why, and whom to ask
//! (contract G-38, P-09; design 8, "Access"; attacks 24 and 31).
//!
//! Every door asks [`of_client`]; a card asks the [`Standing`] of its product. Both follow one rule.

use crate::audit::Event;
use crate::clients::{Access, Client, PORTAL, Registry};
use crate::db::{DbError, Reads};
use crate::directory::Account;

use super::openings::GroupContact;
use super::store;

/// The page names the groups of so many products at most.
const MOST_PRODUCTS: usize = 5;

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

/// How a card shows that a person stands to its product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductState {
    /// It may be opened.
    Open,
    /// It may be asked for.
    Request,
    /// It was asked for and nobody has answered yet.
    Pending,
    /// It is off, not for the person's agency, or their membership was ended.
    Refused,
}

/// What decides about access to one product.
#[derive(Clone, Copy, Debug)]
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

    /// The state that a card shows.
    pub(super) fn state(self) -> ProductState {
        match self.closed() {
            None => ProductState::Open,
            Some(Closed::Pending) => ProductState::Pending,
            Some(Closed::NoGroup) => ProductState::Request,
            Some(_) => ProductState::Refused,
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

/// Why `client` is closed to `account`; `None` when it is open. One open product is enough. The portal
/// is open to everyone.
pub async fn of_client(
    tx: &mut impl Reads,
    account: &Account,
    client: &Client,
) -> Result<Option<Closed>, DbError> {
    if client.client_id == PORTAL {
        return Ok(None);
    }
    let products = store::products::standings(tx, account, client).await?;
    Ok(closed(client.access, &products))
}

fn closed(access: Option<Access>, products: &[ProductStanding]) -> Option<Closed> {
    if products.is_empty() {
        return (access == Some(Access::Product)).then_some(Closed::Unnamed);
    }
    let each = products
        .iter()
        .map(|product| product.standing.under(access).closed());
    // `None` is less than every reason, so an open product wins.
    each.min().flatten()
}

/// The products of `client` that are open to `account`.
pub(super) async fn open_products(
    tx: &mut impl Reads,
    account: &Account,
    client: &Client,
) -> Result<Vec<ProductStanding>, DbError> {
    let mut products = store::products::standings(tx, account, client).await?;
    products.retain(|product| product.standing.under(client.access).closed().is_none());
    Ok(products)
}

/// Whom a person may ask for access to a closed application.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToAsk {
    /// Groups that would let them in, where a group can.
    pub groups: Vec<GroupContact>,
    /// Who administers it, where no group can.
    pub admins: Vec<String>,
}

/// Whom `account` may ask about `client`, which is closed to them by `reason`.
pub async fn to_ask(
    tx: &mut impl Reads,
    account: &Account,
    client: &Client,
    reason: Closed,
) -> Result<ToAsk, DbError> {
    let mut products = store::products::standings(tx, account, client).await?;
    products.retain(|product| product.standing.under(client.access).closed() == Some(reason));
    products.truncate(MOST_PRODUCTS);
    let mut asked = ToAsk::default();
    for product in products {
        if reason.is_for_managers() {
            for contact in store::groups::contacts(tx, product.product_id).await? {
                if !asked.groups.contains(&contact) {
                    asked.groups.push(contact);
                }
            }
        } else if !product.admin_name.is_empty() && !asked.admins.contains(&product.admin_name) {
            asked.admins.push(product.admin_name);
        }
    }
    Ok(asked)
}

/// The ids of the clients that are open to everyone only because no product names them.
pub async fn unnamed(tx: &mut impl Reads, clients: &Registry) -> Result<Vec<String>, DbError> {
    let named = store::products::named(tx).await?;
    let named: Vec<String> = named
        .into_iter()
        .filter_map(|(client_id, app_name)| clients.of_product(client_id.as_deref(), &app_name))
        .map(|client| client.client_id.clone())
        .collect();
    let open = clients.list().into_iter().filter(|client| {
        client.client_id != PORTAL
            && client.access.is_none()
            && client.signs_people_in()
            && !named.contains(&client.client_id)
    });
    Ok(open.map(|client| client.client_id.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::ProductState::{Open, Pending, Refused, Request};

    fn of(on: bool, everyone: bool, agency_allowed: bool, membership: Option<i64>) -> Standing {
        Standing {
            on,
            everyone,
            agency_allowed,
            membership,
        }
    }

    /// Contract G-38: every combination.
    #[test]
    fn access_is_decided_by_one_rule() {
        for (membership, granted, alone) in [
            (None, Open, Request),
            (Some(0), Open, Open),
            (Some(1), Open, Pending),
            (Some(2), Open, Refused),
            (Some(7), Open, Refused),
        ] {
            assert_eq!(of(true, true, true, membership).state(), granted);
            assert_eq!(of(true, false, true, membership).state(), alone);
            for everyone in [true, false] {
                assert_eq!(of(false, everyone, true, membership).state(), Refused);
                assert_eq!(of(true, everyone, false, membership).state(), Refused);
            }
        }
    }

    fn product(standing: Standing) -> ProductStanding {
        ProductStanding {
            product_id: 1,
            app_name: String::new(),
            admin_name: String::new(),
            standing,
        }
    }

    /// Design 8, "Access": the key of an entry, and several products.
    #[test]
    fn an_entry_and_its_products_decide_together() {
        let open = || product(of(true, false, true, Some(0)));
        let foreign = || product(of(true, false, false, Some(0)));
        let off = || product(of(false, true, true, None));
        let pending = || product(of(true, false, true, Some(1)));
        let everyone = Some(Access::Everyone);
        let by_product = Some(Access::Product);
        for (access, products, expected) in [
            (None, vec![], None),
            (everyone, vec![], None),
            (by_product, vec![], Some(Closed::Unnamed)),
            (None, vec![off(), foreign(), open()], None),
            (by_product, vec![off(), open()], None),
            (None, vec![off(), foreign()], Some(Closed::Agency)),
            (
                None,
                vec![off(), pending(), foreign()],
                Some(Closed::Pending),
            ),
            (everyone, vec![foreign()], None),
            (everyone, vec![off()], Some(Closed::Off)),
            (everyone, vec![off(), pending()], None),
        ] {
            assert_eq!(
                closed(access, &products),
                expected,
                "{access:?} {products:?}"
            );
        }
    }
}
