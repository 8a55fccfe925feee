//! What the link of an invitation opens: a form with which its reader registers.

use std::net::IpAddr;

use zeroize::Zeroizing;

use super::Invitation;
use crate::audit::AuditContext;
use crate::db::WriteTx;
use crate::directory::account::{Account, NewAccount};
use crate::directory::account_application::confirm::{ConfirmError, count, with_password};
use crate::directory::account_error::AccountError;
use crate::directory::account_form::AccountForm;
use crate::directory::add_account::add_account;
use crate::directory::reset_password::{OpenLinkError, opened};
use crate::directory::sign_in::PasswordSignIn;
use crate::directory::store;
use crate::directory::store::invitations;
use crate::directory::way_givers::note_inviter;
use crate::faults::Faults;
use crate::random::hashed;

/// Finds the invitation of a link. A token that opens nothing counts as a failure of `address`.
///
/// # Errors
/// [`OpenLinkError::Void`] for every link that opens nothing.
pub async fn open(
    passwords: &PasswordSignIn,
    token: &str,
    address: IpAddr,
) -> Result<Invitation, OpenLinkError> {
    let PasswordSignIn {
        db, clock, gate, ..
    } = passwords;
    let counters = passwords.limits.one_time_link(address);
    let tried = gate.admit(db, clock, &counters).await?;
    let now = clock.now();
    let found = invitations::find_by_token(&mut db.read().await?, &hashed(token), now).await?;
    opened(db, (tried, now), found).await
}

/// What an invited person types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invitee {
    pub username: String,
    pub full_name: String,
    /// The language of the page: `en-us` or `zh-cn`.
    pub lang: String,
}

/// Checks what an invited person typed and hashes the password. The account is of the agency of the person who invited.
///
/// # Errors
/// Those of [`ConfirmError`].
pub async fn prepare(
    passwords: &PasswordSignIn,
    (invitation, invitee): (&Invitation, Invitee),
    password: Zeroizing<String>,
    address: IpAddr,
) -> Result<NewAccount, ConfirmError> {
    let now = passwords.clock.now();
    count(passwords, &password, address, now).await?;
    let form = {
        let mut view = passwords.db.read().await?;
        let inviter = store::find(&mut view, &invitation.invited_by).await?;
        let form = AccountForm {
            username: invitee.username,
            email: invitation.email.clone(),
            chooses_password: true,
            full_name: Some(invitee.full_name),
            lang: Some(invitee.lang),
            agency_id: inviter.and_then(|by| by.agency).map(|agency| agency.id),
            ..AccountForm::default()
        };
        match form.check(&mut view, now, &passwords.zone).await {
            // The agency of the person who invited was switched off.
            Err(AccountError::Invalid(faults)) if is_of_agency(&faults) => {
                return Err(ConfirmError::Void);
            }
            checked => checked?,
        }
    };
    with_password(passwords, form.without_password(), password, address).await
}

fn is_of_agency(faults: &Faults) -> bool {
    faults.list().iter().any(|fault| fault.field == "agencyId")
}

/// Adds the account of an invited person. Who invited has chosen its address (decision 0042).
///
/// # Errors
/// Those of [`add_account`].
pub async fn add(
    tx: &mut WriteTx,
    (invitation, new): (&Invitation, NewAccount),
    audit: &AuditContext,
) -> Result<Account, AccountError> {
    let account = add_account(tx, new, audit).await?;
    note_inviter(tx, &account.id, &invitation.invited_by).await?;
    Ok(account)
}
