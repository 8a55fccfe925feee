//! The products as a person sees them (contract C-058, C-061, C-063, C-064, G-29, G-38), and the list of all for
//! administrators.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use jiff::tz::TimeZone;

use super::product::{Product, ProductDetail, ProductState};
use super::product_record::ProductRecord;
use super::store;
use super::store::product_list::{PRODUCTS, ProductChoice, ProductListRow, SHOWN};
use super::store::products::CODES_AT_ONCE;
use crate::access::rights::Rights;
use crate::access::{Action, Closed, Object, Standing, WhomToAsk, may};
use crate::clients::Registry;
use crate::clock::Millis;
use crate::days::today;
use crate::db::fit::Fit;
use crate::db::list::{ListError, OptionPaging};
use crate::db::search::{Noun, Words};
use crate::db::{DbError, Reads};
use crate::directory::{Account, normalise};
use crate::groups::requests::agency;
use crate::groups::{self, GroupContact, GroupProduct};

pub use super::store::names::{WithApplication, with_applications};
pub use super::store::product_records::{allow_agency, save};
pub use super::store::products::damaged;

impl ProductListRow {
    /// True if everybody may open the product while it is on: it needs no group and no agency, or the
    /// entry of its application in `clients` says so.
    pub fn is_for_everyone(&self, clients: &Registry) -> bool {
        let client = clients.of_product(self.client_id.as_deref(), &self.app_name);
        let of_a_stranger = Standing {
            on: true,
            everyone: self.everyone,
            agency_allowed: !self.for_agencies,
            membership: None,
        };
        let access = client.and_then(|client| client.access);
        of_a_stranger.under(access).closed().is_none()
    }
}

/// The products of a type as `account` sees them, in order, without hidden ones and the ids in `hidden`
/// (contract C-061, G-29). A type has at most 1000 products. `clients` has the applications of the products.
pub async fn of_type(
    tx: &mut dyn Reads,
    account: &Account,
    type_id: i64,
    hidden: &[i64],
    clients: &Registry,
) -> Result<Vec<Product>, DbError> {
    let products = store::products::of_type(tx, account, type_id).await?;
    asked(tx, account, cards(products, account, hidden, clients), None).await
}

/// The products that name the agency of `account`, at most 1000, as the account sees them (contract C-063, G-33).
pub async fn of_team(
    tx: &mut dyn Reads,
    account: &Account,
    hidden: &[i64],
    clients: &Registry,
) -> Result<Vec<Product>, DbError> {
    let products = store::products::of_agency(tx, account).await?;
    asked(tx, account, cards(products, account, hidden, clients), None).await
}

/// The products of every type whose name, in either language, or code contains the context of `wanted`, in the order of the home page
/// (contract C-058).
pub async fn visible(
    tx: &mut dyn Reads,
    account: &Account,
    wanted: &OptionPaging,
    hidden: &[i64],
    clients: &Registry,
) -> Result<Vec<Product>, DbError> {
    let text = normalise(wanted.context.as_deref().unwrap_or_default());
    let mut products = store::products::visible(tx, account).await?;
    products.retain(|(product, _)| {
        let mut names = [&product.name, &product.name_zh, &product.app_name].into_iter();
        names.any(|name| normalise(name).contains(&text))
    });
    let cards = cards(products, account, hidden, clients);
    let size = usize::try_from(wanted.page_size).unwrap_or(usize::MAX);
    let page = usize::try_from(wanted.page_num - 1).unwrap_or(usize::MAX);
    let page = cards.into_iter().skip(page.saturating_mul(size));
    asked(tx, account, page.take(size).collect(), None).await
}

/// The cards of home that [`fitting`] puts first, at most `most`, with what the person can ask for.
///
/// # Errors
/// The database failed.
pub async fn found(
    tx: &mut dyn Reads,
    account: &Account,
    text: &str,
    seen: (&[i64], &Registry),
    most: usize,
) -> Result<Vec<Product>, DbError> {
    let mut cards = fitting(tx, account, text, seen).await?;
    cards.truncate(most);
    asked(tx, account, cards, None).await
}

