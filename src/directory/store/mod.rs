//! Accounts and organisations in the database.

pub mod account_application_list;
pub mod account_applications;
pub mod address_changes;
pub mod agency_requests;
pub mod asked_passwords;
pub mod deletions;
pub mod former_names;
pub mod invitations;
pub mod iris_mappings;
pub mod locks;
pub mod mail_choices;
pub mod messaging_app;
pub mod one_time_links;
pub mod organisation_list;
pub mod organisations;
pub mod own_data;
pub mod people;
pub mod refusals;
pub mod taken;
pub mod way_givers;

use jiff::civil::Date;

use super::account::{Account, NewAccount, Organisation, Status, language_rule};
use super::account_error::AccountError;
use super::names::{mailbox, normalise, typed};
use super::profile::Profile;
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, from_row, statements};
use crate::faults::Faults;
use crate::random::Random;

/// The columns of [`AccountColumns`] for the accounts `a` that `from` and `rest` select, with the names of
/// their organisations.
macro_rules! select_accounts {
    ($more:expr, $from:expr, $rest:literal) => {
        concat!(
            "SELECT ",
            $more,
            "a.id, a.username, a.email, a.email_verified, a.full_name, a.password_hash, \
             a.password_changed_at, a.must_change_password, a.status, a.expire_date, a.lang, \
             a.agency_id, g.name AS agency_name, a.company_id, c.name AS company_name, \
             a.brand_id, b.name AS brand_name, a.sup_admin, a.user_manager, a.lion_id, \
             a.wechat_bound, a.claims, a.login_count, a.last_login_at, a.created_at, a.updated_at, \
             a.version, COALESCE(a.changed_at, a.created_at) AS changed_at, a.changed_by, \
             a.password_expires_at FROM ",
            $from,
            " LEFT JOIN agencies g ON g.id = a.agency_id \
             LEFT JOIN companies c ON c.id = a.company_id LEFT JOIN brands b ON b.id = a.brand_id ",
            $rest
        )
    };
}

pub(crate) use select_accounts;
pub(super) use taken::{Names, taken};

pub mod list;

/// The topic of `db::feed` for the data of accounts that tokens depend on.
pub const TOPIC: &str = "accounts";

statements! {
    FIND = select_accounts!("", "accounts a", "WHERE a.id = $1");
    FIND_BY_NAME = select_accounts!("", "accounts a", "WHERE a.username_key = $1 OR a.email_key = $2");
    FIND_BY_LION_ID = select_accounts!("", "accounts a", "WHERE a.lion_id = $1");
    INSERT = "INSERT INTO accounts (id, username, username_key, email, email_key, email_verified, \
        full_name, password_hash, password_changed_at, must_change_password, status, expire_date, \
        lang, agency_id, company_id, brand_id, sup_admin, user_manager, lion_id, wechat_bound, \
        claims, login_count, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, \
        $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 0, $20, 0, $21, $21)";
    SET_PASSWORD = "UPDATE accounts SET password_hash = $2, must_change_password = $3, \
        password_changed_at = $4, password_expires_at = $5, password_asked = 0 WHERE id = $1";
    REPLACE_PASSWORD = "UPDATE accounts SET password_hash = $3, must_change_password = 0, \
        password_changed_at = $4, password_expires_at = NULL, password_asked = 0 WHERE id = $1 AND COALESCE(password_hash, '') = $2 AND status = 0";
    REHASH = "UPDATE accounts SET password_hash = $2 WHERE id = $1 AND password_hash = $3";
    SET_STATUS = "UPDATE accounts SET status = $2 WHERE id = $1";
    NOTE_CHANGE = "UPDATE accounts SET version = version + 1, changed_at = $2, changed_by = $3 \
        WHERE id = $1";
    OTHER_SUPER_ADMINISTRATOR = "SELECT id FROM accounts WHERE sup_admin = 1 AND status = 0 \
        AND (expire_date IS NULL OR expire_date >= $2) AND password_hash IS NOT NULL \
        AND password_expires_at IS NULL AND id <> $1 LIMIT 1";
    VERIFY_EMAIL = "UPDATE accounts SET email_verified = 1, updated_at = $2 \
        WHERE id = $1 AND email_verified = 0";
    SET_LANG = "UPDATE accounts SET lang = $2, updated_at = $3 WHERE id = $1";
    HOLD = "UPDATE accounts SET status = status WHERE id = $1";
    UPDATE = "UPDATE accounts SET full_name = $2, email = $3, email_key = CAST($4 AS TEXT), \
        email_verified = $5, claims = $6, updated_at = $7, lion_id = $8, lang = $9, agency_id = $10, company_id = $11, \
        brand_id = $12, expire_date = $13, sup_admin = $14, user_manager = $15, \
        email_refused = CASE WHEN email_key = $4 THEN email_refused ELSE 0 END WHERE id = $1";
    RECORD_SIGN_IN = "UPDATE accounts SET login_count = login_count + 1, last_login_at = $2 \
        WHERE id = $1";
}

