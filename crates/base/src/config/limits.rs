//! `[limits]`: the limits for failed and for new sign-ins and for what administrators send and give, and the
//! threads that hash passwords.

use serde::Deserialize;

use crate::clock::{DAY, MINUTE, Millis, SECOND};

use super::{
    duration,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// The limits for failed sign-ins (contract G-13), for welcome emails and random passwords (contract F-63), and
/// the threads that hash passwords.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitsConfig {
    /// Failures are counted over this time.
    #[serde(deserialize_with = "duration::read_millis")]
    pub window: Millis,
    /// Failures of one typed name from one address before it must wait. Its account allows twice as many there over all
    /// its names.
    pub account_address_failures: u32,
    /// How long that name then waits at that address.
    #[serde(deserialize_with = "duration::read_millis")]
    pub account_address_delay: Millis,
    /// Failures of one typed name from all addresses before every try is delayed. Its account allows twice as many over
    /// all its names.
    pub account_failures: u32,
    /// Longest delay of a name or an account for all addresses; short, so that nobody can lock its owner out.
    #[serde(deserialize_with = "duration::read_millis")]
    pub account_delay: Millis,
    /// Failures of one address over all accounts before it must wait.
    pub address_failures: u32,
    /// Sign-ins with a row that one address may begin within 10 minutes before further ones are delayed.
    pub address_sign_in_flows: u32,
    /// Sign-ins with a row in which nobody has proved who they are; above that, the networks with the most lose their
    /// oldest.
    pub kept_sign_in_flows: u32,
    /// How much space they may take, in MiB.
    pub kept_sign_in_flows_mib: u32,
    /// Counters of failures and uses that are kept, 400 bytes each; above that, the least used ones are deleted.
    pub kept_counters: u32,
    /// Multiplies the limits of one address for all addresses of an IPv6 /56 network together.
    pub ipv6_56_factor: u32,
    /// Multiplies the limits of one address for all addresses of an IPv6 /48 network together.
    pub ipv6_48_factor: u32,
    /// Accounts that one person may try to add in a day: each hashes a password and may tell whether a name is taken.
    pub person_added_accounts: u32,
    /// Welcome emails that one person may cause in a day by adding accounts.
    pub person_welcome_emails: u32,
    /// Random passwords that one person may give in a day.
    pub person_random_passwords: u32,
    /// Random passwords that one person may give to the same account in a day.
    pub account_random_passwords: u32,
    /// Requests for groups that one person may make in a day; each writes to the managers.
    pub person_requests: u32,
    /// Addresses that one person may invite to groups in a day.
    pub person_invitations: u32,
    /// People whom one person may add to groups in a day; each gets an email.
    pub person_added_members: u32,
    /// How often one person may add the same account to groups in a day.
    pub account_added_members: u32,
    /// Searches of one person in a day for people to add to a group.
    pub person_searches: u32,
    /// Writes of one account within 10 minutes: opened products, sign-ins of applications, its own sign-ins, calls that
    /// everybody may make; and renewals of each application.
    pub account_writes: u32,
    /// Threads that hash passwords; 0 uses one less than the number of cores, at least one.
    pub hashing_threads: usize,
    /// Passwords that may wait for a thread. Beyond that, the network with the most gets 503 with Retry-After.
    pub hashing_queue: usize,
}

impl LimitsConfig {
    /// The number of hashing threads on a machine with `cores` cores.
    pub fn threads(&self, cores: usize) -> usize {
        if self.hashing_threads == 0 {
            cores.saturating_sub(1).max(1)
        } else {
            self.hashing_threads
        }
    }
}

impl Default for LimitsConfig {
    fn default() -> Self {
        Self {
            window: 15 * MINUTE,
            account_address_failures: 5,
            account_address_delay: 15 * MINUTE,
            account_failures: 50,
            account_delay: 30 * SECOND,
            address_failures: 100,
            address_sign_in_flows: 3_000,
            kept_sign_in_flows: 20_000,
            kept_sign_in_flows_mib: 64,
            kept_counters: 40_000,
            ipv6_56_factor: 4,
            ipv6_48_factor: 16,
            person_added_accounts: 200,
            person_welcome_emails: 50,
            person_random_passwords: 100,
            person_requests: 50,
            person_invitations: 50,
            person_added_members: 1_000,
            account_added_members: 20,
            person_searches: 500,
            account_random_passwords: 10,
            account_writes: 600,
            hashing_threads: 0,
            hashing_queue: 128,
        }
    }
}

