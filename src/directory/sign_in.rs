//! Sign-in with name and password: one neutral refusal, after the same time, for every reason.
//!
//! Every attempt, even with an unknown name, takes the same steps: look up, count, one hash, one
//! write (attacks 14 to 16). So neither the answer nor its time discloses anything. A refusal takes at
//! least [`WRITTEN_WITHIN`] after the hash. For an account, its audit entry is in the same write. For unknown names,
//! which anybody can invent, the recorder writes it within a quota (decision 0032).

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use jiff::tz::TimeZone;
use zeroize::Zeroizing;

use super::account::{Account, WhyNot, may_sign_in};
use super::names::{normalise, typed};
use super::password::Verdict;
use super::password_pool::{HashError, HashPool, Opener};
use super::store;
use crate::audit::{self, Entry, Event, Origin, Recorder, SignInRefusal};
use crate::clock::{Clock, Millis};
use crate::db::{Db, DbError, WriteTx};
use crate::limits::{
    self, AccountWrites, Asker, Attempt, Counter, Gate, LimitError, Limits, Reservation,
};
use crate::random::Random;

/// The address that an attempt counts for if the door knows none.
pub(super) const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
/// A refusal is answered no sooner than this after the hash. The write takes less, so its time does not tell whether it
/// had an audit entry.
pub const WRITTEN_WITHIN: Duration = Duration::from_millis(20);

/// Checks passwords. It is cheap to clone, and there is one per process.
#[derive(Clone)]
pub struct PasswordSignIn {
    pub db: Db,
    /// The clock, read again after a wait.
    pub clock: Clock,
    /// The source of salts and ids.
    pub random: Random,
    /// The threads that hash passwords.
    pub pool: HashPool,
    /// The queue of parallel attempts.
    pub gate: Gate,
    /// The limits of failures.
    pub limits: Limits,
    /// The recent writes of each account: each sign-in begins a session.
    pub writes: AccountWrites,
    /// Records attempts that were refused before the password was checked.
    pub recorder: Recorder,
    /// The time zone in which an account's last day ends (contract G-40).
    pub zone: TimeZone,
    /// The name of the product, which makes no good password.
    pub product: String,
    /// A refusal takes at least this long after the hash.
    pub written_within: Duration,
}

/// A browser whose cookie proves that these accounts have signed in with it before.
#[derive(Clone, Copy, Debug)]
pub struct KnownBrowser<'a> {
    /// Its own random id.
    pub id: &'a str,
    pub account_ids: &'a [String],
}

/// A sign-in attempt.
pub struct PasswordAttempt<'a> {
    /// Account name or email address, as typed.
    pub name: &'a str,
    /// The password as it was sent.
    pub password: Zeroizing<String>,
    /// Decrypts the password, if it was sent encrypted (contract F-11).
    pub opener: Option<Opener>,
    /// The origin of the request.
    pub origin: &'a Origin,
    pub admits: Admits,
    /// The browser, if its cookie is valid.
    pub browser: Option<KnownBrowser<'a>>,
}

/// Who may sign in without a corporate provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admits {
    Everybody,
    /// Only providers count (`federation.only`).
    SuperAdministrators {
        /// An account that may too.
        and: Option<String>,
    },
}

impl Admits {
    pub fn has(&self, account: &Account) -> bool {
        match self {
            Self::Everybody => true,
            Self::SuperAdministrators { and } => {
                account.sup_admin || and.as_ref() == Some(&account.id)
            }
        }
    }
}

impl PasswordAttempt<'_> {
    /// The browser, if this account has signed in with it before.
    pub(super) fn known_browser(&self, account_id: Option<&str>) -> Option<KnownBrowser<'_>> {
        self.browser.filter(|browser| {
            account_id.is_some_and(|id| browser.account_ids.iter().any(|known| known == id))
        })
    }

    pub(super) fn address(&self) -> IpAddr {
        self.origin.address.unwrap_or(NOWHERE)
    }

    /// Who waits for the hash: the account in a browser that it knows, else the address.
    fn asker(&self, account_id: Option<&str>) -> Asker {
        match account_id.filter(|_| self.known_browser(account_id).is_some()) {
            Some(id) => Asker::Known(id.to_owned()),
            None => Asker::Stranger(self.address()),
        }
    }
}

/// Why a sign-in failed. [`SignInError::Refused`] gives no reason on purpose.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// Unknown name, wrong password, disabled or expired account: only the audit trail has the
    /// reason.
    #[error("the name or the password is wrong")]
    Refused,
    /// Too many failures, for this name (whether or not an account has it) or this address; or too many sign-ins with
    /// the right password.
    #[error("too many failed attempts")]
    Delayed {
        /// When the next attempt is accepted.
        until: Millis,
    },
    /// The queue of passwords to hash is full: 503 with Retry-After.
    #[error("too many sign-ins at once")]
    Busy,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<LimitError> for SignInError {
    fn from(refused: LimitError) -> Self {
        match refused {
            LimitError::Delayed { until } => Self::Delayed { until },
            LimitError::Busy => Self::Busy,
            LimitError::Db(error) => error.into(),
        }
    }
}

