//! Sign-in by name and password: one neutral refusal, in the same time, whatever the reason.
//!
//! Every try, also one for a name that nobody has, passes the same steps: find, be counted, one
//! hash, one write (attacks 14 to 16). Whoever reads the answer or the clock learns nothing.

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
use crate::limits::{self, Gate, LimitError, Limits, Reservation, Try};
use crate::random::Random;

/// Whose address a try counts for when the door does not know one.
const NOWHERE: std::net::IpAddr = std::net::IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED);

/// Checks passwords; cheap to clone, one for the whole process.
#[derive(Clone)]
pub struct PasswordSignIn {
    /// The database.
    pub db: Db,
    /// The present; asked anew after a wait.
    pub clock: Clock,
    /// Salts and ids.
    pub random: Random,
    /// The threads that hash.
    pub pool: HashPool,
    /// The line of parallel tries.
    pub gate: Gate,
    /// How many failures are too many.
    pub limits: Limits,
    /// Takes word of tries that were not let in.
    pub recorder: Recorder,
    /// In which an account's last day ends (contract G-40).
    pub zone: TimeZone,
}

/// A browser that proved by its cookie that these accounts have signed in with it before.
#[derive(Clone, Copy, Debug)]
pub struct KnownBrowser<'a> {
    /// Its own random id.
    pub id: &'a str,
    /// The accounts that know it.
    pub account_ids: &'a [String],
}

/// What a person sent.
pub struct PasswordTry<'a> {
    /// Account name or e-mail address, as typed.
    pub name: &'a str,
    /// The password, as it was sent.
    pub password: Zeroizing<String>,
    /// How it is opened, when it was sent encrypted (contract F-11).
    pub opener: Option<Opener>,
    /// Where it comes from.
    pub origin: &'a Origin,
    /// The browser, if it proved anything.
    pub browser: Option<KnownBrowser<'a>>,
}

/// Why nobody was signed in. [`SignInError::Refused`] has no reason on purpose.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// Unknown, wrong, disabled, expired: the audit trail alone knows.
    #[error("the name or the password is wrong")]
    Refused,
    /// Too many failures, for this name (whether or not an account has it) or this address.
    #[error("too many failed tries")]
    Delayed {
        /// When the next try is let in.
        until: Millis,
    },
    /// More tries than the machine can hash: 503 with Retry-After.
    #[error("too many sign-ins at once")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<HashError> for SignInError {
    fn from(_: HashError) -> Self {
        Self::Busy
    }
}

/// The right password of an account that may be used.
#[must_use = "a try that is not settled counts as a failure"]
#[derive(Debug)]
pub struct Verified {
    /// Who it is, as the database had it.
    pub account: Account,
    reservation: Reservation,
    rehashed: Option<String>,
}

