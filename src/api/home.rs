//! Home in one answer, and how a person arranges it.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::announcements::{LatestAnnouncement, ReadAnnouncement};
use super::bodies::Product;
use super::my_groups::GroupNotice;
use super::passkeys::takes_offer;
use super::request_bodies::RequestListRow;
use super::requests::judged;
use crate::access::Action;
use crate::announcements::{self, Reader};
use crate::calls::{Caller, WritingCaller, operation};
use crate::catalogue::{Arrangement, ArrangementError, SavedTile, home, home_tiles};
use crate::db::DbError;
use crate::db::list::Paging;
use crate::groups::{
    Opened, OwnRequestFilter, QueueFilter, RequestState, WaitsFor, notice, own_requests_page,
};
use crate::http::envelope::{Answer, Answered, Empty};
use crate::http::fields::{Fields, integer};
use crate::i18n::language::Language;
use crate::passkeys;
use crate::state::AppState;

/// How many requests home shows of each kind.
const FEW: i64 = 3;

/// What the first view of home shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Home {
    /// The applications of all lists, in the order of the lists and in the administrators' order in each. They have no
    /// `attribute2` and no `attribute3`, which the detail of an application has.
    pub cards: Vec<Product>,
    /// What the caller has chosen.
    pub chosen: HomeChoices,
    /// The applications that the caller opened last, the newest first, 12 at most.
    pub recent: Vec<i64>,
    /// The applications that are for the caller's agency by name.
    pub team: Vec<i64>,
    /// What waits for the caller: the number beside Requests, and the hint for newcomers.
    pub notice: GroupNotice,
    /// The first three requests that wait for the caller's decision, the most urgent first.
    pub waiting: Vec<RequestListRow>,
    /// The newest three of the caller's own requests that are pending.
    pub requests: Vec<RequestListRow>,
    /// True if the caller may use the assistant.
    pub assistant: bool,
    /// The tiles below the lists and the site of the assistant. One without a target leads nowhere.
    pub tiles: Vec<Tile>,
    /// The announcement to show now, as the pop-up has it; null for none.
    pub announcement: Option<ReadAnnouncement>,
    /// The newest announcement for the caller that has not ended, read or not; null for none.
    pub latest: Option<LatestAnnouncement>,
    /// The steps of a newcomer; null for everybody else, and for people who left them or have done them all.
    pub welcome: Option<Welcome>,
    /// True if home may offer the caller a passkey now; `passkeys/offer` notes that it did.
    pub passkey_offer: bool,
}

/// What a newcomer has done of the three steps that home offers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Welcome {
    /// True if the caller is in a group or has asked for one.
    pub group: bool,
    /// True if the caller has pinned an application.
    pub pinned: bool,
    /// True if the caller has a passkey.
    pub passkey: bool,
}

/// What a person has chosen on home.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeChoices {
    /// The pinned applications, in the person's order.
    pub pins: Vec<i64>,
    /// The hidden applications.
    pub hidden: Vec<i64>,
    /// Increases with each change of the pins; a new order needs it.
    pub version: i64,
}

impl From<Arrangement> for HomeChoices {
    fn from(arrangement: Arrangement) -> Self {
        Self {
            pins: arrangement.pins,
            hidden: arrangement.hidden,
            version: arrangement.version,
        }
    }
}

/// A tile of home.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tile {
    /// Which one: `data_sources`, `upskill`, `strategy_1` to `strategy_3`, `brief`, `ai_site`, or `assistant_1` to `assistant_3`.
    pub slot: String,
    /// Its name in the reader's language; empty for the usual one.
    pub name: String,
    /// Its description in that language; empty for the usual one.
    pub description: String,
    /// The https address that it opens, which gets no token; empty for none.
    pub url: String,
    /// The application that it opens, with the token that this application takes; null for none.
    pub product_id: Option<i64>,
}

impl Tile {
    fn of(SavedTile { slot, tile, .. }: SavedTile, language: Language) -> Self {
        let (name, description) = tile.texts(language);
        Self {
            slot,
            name,
            description,
            url: tile.url,
            product_id: tile.product_id,
        }
    }
}

/// Home
///
/// What the first view of home shows, read at one moment.
#[operation(tag = "app")]
pub async fn own_home(State(state): State<Arc<AppState>>, mut caller: Caller) -> Answered<Home> {
    let (account, language) = (caller.account(), caller.language);
    let (rights, now) = (caller.rights().await?, caller.now);
    let home = home::of(caller.view(), &account, &state.home_products).await?;
    let is_welcomed = home.welcomes(&account, now);
    let administers = rights.administers_sso();
    let when = (&state.zone, now);
    let notice = notice(caller.view(), &account.id, administers, when).await?;
    let waiting = match notice.waiting {
        0 => Vec::new(),
        _ => waiting(&state, &mut caller, administers).await?,
    };
    let filter = OwnRequestFilter {
        state: Some(RequestState::Pending),
        account_id: Some(account.id.clone()),
        ..OwnRequestFilter::default()
    };
    let requests = own_requests_page(caller.view(), &filter, &few("-created")).await?;
    let requests = requests
        .rows
        .into_iter()
        .map(|row| RequestListRow::of(row, false, &Opened::default(), (&state, now, language)));
    let reader = Reader {
        account: &account,
        clients: &state.clients,
    };
    let news = announcements::news(caller.view(), reader, now).await?;
    let due = news.due;
    let announcement = due.map(|shown| ReadAnnouncement::of(shown, language, &state));
    let latest = news.latest;
    let latest = latest.map(|shown| LatestAnnouncement::of(shown, language, &state));
    let mut welcome = None;
    if is_welcomed {
        let steps = Welcome {
            group: !notice.is_first_login,
            pinned: !home.arrangement.pins.is_empty(),
            passkey: !passkeys::list(caller.view(), &account.id).await?.is_empty(),
        };
        let is_done = steps.group && steps.pinned && steps.passkey;
        welcome = (!is_done).then_some(steps);
    }
    let mut passkey_offer = takes_offer(&state, &caller);
    if passkey_offer {
        passkey_offer = passkeys::is_offer_due(caller.view(), &account.id, now).await?;
    }
    let tiles = home_tiles::all(caller.view(), &state.config.home.tiles).await?;
    let card = |product| Product {
        attribute2: String::new(),
        attribute3: String::new(),
        ..Product::of(product, language, &state.clients)
    };
    Ok(Answer(Home {
        cards: home.cards.into_iter().map(card).collect(),
        chosen: home.arrangement.into(),
        recent: home.recent,
        team: home.team,
        notice: notice.into(),
        waiting,
        requests: requests.collect(),
        assistant: home.assistant,
        tiles: tiles
            .into_iter()
            .map(|tile| Tile::of(tile, language))
            .collect(),
        announcement,
        latest,
        welcome,
        passkey_offer,
    }))
}

