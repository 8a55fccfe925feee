//! Home as one person has it: the cards, what is pinned and hidden, what was opened last, and favourites (contract S-07,
//! S-08, C-062, G-29, G-33).

use std::collections::HashSet;

use super::arrangement::{Arrangement, ArrangementError, Used};
use super::home_products::{Cards, HomeProducts};
use super::product::Product;
use super::products;
use super::store;
use crate::clients::Registry;
use crate::clock::{DAY, Millis};
use crate::db::{DbError, ReadTx, Reads, WriteTx};
use crate::directory::Account;

/// How many favourites there are at least, if the person has opened so many (contract G-33).
const FAVOURITES: usize = 12;
/// How many products that were opened last home shows.
const RECENT: usize = 12;
/// How long an account is that of a newcomer.
const NEWCOMER: Millis = 30 * DAY;
/// The product that is the assistant (contract K-31).
const ASSISTANT: i64 = 56;

/// What home shows of products.
#[derive(Clone, Debug)]
pub struct Home {
    /// The cards of all lists, also those that the person hides.
    pub cards: Vec<Product>,
    pub arrangement: Arrangement,
    /// The products that the person opened last, the newest first. Each has a card.
    pub recent: Vec<i64>,
    /// The products that name the person's agency. Each has a card.
    pub team: Vec<i64>,
    /// True if the person may open the assistant.
    pub assistant: bool,
}

/// Home of `account`.
///
/// # Errors
/// The database failed.
pub async fn of(
    view: &mut ReadTx,
    account: &Account,
    products: &HomeProducts,
) -> Result<Home, DbError> {
    let Cards {
        all: cards,
        of_team,
    } = products.of(view, account).await?;
    let with_cards: HashSet<i64> = cards.iter().map(|card| card.id).collect();
    let shown = |id: &i64| with_cards.contains(id);
    let mut arrangement = store::home::find(view, &account.id).await?;
    arrangement.pins.retain(shown);
    arrangement.hidden.retain(shown);
    let mut used = store::home::used(view, &account.id).await?;
    used.retain(|used| used.minute.is_some() && shown(&used.product_id));
    used.sort_by_key(|used| std::cmp::Reverse(used.minute));
    let recent = used.iter().take(RECENT).map(|used| used.product_id);
    let assistant = assistant(view, account, products.clients()).await?;
    Ok(Home {
        recent: recent.collect(),
        team: of_team.into_iter().filter(shown).collect(),
        assistant: assistant.is_some_and(|product| product.has_access()),
        arrangement,
        cards,
    })
}

impl Home {
    /// True if home welcomes `account`: it is at most 30 days old, and its owner has not left the welcome.
    pub fn welcomes(&self, account: &Account, now: Millis) -> bool {
        !self.arrangement.has_left_welcome && account.created_at > now - NEWCOMER
    }
}

/// The assistant's product, if there is one, as `account` may learn of it.
///
/// # Errors
/// The database failed.
pub async fn assistant(
    view: &mut dyn Reads,
    account: &Account,
    clients: &Registry,
) -> Result<Option<Product>, DbError> {
    products::by_number(view, account, ASSISTANT, clients).await
}

/// The pinned products of `account` in its order, then the most opened, up to 12 in all (contract C-062, G-33). What has no
/// card and what the person hides is not among them.
///
/// # Errors
/// The database failed.
pub async fn favourites(
    view: &mut ReadTx,
    account: &Account,
    products: &HomeProducts,
) -> Result<Vec<Product>, DbError> {
    let mut cards = products.of(view, account).await?.all;
    let arrangement = store::home::find(view, &account.id).await?;
    let used = store::home::used(view, &account.id).await?;
    cards.retain(|card| !arrangement.hidden.contains(&card.id));
    let pins = arrangement.pins.into_iter();
    let opened = used.into_iter().map(|Used { product_id, .. }| product_id);
    let mut favourites = take(&mut cards, pins, usize::MAX);
    let more = FAVOURITES.saturating_sub(favourites.len());
    favourites.extend(take(&mut cards, opened, more));
    Ok(favourites)
}

/// Takes the cards of `ids` out, at most `most`.
fn take(cards: &mut Vec<Product>, ids: impl Iterator<Item = i64>, most: usize) -> Vec<Product> {
    let found = ids.filter_map(|id| {
        let place = cards.iter().position(|card| card.id == id)?;
        Some(cards.remove(place))
    });
    found.take(most).collect()
}

/// Pins the product `id` on the home of `account`, or takes its pin away.
///
/// # Errors
/// [`ArrangementError`]: the person may not know of the product; too many are pinned; the database failed.
pub async fn pin(
    tx: &mut WriteTx,
    account: &Account,
    (id, on): (i64, bool),
    clients: &Registry,
) -> Result<Arrangement, ArrangementError> {
    known(tx, account, id, clients).await?;
    let mut arrangement = store::home::hold(tx, &account.id).await?;
    arrangement.pin(id, on)?;
    store::home::save(tx, &account.id, &arrangement).await?;
    Ok(arrangement)
}

/// Hides the product `id` on the home of `account`, or shows it again.
///
/// # Errors
/// As [`pin`].
pub async fn hide(
    tx: &mut WriteTx,
    account: &Account,
    (id, on): (i64, bool),
    clients: &Registry,
) -> Result<Arrangement, ArrangementError> {
    known(tx, account, id, clients).await?;
    let mut arrangement = store::home::hold(tx, &account.id).await?;
    arrangement.hide(id, on)?;
    store::home::save(tx, &account.id, &arrangement).await?;
    Ok(arrangement)
}

/// Puts the pins that have cards into the order of `ids`; `version` is the one that was read. Pins without a card keep
/// their order behind them. The answer has what is stored then, and says whether that is the wanted order.
///
/// # Errors
/// [`ArrangementError`]: `ids` are not those pins; the database failed.
pub async fn order(
    tx: &mut WriteTx,
    account: &Account,
    (mut ids, version): (Vec<i64>, i64),
) -> Result<(Arrangement, bool), ArrangementError> {
    let mut arrangement = store::home::hold(tx, &account.id).await?;
    let unseen = arrangement.pins.iter().filter(|id| !ids.contains(id));
    let unseen: Vec<i64> = unseen.copied().collect();
    ids.extend(unseen);
    let ordered = arrangement.order(ids, version)?;
    store::home::save(tx, &account.id, &arrangement).await?;
    Ok((arrangement, ordered))
}

/// Shows the welcome for newcomers to `account` no longer.
///
/// # Errors
/// The database failed.
pub async fn leave_welcome(tx: &mut WriteTx, account_id: &str, now: Millis) -> Result<(), DbError> {
    store::home::leave_welcome(tx, account_id, now).await
}

async fn known(
    tx: &mut WriteTx,
    account: &Account,
    id: i64,
    clients: &Registry,
) -> Result<(), ArrangementError> {
    let product = products::by_number(tx, account, id, clients).await?;
    product.map(drop).ok_or(ArrangementError::Unknown("id"))
}
