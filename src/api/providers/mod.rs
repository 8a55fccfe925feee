//! The corporate providers, for super administrators. Those of the settings file are only read.

mod bodies;
mod written;

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::factors::{require_fresh, require_fresh_over_others};
pub use bodies::*;
pub use written::*;

use crate::audit::AuditContext;
use crate::calls::{Caller, Creation, Writer, WritingCaller, operation};
use crate::config::ProviderConfig;
use crate::db::{DbError, Reads, WriteTx};
use crate::federation::{self, Checked, ProviderError};
use crate::groups::{self, NotGiven};
use crate::http::envelope::{Answer, Answered, ApiError, Fault};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::sessions::end;
use crate::state::AppState;

/// How many identities or sessions end in one transaction, so that other writes wait only briefly.
const AT_ONCE: i64 = 50;

/// List the corporate providers
///
/// Those of the settings file and those that super administrators added, without secrets.
#[operation(tag = "providers")]
pub async fn provider_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<CorporateProviders> {
    let counts = federation::count_identities(caller.view()).await?;
    let stored = federation::stored(caller.view()).await?;
    let of_file = state.providers.all_of_file().iter();
    let of_file = of_file.map(|provider| CorporateProvider::of_file(provider, &state));
    let stored = stored
        .iter()
        .map(|one| CorporateProvider::stored(one, &state));
    let mut providers: Vec<_> = of_file.chain(stored).collect();
    for provider in &mut providers {
        provider.identities = counts.get(&provider.id).copied().unwrap_or_default();
    }
    name_groups(caller.view(), &mut providers).await?;
    Ok(Answer(CorporateProviders { providers }))
}

/// Fills in the names of the groups.
async fn name_groups(
    view: &mut dyn Reads,
    providers: &mut [CorporateProvider],
) -> Result<(), DbError> {
    let mut rows: Vec<&mut ProviderGroup> = providers
        .iter_mut()
        .flat_map(|provider| &mut provider.groups)
        .collect();
    for some in rows.chunks_mut(100) {
        let ids: Vec<&str> = some.iter().map(|row| row.group_id.as_str()).collect();
        let names = groups::names_by_ids(view, &ids).await?;
        let names: HashMap<String, String> = names.into_iter().collect();
        for row in some {
            row.group_name = names.get(&row.group_id).cloned();
        }
    }
    Ok(())
}

/// A provider that was saved.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedProvider {
    /// Its id.
    pub id: String,
}

impl Creation for SavedProvider {}

/// Add a corporate provider
///
/// It is disabled until it is enabled. The session must be fresh (RFC 9470).
#[operation(tag = "providers", request_body = ProviderBody)]
pub async fn provider_add(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(mut body): Fields<ProviderBody>,
) -> Answered<SavedProvider> {
    require_fresh_over_others(&mut caller, &state.config).await?;
    body.check_groups()?;
    let id = body.id.clone();
    let new = (body.credential()?, body.icon().await?);
    let written = body.written(ProviderConfig::default(), new);
    let providers = state.providers.clone();
    let added = caller.create::<SavedProvider, ProviderError, _>(move |tx, audit| {
        Box::pin(async move {
            providers.add(tx, written, audit).await?;
            Ok(SavedProvider { id })
        })
    });
    Ok(Answer(added.await?))
}

/// What ended with a change of a provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProviderEnded {
    /// How many identities were unlinked.
    pub identities: usize,
    /// How many other sessions that came from there ended.
    pub sessions: usize,
}

