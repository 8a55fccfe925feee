//! Option lists for people who may not be signed in, because the form of an application for an account has them (contract
//! C-099, C-100).

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::options::{AgencyOption, ClientOption};
use crate::calls::operation;
use crate::db::list::OptionPaging;
use crate::directory::{Choice, OrganisationKind, organisation_options};
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::filled;
use crate::http::paging::{OptionQuery, Options, OptionsOf};
use crate::state::AppState;

/// Which clients are options.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ClientOptionQuery {
    /// Only clients of this agency, and clients without an agency.
    pub agency_id: Option<String>,
}

/// Enabled organisations, names and ids alone.
async fn organisations<T: From<Choice>>(
    state: &AppState,
    kind: OrganisationKind,
    parent_id: Option<String>,
    wanted: OptionPaging,
) -> Answered<Vec<T>> {
    let mut view = state.db.read().await?;
    let found = organisation_options(&mut view, kind, parent_id.as_deref(), &wanted).await?;
    Ok(Answer(found.into_iter().map(T::from).collect()))
}

/// Agency options
///
/// The agencies that an account can belong to, sorted by name. Nobody needs to be signed in, because people who apply for an
/// account choose among them.
#[operation(tag = "options", params(OptionQuery))]
pub async fn option_agency(
    State(state): State<Arc<AppState>>,
    Options(wanted): Options,
) -> Answered<Vec<AgencyOption>> {
    organisations(&state, OrganisationKind::Agency, None, wanted).await
}

/// Client options
///
/// The clients that an account can belong to, sorted by name. Nobody needs to be signed in, because people who apply for an
/// account choose among them.
#[operation(tag = "options", params(ClientOptionQuery, OptionQuery))]
pub async fn option_client(
    State(state): State<Arc<AppState>>,
    OptionsOf(query, wanted): OptionsOf<ClientOptionQuery>,
) -> Answered<Vec<ClientOption>> {
    let agency_id = filled(query.agency_id);
    organisations(&state, OrganisationKind::Company, agency_id, wanted).await
}
