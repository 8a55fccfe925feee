//! Fresh: who changes a way into an account has proved their identity a moment ago.

use super::caller_facts::{CallerCredential, CallerFacts};
use super::credential;
use crate::clock::{MINUTE, Millis};
use crate::http::envelope::ApiError;
use crate::sessions::sso::SsoSession;

/// How long a proof of identity counts as fresh.
const FRESH: Millis = 5 * MINUTE;

/// True if the person proved their identity in this session within the last five minutes.
pub fn is_fresh(session: &SsoSession, now: Millis) -> bool {
    now < session.auth_time.saturating_add(FRESH)
}

/// Refuses a caller whose proof is not fresh (RFC 9470 section 3). A userToken cannot sign in again, so it is refused.
///
/// # Errors
/// 401 `insufficient_user_authentication`, or 100013.
pub fn require(caller: &CallerFacts) -> Result<(), ApiError> {
    match caller.credential {
        CallerCredential::Dpop if is_fresh(&caller.session, caller.now) => Ok(()),
        CallerCredential::Dpop => Err(credential::not_fresh()),
        CallerCredential::UserToken(_) | CallerCredential::Launch { .. } => {
            Err(ApiError::NotAuthorized)
        }
    }
}