/// Change a corporate provider
///
/// A missing field stays as it is. If someone else changed the provider after `version`, nothing is changed and `conflict`
/// says who changed it and when. Another issuer needs the secret or key again; every identity of the earlier issuer is
/// unlinked, and its sessions end. The session must be fresh (RFC 9470).
#[operation(tag = "providers", request_body = ProviderBody)]
pub async fn provider_update(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(mut body): Fields<ProviderBody>,
) -> Answered<ProviderEnded> {
    require_fresh_over_others(&mut caller, &state.config).await?;
    body.check_groups()?;
    let writer = caller.end_view();
    let id = body.id.clone();
    let new = (body.credential()?, body.icon().await?);
    let saved = change(&state, &writer, move |state, tx, audit| {
        Box::pin(async move {
            let (id, version) = (body.id.clone(), body.version);
            let written = |before| body.written(before, new);
            let providers = &state.providers;
            providers.update(tx, (&id, version), written, audit).await
        })
    });
    let saved = saved.await?;
    let closing = Closing {
        id,
        label: saved.label,
        kept: Some(saved.issuer),
    };
    closing.end(&state, &writer).await
}

/// A provider and its new status.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderStatusBody {
    /// Its id.
    pub id: String,
    /// True enables it, false disables it.
    pub enabled: bool,
}

/// Enable or disable a corporate provider
///
/// A disabled one lets nobody in, and the sessions that came from it end. Its identities stay linked. The session must be
/// fresh (RFC 9470).
#[operation(tag = "providers", request_body = ProviderStatusBody)]
pub async fn provider_update_status(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ProviderStatusBody>,
) -> Answered<ProviderEnded> {
    require_fresh_over_others(&mut caller, &state.config).await?;
    let writer = caller.end_view();
    let (id, enabled) = (body.id.clone(), body.enabled);
    change(&state, &writer, move |state, tx, audit| {
        Box::pin(async move { state.providers.set_enabled(tx, (&id, enabled), audit).await })
    })
    .await?;
    let sessions = if enabled {
        0
    } else {
        end_sessions(&state, &writer, &body.id).await?
    };
    Ok(Answer(ProviderEnded {
        identities: 0,
        sessions,
    }))
}

/// A provider.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProviderIdBody {
    /// Its id.
    pub id: String,
}

/// Delete a corporate provider
///
/// Every identity of it is unlinked, its owner gets an email, and the sessions that came from it end. The session must be
/// fresh (RFC 9470).
#[operation(tag = "providers", request_body = ProviderIdBody)]
pub async fn provider_delete(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ProviderIdBody>,
) -> Answered<ProviderEnded> {
    require_fresh_over_others(&mut caller, &state.config).await?;
    let found = state.providers.any(caller.view(), &body.id).await;
    let label = found.map_or_else(|_| body.id.clone(), |found| found.label().to_owned());
    let writer = caller.end_view();
    let id = body.id.clone();
    // Nobody comes from there while its identities end. If this is interrupted, it stays disabled and can be deleted again.
    change(&state, &writer, move |state, tx, audit| {
        Box::pin(async move { state.providers.set_enabled(tx, (&id, false), audit).await })
    })
    .await?;
    let closing = Closing {
        id: body.id.clone(),
        label,
        kept: None,
    };
    let ended = closing.end(&state, &writer).await?;
    change(&state, &writer, move |state, tx, audit| {
        Box::pin(async move { state.providers.remove(tx, &body.id, audit).await })
    })
    .await?;
    Ok(ended)
}

/// The checks of a provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProviderChecks {
    /// Each check.
    pub checks: Vec<Checked>,
}

/// Test a corporate provider
///
/// Reads the discovery document and keys of the provider, as a sign-in would, and checks the certificate, agency and groups
/// of its settings. The provider may be disabled. The session must be fresh (RFC 9470).
#[operation(tag = "providers", request_body = ProviderIdBody)]
pub async fn provider_test(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ProviderIdBody>,
) -> Answered<ProviderChecks> {
    require_fresh(&mut caller).await?;
    let provider = state.providers.any(caller.view(), &body.id).await?;
    let places = provider.examine_places(caller.view()).await?;
    // The provider may be slow, and the view holds a connection.
    drop(caller.end_view());
    let mut checks = provider.examine(state.clock.now()).await;
    checks.extend(places);
    Ok(Answer(ProviderChecks { checks }))
}