impl Verified {
    /// Takes the try back, inside the write that stores what the sign-in leads to.
    ///
    /// # Errors
    /// [`SignInError::Refused`] when the password was changed or the account switched off since it
    /// was checked: nothing may begin with it any more.
    pub async fn settle(&self, tx: &mut WriteTx) -> Result<(), SignInError> {
        let hash = self.account.password_hash.as_deref().unwrap_or_default();
        if !store::still_has_password(tx, &self.account.id, hash).await? {
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
    /// Checks the password of whoever has this name. It is opened and hashed only after the try was
    /// let in, so that a storm of tries costs neither.
    pub async fn verify(&self, tried: PasswordTry<'_>) -> Result<Verified, SignInError> {
        let account = {
            let mut tx = self.db.read().await?;
            store::find_by_name(&mut tx, tried.name).await?
        };
        let id = account.as_ref().map(|account| account.id.as_str());
        let reservation = self.admit(id, &tried).await?;
        let stored = account
            .as_ref()
            .and_then(|account| account.password_hash.clone());
        let origin = tried.origin;
        let (verdict, password) = match self.open_and_compare(tried, stored).await {
            Ok(compared) => compared,
            Err(busy) => {
                self.not_let_in(id, SignInRefusal::Busy, origin);
                self.db
                    .write(move |tx| {
                        Box::pin(async move { limits::release(tx, &reservation).await })
                    })
                    .await?;
                return Err(busy.into());
            }
        };
        match self.judge(account, verdict, reservation.is_barred()) {
            Ok(account) => Ok(Verified {
                rehashed: self.rehash(verdict, password).await,
                account,
                reservation,
            }),
            Err((id, reason)) => {
                self.refuse(reservation, id, reason, origin).await?;
                Err(SignInError::Refused)
            }
        }
    }

    /// The password that was `sent` encrypted, if `opener` can open it; else what was sent (contract F-11).
    ///
    /// # Errors
    /// The pool has no room.
    pub async fn open(
        &self,
        sent: Zeroizing<String>,
        opener: Option<Opener>,
    ) -> Result<Zeroizing<String>, HashError> {
        match opener {
            Some(opener) => self.pool.open(sent, opener).await,
            None => Ok(sent),
        }
    }

    async fn open_and_compare(
        &self,
        tried: PasswordTry<'_>,
        stored: Option<String>,
    ) -> Result<(Verdict, Zeroizing<String>), HashError> {
        let password = self.open(tried.password, tried.opener).await?;
        let verdict = self.compare(password.clone(), stored).await?;
        Ok((verdict, password))
    }

    async fn admit(
        &self,
        account_id: Option<&str>,
        tried: &PasswordTry<'_>,
    ) -> Result<Reservation, SignInError> {
        let name = normalise(typed(tried.name).0);
        let known = tried.browser.filter(|browser| {
            account_id.is_some_and(|id| browser.account_ids.iter().any(|known| known == id))
        });
        let counters = self.limits.sign_in(&Try {
            name: &name,
            account: account_id,
            address: tried.origin.address.unwrap_or(NOWHERE),
            known_browser: known.map(|browser| browser.id),
        });
        let (error, reason) = match self.gate.admit(&self.db, &self.clock, &counters).await {
            Ok(reservation) => return Ok(reservation),
            Err(LimitError::Delayed { until }) => {
                (SignInError::Delayed { until }, SignInRefusal::Delayed)
            }
            Err(LimitError::Busy) => (SignInError::Busy, SignInRefusal::Busy),
            Err(LimitError::Db(error)) => return Err(error.into()),
        };
        self.not_let_in(account_id, reason, tried.origin);
        Err(error)
    }

    /// One hash, whatever is stored; a damaged one matches nothing, in the same time.
    async fn compare(
        &self,
        password: Zeroizing<String>,
        stored: Option<String>,
    ) -> Result<Verdict, HashError> {
        match self.pool.verify(password.clone(), stored).await {
            Err(HashError::Unusable) => {
                tracing::error!("a stored password hash cannot be checked");
                self.pool.verify(password, None).await
            }
            answer => answer,
        }
    }

    fn judge(
        &self,
        account: Option<Account>,
        verdict: Verdict,
        barred: bool,
    ) -> Result<Account, (Option<String>, SignInRefusal)> {
        let Some(account) = account else {
            return Err((None, SignInRefusal::UnknownAccount));
        };
        let reason = match may_sign_in(&account, self.clock.now(), &self.zone) {
            _ if barred => SignInRefusal::AccountLimit,
            _ if account.password_hash.is_none() => SignInRefusal::NoPassword,
            _ if !verdict.matches => SignInRefusal::WrongPassword,
            Err(WhyNot::Processing | WhyNot::Disabled) => SignInRefusal::Disabled,
            Err(WhyNot::Expired) => SignInRefusal::Expired,
            Ok(()) if is_outdated(&account, self.clock.now()) => SignInRefusal::Expired,
            Ok(()) => return Ok(account),
        };
        Err((Some(account.id), reason))
    }

    /// A hash at today's cost, when the stored one is older; left for later when the pool is full.
    async fn rehash(&self, verdict: Verdict, password: Zeroizing<String>) -> Option<String> {
        if !verdict.needs_rehash {
            return None;
        }
        self.pool.hash(password, &self.random).await.ok()
    }

    async fn refuse(
        &self,
        reservation: Reservation,
        account_id: Option<String>,
        reason: SignInRefusal,
        origin: &Origin,
    ) -> Result<(), DbError> {
        let now = self.clock.now();
        let entry = self.entry(account_id.as_deref(), reason, origin);
        self.db
            .write(move |tx| {
                Box::pin(async move {
                    limits::failed(tx, &reservation, now).await?;
                    audit::record(tx, &entry).await
                })
            })
            .await
    }

    /// Nothing else is written for such a try, so its entry shares a commit with others; of a storm
    /// of them only so many are written.
    fn not_let_in(&self, account_id: Option<&str>, reason: SignInRefusal, origin: &Origin) {
        self.recorder.refuse(self.entry(account_id, reason, origin));
    }

    fn entry(&self, account_id: Option<&str>, reason: SignInRefusal, origin: &Origin) -> Entry {
        let event = Event::SignInRefused { reason };
        let entry = Entry::new(event, &self.random, self.clock.now()).origin(origin);
        match account_id {
            Some(id) => entry.account(id),
            None => entry,
        }
    }
}

/// Whether the password was handed out by an administrator and is too old (contract F-16).
fn is_outdated(account: &Account, now: Millis) -> bool {
    account.password_expires_at.is_some_and(|until| now > until)
}

impl std::fmt::Debug for PasswordSignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordSignIn")
    }
}