/// Leave the welcome
///
/// Home does not show the caller the three steps for newcomers any more.
#[operation(tag = "app")]
pub async fn app_leave_welcome(caller: WritingCaller) -> Answered<Empty> {
    let account = caller.account();
    let left = caller.write::<_, DbError, _>(move |tx, audit| {
        Box::pin(async move { home::leave_welcome(tx, &account.id, audit.now).await })
    });
    left.await?;
    Ok(Answer(Empty))
}

fn few(sort: &str) -> Paging {
    Paging {
        page_size: FEW,
        sort: Some(sort.to_owned()),
        ..Paging::default()
    }
}

/// The most urgent requests that wait for the caller.
async fn waiting(
    state: &AppState,
    caller: &mut Caller,
    administers: bool,
) -> Result<Vec<RequestListRow>, crate::http::envelope::ApiError> {
    let id = caller.account().id.clone();
    let filter = QueueFilter {
        status: Some(RequestState::Pending),
        waits_for: Some(WaitsFor::new(&id, administers, &state.zone, caller.now)),
        ..QueueFilter::default()
    };
    let page = filter.query(&few("due"))?.page(caller.view()).await?;
    Ok(judged(caller, Action::DecideRequest, page, state)
        .await?
        .list)
}

/// Favourite applications
///
/// The caller's pinned applications in their order, then the most opened ones, up to 12 in all. Hidden applications are
/// left out.
#[operation(tag = "app")]
pub async fn list_my_favor(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Vec<Product>> {
    let account = caller.account();
    let list = home::favourites(caller.view(), &account, &state.home_products).await?;
    let language = caller.language;
    let cards = list.into_iter();
    let cards = cards.map(|product| Product::of(product, language, &state.clients));
    Ok(Answer(cards.collect()))
}

/// An application that the caller chooses or no longer chooses.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChooseBody {
    /// The application's id.
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    /// True to choose it.
    pub on: bool,
}

/// Pin an application
///
/// Puts it behind the caller's other pinned applications on home, or takes it away. A hidden one is shown again. At most
/// 200 are pinned.
#[operation(tag = "app", request_body = ChooseBody)]
pub async fn app_favourite(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ChooseBody>,
) -> Answered<HomeChoices> {
    let (account, clients) = (caller.account(), state.clients.clone());
    let chosen = caller.write::<_, ArrangementError, _>(move |tx, _| {
        Box::pin(async move { home::pin(tx, &account, (body.id, body.on), &clients).await })
    });
    Ok(Answer(chosen.await?.into()))
}

/// Hide an application
///
/// Leaves it out of the caller's home and its search, or shows it again. A pinned one is no longer pinned. The access to it
/// stays. At most 200 are hidden.
#[operation(tag = "app", request_body = ChooseBody)]
pub async fn app_hide(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ChooseBody>,
) -> Answered<HomeChoices> {
    let (account, clients) = (caller.account(), state.clients.clone());
    let chosen = caller.write::<_, ArrangementError, _>(move |tx, _| {
        Box::pin(async move { home::hide(tx, &account, (body.id, body.on), &clients).await })
    });
    Ok(Answer(chosen.await?.into()))
}

/// The whole order of the pinned applications.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderBody {
    /// All pinned applications that home shows, in their new order.
    pub ids: Vec<i64>,
    /// The version that was read.
    #[serde(deserialize_with = "integer")]
    pub version: i64,
}

/// The pins after a change of their order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ordered {
    /// False if the pins were changed after they were read: then the order is not saved.
    pub saved: bool,
    /// What is stored now.
    #[serde(flatten)]
    pub chosen: HomeChoices,
}

/// Order the pinned applications
///
/// Saves the whole order. If the pins were changed after they were read, as in another tab, nothing is saved; `saved` is
/// false, and the answer has the newest ones.
#[operation(tag = "app", request_body = OrderBody)]
pub async fn app_order(
    caller: WritingCaller,
    Fields(body): Fields<OrderBody>,
) -> Answered<Ordered> {
    let account = caller.account();
    let ordered = caller.write::<_, ArrangementError, _>(move |tx, _| {
        Box::pin(async move { home::order(tx, &account, (body.ids, body.version)).await })
    });
    let (chosen, saved) = ordered.await?;
    Ok(Answer(Ordered {
        saved,
        chosen: chosen.into(),
    }))
}