/// Runs one change, which this process uses at once.
async fn change<F, T>(state: &Arc<AppState>, writer: &Writer, job: F) -> Result<T, ApiError>
where
    F: for<'t> FnOnce(
            Arc<AppState>,
            &'t mut WriteTx,
            &'t AuditContext,
        ) -> futures_util::future::BoxFuture<'t, Result<T, ProviderError>>
        + Send
        + 'static,
    T: Send + 'static,
{
    let own = Arc::clone(state);
    let changed = writer.write::<_, ProviderError, _>(move |tx, audit| job(own, tx, audit));
    let changed = changed.await?;
    state.providers.reload().await?;
    Ok(changed)
}

/// What ends with a provider, in transactions that each are short.
struct Closing {
    id: String,
    label: String,
    /// The issuer whose identities stay, with their sessions.
    kept: Option<String>,
}

impl Closing {
    async fn end(self, state: &AppState, writer: &Writer) -> Answered<ProviderEnded> {
        let mut identities = 0;
        loop {
            let clients = state.clients.clone();
            let (id, label) = (self.id.clone(), self.label.clone());
            let kept = self.kept.clone().unwrap_or_default();
            let ended = writer.write::<_, DbError, _>(move |tx, audit| {
                Box::pin(async move {
                    let which = (&*id, &*label, &*kept);
                    end::unlink_of_provider(tx, which, AT_ONCE, audit, &clients).await
                })
            });
            match ended.await? {
                0 => break,
                count => identities += count,
            }
        }
        let sessions = match self.kept {
            Some(_) => 0,
            None => end_sessions(state, writer, &self.id).await?,
        };
        Ok(Answer(ProviderEnded {
            identities,
            sessions,
        }))
    }
}

async fn end_sessions(state: &AppState, writer: &Writer, id: &str) -> Result<usize, ApiError> {
    let mut sessions = 0;
    loop {
        let (clients, id) = (state.clients.clone(), id.to_owned());
        let ended = writer.write::<_, DbError, _>(move |tx, audit| {
            Box::pin(
                async move { end::by_closed_provider(tx, (&id, AT_ONCE), audit, &clients).await },
            )
        });
        match ended.await? {
            0 => return Ok(sessions),
            count => sessions += count,
        }
    }
}

impl From<ProviderError> for ApiError {
    fn from(error: ProviderError) -> Self {
        let fault = |field: &'static str, words| Self::Invalid(vec![Fault::new(field, words)]);
        match error {
            ProviderError::Part(part) => Self::illegal(match part {
                "client_id" => "clientId",
                "acr" => "mfaValues",
                "groups" => return fault("groupClaim", Key("provider.groups_whole")),
                other => other,
            }),
            ProviderError::Conflict(change) => Self::Conflict(change.into()),
            ProviderError::Agency => fault("agency", Key("provider.agency")),
            ProviderError::Group { value, why } => {
                let words = match why {
                    NotGiven::Unknown => Key("provider.group_unknown"),
                    NotGiven::HasRights => Key("provider.group_rights"),
                };
                Self::Invalid(vec![Fault::new("groups", words).with("value", value)])
            }
            ProviderError::Issuer => fault("issuer", Key("provider.issuer")),
            ProviderError::NoCredential => fault("secret", Key("provider.no_credential")),
            ProviderError::Key => fault("key", Key("provider.key")),
            ProviderError::Certificate => fault("certificate", Key("provider.certificate")),
            ProviderError::OtherKey => fault("certificate", Key("provider.other_key")),
            ProviderError::Taken => fault("id", Key("provider.taken")),
            ProviderError::OfFile => fault("id", Key("provider.of_file")),
            ProviderError::Unknown => fault("id", Key("identity.no_provider")),
            ProviderError::TooMany => fault("id", Key("provider.too_many")),
            ProviderError::Sealing(_) => Self::Internal,
            ProviderError::Db(error) => error.into(),
        }
    }
}
