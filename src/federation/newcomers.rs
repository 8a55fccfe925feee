//! Accounts for people of a provider who have none here, where its entry says so.

use super::identity::Identity;
use super::links;
use super::provider::Provider;
use super::stored;
use crate::audit::AuditContext;
use crate::config::CreateRule;
use crate::db::WriteTx;
use crate::directory::{self, Account, AccountError, NewAccount, Status};
use crate::i18n::characters::is_hidden;

/// Adds an account for `identity` and links it; `None` if the provider's entry refuses newcomers, or nobody comes from it any
/// more.
///
/// # Errors
/// The database failed, or somebody took the names meanwhile.
pub async fn welcome_newcomer(
    tx: &mut WriteTx,
    provider: &Provider,
    identity: &Identity,
    audit: &AuditContext,
) -> Result<Option<Account>, AccountError> {
    if !stored::still_offers(tx, provider, &identity.issuer).await? {
        return Ok(None);
    }
    // Another tab may have come back before this one.
    if let Some(owner) = links::find(tx, provider, identity).await?.owner {
        return Ok(Some(owner));
    }
    let status = match provider.create() {
        CreateRule::Refuse => return Ok(None),
        CreateRule::Wait => Status::Processing,
        CreateRule::Make => Status::Enabled,
    };
    for username in names(identity, audit) {
        let new = NewAccount {
            username,
            status,
            ..described(provider, identity)
        };
        match directory::add_account(tx, new, audit).await {
            Ok(account) => {
                links::connect(tx, identity, &account, audit).await?;
                return Ok(Some(account));
            }
            // Another person has the name, or it is not allowed here.
            Err(AccountError::Taken(_) | AccountError::Invalid(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// An account name to try after another: as the provider has it, then with a random end.
fn names(identity: &Identity, audit: &AuditContext) -> Vec<String> {
    let own = |name: &String| name.split('@').next().unwrap_or_default().to_owned();
    let wanted = identity.username.iter().chain(&identity.email).map(own);
    let wanted: Vec<String> = wanted.filter(|name| !name.trim().is_empty()).collect();
    let base = wanted.first().map_or("person", String::as_str);
    let base: String = base.chars().take(80).collect();
    let end: String = audit.random.token().chars().take(6).collect();
    let last = format!("{}-{end}", identity.provider);
    wanted
        .iter()
        .cloned()
        .chain([format!("{base}-{end}"), last])
        .collect()
}

/// What the provider says about the person, without letters that no name may have. An address that it does not vouch for is
/// not taken over, so that nobody occupies the address of somebody else (attack 19).
fn described(provider: &Provider, identity: &Identity) -> NewAccount {
    let email = provider.vouched(identity).map(str::to_owned);
    let name = identity.name.as_deref().unwrap_or_default();
    NewAccount {
        email_verified: email.is_some(),
        email,
        full_name: name.chars().filter(|c| !is_hidden(*c)).take(100).collect(),
        agency_id: provider.agency().map(str::to_owned),
        ..NewAccount::default()
    }
}
