//! Changes of a way in need a session that proved its person just now (RFC 9470).

use super::caller_facts::{CallerCredential, CallerFacts};
use crate::clock::SECOND;
use crate::factors::Acr;
use crate::http::envelope::{ApiError, StepUp};
use crate::sessions::sso::FRESH;

impl CallerFacts {
    /// Refuses unless the session proved its person within five minutes, as strongly as `needed` says.
    ///
    /// # Errors
    /// [`ApiError::StepUp`].
    pub fn require_fresh(&self, needed: Acr) -> Result<(), ApiError> {
        let has = Acr::of(&self.session.acr).unwrap_or(Acr::Password);
        let is_fresh = self.session.is_fresh(self.now);
        // A client with a userToken cannot ask its person again.
        let can_prove = matches!(self.credential, CallerCredential::Dpop);
        if can_prove && is_fresh && has >= needed {
            return Ok(());
        }
        Err(ApiError::StepUp(StepUp {
            acr: needed.as_str(),
            max_age: FRESH / SECOND,
            can_prove,
        }))
    }
}