impl From<HashError> for SignInError {
    fn from(_: HashError) -> Self {
        Self::Busy
    }
}

/// An attempt with the right password of an account that may sign in.
#[must_use = "an attempt that is not settled counts as a failure"]
#[derive(Debug)]
pub struct Verified {
    /// The account, as it was read.
    pub account: Account,
    reservation: Reservation,
    rehashed: Option<String>,
}

impl Verified {
    /// Settles the attempt, inside the write that stores the result of the sign-in.
    ///
    /// # Errors
    /// [`SignInError::Refused`] if the password was changed or the account was disabled since the
    /// check: nothing may begin with it after that.
    pub async fn settle(&self, tx: &mut WriteTx) -> Result<(), SignInError> {
        let hash = self.account.password_hash.as_deref().unwrap_or_default();
        if !store::way_givers::prove_password(tx, &self.account.id, hash).await? {
            return Err(SignInError::Refused);
        }
        limits::succeeded(tx, &self.reservation).await?;
        if let Some(newer) = &self.rehashed {
            store::rehash(tx, &self.account.id, hash, newer).await?;
        }
        Ok(())
    }
}

impl PasswordSignIn {
    /// Checks the password for a name. It is decrypted and hashed only after the attempt was
    /// admitted, so that a flood of attempts costs neither.
    pub async fn verify(&self, attempt: PasswordAttempt<'_>) -> Result<Verified, SignInError> {
        let account = {
            let mut tx = self.db.read().await?;
            store::find_by_name(&mut tx, attempt.name).await?
        };
        let id = account.as_ref().map(|account| account.id.as_str());
        let asker = attempt.asker(id);
        let reservation = self.admit(id, &attempt).await?;
        let stored = account
            .as_ref()
            .and_then(|account| account.password_hash.clone());
        let (origin, admits) = (attempt.origin, attempt.admits.clone());
        let (verdict, password) = match self.open_and_compare(attempt, stored, &asker).await {
            Ok(compared) => compared,
            Err(busy) => {
                self.not_let_in(id, SignInRefusal::Busy, origin);
                limits::release(&self.db, reservation).await?;
                return Err(busy.into());
            }
        };
        match self.judge(account, verdict, reservation.is_barred(), &admits) {
            Ok(account) => {
                let reservation = self.count_sign_in(&account.id, reservation).await?;
                Ok(Verified {
                    rehashed: self.rehash(verdict, password, &asker).await,
                    account,
                    reservation,
                })
            }
            Err((id, reason)) => {
                self.refuse(reservation, id, reason, origin).await?;
                Err(SignInError::Refused)
            }
        }
    }

    /// Counts a sign-in with the right password. If there are too many, the attempt is removed.
    async fn count_sign_in(
        &self,
        account_id: &str,
        reservation: Reservation,
    ) -> Result<Reservation, SignInError> {
        match self.writes.spend(account_id, self.clock.now()) {
            Ok(()) => Ok(reservation),
            Err(refused) => {
                limits::release(&self.db, reservation).await?;
                Err(refused.into())
            }
        }
    }

    /// The password from `sent`, decrypted in the turn of `asker` if `opener` can do that (contract F-11).
    ///
    /// # Errors
    /// The pool is full.
    pub async fn open(
        &self,
        sent: Zeroizing<String>,
        opener: Option<Opener>,
        asker: &Asker,
    ) -> Result<Zeroizing<String>, HashError> {
        match opener {
            Some(opener) => self.pool.open(sent, opener, asker).await,
            None => Ok(sent),
        }
    }

    async fn open_and_compare(
        &self,
        attempt: PasswordAttempt<'_>,
        stored: Option<String>,
        asker: &Asker,
    ) -> Result<(Verdict, Zeroizing<String>), HashError> {
        let password = self.open(attempt.password, attempt.opener, asker).await?;
        let verdict = self.compare(password.clone(), stored, asker).await?;
        Ok((verdict, password))
    }

    async fn admit(
        &self,
        account_id: Option<&str>,
        attempt: &PasswordAttempt<'_>,
    ) -> Result<Reservation, SignInError> {
        let counters = self.counters(account_id, attempt);
        self.reserve(&counters, account_id, attempt.origin).await
    }

