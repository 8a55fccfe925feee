//! The rules for what is counted: password attempts (contract G-13), new passwords, one-time links, sign-in flows, and what
//! administrators send and give (contract F-63); and their settings.
//!
//! The visible limits count by the name as typed, whether or not an account has it: five failures from one address,
//! fifty from all addresses. Each of the two has an unseen counter of the account over all its names, with twice the
//! limit, because an account has two names. So no response discloses which names belong to one account, and other
//! spellings gain no attempts (attacks 14 and 15).

use std::iter;
use std::net::IpAddr;

use atrium_listener::network::{network, wider_networks};

use super::{Counter, Rule};
use crate::clock::{DAY, MINUTE, Millis, SECOND};
use crate::config::LimitsConfig;

/// How often a person may ask for the same group in a day: after a refusal or a withdrawal they may ask again at once.
const REQUESTS_FOR_ONE_GROUP: u32 = 5;
/// How often a person may rename passkeys in a day.
const RENAMED_PASSKEYS: u32 = 20;
/// How many links into the messaging app a person may have made in a day.
const MESSAGING_LINKS: u32 = 20;
/// How many samples of emails a person may have sent in a day.
const MAIL_SAMPLES: u32 = 50;
/// How many emails about a forgotten password an account gets in a day.
const FORGOTTEN_PASSWORDS: u32 = 5;
/// How many emails about an application an address gets in a day.
const APPLICATION_EMAILS: u32 = 3;
/// How many invitations to register an address gets in a day.
const REGISTRATION_EMAILS: u32 = 3;
/// How often the owner of an account may ask for another address in a day.
const ADDRESS_CHANGES: u32 = 5;
/// Stand-ins that a manager names in a day.
const STAND_INS: u32 = 10;
/// How many emails to confirm it an address gets in a day.
const ADDRESS_EMAILS: u32 = 3;

/// An account is found by its name and by its email address.
const NAMES: i64 = 2;

/// How long an address, its /56 and its /48 wait after each further failure. It is short, so that one person at an
/// office's address cannot lock out the others, and shorter for larger networks. An attacker gains one attempt each
/// time.
const ADDRESS_DELAYS: [Millis; 3] = [MINUTE, 15 * SECOND, 5 * SECOND];

/// Wrong codes of one account in a day, from everywhere; after that each waits. Of a million codes three are right at a
/// time, so all guesses of a year find one with a chance of one in six.
const CODES: Rule = Rule {
    failures: 30,
    window: DAY,
    delay: Some(10 * MINUTE),
};

/// The time over which new sign-in flows of one address are counted.
const FLOWS_WINDOW: Millis = 10 * MINUTE;
/// How long the next sign-in flow then waits. An office with more people than the setting expects still gets in, one by
/// one.
const FLOWS_DELAY: Millis = SECOND;

/// The counter of wrong codes of an account, from everywhere.
pub(super) fn account_codes(account_id: &str) -> Counter {
    Counter::new("codes", &[account_id], CODES)
}

/// One use in `window`.
pub(super) const fn once_in(window: Millis) -> Rule {
    Rule {
        failures: 1,
        window,
        delay: None,
    }
}

/// A rule for an address, one for its /56 and one for its /48; IPv4 uses only the first.
pub type ByNetwork = [Rule; 3];

/// The limits of failures; every number is a setting (`limits.*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// One name as typed, from one address or one browser that its account knows.
    pub name_address: Rule,
    /// One name as typed, from all addresses; its delay is short so that nobody can lock an owner out.
    pub name: Rule,
    /// One account over all its names, from one address or one browser that it knows; unseen. It ends with its window.
    /// The default delay of a name equals this window, so a person who waited for the time on the page is admitted.
    pub account_address: Rule,
    /// One account over all its names, from all addresses; unseen. It allows twice what one name allows, because an
    /// account has two, with half the delay.
    pub account: Rule,
    /// All attempts from one address.
    pub address: ByNetwork,
    /// Sign-in flows that are stored and begin at one address; a sealed one has no row and is not counted.
    pub flows: ByNetwork,
    /// Accounts that one person tries to add.
    pub added_accounts: Rule,
    /// Welcome emails that one person causes.
    pub welcome_emails: Rule,
    /// Random passwords that one person gives.
    pub random_passwords_by: Rule,
    /// Random passwords that one person gives to the same account.
    pub random_passwords_of: Rule,
    /// Requests for groups that one person makes.
    pub requests: Rule,
    /// Invitations to groups that one person sends.
    pub invitations: Rule,
    /// People whom one person adds to groups.
    pub added_members_by: Rule,
    /// How often one person adds the same account to groups.
    pub added_members_of: Rule,
    /// Searches of one person for people to add to a group.
    pub searches: Rule,
}