/// An account as a statement of [`select_accounts!`] reads it.
#[expect(clippy::struct_excessive_bools, reason = "the flags of an account")]
pub struct AccountColumns {
    id: String,
    username: String,
    email: Option<String>,
    email_verified: bool,
    full_name: String,
    password_hash: Option<String>,
    password_changed_at: Option<i64>,
    must_change_password: bool,
    status: Status,
    expire_date: Option<String>,
    lang: String,
    agency_id: Option<String>,
    agency_name: Option<String>,
    company_id: Option<String>,
    company_name: Option<String>,
    brand_id: Option<String>,
    brand_name: Option<String>,
    sup_admin: bool,
    user_manager: bool,
    lion_id: Option<String>,
    wechat_bound: bool,
    claims: String,
    login_count: i64,
    last_login_at: Option<i64>,
    created_at: i64,
    updated_at: i64,
    version: i64,
    changed_at: i64,
    changed_by: Option<String>,
    password_expires_at: Option<i64>,
}

from_row!(AccountColumns {
    id,
    username,
    email,
    email_verified,
    full_name,
    password_hash,
    password_changed_at,
    must_change_password,
    status,
    expire_date,
    lang,
    agency_id,
    agency_name,
    company_id,
    company_name,
    brand_id,
    brand_name,
    sup_admin,
    user_manager,
    lion_id,
    wechat_bound,
    claims,
    login_count,
    last_login_at,
    created_at,
    updated_at,
    version,
    changed_at,
    changed_by,
    password_expires_at
});

impl AccountColumns {
    /// # Errors
    /// A column has a value that Atrium does not write.
    pub fn account(self) -> Result<Account, DbError> {
        let expire_date = self
            .expire_date
            .map(|date| date.parse().map_err(|_| DbError::damaged("expire_date")))
            .transpose()?;
        let profile: Profile =
            serde_json::from_str(&self.claims).map_err(|_| DbError::damaged("claims"))?;
        Ok(Account {
            id: self.id,
            username: self.username,
            email: self.email,
            email_verified: self.email_verified,
            full_name: self.full_name,
            password_hash: self.password_hash,
            password_changed_at: self.password_changed_at,
            must_change_password: self.must_change_password,
            status: self.status,
            expire_date,
            // The column is NOT NULL; an empty text means that no language was chosen.
            lang: Some(self.lang).filter(|lang| !lang.is_empty()),
            agency: Organisation::of(self.agency_id, self.agency_name),
            company: Organisation::of(self.company_id, self.company_name),
            brand: Organisation::of(self.brand_id, self.brand_name),
            sup_admin: self.sup_admin,
            user_manager: self.user_manager,
            lion_id: self.lion_id,
            wechat_bound: self.wechat_bound,
            profile,
            login_count: self.login_count,
            last_login_at: self.last_login_at,
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
            changed_at: self.changed_at,
            changed_by: self.changed_by,
            password_expires_at: self.password_expires_at,
        })
    }
}

/// True for a text with NUL, which no row contains and PostgreSQL refuses.
pub(super) fn has_nul(text: &str) -> bool {
    text.contains('\0')
}

pub async fn find(tx: &mut dyn Reads, id: &str) -> Result<Option<Account>, DbError> {
    if has_nul(id) {
        return Ok(None);
    }
    fetch_optional!(tx, AccountColumns, FIND, id)?
        .map(AccountColumns::account)
        .transpose()
}

