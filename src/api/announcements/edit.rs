//! Changes of announcements (contract C-108 to C-111).

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::bodies::{AnnouncementBody, ChangedAnnouncement};
use crate::access::{Action, Object};
use crate::announcements::{
    self, AnnouncementError, AnnouncementLimits, AnnouncementPart, AnnouncementStatusNumber,
};
use crate::calls::{WritingCaller, operation};
use crate::groups::GroupSight;
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::http::number::Number;
use crate::state::AppState;

/// Why the caller may not change parts of an announcement, `None` for each that they may change; and which groups they may
/// learn of.
#[derive(Clone)]
struct Refusals {
    status: Option<ApiError>,
    sign_in_line: Option<ApiError>,
    groups: GroupSight,
}

impl Refusals {
    async fn of(caller: &mut WritingCaller) -> Result<Self, ApiError> {
        let nothing = &Object::None;
        Ok(Self {
            status: caller
                .refusal(Action::SetAnnouncementStatus, nothing)
                .await?,
            sign_in_line: caller.refusal(Action::WriteSignInLine, nothing).await?,
            groups: caller.group_sight().await?,
        })
    }

    fn limits(&self) -> AnnouncementLimits {
        AnnouncementLimits {
            status: self.status.is_none(),
            sign_in_line: self.sign_in_line.is_none(),
            groups: self.groups.clone(),
        }
    }

    /// The answer to `error`; a refused part has the words of its refusal.
    fn answer(self, error: AnnouncementError) -> ApiError {
        let refusal = match error {
            AnnouncementError::NotAllowed(AnnouncementPart::Status) => self.status,
            AnnouncementError::NotAllowed(AnnouncementPart::SignInLine) => self.sign_in_line,
            _ => None,
        };
        refusal.unwrap_or_else(|| error.into())
    }
}

/// Add announcement
///
/// The answer lists all faults. To switch it on at once, or to give it a line on the sign-in pages, the caller needs these
/// rights too.
#[operation(tag = "announcements", request_body = AnnouncementBody)]
pub async fn announcement_add(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AnnouncementBody>,
) -> Answered<ChangedAnnouncement> {
    let refusals = Refusals::of(&mut caller).await?;
    let form = body.form(&state)?;
    let added = caller.create::<ChangedAnnouncement, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let limits = refusals.limits();
            let added = announcements::add_announcement(tx, form, &limits, audit).await;
            let added = added.map_err(|error| refusals.answer(error))?;
            Ok(added.into())
        })
    });
    let added = added.await?;
    state.sign_in_lines.reload().await?;
    Ok(Answer(added))
}

/// Change announcement
///
/// The call changes all fields or none. An announcement that is on changes only if the caller may also switch it off; one
/// with a line on the sign-in pages, only if the caller may write it. If someone else changed the announcement after
/// `version`, nothing is changed and `conflict` says who changed it and when.
#[operation(tag = "announcements", request_body = AnnouncementBody)]
pub async fn announcement_update(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(mut body): Fields<AnnouncementBody>,
) -> Answered<ChangedAnnouncement> {
    let id = body.id.take().ok_or(ApiError::illegal("id"))?;
    let refusals = Refusals::of(&mut caller).await?;
    let version = body.version;
    let form = body.form(&state)?;
    let changed = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let limits = refusals.limits();
            let which = (id.as_str(), version);
            let changed = announcements::update_announcement(tx, which, form, &limits, audit);
            changed.await.map_err(|error| refusals.answer(error))
        })
    });
    let changed = changed.await?;
    state.sign_in_lines.reload().await?;
    Ok(Answer(changed.into()))
}

/// An announcement and its new status.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementStatusBody {
    /// The announcement's id.
    pub id: String,
    /// The new status.
    pub status: AnnouncementStatusNumber,
}

/// Announcement status
///
/// Nobody sees an announcement that is off, and its line leaves the sign-in pages. To switch one with such a line on, the
/// caller needs the right to write the line too.
#[operation(tag = "announcements", request_body = AnnouncementStatusBody)]
pub async fn announcement_update_status(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AnnouncementStatusBody>,
) -> Answered<ChangedAnnouncement> {
    let (id, Number(wanted)) = (body.id, body.status);
    let refusals = Refusals::of(&mut caller).await?;
    let set = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let limits = refusals.limits();
            let set = announcements::set_announcement_status(tx, (&id, wanted), &limits, audit);
            set.await.map_err(|error| refusals.answer(error))
        })
    });
    let set = set.await?;
    state.sign_in_lines.reload().await?;
    Ok(Answer(set.into()))
}

/// The announcement to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteAnnouncementBody {
    /// The announcement's id.
    pub id: String,
}

/// Delete announcement
///
/// It leaves the history of everybody, and who has read it is forgotten.
#[operation(tag = "announcements", request_body = DeleteAnnouncementBody)]
pub async fn announcement_delete(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<DeleteAnnouncementBody>,
) -> Answered<Empty> {
    let deleted = caller.write::<_, AnnouncementError, _>(move |tx, audit| {
        Box::pin(async move { announcements::delete_announcement(tx, &body.id, audit).await })
    });
    deleted.await?;
    state.sign_in_lines.reload().await?;
    Ok(Answer(Empty))
}