/// The cards of home whose names, in either language, or code fit `text`: what opens, then what waits for an approval, then
/// the others; of each, names that begin with the text come first. `hidden` are the ids that the settings hide.
///
/// # Errors
/// The database failed.
pub async fn fitting(
    tx: &mut dyn Reads,
    account: &Account,
    text: &str,
    (hidden, clients): (&[i64], &Registry),
) -> Result<Vec<Product>, DbError> {
    let Some(words) = Words::of(Noun::Product, text) else {
        return Ok(Vec::new());
    };
    let products = store::products::found(tx, account, &words).await?;
    let place = |card: &Product| {
        let names = [&*card.name, &*card.name_zh, &*card.app_name];
        let state = match card.state {
            ProductState::Open => 0,
            ProductState::Pending => 1,
            ProductState::Request | ProductState::Refused => 2,
        };
        Fit::of(names, text).map(|fit| (state, fit))
    };
    let cards = cards(products, account, hidden, clients).into_iter();
    let mut found: Vec<((i32, Fit), Product)> = cards
        .filter_map(|card| Some((place(&card)?, card)))
        .collect();
    found.sort_by_key(|(place, _)| *place);
    Ok(found.into_iter().map(|(_, card)| card).collect())
}

/// Adds to cards of `account` what the person can ask for. `public` are the products for which everybody sees a group; they
/// need not be known.
pub(super) async fn asked(
    tx: &mut dyn Reads,
    account: &Account,
    cards: Vec<Product>,
    public: Option<Arc<BTreeSet<i64>>>,
) -> Result<Vec<Product>, DbError> {
    if !cards.iter().any(Product::is_closed_by_groups) {
        return Ok(cards);
    }
    let asking = groups::asking(tx, account, public).await?;
    let cards = cards.into_iter().map(|card| card.asked(&asking));
    Ok(cards.collect())
}

/// All products if `every`, otherwise those that the home page shows, sorted by name (contract C-069). `hidden` are the
/// ids that the settings hide.
///
/// # Errors
/// The database failed.
pub async fn product_options(
    view: &mut dyn Reads,
    every: bool,
    hidden: &[i64],
    wanted: &OptionPaging,
) -> Result<Vec<ProductChoice>, ListError> {
    let hidden: Vec<String> = hidden.iter().map(i64::to_string).collect();
    let shown = (!every).then(|| format!(",{},", hidden.join(",")));
    let query = PRODUCTS.options_by("name")?.only(&SHOWN, shown);
    query.options(view, wanted).await
}

/// Products to choose for a group, sorted by name, also those that are off (contract C-075).
///
/// # Errors
/// The database failed.
pub async fn group_product_options(
    view: &mut dyn Reads,
    wanted: &OptionPaging,
) -> Result<Vec<GroupProduct>, ListError> {
    PRODUCTS.options_by("name")?.options(view, wanted).await
}

/// The product `id` as `account` sees it, even if it is hidden (contract G-29).
pub async fn find(
    tx: &mut dyn Reads,
    account: &Account,
    id: i64,
    clients: &Registry,
) -> Result<Option<Product>, DbError> {
    let found = store::products::find(tx, account, id).await?;
    Ok(found.map(|found| card(found, account, clients)))
}

/// The product `id`, as `account` may learn of it by its number: even if it is hidden (contract G-29). A product that
/// is off has no texts, and is only for people who could open it if it was on. To others it is unknown.
///
/// # Errors
/// The database failed.
pub async fn by_number(
    tx: &mut dyn Reads,
    account: &Account,
    id: i64,
    clients: &Registry,
) -> Result<Option<Product>, DbError> {
    let Some((product, standing)) = store::products::find(tx, account, id).await? else {
        return Ok(None);
    };
    let if_on = Standing {
        on: true,
        ..standing
    };
    let opens = card((product.clone(), if_on), account, clients).has_access();
    Ok(if standing.on {
        Some(card((product, standing), account, clients))
    } else if opens {
        Some(card((product, standing), account, clients).without_texts())
    } else {
        None
    })
}

/// The codes among `codes` whose product `account` may open. If several products have a code, the first decides.
///
/// # Errors
/// The database failed.
pub async fn opening(
    tx: &mut dyn Reads,
    account: &Account,
    codes: &BTreeSet<&str>,
    clients: &Registry,
) -> Result<HashSet<String>, DbError> {
    let codes: Vec<&str> = codes.iter().copied().collect();
    let mut decided = HashMap::new();
    for codes in codes.chunks(CODES_AT_ONCE) {
        for found in store::products::of_codes(tx, account, codes).await? {
            let card = card(found, account, clients);
            let opens = card.has_access();
            decided.entry(card.app_name).or_insert(opens);
        }
    }
    let open = decided.into_iter().filter(|(_, opens)| *opens);
    Ok(open.map(|(code, _)| code).collect())
}