    pub(super) async fn reserve(
        &self,
        counters: &[Counter],
        account_id: Option<&str>,
        origin: &Origin,
    ) -> Result<Reservation, SignInError> {
        let refused = match self.gate.admit(&self.db, &self.clock, counters).await {
            Ok(reservation) => return Ok(reservation),
            Err(refused) => refused,
        };
        let reason = match refused {
            LimitError::Delayed { .. } => SignInRefusal::Delayed,
            LimitError::Busy => SignInRefusal::Busy,
            LimitError::Db(error) => return Err(error.into()),
        };
        self.not_let_in(account_id, reason, origin);
        Err(refused.into())
    }

    pub(super) fn counters(
        &self,
        account_id: Option<&str>,
        attempt: &PasswordAttempt<'_>,
    ) -> Vec<Counter> {
        let name = normalise(typed(attempt.name).0);
        self.limits.sign_in(&Attempt {
            name: &name,
            account: account_id,
            address: attempt.address(),
            known_browser: attempt.known_browser(account_id).map(|known| known.id),
        })
    }

    /// Always computes one hash. A damaged stored hash matches nothing, after the same time.
    async fn compare(
        &self,
        password: Zeroizing<String>,
        stored: Option<String>,
        asker: &Asker,
    ) -> Result<Verdict, HashError> {
        match self.pool.verify(password.clone(), stored, asker).await {
            Err(HashError::Unusable) => {
                tracing::error!("a stored password hash cannot be checked");
                self.pool.verify(password, None, asker).await
            }
            answer => answer,
        }
    }

    fn judge(
        &self,
        account: Option<Account>,
        verdict: Verdict,
        barred: bool,
        admits: &Admits,
    ) -> Result<Account, (Option<String>, SignInRefusal)> {
        let Some(account) = account else {
            return Err((None, SignInRefusal::UnknownAccount));
        };
        let reason = match may_sign_in(&account, self.clock.now(), &self.zone) {
            _ if barred => SignInRefusal::AccountLimit,
            _ if account.password_hash.is_none() => SignInRefusal::NoPassword,
            _ if !verdict.matches => SignInRefusal::WrongPassword,
            _ if !admits.has(&account) => SignInRefusal::CorporateOnly,
            Err(WhyNot::Processing | WhyNot::Disabled) => SignInRefusal::Disabled,
            Err(WhyNot::Expired) => SignInRefusal::Expired,
            Ok(()) if is_outdated(&account, self.clock.now()) => SignInRefusal::Expired,
            Ok(()) => return Ok(account),
        };
        Err((Some(account.id), reason))
    }

    /// A new hash at the current cost, if the stored one is older. It is postponed while the pool
    /// is full.
    async fn rehash(
        &self,
        verdict: Verdict,
        password: Zeroizing<String>,
        asker: &Asker,
    ) -> Option<String> {
        if !verdict.needs_rehash {
            return None;
        }
        self.pool.hash(password, &self.random, asker).await.ok()
    }

    async fn refuse(
        &self,
        reservation: Reservation,
        account_id: Option<String>,
        reason: SignInRefusal,
        origin: &Origin,
    ) -> Result<(), DbError> {
        let written = self.write_refusal(reservation, account_id, reason, origin);
        // The longer of both, so that the time of a refusal does not tell what was written (attack 14, decision 0032).
        let (written, ()) = tokio::join!(written, tokio::time::sleep(self.written_within));
        written
    }

    async fn write_refusal(
        &self,
        reservation: Reservation,
        account_id: Option<String>,
        reason: SignInRefusal,
        origin: &Origin,
    ) -> Result<(), DbError> {
        let now = self.clock.now();
        let entry = self.entry(account_id.as_deref(), reason, origin);
        let entry = if account_id.is_some() {
            Some(entry)
        } else {
            self.recorder.refuse(entry);
            None
        };
        self.db
            .write(move |tx| {
                Box::pin(async move {
                    limits::failed(tx, &reservation, now).await?;
                    match &entry {
                        Some(entry) => audit::record(tx, entry).await,
                        None => Ok(()),
                    }
                })
            })
            .await
    }

    /// Nothing else is written for such an attempt, so its entry shares a commit with others, and only some entries of
    /// a flood are written.
    fn not_let_in(&self, account_id: Option<&str>, reason: SignInRefusal, origin: &Origin) {
        self.recorder.refuse(self.entry(account_id, reason, origin));
    }

    pub(super) fn entry(
        &self,
        account_id: Option<&str>,
        reason: SignInRefusal,
        origin: &Origin,
    ) -> Entry {
        let event = Event::SignInRefused { reason };
        let entry = Entry::new(event, &self.random, self.clock.now()).origin(origin);
        match account_id {
            Some(id) => entry.account(id),
            None => entry,
        }
    }
}

/// True if an administrator handed out the password and it has expired (contract F-16).
pub(super) fn is_outdated(account: &Account, now: Millis) -> bool {
    account.password_expires_at.is_some_and(|until| now > until)
}

impl std::fmt::Debug for PasswordSignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordSignIn")
    }
}