/// The account whose account name or email address is `name`, ignoring case (contract F-56). No two accounts share a name,
/// see [`NewAccount::checked`].
pub async fn find_by_name(tx: &mut dyn Reads, name: &str) -> Result<Option<Account>, DbError> {
    let (name, whole) = typed(name);
    if !whole || has_nul(name) {
        return Ok(None);
    }
    fetch_optional!(
        tx,
        AccountColumns,
        FIND_BY_NAME,
        normalise(name),
        mailbox(name)
    )?
    .map(AccountColumns::account)
    .transpose()
}

/// The account with this corporate id.
pub async fn find_by_lion_id(
    tx: &mut dyn Reads,
    lion_id: &str,
) -> Result<Option<Account>, DbError> {
    if has_nul(lion_id) {
        return Ok(None);
    }
    fetch_optional!(tx, AccountColumns, FIND_BY_LION_ID, lion_id)?
        .map(AccountColumns::account)
        .transpose()
}

/// Adds an account and returns its id, a UUID version 4.
///
/// # Errors
/// [`AccountError::Taken`] if another account has its name, address or corporate id;
/// [`AccountError::Invalid`] if the data is not allowed.
pub(super) async fn insert(
    tx: &mut WriteTx,
    random: &Random,
    new: NewAccount,
    now: Millis,
) -> Result<String, AccountError> {
    let new = new.checked()?;
    let id = random.uuid_v4().to_string();
    let claims = serde_json::to_string(&new.profile).map_err(|_| DbError::damaged("claims"))?;
    let password_changed_at = new.password_hash.as_ref().map(|_| now);
    let email_key = new.email.as_deref().map(mailbox);
    execute!(
        tx,
        INSERT,
        &id,
        &new.username,
        normalise(&new.username),
        &new.email,
        &email_key,
        i64::from(new.email_verified),
        &new.full_name,
        &new.password_hash,
        password_changed_at,
        i64::from(new.must_change_password),
        new.status.code(),
        new.expire_date.map(|date| date.to_string()),
        new.lang.unwrap_or_default(),
        &new.agency_id,
        &new.company_id,
        &new.brand_id,
        i64::from(new.sup_admin),
        i64::from(new.user_manager),
        &new.lion_id,
        claims,
        now,
    )?;
    taken::refuse_reserved(tx, email_key.as_deref(), &id).await?;
    list::ACCOUNTS.index_names(tx, id.as_str()).await?;
    Ok(id)
}