/// True if a product has this code.
///
/// # Errors
/// The database failed.
pub async fn has_code(tx: &mut dyn Reads, code: &str) -> Result<bool, DbError> {
    let named = store::products::named(tx).await?;
    Ok(named.iter().any(|(_, app_name)| app_name == code))
}

/// What a person sees of one product: its card, its detail and the way to it.
#[derive(Clone, Debug)]
pub struct OneProduct {
    pub product: Product,
    /// Without access it has no files (contract F-23).
    pub detail: ProductDetail,
    /// The person's groups that grant it.
    pub granted_by: Vec<String>,
    /// The groups that the person may see and whose managers can give access; empty if that would not help.
    pub groups: Vec<GroupContact>,
}

/// The product `id` as [`by_number`], with its detail (contract C-064), the groups that grant it to `account`, and whom to
/// ask.
pub async fn one(
    tx: &mut dyn Reads,
    account: &Account,
    id: i64,
    clients: &Registry,
    (zone, now): (&TimeZone, Millis),
) -> Result<Option<OneProduct>, DbError> {
    let Some(product) = by_number(tx, account, id, clients).await? else {
        return Ok(None);
    };
    let asked = asked(tx, account, vec![product], None).await?;
    let Some(product) = asked.into_iter().next() else {
        return Ok(None);
    };
    let mut detail = match product.closed {
        Some(Closed::Off) => ProductDetail::default(),
        _ => store::products::detail(tx, id).await?.unwrap_or_default(),
    };
    if !product.has_access() {
        detail.files.clear();
    }
    let granted_by = groups::names_granting(tx, &account.id, id).await?;
    let groups = match product.closed.map(WhomToAsk::about) {
        Some(WhomToAsk::GroupManagers) => {
            let viewer = (account.id.as_str(), agency(account));
            groups::contacts(tx, id, viewer, &today(now, zone).to_string()).await?
        }
        _ => Vec::new(),
    };
    Ok(Some(OneProduct {
        product,
        detail,
        granted_by,
        groups,
    }))
}

/// The whole product `id` for administrators (contract C-068).
pub async fn record(view: &mut dyn Reads, id: i64) -> Result<Option<ProductRecord>, DbError> {
    store::product_records::find(view, id).await
}

/// Id and name of those agencies in `ids` that exist.
pub async fn agency_names(
    view: &mut dyn Reads,
    ids: &[String],
) -> Result<Vec<(String, String)>, DbError> {
    store::product_records::known_agencies(view, ids).await
}

/// `product` as the object of a decision. The entry of its application may open it to more people.
pub(super) fn object(product: &Product, standing: Standing, clients: &Registry) -> Object {
    let client = clients.of_product(product.client_id.as_deref(), &product.app_name);
    let access = client.and_then(|client| client.access);
    Object::Product {
        id: product.id,
        standing: standing.under(access),
    }
}

pub(super) fn cards(
    products: Vec<(Product, Standing)>,
    account: &Account,
    hidden: &[i64],
    clients: &Registry,
) -> Vec<Product> {
    let shown = products
        .into_iter()
        .filter(|(product, _)| !hidden.contains(&product.id));
    let rights = Rights::plain(account);
    let judged = |found| judged(found, &rights, clients);
    shown.map(judged).collect()
}

fn card(found: (Product, Standing), account: &Account, clients: &Registry) -> Product {
    judged(found, &Rights::plain(account), clients)
}

fn judged(
    (mut product, standing): (Product, Standing),
    rights: &Rights,
    clients: &Registry,
) -> Product {
    let closed = |standing| {
        let object = object(&product, standing, clients);
        may(rights, Action::Open, &object).closed()
    };
    let decided = closed(standing);
    // Nothing ends that opens without a membership too.
    let ends = product.ends_on.is_some() && decided.is_none() && {
        let membership = None;
        closed(Standing {
            membership,
            ..standing
        })
        .is_some()
    };
    product.ends_on = product.ends_on.filter(|_| ends);
    product.judged(decided)
}
