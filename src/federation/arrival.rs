//! Which account somebody who comes back from a provider is. [`arrival`] is the only place that decides this.

use jiff::tz::TimeZone;

use super::identity::Identity;
use super::provider::Provider;
use crate::clock::Millis;
use crate::config::LinkRule;
use crate::directory::{self, Account, WhyNot};

/// What is known here about an identity.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The account that it belongs to.
    pub owner: Option<Account>,
    /// Another account with its address.
    pub namesake: Option<Namesake>,
    /// True if somebody took the identity from its account. Then no address alone links it.
    pub was_unlinked: bool,
}

/// An account that has the address of an identity.
#[derive(Clone, Debug)]
pub struct Namesake {
    pub account: Account,
    /// True if the account may do more than others here. It is never linked by an address alone.
    pub has_rights: bool,
}

/// How a trip to a provider ends: in exactly one of these.
#[derive(Clone, Debug)]
pub enum Arrival {
    /// The identity belongs to this account.
    Known(Account),
    /// The account has the same address, verified on both sides: it is linked and signed in.
    Linked(Account),
    /// The account has the same address: its owner proves its own way in first, then it is linked.
    Prove(Account),
    /// The identity belongs to this account, which may not sign in.
    Closed(Account, WhyNot),
    /// No account fits.
    Unknown,
}

/// Decides about `identity`, of which `found` is known here.
pub fn arrival(
    provider: &Provider,
    identity: &Identity,
    found: Found,
    (now, zone): (Millis, &TimeZone),
) -> Arrival {
    if let Some(account) = found.owner {
        return match directory::may_sign_in(&account, now, zone) {
            Ok(()) => Arrival::Known(account),
            Err(why) => Arrival::Closed(account, why),
        };
    }
    let Some(Namesake {
        account,
        has_rights,
    }) = found.namesake
    else {
        return Arrival::Unknown;
    };
    let both_verified = account.email_verified && provider.vouched(identity).is_some();
    let by_address = both_verified && !has_rights && !found.was_unlinked;
    let may = directory::may_sign_in(&account, now, zone).is_ok();
    match provider.link() {
        LinkRule::Never => Arrival::Unknown,
        // Anybody may have typed it at the provider.
        _ if !identity.email_verified => Arrival::Unknown,
        LinkRule::Verified if by_address && may => Arrival::Linked(account),
        LinkRule::Verified | LinkRule::Prove => Arrival::Prove(account),
    }
}
