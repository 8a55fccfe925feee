//! Adds and changes applications.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::access::{Action, Object};
use crate::calls::{Creation, WritingCaller, operation};
use crate::clients::{
    Client, EditError, Edited, Editor, add_application, rotate_secret, set_enabled,
    update_application,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, optional_integer};
use crate::sessions::end;
use crate::state::AppState;

/// A new application.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct AddApplicationBody {
    /// Its OAuth client id: 1 to 100 letters, digits, dots, dashes or underscores. Default: a random one.
    pub client_id: Option<String>,
    /// Its fields. A missing field gets its default.
    #[schema(value_type = Client)]
    pub metadata: Map<String, Value>,
}

/// The changes to an application.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct UpdateApplicationBody {
    /// Its OAuth client id.
    #[schema(required = true)]
    pub client_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The changed fields. A missing field does not change; `kind` cannot change.
    #[schema(value_type = Client)]
    pub metadata: Map<String, Value>,
}

/// A saved application.
#[derive(Serialize, ToSchema)]
pub struct SavedApplication {
    /// Its OAuth client id.
    pub client_id: String,
    /// Its new version.
    pub version: i64,
    /// Its new secret, if it got one. It cannot be read again.
    pub secret: Option<String>,
}

impl Creation for SavedApplication {
    const SHOWN_ONCE: Option<&'static str> = Some("secret");
}

impl From<Edited> for SavedApplication {
    fn from(edited: Edited) -> Self {
        Self {
            client_id: edited.client_id,
            version: edited.version,
            secret: edited.secret.map(|secret| secret.expose().to_owned()),
        }
    }
}

/// Add an application
///
/// An application that authenticates with a secret gets one, which is shown once. The answer lists all
/// faults, each as `metadata.` and the name of its field. Only super administrators may send
/// `first_party`, `resources`, `serves`, `serves_signed` and `legacy.callback_origins`. If the `client_id` or `legacy.app_name` is
/// already in use, the error is 100011.
#[operation(tag = "applications", request_body = AddApplicationBody)]
pub async fn application_add(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AddApplicationBody>,
) -> Answered<SavedApplication> {
    let editor = editor(&mut caller).await?;
    let client_id = body.client_id.unwrap_or_default();
    let added = caller.create::<SavedApplication, EditError, _>(move |tx, audit| {
        Box::pin(async move {
            let added = add_application(tx, &client_id, body.metadata, editor, audit).await?;
            Ok(added.into())
        })
    });
    saved(&state, added.await?).await
}

/// Change an application
///
/// The call changes all fields or none. If someone else changed the application after `version`,
/// nothing is changed and `conflict` says who changed it and when. Only super administrators may
/// change an application that has `first_party`, `resources`, `serves`, `serves_signed` or
/// `legacy.callback_origins`. An application of `clients.toml` is changed there. A new redirect address or
/// origin ends the remembered consents. A secret, key or way of authentication ends them and the offline
/// grants, unless a super administrator sets it.
#[operation(tag = "applications", request_body = UpdateApplicationBody)]
pub async fn application_update(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<UpdateApplicationBody>,
) -> Answered<SavedApplication> {
    let editor = editor(&mut caller).await?;
    let updated = caller.write::<_, EditError, _>(move |tx, audit| {
        Box::pin(async move {
            let (id, changes) = (body.client_id, (body.version, body.metadata));
            let edited = update_application(tx, &id, changes, editor, audit).await?;
            end::offline_grants_of(tx, &id, edited.ends, audit).await?;
            Ok(edited)
        })
    });
    saved(&state, updated.await?).await
}

/// An application and its new status.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ApplicationStatusBody {
    /// Its OAuth client id.
    pub client_id: String,
    /// True enables it, false disables it.
    pub enabled: bool,
}

/// Enable or disable an application
///
/// A disabled application is refused everywhere, with all its tokens.
#[operation(tag = "applications", request_body = ApplicationStatusBody)]
pub async fn application_update_status(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ApplicationStatusBody>,
) -> Answered<SavedApplication> {
    let editor = editor(&mut caller).await?;
    let set = caller.write::<_, EditError, _>(move |tx, audit| {
        Box::pin(async move { set_enabled(tx, &body.client_id, body.enabled, editor, audit).await })
    });
    saved(&state, set.await?).await
}

/// The application that gets a new secret.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RotateSecretBody {
    /// Its OAuth client id.
    pub client_id: String,
    /// True: the previous secret stays valid until the next rotation, so that the application can
    /// change over. False, the default: it stops working at once.
    #[serde(default)]
    pub keep_previous: bool,
}

/// New secret
///
/// Gives the application a new secret and returns it once. Unless a super administrator does it, this ends the
/// remembered consents and the offline grants.
#[operation(tag = "applications", request_body = RotateSecretBody)]
pub async fn application_rotate_secret(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<RotateSecretBody>,
) -> Answered<SavedApplication> {
    let editor = editor(&mut caller).await?;
    let rotated = caller.write::<_, EditError, _>(move |tx, audit| {
        Box::pin(async move {
            let (id, keep) = (body.client_id, body.keep_previous);
            let edited = rotate_secret(tx, &id, keep, editor, audit).await?;
            end::offline_grants_of(tx, &id, edited.ends, audit).await?;
            Ok(edited)
        })
    });
    saved(&state, rotated.await?).await
}

async fn editor(caller: &mut WritingCaller) -> Result<Editor, ApiError> {
    let may_trust = caller.may(Action::TrustApplication, &Object::None).await?;
    Ok(Editor { may_trust })
}

/// The answer after the commit: this process uses the change at once.
async fn saved(
    state: &AppState,
    edited: impl Into<SavedApplication>,
) -> Answered<SavedApplication> {
    state.clients.reload().await?;
    Ok(Answer(edited.into()))
}
