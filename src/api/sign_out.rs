//! Signing out through the API: the whole SSO session ends, and everything that hangs off it.

use std::sync::Arc;

use axum::extract::State;

use super::guard::MaybeCaller;
use super::person::AppNameBody;
use crate::audit::{self, Entry, Event};
use crate::db::DbError;
use crate::ground::Ground;
use crate::http::envelope::{Answer, Answered, Empty, Envelope};
use crate::http::fields::Fields;
use crate::http::origin::RequestOrigin;
use crate::sessions::sso::EndReason;
use crate::sessions::{backchannel, end};

/// End the whole sign-on session (C-004)
#[utoipa::path(
    post,
    path = "/api/security/logout",
    tag = "user",
    request_body = Option<AppNameBody>,
    responses((status = 200, description = "The envelope; read its status.", body = Envelope<Empty>)),
)]
pub async fn logout(
    State(ground): State<Arc<Ground>>,
    MaybeCaller(caller): MaybeCaller,
    RequestOrigin(origin): RequestOrigin,
    _: Fields<AppNameBody>,
) -> Answered<Empty> {
    let Some(caller) = caller else {
        return Ok(Answer(Empty));
    };
    let (session, now, random) = (caller.session, caller.now, ground.random.clone());
    let (clients, wake) = (ground.clients.clone(), ground.wake.clone());
    let ended = Event::SessionEnded {
        reason: EndReason::Logout.as_str(),
    };
    let entry = Entry::new(ended, &random, now)
        .account(&caller.account.id)
        .session(&session.id)
        .origin(&origin);
    ground
        .db
        .write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let ended = end::session(tx, &session, EndReason::Logout, now).await?;
                if ended.is_some() {
                    audit::record(tx, &entry).await?;
                }
                backchannel::announce(tx, ended.as_slice(), &clients, &random, now).await?;
                Ok(())
            })
        })
        .await?;
    wake.wake();
    Ok(Answer(Empty))
}
