//! Why a product is open or closed to a person, rule by rule, for administrators who help the person. The rules are those of
//! [`may`]: nothing here decides again.

use super::{products, store};
use crate::access::rights::Rights;
use crate::access::{Action, Decision, Object, Requirement, Standing, may};
use crate::clients::{self, Client, Registry};
use crate::db::{DbError, Reads};
use crate::directory::{Account, Status};

/// The application that a product opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connected {
    /// The product opens an address, and no application of Atrium.
    Nothing,
    /// It is enabled.
    Enabled,
    /// It is disabled, or unknown if there is no client.
    Disabled(Option<Box<Client>>),
}

/// A product, and what decides whether it is open to a person.
#[derive(Clone, Debug)]
pub struct ProductCheck {
    pub id: i64,
    pub name: String,
    /// The display name of its administrator; may be empty.
    pub admin_name: String,
    /// The decision about the person.
    pub decision: Decision,
    /// The facts that decided.
    pub standing: Standing,
    pub application: Connected,
    /// True if its card has an address to open.
    pub has_address: bool,
}

impl ProductCheck {
    /// True if no group is needed.
    pub const fn needs_no_group(&self) -> bool {
        self.standing.everyone
    }

    /// The rule about groups as a reader may see it who knows only of this `membership`. A membership in a group that the
    /// reader must not know of looks like none.
    pub fn with_membership(&self, membership: Option<Status>) -> Standing {
        Standing {
            membership,
            ..self.standing
        }
    }

    /// True if the person meets this rule.
    pub fn meets(&self, wanted: Requirement) -> bool {
        let mut rules = self.standing.rules().into_iter();
        rules.all(|(rule, closed)| rule != wanted || closed.is_none())
    }
}

/// What decides whether the product `id` is open to `account`; `None` if there is no such product.
///
/// # Errors
/// The database failed.
pub async fn product_check(
    view: &mut dyn Reads,
    account: &Account,
    id: i64,
    clients: &Registry,
) -> Result<Option<ProductCheck>, DbError> {
    let Some((product, standing)) = store::products::find(view, account, id).await? else {
        return Ok(None);
    };
    let object = products::object(&product, standing, clients);
    let decision = may(&Rights::plain(account), Action::Open, &object);
    let standing = match object {
        Object::Product { standing, .. } => standing,
        _ => standing,
    };
    let known = clients.of_product(product.client_id.as_deref(), &product.app_name);
    let application = match (known, product.client_id.as_deref()) {
        (Some(_), _) => Connected::Enabled,
        (None, None) => match clients::find_disabled(view, &product.app_name).await? {
            Some(client) => Connected::Disabled(Some(Box::new(client))),
            None => Connected::Nothing,
        },
        (None, Some(client_id)) => {
            Connected::Disabled(clients::find(view, client_id).await?.map(Box::new))
        }
    };
    let has_address = product.addresses().next().is_some();
    Ok(Some(ProductCheck {
        has_address,
        id: product.id,
        name: product.name,
        admin_name: product.admin_name,
        decision,
        standing,
        application,
    }))
}
