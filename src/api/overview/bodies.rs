//! The figures of the overview, as the API has them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::groups::figures::{Ending, Waiting};
use crate::http::fields::optional_integer;

/// The days of an overview.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OverviewQuery {
    /// The first day (yyyy-MM-dd, in the server's time zone).
    pub from: Option<String>,
    /// The last day; today if absent. At most 400 days.
    pub to: Option<String>,
    /// Without a first day: how many days; 28 if absent, 400 at most.
    #[serde(default, deserialize_with = "optional_integer")]
    pub days: Option<i64>,
}

/// A count of a day or an hour.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverviewPoint {
    /// The day (yyyy-MM-dd) or the hour (yyyy-MM-dd HH:mm) in the server's time zone.
    pub at: String,
    /// The method or the reason; empty if the figure has no parts.
    pub part: String,
    /// The count.
    pub count: i64,
}

/// How often a product was opened.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewProduct {
    /// The number of the product.
    pub product_id: i64,
    /// Its name.
    pub name: String,
    /// How often it was opened, at most once a minute by each person.
    pub count: i64,
}

/// The requests that wait, by how long they have. Each is counted to 100,000.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewWaiting {
    /// For less than a day.
    pub day: i64,
    /// For one to three days.
    pub three_days: i64,
    /// For three to seven days.
    pub week: i64,
    /// For longer.
    pub longer: i64,
}

impl From<Waiting> for OverviewWaiting {
    fn from(waiting: Waiting) -> Self {
        Self {
            day: waiting.day,
            three_days: waiting.three_days,
            week: waiting.week,
            longer: waiting.longer,
        }
    }
}

/// A part of a figure.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverviewPart {
    /// Within an `hour`, a `day`, `three_days` or a `week`, or `longer`.
    pub part: String,
    /// The count.
    pub count: i64,
}

/// The requests that were decided on these days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewDecided {
    /// How many.
    pub count: i64,
    /// How many minutes they waited on average; null without any.
    pub average_minutes: Option<i64>,
    /// How many were decided within which time.
    pub parts: Vec<OverviewPart>,
}

impl OverviewDecided {
    /// The counts by part, and the sum of the minutes that they waited.
    pub(super) fn of(parts: Vec<(String, i64)>, minutes: i64) -> Self {
        let count: i64 = parts.iter().map(|(_, many)| many).sum();
        let parts = parts
            .into_iter()
            .map(|(part, count)| OverviewPart { part, count });
        Self {
            count,
            average_minutes: minutes.checked_div(count),
            parts: parts.collect(),
        }
    }
}

/// Memberships by their last day. Each is counted to 100,000.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewEnding {
    /// Those that end within seven days.
    pub in_7_days: i64,
    /// Those that end within thirty days.
    pub in_30_days: i64,
}

impl From<Ending> for OverviewEnding {
    fn from(ending: Ending) -> Self {
        Self {
            in_7_days: ending.in_7_days,
            in_30_days: ending.in_30_days,
        }
    }
}

/// An application that was given launch tokens in an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewQueryTokens {
    /// The application.
    pub client_id: String,
    /// Its name.
    pub name: String,
    /// How many on these days.
    pub count: i64,
    /// When it was given the last one, in milliseconds since 1970, to the minute.
    pub last_at: Option<i64>,
}

/// Emails that could not be sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewFailedMail {
    /// How many were given up on these days; an email that fails again after a retry counts again.
    pub count: i64,
    /// How many wait for somebody to try them again now, counted to 10,000 of each kind.
    pub now: i64,
    /// How many of these go to applicants, who have no account yet.
    pub now_to_applicants: i64,
}

/// What people used of the assistant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewAssistant {
    /// Its answers on these days.
    pub answers: i64,
    /// The words that counted.
    pub words: i64,
    /// What they cost, in millionths of the currency.
    pub cost: i64,
    /// The currency, such as `USD`.
    pub currency: String,
    /// The words by day.
    pub days: Vec<OverviewPoint>,
}

/// How often a page of the portal was shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverviewPage {
    /// Its route, such as `/my-groups/:groupId`.
    pub route: String,
    /// How often.
    pub views: i64,
}

/// The figures of the whole installation. They name nobody.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// The first day.
    pub from: String,
    /// The last day.
    pub to: String,
    /// True if it is one day, so that sign-ins, refusals and active people are by the hour.
    pub by_hour: bool,
    /// Sign-ins by method.
    pub sign_ins: Vec<OverviewPoint>,
    /// Refusals by reason.
    pub refusals: Vec<OverviewPoint>,
    /// People who were active, each once a day.
    pub active: Vec<OverviewPoint>,
    /// The ten products that were opened most.
    pub opened: Vec<OverviewProduct>,
    /// The requests that wait now.
    pub waiting: OverviewWaiting,
    /// The requests that were decided.
    pub decided: OverviewDecided,
    /// The memberships that end soon.
    pub ending: OverviewEnding,
    /// The ten applications with most launch tokens in addresses.
    pub query_tokens: Vec<OverviewQueryTokens>,
    /// Emails that could not be sent.
    pub failed_mail: OverviewFailedMail,
    /// What people used of the assistant.
    pub assistant: OverviewAssistant,
    /// The ten pages of the portal that were shown most; null unless `page_views.count` is set.
    pub pages: Option<Vec<OverviewPage>>,
}

/// The figures of a product for those who administer it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOverviewProduct {
    /// The number of the product.
    pub product_id: i64,
    /// Its name.
    pub name: String,
    /// How often it was opened on these days.
    pub opened: i64,
    /// How many launch tokens its application was given in an address.
    pub query_tokens: i64,
}

/// The figures of a group for its managers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOverviewGroup {
    /// The group.
    pub group_id: String,
    /// Its name.
    pub name: String,
    /// The requests that wait now.
    pub waiting: OverviewWaiting,
    /// The requests that were decided on these days.
    pub decided: OverviewDecided,
    /// The memberships that end soon.
    pub ending: OverviewEnding,
}

/// The figures of what the caller administers or manages. They name nobody.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOverview {
    /// The first day.
    pub from: String,
    /// The last day.
    pub to: String,
    /// The products that the caller administers; at most 50.
    pub products: Vec<OwnOverviewProduct>,
    /// The groups that the caller manages and that are on; at most 50.
    pub groups: Vec<OwnOverviewGroup>,
}
