//! New passwords from Atrium's own pages: 8 to 100 characters of any kind, not the previous
//! password.

use jiff::tz::TimeZone;
use zeroize::Zeroizing;

use super::account::Account;
use super::guessable::{is_guessable, names_of};
use super::last_super_administrator::one_stays;
use super::one_time_links::OpenedLink;
use super::password::{PasswordLength, check_length};
use super::password_pool::{HashError, HashPool};
use super::sign_in::PasswordSignIn;
use super::{lock, store, way_givers};
use crate::audit::{self, AuditContext, Change, Changes, Event, Field, PasswordChange};
use crate::clock::{HOUR, Millis};
use crate::db::{DbError, WriteTx};
use crate::i18n::language::Language;
use crate::limits::{self, Asker, LimitError};
use crate::mail::{self, Mail, Recipient};
use crate::random::Random;

/// Length of a password that an administrator is shown.
const RANDOM_LENGTH: usize = 16;
/// How long such a password works (contract F-16).
const TEMPORARY: Millis = 72 * HOUR;

/// Why a password was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangePasswordError {
    #[error(transparent)]
    Length(#[from] PasswordLength),
    #[error("the password is easy to guess: choose a less common one")]
    Guessable,
    /// It is the previous password.
    #[error("the new password is the old one")]
    Same,
    /// The one-time link was used or became invalid meanwhile.
    #[error("the link does not work any more")]
    LinkVoid,
    /// Another change was faster.
    #[error("the password was changed meanwhile")]
    Outrun,
    /// Too many new passwords for this account in a short time.
    #[error("too many new passwords")]
    Delayed {
        /// When the next one is accepted.
        until: Millis,
    },
    /// The person who gives random passwords has reached the limit of a day: in all, or for this account.
    #[error("too many random passwords")]
    TooManyRandom {
        /// Until the next one is given.
        wait: Millis,
    },
    /// No other super administrator can sign in for at least 72 hours, which a random password would leave this one.
    #[error("no other super administrator can sign in for as long")]
    LastSuperAdministrator,
    /// More passwords than the machine can hash: 503 with Retry-After.
    #[error("too many passwords at once")]
    Busy,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<HashError> for ChangePasswordError {
    fn from(_: HashError) -> Self {
        Self::Busy
    }
}

impl From<LimitError> for ChangePasswordError {
    fn from(refused: LimitError) -> Self {
        match refused {
            LimitError::Delayed { until } => Self::Delayed { until },
            LimitError::Busy => Self::Busy,
            LimitError::Db(error) => error.into(),
        }
    }
}

/// Which stored password a new one replaces.
enum Replaces {
    /// The password that it was compared with. If another password was stored meanwhile, nothing changes.
    Checked(Option<String>),
    /// Any: an operator does not know the previous one.
    Any {
        /// True if the owner must choose another one at the next sign-in.
        must_change: bool,
    },
    /// Any. The new password works for a limited time, because another person sees it.
    Temporary {
        /// When it expires.
        expires_at: Millis,
        /// Where the last day of a super administrator ends (decision 0021).
        zone: TimeZone,
    },
}

/// A checked and hashed password that is not stored yet. [`crate::sessions::end::replace_password`]
/// stores it and ends everything that began with the old one.
pub struct NewPassword {
    account_id: String,
    replaces: Replaces,
    /// The one-time link that allows it. Storing the password uses it up.
    link: Option<OpenedLink>,
    hash: String,
    username: String,
    reader: Option<Recipient>,
    /// The corporate providers that sign in to the account as before, for the email.
    providers: Vec<String>,
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NewPassword(of {})", self.account_id)
    }
}

