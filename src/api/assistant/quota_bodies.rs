//! Quotas and use of the assistant in the JSON form of the product API (contract G-78).

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::assistant::{AssistantQuotaKindNumber, MonthOfUse, Sum};
use crate::http::fields::optional_integer;

/// The words a month of a person or a group.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantQuotaBody {
    /// Whose it is: 0 a person, 1 each member of a group.
    pub kind: AssistantQuotaKindNumber,
    /// The id of the account or the group.
    pub subject_id: String,
    /// Words a month: 0 for none, -1 without a limit. A missing one removes the figure.
    #[serde(default, deserialize_with = "optional_integer")]
    pub words: Option<i64>,
}

/// A person.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AssistantQuotaQuery {
    /// The account's id.
    pub user_id: String,
}

/// Where a person's quota comes from.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AssistantQuotaSource {
    /// The person has a figure.
    Own,
    /// A group of the person has the largest figure.
    Group,
    /// The settings.
    Usual,
}

/// What a person may use of the assistant this month, and has used.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantQuotaOfPerson {
    /// Words a month; -1 without a limit.
    pub words: i64,
    /// Words used; null for a caller who may not see what people use.
    pub used: Option<i64>,
    /// Words that answers which are arriving may still cost; null as `used`.
    pub held: Option<i64>,
    /// Where the quota comes from.
    pub source: AssistantQuotaSource,
    /// The group that gives it; empty for another source, and for a group that the caller may not see.
    pub group_name: String,
}

/// A month.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AssistantMonthQuery {
    /// The month, as `yyyy-MM` in the server's time zone; the present one without it.
    #[serde(default)]
    pub month: Option<String>,
}

/// What a day, an agency or a person used in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantSum {
    /// When the day began, in milliseconds since 1970, or an id; empty for all, for an erased person and for no agency.
    pub id: String,
    /// The day as `yyyy-MM-dd`, or the name.
    pub name: String,
    /// How many answers.
    pub answers: i64,
    /// Words of questions and answers.
    pub words: i64,
    /// What it cost, in millionths of the currency.
    pub cost: i64,
}

impl From<Sum> for AssistantSum {
    fn from(sum: Sum) -> Self {
        Self {
            id: sum.id,
            name: sum.name,
            answers: sum.answers,
            words: sum.words,
            cost: sum.cost,
        }
    }
}

/// What was used in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantMonth {
    /// The month, as `yyyy-MM`.
    pub month: String,
    /// What costs are in.
    pub currency: String,
    /// All together.
    pub all: AssistantSum,
    /// Each day with use, in order.
    pub days: Vec<AssistantSum>,
    /// The 20 agencies with the most words.
    pub agencies: Vec<AssistantSum>,
    /// The 20 people with the most words.
    pub people: Vec<AssistantSum>,
}

impl AssistantMonth {
    pub(super) fn of(month: String, currency: String, found: MonthOfUse) -> Self {
        let sums = |sums: Vec<Sum>| sums.into_iter().map(AssistantSum::from).collect();
        Self {
            month,
            currency,
            all: found.all.into(),
            days: sums(found.days),
            agencies: sums(found.agencies),
            people: sums(found.people),
        }
    }
}
