//! The three counters of a password try (design 8, contract G-13), that of sign-ins begun, and
//! their settings.

use std::net::IpAddr;

use super::{Counter, Rule};
use crate::clock::{MINUTE, Millis, SECOND};
use crate::config::LimitsConfig;
use crate::http::peer::network;

/// How long an address waits after each failure too many: one person behind an office's address
/// cannot keep the others out, and whoever guesses gains one try a minute.
const ADDRESS_DELAY: Millis = MINUTE;

/// Over which time the sign-ins that begin at one address are counted.
const JOURNEYS_WINDOW: Millis = 10 * MINUTE;
/// How long the next one then waits: an office that is larger than the setting thinks comes in all
/// the same, one by one.
const JOURNEYS_DELAY: Millis = SECOND;

/// How many failures are too many; every number is a setting (`limits.*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// One account from one address, or from one browser that the account knows.
    pub account_address: Rule,
    /// One account from everywhere; its delay stays short so that nobody can keep an owner out.
    pub account: Rule,
    /// Whatever comes from one address.
    pub address: Rule,
    /// Sign-ins that begin at one address, each of which keeps a row for a while.
    pub journeys: Rule,
}

impl Default for Limits {
    fn default() -> Self {
        Self::from(&LimitsConfig::default())
    }
}

impl From<&LimitsConfig> for Limits {
    fn from(config: &LimitsConfig) -> Self {
        let rule = |failures: u32, delay| Rule {
            failures: i64::from(failures),
            window: config.window,
            delay,
        };
        Self {
            account_address: rule(
                config.account_address_failures,
                config.account_address_delay,
            ),
            account: rule(config.account_failures, config.account_delay),
            address: rule(config.address_failures, ADDRESS_DELAY),
            journeys: Rule {
                failures: i64::from(config.address_journeys),
                window: JOURNEYS_WINDOW,
                delay: JOURNEYS_DELAY,
            },
        }
    }
}

/// Whose password is tried.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// The id of the account, whichever of its names was typed (attacks 15).
    Account(&'a str),
    /// The name as typed, folded like stored names, of which there is no account: counted and
    /// refused exactly like an account's, so that nobody learns who exists (attacks 14).
    Unknown(&'a str),
}

/// A password try.
#[derive(Clone, Copy, Debug)]
pub struct Try<'a> {
    /// Whose password.
    pub subject: Subject<'a>,
    /// Where the try comes from, behind trusted proxies the address they name.
    pub address: IpAddr,
    /// The id of a browser in which this account has signed in before, proved by its cookie.
    pub known_browser: Option<&'a str>,
}

impl Limits {
    /// The counters that a password try must pass.
    ///
    /// A browser that the account knows has a counter of its own in place of all three: whoever
    /// lacks its cookie cannot use it up, not even from the same address (attacks 16).
    pub fn sign_in(&self, tried: &Try<'_>) -> Vec<Counter> {
        let subject = match tried.subject {
            Subject::Account(id) => format!("account {id}"),
            Subject::Unknown(name) => format!("name {name}"),
        };
        if let Some(browser) = tried.known_browser {
            let own = Counter::new(
                "account_browser",
                &[&subject, browser],
                self.account_address,
            );
            return vec![own.cleared_by_success()];
        }
        let address = network(tried.address);
        vec![
            Counter::new(
                "account_address",
                &[&subject, &address],
                self.account_address,
            )
            .cleared_by_success(),
            Counter::new("account", &[&subject], self.account),
            Counter::new("address", &[&address], self.address),
        ]
    }
}

impl Limits {
    /// The counter that the beginning of a sign-in spends. A browser in which somebody has signed in
    /// before has one of its own, so that a stranger behind the same address cannot use it up
    /// (attack 16).
    pub fn journey(&self, address: IpAddr, known_browser: Option<&str>) -> Vec<Counter> {
        let own = known_browser
            .map(|browser| Counter::new("browser_journeys", &[browser], self.journeys));
        let shared = || Counter::new("address_journeys", &[&network(address)], self.journeys);
        vec![own.unwrap_or_else(shared)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_and_a_name_spelled_alike_are_counted_apart() {
        let counters = |subject| {
            Limits::default().sign_in(&Try {
                subject,
                address: [192, 0, 2, 7].into(),
                known_browser: None,
            })
        };
        let (account, name) = (
            counters(Subject::Account("x")),
            counters(Subject::Unknown("x")),
        );
        assert_eq!(account.len(), name.len());
        assert_ne!(account[0], name[0]);
        assert_eq!(account[2], name[2], "the address is the same");
    }
}