/// Checks and hashes a new password for `account`; `language` is the language of the page. Call it
/// outside transactions.
///
/// The attempt is counted before it is compared: the answer shows whether it is the old password, so it could be
/// used to guess that one (attack 15). Only one new password of an account is judged, and one hashed, at a time, so that many
/// in parallel do not displace others (attack 44).
pub async fn prepare(
    passwords: &PasswordSignIn,
    account: &Account,
    password: Zeroizing<String>,
    language: Language,
) -> Result<NewPassword, ChangePasswordError> {
    check_length(&password)?;
    let judged = passwords
        .gate
        .turn(&format!("judge {}", account.id))
        .await?;
    if is_guessable(&password, names_of(account, &passwords.product)).await {
        return Err(ChangePasswordError::Guessable);
    }
    drop(judged);
    let PasswordSignIn { pool, random, .. } = passwords;
    let counters = passwords.limits.new_password(&account.id);
    let now = passwords.clock.now();
    let counted = passwords
        .db
        .write(move |tx| Box::pin(async move { limits::spend(tx, &counters, now).await }));
    counted.await?;
    let _turn = passwords.gate.turn(&account.id).await?;
    let asker = Asker::Known(account.id.clone());
    let replaces = account.password_hash.clone();
    if replaces.is_some() {
        let verdict = pool.verify(password.clone(), replaces.clone(), &asker);
        match verdict.await {
            Ok(verdict) if verdict.matches => return Err(ChangePasswordError::Same),
            // A damaged hash can be replaced.
            Ok(_) | Err(HashError::Unusable) => {}
            Err(busy) => return Err(busy.into()),
        }
    }
    let hash = pool.hash(password, random, &asker).await?;
    let replaces = Replaces::Checked(replaces);
    Ok(NewPassword::of(account, replaces, hash, language))
}

/// Checks and hashes a password that an operator sets in place of any other.
pub async fn prepare_reset(
    pool: &HashPool,
    random: &Random,
    account: &Account,
    password: Zeroizing<String>,
    must_change: bool,
) -> Result<NewPassword, ChangePasswordError> {
    check_length(&password)?;
    if is_guessable(&password, names_of(account, "")).await {
        return Err(ChangePasswordError::Guessable);
    }
    let hash = pool.hash(password, random, &Asker::operator()).await?;
    Ok(NewPassword::of(
        account,
        Replaces::Any { must_change },
        hash,
        Language::default(),
    ))
}

/// Generates a password that an administrator is shown once and gives to the owner of `account`
/// (contract C-039, F-16). It works for 72 hours and must be changed at the next sign-in. Call it
/// outside transactions.
///
/// It is counted first, for the actor of `audit` and for the account: each ends sessions and sends an email
/// (trap T11).
///
/// # Errors
/// [`ChangePasswordError::TooManyRandom`]; the pool has no room.
pub async fn prepare_random(
    passwords: &PasswordSignIn,
    account: &Account,
    audit: &AuditContext,
) -> Result<RandomPassword, ChangePasswordError> {
    let PasswordSignIn { pool, random, .. } = passwords;
    let now = audit.now;
    let actor = audit.actor().unwrap_or_default();
    let counters = passwords.limits.random_password(actor, &account.id);
    let counted = passwords
        .db
        .write(move |tx| Box::pin(async move { limits::spend(tx, &counters, now).await }));
    match counted.await {
        Ok(()) => {}
        Err(LimitError::Delayed { until }) => {
            return Err(ChangePasswordError::TooManyRandom { wait: until - now });
        }
        Err(refused) => return Err(refused.into()),
    }
    let (password, expires_at) = (random_password(random), now.saturating_add(TEMPORARY));
    let asker = Asker::Known(actor.to_owned());
    let hash = pool.hash(password.clone(), random, &asker).await?;
    let replaces = Replaces::Temporary {
        expires_at,
        zone: passwords.zone.clone(),
    };
    let new = NewPassword::of(account, replaces, hash, Language::default());
    Ok(RandomPassword {
        password,
        expires_at,
        new,
    })
}

/// A generated password that is not stored yet.
pub struct RandomPassword {
    /// The password, to be shown once.
    pub password: Zeroizing<String>,
    /// When it expires.
    pub expires_at: Millis,
    /// The password, to be stored.
    pub new: NewPassword,
}

/// 16 letters and digits that cannot be confused with each other: 90 bits.
fn random_password(random: &Random) -> Zeroizing<String> {
    const LETTERS: &[u8; 56] = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
    let mut password = Zeroizing::new(String::with_capacity(RANDOM_LENGTH));
    while password.len() < RANDOM_LENGTH {
        // Larger bytes are skipped, because they would make the first letters more frequent.
        let [byte] = random.bytes::<1>();
        let at = usize::from(byte);
        if at < LETTERS.len() * (256 / LETTERS.len()) {
            password.push(char::from(LETTERS[at % LETTERS.len()]));
        }
    }
    password
}

/// The recipient of the notice that the password was changed; `None` if the account has no email
/// address. It is in the account's language or else in `language`.
fn reader(account: &Account, language: Language) -> Option<Recipient> {
    let own = account.lang.as_deref().and_then(Language::from_api);
    Some(Recipient {
        name: account.display_name().to_owned(),
        email: account.email.clone()?,
        language: own.unwrap_or(language),
    })
}