/// The account with this id, locked until the end of this write.
pub(crate) async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<Account>, DbError> {
    if has_nul(id) {
        return Ok(None);
    }
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

/// Stores everything of `account` that an administrator may change. The caller has checked it.
pub(super) async fn update(
    tx: &mut WriteTx,
    account: &Account,
    now: Millis,
) -> Result<(), AccountError> {
    let claims = serde_json::to_string(&account.profile).map_err(|_| DbError::damaged("claims"))?;
    let id = |of: &Option<Organisation>| of.as_ref().map(|one| one.id.clone());
    let email_key = account.email.as_deref().map(mailbox);
    let rows = execute!(
        tx,
        UPDATE,
        &account.id,
        &account.full_name,
        &account.email,
        &email_key,
        i64::from(account.email_verified),
        claims,
        now,
        &account.lion_id,
        account.lang.clone().unwrap_or_default(),
        id(&account.agency),
        id(&account.company),
        id(&account.brand),
        account.expire_date.map(|date| date.to_string()),
        i64::from(account.sup_admin),
        i64::from(account.user_manager),
    )?;
    touched(tx.changed_rows(TOPIC, rows))?;
    // After the write, which waits for another one that gives the address up.
    taken::refuse_reserved(tx, email_key.as_deref(), &account.id).await?;
    Ok(list::ACCOUNTS.index_names(tx, account.id.as_str()).await?)
}

/// Stores a password hash and invalidates the account's one-time links. `must_change` requires
/// another password at the next sign-in. False if there is no such account.
pub(super) async fn set_password(
    tx: &mut WriteTx,
    id: &str,
    hash: &str,
    must_change: bool,
    now: Millis,
) -> Result<bool, DbError> {
    let never = None::<Millis>;
    let rows = execute!(
        tx,
        SET_PASSWORD,
        id,
        hash,
        i64::from(must_change),
        now,
        never
    )?;
    one_time_links::void_all(tx, id).await?;
    Ok(rows == 1)
}

/// Stores the hash of a password that an administrator was shown: it works until `expires_at`, and
/// the next sign-in must set another. False if there is no such account.
pub(super) async fn set_temporary_password(
    tx: &mut WriteTx,
    id: &str,
    hash: &str,
    expires_at: Millis,
    now: Millis,
) -> Result<bool, DbError> {
    let rows = execute!(tx, SET_PASSWORD, id, hash, 1_i64, now, expires_at)?;
    one_time_links::void_all(tx, id).await?;
    Ok(rows == 1)
}

/// Stores a password hash in place of `old` and invalidates the account's one-time links. False if
/// another password was stored meanwhile or the account is not enabled.
pub(super) async fn replace_password(
    tx: &mut WriteTx,
    id: &str,
    old: Option<&str>,
    new: &str,
    now: Millis,
) -> Result<bool, DbError> {
    let old = old.unwrap_or_default();
    let rows = execute!(tx, REPLACE_PASSWORD, id, old, new, now)?;
    one_time_links::void_all(tx, id).await?;
    Ok(rows == 1)
}

/// Replaces the hash of an unchanged password by one with newer parameters. Does nothing if the
/// password was changed meanwhile.
pub(super) async fn rehash(
    tx: &mut WriteTx,
    id: &str,
    old: &str,
    new: &str,
) -> Result<(), DbError> {
    execute!(tx, REHASH, id, new, old).map(drop)
}

/// Enables or disables an account and invalidates its one-time links. After disabling it, the
/// caller also ends its sessions.
pub(super) async fn set_status(
    tx: &mut WriteTx,
    id: &str,
    status: Status,
) -> Result<(), AccountError> {
    let rows = execute!(tx, SET_STATUS, id, status.code())?;
    one_time_links::void_all(tx, id).await?;
    touched(tx.changed_rows(TOPIC, rows))
}

/// Records that the owner of an account reads its address. False if that was known.
pub(super) async fn verify_email(tx: &mut WriteTx, id: &str, now: Millis) -> Result<bool, DbError> {
    let rows = execute!(tx, VERIFY_EMAIL, id, now)?;
    Ok(tx.changed_rows(TOPIC, rows) == 1)
}

/// Sets the language of an account (contract F-58, K-28).
pub(super) async fn set_lang(
    tx: &mut WriteTx,
    id: &str,
    lang: &str,
    now: Millis,
) -> Result<(), AccountError> {
    let mut faults = Faults::default();
    faults.check("lang", language_rule(lang));
    faults.or(())?;
    let rows = execute!(tx, SET_LANG, id, lang, now)?;
    touched(tx.changed_rows(TOPIC, rows))
}

/// Increases the version of an account that `by` changed at `now`.
pub(super) async fn note_change(
    tx: &mut WriteTx,
    id: &str,
    by: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, NOTE_CHANGE, id, now, by).map(drop)
}

/// True if another super administrator than `id` can sign in until the day `until`, with a password of their own: a
/// person who was given a random password may never use it.
pub(super) async fn has_other_super_administrator(
    view: &mut dyn Reads,
    id: &str,
    until: Date,
) -> Result<bool, DbError> {
    let until = until.to_string();
    let other = fetch_optional!(view, (String,), OTHER_SUPER_ADMINISTRATOR, id, until)?;
    Ok(other.is_some())
}

/// Counts a successful sign-in.
pub async fn record_sign_in(tx: &mut WriteTx, id: &str, now: Millis) -> Result<(), DbError> {
    execute!(tx, RECORD_SIGN_IN, id, now).map(drop)
}

fn touched(rows: u64) -> Result<(), AccountError> {
    if rows == 0 {
        return Err(AccountError::Unknown);
    }
    Ok(())
}
