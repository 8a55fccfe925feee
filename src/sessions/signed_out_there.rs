//! Sign-ins at a provider that ended there before their session began here: what a logout token names is kept until no
//! sign-in flow can go on with an older proof.

use super::sign_in_flow::Proved;
use super::store::jtis;
use crate::clock::{DAY, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::federation::{LogoutToken, TheirSignIn};
use crate::random::hashed;

/// The longest life of a sign-in flow (`sessions.sign_in_lifetime`).
const KEPT: Millis = DAY;

/// What ended, as a token names it.
#[derive(Clone, Copy)]
enum What<'a> {
    Sid(&'a str),
    /// Every sign-in of the person.
    Subject(&'a str),
    /// Those of the person that have no `sid`.
    Nameless(&'a str),
}

impl What<'_> {
    fn hash(self, provider: &str) -> String {
        let (kind, name) = match self {
            Self::Sid(sid) => ("sid", sid),
            Self::Subject(subject) => ("sub", subject),
            Self::Nameless(subject) => ("sub without sid", subject),
        };
        hashed(&format!("signed out there\n{provider}\n{kind}\n{name}"))
    }
}

/// Notes what `token` ends at `now`.
///
/// # Errors
/// The database failed.
pub(super) async fn note(
    tx: &mut WriteTx,
    token: &LogoutToken,
    now: Millis,
) -> Result<(), DbError> {
    let ended = match (&token.subject, &token.sid) {
        (Some(subject), None) => [Some(What::Subject(subject)), None],
        (subject, Some(sid)) => {
            let nameless = subject.as_deref().map(What::Nameless);
            [Some(What::Sid(sid)), nameless]
        }
        (None, None) => [None, None],
    };
    for what in ended.into_iter().flatten() {
        let hash = what.hash(&token.provider);
        jtis::keep(tx, &hash, now.saturating_add(KEPT)).await?;
    }
    Ok(())
}

/// True if the sign-in at the provider that `proved` came by has ended there since.
///
/// # Errors
/// The database failed.
pub async fn has_ended(view: &mut dyn Reads, proved: &Proved) -> Result<bool, DbError> {
    let Some(theirs) = &proved.corporate else {
        return Ok(false);
    };
    for what in names_of(theirs) {
        let until = jtis::until(view, &what.hash(&theirs.provider)).await?;
        let ended_at = until.map(|until| until.saturating_sub(KEPT));
        if ended_at.is_some_and(|ended_at| proved.at.is_none_or(|at| at <= ended_at)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn names_of(theirs: &TheirSignIn) -> [What<'_>; 2] {
    let subject = &theirs.subject;
    let own = theirs.sid.as_deref().map(What::Sid);
    [
        What::Subject(subject),
        own.unwrap_or(What::Nameless(subject)),
    ]
}