impl Default for Limits {
    fn default() -> Self {
        Self::from(&LimitsConfig::default())
    }
}

impl From<&LimitsConfig> for Limits {
    fn from(config: &LimitsConfig) -> Self {
        let rule = |failures: i64, delay| Rule {
            failures,
            window: config.window,
            delay,
        };
        let by_network = |most: u32| {
            let factors = [1, config.ipv6_56_factor, config.ipv6_48_factor];
            factors.map(|factor| i64::from(most) * i64::from(factor))
        };
        let from_address = i64::from(config.account_address_failures);
        let in_all = i64::from(config.account_failures);
        let [address, site, provider] = by_network(config.address_failures);
        let [minute, quarter, moment] = ADDRESS_DELAYS.map(Some);
        Self {
            name_address: rule(from_address, Some(config.account_address_delay)),
            name: rule(in_all, Some(config.account_delay)),
            account_address: rule(NAMES * from_address, None),
            account: rule(NAMES * in_all, Some(config.account_delay / NAMES)),
            address: [
                rule(address, minute),
                rule(site, quarter),
                rule(provider, moment),
            ],
            flows: by_network(config.address_sign_in_flows).map(|failures| Rule {
                failures,
                window: FLOWS_WINDOW,
                delay: Some(FLOWS_DELAY),
            }),
            added_accounts: in_a_day(config.person_added_accounts),
            welcome_emails: in_a_day(config.person_welcome_emails),
            random_passwords_by: in_a_day(config.person_random_passwords),
            random_passwords_of: in_a_day(config.account_random_passwords),
            requests: in_a_day(config.person_requests),
            invitations: in_a_day(config.person_invitations),
            added_members_by: in_a_day(config.person_added_members),
            added_members_of: in_a_day(config.account_added_members),
            searches: in_a_day(config.person_searches),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// The name as typed, folded like stored names.
    pub name: &'a str,
    /// The id of the account with this name, if there is one.
    pub account: Option<&'a str>,
    /// The client address; behind trusted proxies, the address that they report.
    pub address: IpAddr,
    /// The id of a browser in which this account has signed in before, proved by its cookie.
    pub known_browser: Option<&'a str>,
}

impl Limits {
    /// The counters that a password attempt must pass: the same number for an unknown name as for an account's, so that
    /// both take the same time.
    ///
    /// A browser that the account knows has its own counters instead: nobody without its cookie can use them up, not
    /// even from the same address (attack 16).
    pub fn sign_in(&self, attempt: &Attempt<'_>) -> Vec<Counter> {
        let name = attempt.name;
        let account = attempt
            .account
            .map_or_else(|| format!("name {name}"), |id| format!("account {id}"));
        let of_name = |kind, place: &str| {
            Counter::new(kind, &[name, place], self.name_address).cleared_by_success()
        };
        let of_account = |kind, place: &str| {
            let counter = Counter::new(kind, &[&account, place], self.account_address);
            counter.cleared_by_success().unseen()
        };
        if let Some(browser) = attempt.known_browser {
            return vec![
                of_name("name_browser", browser),
                of_account("account_browser", browser),
            ];
        }
        let address = network(attempt.address);
        let kinds = ["address", "address_56", "address_48"];
        let mut counters = by_network(kinds, attempt.address, self.address);
        counters.extend([
            of_name("name_address", &address),
            Counter::new("name", &[name], self.name),
            of_account("account_address", &address),
            Counter::new("account", &[&account], self.account).unseen(),
        ]);
        counters
    }

    /// The counters that a code of a second factor must pass, besides those of [`Limits::sign_in`]: a right password
    /// clears those, and would give a thief of the password new guesses (attack 15).
    ///
    /// A recovery code has no limit of the account: nobody guesses 80 bits, and the owner keeps a way in while somebody
    /// guesses the six digits (attack 16).
    pub fn code(&self, account_id: &str, place: &str, is_recovery: bool) -> Vec<Counter> {
        let at_place = Counter::new("codes_at", &[account_id, place], self.name_address);
        let mut counters = vec![at_place.cleared_by_success()];
        if !is_recovery {
            counters.push(account_codes(account_id));
        }
        counters
    }

    /// The counters that the answer of a passkey must pass, for the account of the key. Nobody can guess an answer; the limit
    /// bounds the cost of trying, from one address, so that nobody delays an owner elsewhere (attack 16).
    pub fn passkey(&self, account_id: Option<&str>, address: IpAddr) -> Vec<Counter> {
        let kinds = [
            "address_passkeys",
            "address_56_passkeys",
            "address_48_passkeys",
        ];
        let mut counters = by_network(kinds, address, self.address);
        let of_account = account_id.map(|id| {
            let named = [id, &network(address)];
            Counter::new("account_passkeys", &named, self.name_address).cleared_by_success()
        });
        counters.extend(of_account);
        counters
    }

    /// The counter for a new password, because comparing it with the old one is a password attempt. Its limit is that
    /// of an account's wrong attempts from one address.
    pub fn new_password(&self, account_id: &str) -> Vec<Counter> {
        let rule = self.account_address;
        vec![Counter::new("new_password", &[account_id], rule)]
    }

    /// The counters that a one-time link must pass. Nobody can guess a link; the limit bounds the cost of trying.
    pub fn one_time_link(&self, address: IpAddr) -> Vec<Counter> {
        let kinds = ["address_links", "address_56_links", "address_48_links"];
        by_network(kinds, address, self.address)
    }

    /// The counters for a question for a new password, which anybody may ask.
    pub fn forgotten_password(&self, address: IpAddr) -> Vec<Counter> {
        let kinds = [
            "address_forgotten",
            "address_56_forgotten",
            "address_48_forgotten",
        ];
        by_network(kinds, address, self.address)
    }

    /// The counter for an email about a forgotten password: strangers cause them (trap T11). Only the job that sends it
    /// asks, so no answer shows that it is used up (attack 14).
    pub fn forgotten_password_of(&self, account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(FORGOTTEN_PASSWORDS);
        vec![Counter::new("forgotten_of", &[account_id], rule)]
    }

    /// The counters for an application for an account, which anybody may send.
    pub fn application(&self, address: IpAddr) -> Vec<Counter> {
        let kinds = [
            "address_applied",
            "address_56_applied",
            "address_48_applied",
        ];
        by_network(kinds, address, self.address)
    }

    /// The counters for a password that an applicant chooses: it is hashed.
    pub fn confirmed_application(&self, address: IpAddr) -> Vec<Counter> {
        let kinds = [
            "address_confirmed",
            "address_56_confirmed",
            "address_48_confirmed",
        ];
        by_network(kinds, address, self.address)
    }

    /// The counter for an email to `mailbox` that an application causes: strangers type any address (trap T11). Only the
    /// job asks, so no answer shows that it is used up (attack 14).
    pub fn application_email(&self, mailbox: &str) -> Vec<Counter> {
        let rule = in_a_day(APPLICATION_EMAILS);
        vec![Counter::new("application_to", &[mailbox], rule)]
    }

    /// The counter for another address that the owner of an account asks for: each is an email to anybody (trap T11).
    pub fn address_change(&self, account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(ADDRESS_CHANGES);
        vec![Counter::new("address_changes", &[account_id], rule)]
    }

    /// The counter for a stand-in that a manager names: each is an email.
    pub fn stand_in(account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(STAND_INS);
        vec![Counter::new("stand_ins", &[account_id], rule)]
    }

    /// The counter for an email to `mailbox` that asks to confirm it for an account. Only the job asks, so no answer shows that
    /// it is used up (attack 14).
    pub fn address_email(mailbox: &str) -> Vec<Counter> {
        let rule = in_a_day(ADDRESS_EMAILS);
        vec![Counter::new("address_emails", &[mailbox], rule)]
    }

    /// The counter for an account that `actor` tries to add: it hashes a password, and the answer may tell
    /// whether somebody has a name (attack 14).
    pub fn added_account(&self, actor: &str) -> Vec<Counter> {
        vec![Counter::new(
            "added_accounts",
            &[actor],
            self.added_accounts,
        )]
    }

    /// The counter for a welcome email that `actor` causes, because mail to strangers is limited (trap T11).
    pub fn welcome_email(&self, actor: &str) -> Vec<Counter> {
        vec![Counter::new(
            "welcome_emails",
            &[actor],
            self.welcome_emails,
        )]
    }

    /// The counters for a random password that `actor` gives to the account: each ends its sessions and sends
    /// its owner an email (trap T11). Nobody uses up the passwords that another person may give this account (attack
    /// 16).
    pub fn random_password(&self, actor: &str, account_id: &str) -> Vec<Counter> {
        vec![
            Counter::new("random_passwords_by", &[actor], self.random_passwords_by),
            Counter::new(
                "random_passwords_of",
                &[actor, account_id],
                self.random_passwords_of,
            ),
        ]
    }

    /// The counter for a passkey to which its owner gives another name: each is an email, and many would bury a warning
    /// (trap T11).
    pub fn renamed_passkey(&self, account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(RENAMED_PASSKEYS);
        vec![Counter::new("renamed_passkeys", &[account_id], rule)]
    }

    /// The counter for a link into the messaging app: each uses up the quota of the platform, which all share (attack 44).
    pub fn messaging_link(&self, account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(MESSAGING_LINKS);
        vec![Counter::new("messaging_links", &[account_id], rule)]
    }

    /// The counter for a sample of an email that a person has sent to themselves.
    pub fn mail_sample(&self, account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(MAIL_SAMPLES);
        vec![Counter::new("mail_samples", &[account_id], rule)]
    }

    /// The counters for a request of the account for the group: each writes to managers (decision 0026).
    pub fn request(&self, account_id: &str, group_id: &str) -> Vec<Counter> {
        let of_group = in_a_day(REQUESTS_FOR_ONE_GROUP);
        vec![
            Counter::new("requests", &[account_id], self.requests),
            Counter::new("requests_for_group", &[account_id, group_id], of_group),
        ]
    }

    /// The counter for an address that `actor` invites to a group (contract F-63).
    pub fn invitation(&self, actor: &str) -> Vec<Counter> {
        vec![Counter::new("invitations", &[actor], self.invitations)]
    }

    /// The counter for an invitation of `actor` to `account_id`: each is an email to the same person (trap T11).
    pub fn invitation_of(&self, actor: &str, account_id: &str) -> Vec<Counter> {
        vec![Counter::new(
            "invitations_of",
            &[actor, account_id],
            self.added_members_of,
        )]
    }

    /// The counter for an email to `mailbox` that invites its reader to register, from all people together (trap T11).
    pub fn registration_email(&self, mailbox: &str) -> Vec<Counter> {
        let rule = in_a_day(REGISTRATION_EMAILS);
        vec![Counter::new("registration_to", &[mailbox], rule)]
    }

    /// The counter for a request of the account for another agency: administrators read each (attack 44).
    pub fn agency_request(&self, account_id: &str) -> Vec<Counter> {
        vec![Counter::new(
            "agency_requests",
            &[account_id],
            self.requests,
        )]
    }

    /// The counters for `account_id`, whom `actor` adds to a group: each time it is an email (contract F-63).
    pub fn added_member(&self, actor: &str, account_id: &str) -> Vec<Counter> {
        vec![
            Counter::new("added_members_by", &[actor], self.added_members_by),
            Counter::new(
                "added_members_of",
                &[actor, account_id],
                self.added_members_of,
            ),
        ]
    }

    /// The counter for a search of `actor` for people to add to a group (contract F-22).
    pub fn search(&self, actor: &str) -> Vec<Counter> {
        vec![Counter::new("searches", &[actor], self.searches)]
    }

    /// The counters for a new sign-in flow. A browser in which somebody has signed in before has its own counter, so
    /// that a stranger at the same address cannot use it up (attack 16).
    pub fn sign_in_flow(&self, address: IpAddr, known_browser: Option<&str>) -> Vec<Counter> {
        let [rule, ..] = self.flows;
        if let Some(browser) = known_browser {
            return vec![Counter::new("browser_sign_in_flows", &[browser], rule)];
        }
        let kinds = [
            "address_sign_in_flows",
            "address_56_sign_in_flows",
            "address_48_sign_in_flows",
        ];
        by_network(kinds, address, self.flows)
    }
}

/// A limit per day, counted from the first.
pub(super) fn in_a_day(most: u32) -> Rule {
    Rule {
        failures: i64::from(most),
        window: DAY,
        delay: None,
    }
}

/// One counter for each network of `address`.
fn by_network(kinds: [&'static str; 3], address: IpAddr, rules: ByNetwork) -> Vec<Counter> {
    let wider = wider_networks(address).into_iter().flatten();
    let networks = iter::once(network(address)).chain(wider);
    let counters = kinds.into_iter().zip(rules).zip(networks);
    counters
        .map(|((kind, rule), network)| Counter::new(kind, &[&network], rule))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(account: Option<&str>, address: &str) -> Vec<Counter> {
        Limits::default().sign_in(&Attempt {
            name: "x",
            account,
            address: address.parse().unwrap(),
            known_browser: None,
        })
    }

    /// Attack 14: the visible counters and the number of counters are the same for every name, with or without an
    /// account.
    #[test]
    fn what_is_seen_is_counted_by_the_name_alone() {
        for (address, many) in [("192.0.2.7", 5), ("2001:db8::1", 7)] {
            let mut all = [None, Some("x"), Some("y")].map(|account| counters(account, address));
            let unseen = all.each_mut().map(|counters| {
                assert_eq!(counters.len(), many);
                counters.extract_if(.., |counter| counter.unseen).collect()
            });
            assert_eq!(all[0], all[1]);
            assert_eq!(all[1], all[2]);
            let unseen: [Vec<Counter>; 3] = unseen;
            assert!(unseen.iter().all(|counters| counters.len() == 2));
            assert_ne!(unseen[0][0], unseen[1][0], "an account spelled like a name");
            assert_ne!(unseen[1][0], unseen[2][0]);
        }
    }
}