impl NewPassword {
    fn of(account: &Account, replaces: Replaces, hash: String, language: Language) -> Self {
        Self {
            account_id: account.id.clone(),
            replaces,
            link: None,
            hash,
            username: account.username.clone(),
            reader: reader(account, language),
            providers: Vec::new(),
        }
    }

    /// This password, allowed by a one-time link.
    pub(super) fn by_link(self, link: OpenedLink) -> Self {
        Self {
            link: Some(link),
            ..self
        }
    }

    /// This password; the email names these corporate providers, which sign in to the account as before.
    #[must_use]
    pub fn beside(self, providers: impl IntoIterator<Item = String>) -> Self {
        Self {
            providers: providers.into_iter().collect(),
            ..self
        }
    }

    /// Stores the password, with an audit entry and an email to the owner (contract F-13); returns
    /// whose it is. A one-time link is used up, and it proves that the owner reads the account's
    /// address.
    ///
    /// # Errors
    /// [`ChangePasswordError::LinkVoid`] if its link no longer works;
    /// [`ChangePasswordError::Outrun`] if another password was stored since the comparison, or the
    /// account was disabled or deleted; [`ChangePasswordError::LastSuperAdministrator`].
    pub(crate) async fn save(
        self,
        tx: &mut WriteTx,
        by: PasswordChange,
        audit: &AuditContext,
    ) -> Result<String, ChangePasswordError> {
        if let Some(link) = &self.link
            && !link.redeem(tx, audit.now).await?
        {
            return Err(ChangePasswordError::LinkVoid);
        }
        if self.link.as_ref().is_some_and(OpenedLink::unlocks)
            && !lock::open(tx, &self.account_id, audit).await?
        {
            return Err(ChangePasswordError::LinkVoid);
        }
        self.store(tx, audit.now).await?;
        if self.link.is_some() {
            self.verify_email(tx, audit).await?;
            way_givers::password_set_by_email(tx, &self.account_id).await?;
        } else if by == PasswordChange::Administrator {
            way_givers::note_password(tx, &self.account_id, audit).await?;
        }
        let entry = audit.entry(Event::PasswordChanged { by });
        audit::record(tx, &entry.account(&self.account_id)).await?;
        if let Some(reader) = &self.reader {
            let mail = Mail::PasswordChanged(mail::PasswordChanged {
                name: reader.name.as_str().into(),
                account: self.username.into(),
                at: audit.now,
                providers: self.providers.into_iter().map(Into::into).collect(),
            });
            mail::queue(tx, reader, mail, &audit.random, audit.now).await?;
        }
        Ok(self.account_id)
    }

    async fn verify_email(&self, tx: &mut WriteTx, audit: &AuditContext) -> Result<(), DbError> {
        if !store::verify_email(tx, &self.account_id, audit.now).await? {
            return Ok(());
        }
        let event = Event::AccountChanged {
            change: Change::Updated,
            changes: Changes::default().note(Field::recorded("email_verified"), &false, &true),
        };
        audit::record(tx, &audit.entry(event).account(&self.account_id)).await
    }

    /// False if there is no such account.
    async fn store_temporary(
        &self,
        tx: &mut WriteTx,
        expires_at: Millis,
        (now, zone): (Millis, &TimeZone),
    ) -> Result<bool, ChangePasswordError> {
        let Some(account) = store::hold(tx, &self.account_id).await? else {
            return Ok(false);
        };
        store::set_temporary_password(tx, &account.id, &self.hash, expires_at, now).await?;
        let changed = Account {
            password_hash: Some(self.hash.clone()),
            password_expires_at: Some(expires_at),
            ..account.clone()
        };
        if one_stays(tx, (&account, &changed), (now, zone)).await? {
            Ok(true)
        } else {
            Err(ChangePasswordError::LastSuperAdministrator)
        }
    }

    async fn store(&self, tx: &mut WriteTx, now: Millis) -> Result<(), ChangePasswordError> {
        let (id, hash) = (&self.account_id, &self.hash);
        let stored = match &self.replaces {
            Replaces::Checked(old) => {
                store::replace_password(tx, id, old.as_deref(), hash, now).await?
            }
            Replaces::Any { must_change } => {
                store::set_password(tx, id, hash, *must_change, now).await?
            }
            Replaces::Temporary { expires_at, zone } => {
                self.store_temporary(tx, *expires_at, (now, zone)).await?
            }
        };
        if stored {
            Ok(())
        } else {
            Err(ChangePasswordError::Outrun)
        }
    }
}
