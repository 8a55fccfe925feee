//! Surveys in the JSON form of the product API (contract E-26, G-58).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::announcements::{NamedAudience, NamedTarget, zone_name};
use super::super::options::AgencyOption;
use crate::announcements::AudienceForm;
use crate::calls::Creation;
use crate::days::{date_time, minute, of_minute};
use crate::db::{DbError, Reads};
use crate::directory;
use crate::faults::{Faults, Rule};
use crate::groups::GroupSight;
use crate::http::fields::optional_integer;
use crate::http::number::Number;
use crate::state::AppState;
use crate::surveys::{Question, Survey, SurveyForm, SurveyStatusNumber};

/// The survey to describe.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SurveyQuery {
    /// The survey's id.
    pub id: String,
}

/// A whole survey.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurveyDetails {
    /// The survey's id.
    pub id: String,
    /// Its name.
    pub survey_name: String,
    /// The same in Chinese; empty if it is the same.
    pub survey_name_zh: String,
    /// What it is about.
    pub description: String,
    /// The same in Chinese; empty if it is the same.
    pub description_zh: String,
    /// Where it is answered; empty for a survey with questions of its own.
    pub url: String,
    /// Its own questions; empty for a survey with a link.
    pub questions: Vec<Question>,
    /// True if answers hold no account and no time.
    pub anonymous: bool,
    /// When people begin to see it, as `yyyy-MM-dd HH:mm` in the server's time zone.
    pub start_time: String,
    /// When it ends.
    pub end_time: String,
    /// Nobody is asked by a survey that is off.
    pub status: SurveyStatusNumber,
    /// The code of the product whose people it is for; empty for all.
    pub app_name: String,
    /// The clients whose people it is for; empty for all.
    pub client_ids: Vec<String>,
    /// The same clients with their names.
    pub clients: Vec<NamedTarget>,
    /// The agencies whose people it is for; empty for all.
    pub agencies: Vec<AgencyOption>,
    /// The ids of these agencies.
    pub agency_ids: Vec<String>,
    /// The groups whose members and managers it is for, without hidden ones that the caller may not see.
    pub group_ids: Vec<String>,
    /// The same groups with their names.
    pub groups: Vec<NamedTarget>,
    /// How many groups of the audience the caller may not see. A change keeps them.
    pub hidden_groups: i64,
    /// How many people have answered. Then the questions stay, and whether the survey is anonymous.
    pub answers: i64,
    /// The server's time zone, in which all times of the survey are.
    pub time_zone: String,
    /// When it was added, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
    /// Its version, which increases with each change.
    pub version: i64,
    /// When it was changed last, in milliseconds since 1970; null if never.
    pub changed_at: Option<i64>,
    /// Who changed it last; empty if nobody or unknown.
    pub changed_by: String,
}

impl SurveyDetails {
    /// `one` with the names of everything that it refers to. Groups that `sight` does not reach are counted.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn read(
        view: &mut dyn Reads,
        one: Survey,
        sight: &GroupSight,
        state: &AppState,
    ) -> Result<Self, DbError> {
        let changer: BTreeSet<String> = one.changed_by.iter().cloned().collect();
        let changer = directory::names_of(view, &changer).await?.into_values();
        let named = NamedAudience::read(view, &one.audience, sight).await?;
        let group_ids = named.group_ids();
        Ok(Self {
            id: one.id,
            survey_name: one.name,
            survey_name_zh: one.name_zh,
            description: one.description,
            description_zh: one.description_zh,
            url: one.url,
            questions: one.questions,
            anonymous: one.anonymous,
            start_time: minute(one.begins_at, &state.zone),
            end_time: minute(one.ends_at, &state.zone),
            status: Number(one.status),
            app_name: one.audience.app_name,
            client_ids: one.audience.company_ids,
            agency_ids: one.audience.agency_ids,
            group_ids,
            clients: named.clients,
            agencies: named.agencies,
            groups: named.groups,
            hidden_groups: named.hidden_groups,
            answers: one.answers,
            time_zone: zone_name(state),
            c_time: date_time(one.created_at, &state.zone),
            version: one.version,
            changed_at: one.changed_at,
            changed_by: changer.map(|person| person.name).next().unwrap_or_default(),
        })
    }
}

/// A new survey, or changes to one. A missing field stays unchanged. Times are `yyyy-MM-dd HH:mm` in the server's time zone.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SurveyBody {
    /// The survey's id, to change it.
    pub id: Option<String>,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// Its name, of at most 100 characters.
    pub survey_name: Option<String>,
    /// The same in Chinese; empty if it is the same.
    pub survey_name_zh: Option<String>,
    /// What it is about, of at most 2,000 characters.
    pub description: Option<String>,
    /// The same in Chinese; empty if it is the same.
    pub description_zh: Option<String>,
    /// An https address where it is answered. A survey has this or questions.
    pub url: Option<String>,
    /// Its own questions, at most 30. They stay once somebody has answered.
    pub questions: Option<Vec<Question>>,
    /// True if answers hold no account and no time. It stays once somebody has answered.
    pub anonymous: Option<bool>,
    /// When people begin to see it. A new one begins now if this is missing.
    pub start_time: Option<String>,
    /// When it ends.
    pub end_time: Option<String>,
    /// A new one is off if this is missing.
    pub status: Option<SurveyStatusNumber>,
    /// The code of a product; only people who may open it are asked. Empty for all.
    pub app_name: Option<String>,
    /// The clients whose people are asked; empty for all.
    pub client_ids: Option<Vec<String>>,
    /// The agencies whose people are asked; empty for all.
    pub agency_ids: Option<Vec<String>>,
    /// The groups whose members and managers are asked; empty for all. Hidden groups that the caller may not see stay.
    pub group_ids: Option<Vec<String>>,
}

impl SurveyBody {
    /// The form, with the times in `state.zone`.
    ///
    /// # Errors
    /// A time that is none.
    pub(super) fn form(self, state: &AppState) -> Result<SurveyForm, Faults> {
        let mut faults = Faults::default();
        let mut time = |field: &'static str, text: Option<String>| {
            let text = text?.trim().to_owned();
            if text.is_empty() {
                faults.add(field, Rule::ValidFormat);
                return None;
            }
            let at = of_minute(&text, &state.zone);
            faults.ensure(at.is_some(), field, Rule::Minute);
            at
        };
        let form = SurveyForm {
            begins_at: time("startTime", self.start_time),
            ends_at: time("endTime", self.end_time),
            name: self.survey_name,
            name_zh: self.survey_name_zh,
            description: self.description,
            description_zh: self.description_zh,
            url: self.url,
            questions: self.questions,
            anonymous: self.anonymous,
            status: self.status.map(|Number(status)| status),
            audience: AudienceForm {
                app_name: self.app_name,
                company_ids: self.client_ids,
                agency_ids: self.agency_ids,
                group_ids: self.group_ids,
            },
        };
        faults.or(form)
    }
}

/// The survey that was added or changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedSurvey {
    /// The survey's id.
    pub id: String,
    /// Its new version.
    pub version: i64,
    /// Nobody is asked by a survey that is off.
    pub status: SurveyStatusNumber,
}

impl Creation for ChangedSurvey {}

impl From<Survey> for ChangedSurvey {
    fn from(one: Survey) -> Self {
        Self {
            id: one.id,
            version: one.version,
            status: Number(one.status),
        }
    }
}