impl Section for LimitsConfig {
    const NAME: &'static str = "limits";
    const KEYS: &'static [Key] = &[
        key("window", "a span from \"1m\" to \"24h\""),
        key("account_address_failures", "a whole number from 1 to 100"),
        key("account_address_delay", "a span from \"1s\" to \"24h\""),
        key("account_failures", "a whole number from 5 to 10000"),
        key("account_delay", "a span from \"0s\" to \"30s\""),
        key("address_failures", "a whole number from 10 to 1000000"),
        key("address_sign_in_flows", "a whole number from 10 to 1000000"),
        key("kept_sign_in_flows", "a whole number from 100 to 1000000"),
        key("kept_sign_in_flows_mib", "a whole number from 1 to 4096"),
        key("kept_counters", "a whole number from 10000 to 10000000"),
        key("ipv6_56_factor", "a whole number from 1 to 256"),
        key("ipv6_48_factor", "a whole number from 1 to 65536"),
        key("person_added_accounts", "a whole number from 1 to 100000"),
        key("person_welcome_emails", "a whole number from 1 to 100000"),
        key("person_random_passwords", "a whole number from 1 to 100000"),
        key("account_random_passwords", "a whole number from 1 to 1000"),
        key("person_requests", "a whole number from 1 to 100000"),
        key("person_invitations", "a whole number from 1 to 100000"),
        key("person_added_members", "a whole number from 1 to 100000"),
        key("account_added_members", "a whole number from 1 to 1000"),
        key("person_searches", "a whole number from 1 to 100000"),
        key("account_writes", "a whole number from 10 to 1000000"),
        key(
            "hashing_threads",
            "a whole number from 0 (one less than the cores) to 64",
        ),
        key("hashing_queue", "a whole number from 1 to 10000"),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        faults.millis("window", self.window, MINUTE, DAY);
        faults.number(
            "account_address_failures",
            self.account_address_failures as usize,
            1,
            100,
        );
        faults.millis(
            "account_address_delay",
            self.account_address_delay,
            SECOND,
            DAY,
        );
        faults.number(
            "account_failures",
            self.account_failures as usize,
            5,
            10_000,
        );
        faults.millis("account_delay", self.account_delay, 0, 30 * SECOND);
        faults.number(
            "address_failures",
            self.address_failures as usize,
            10,
            1_000_000,
        );
        faults.number(
            "address_sign_in_flows",
            self.address_sign_in_flows as usize,
            10,
            1_000_000,
        );
        faults.number(
            "kept_sign_in_flows",
            self.kept_sign_in_flows as usize,
            100,
            1_000_000,
        );
        let counters = self.kept_counters as usize;
        faults.number("kept_counters", counters, 10_000, 10_000_000);
        let mib = self.kept_sign_in_flows_mib as usize;
        faults.number("kept_sign_in_flows_mib", mib, 1, 4_096);
        faults.number("ipv6_56_factor", self.ipv6_56_factor as usize, 1, 256);
        faults.number("ipv6_48_factor", self.ipv6_48_factor as usize, 1, 65_536);
        for (name, number, most) in [
            ("person_added_accounts", self.person_added_accounts, 100_000),
            ("person_welcome_emails", self.person_welcome_emails, 100_000),
            (
                "person_random_passwords",
                self.person_random_passwords,
                100_000,
            ),
            (
                "account_random_passwords",
                self.account_random_passwords,
                1_000,
            ),
            ("person_requests", self.person_requests, 100_000),
            ("person_invitations", self.person_invitations, 100_000),
            ("person_added_members", self.person_added_members, 100_000),
            ("account_added_members", self.account_added_members, 1_000),
            ("person_searches", self.person_searches, 100_000),
        ] {
            faults.number(name, number as usize, 1, most);
        }
        faults.number(
            "account_writes",
            self.account_writes as usize,
            10,
            1_000_000,
        );
        faults.number("hashing_threads", self.hashing_threads, 0, 64);
        faults.number("hashing_queue", self.hashing_queue, 1, 10_000);
    }
}
