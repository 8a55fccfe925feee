//! Faults in the values of claims, and the allowed values.

use std::fmt;

use crate::faults::Rule;

/// The values that the rule allows, for the command line.
const fn allowed(rule: Rule) -> &'static str {
    match rule {
        Rule::Line => "a line of 1 to 100 characters",
        Rule::Hidden => "a line without characters that cannot be seen",
        Rule::Link => "an https address of at most 2000 characters, without user name or password",
        Rule::Form => "an email address of the form name@host with at most 100 characters",
        Rule::Verified => "true or false",
        Rule::Birthdate => "a date as YYYY-MM-DD, 0000-MM-DD without the year, or YYYY alone",
        Rule::Zone => "a time zone of the tz database, such as Europe/Paris",
        Rule::Locale => "a BCP 47 language tag, such as en-US",
        Rule::PhoneNumber => {
            "an E.164 number, such as +8613812345678; spaces, dots, hyphens and brackets are left \
             out, an extension is written ;ext=12"
        }
        Rule::Address => {
            "a JSON object with texts as formatted, street_address, locality, region, postal_code \
             and country"
        }
        _ => "one value",
    }
}

/// The values that a member of an address may have.
pub(super) const MEMBER: &str = "1 to 200 characters, of formatted 1000; street_address and formatted may have several \
     lines; 8192 bytes in all";

/// A value that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFault {
    pub claim: String,
    pub problem: String,
    /// The allowed values.
    pub allowed: String,
    pub rule: Rule,
}

impl fmt::Display for ClaimFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            claim,
            problem,
            allowed,
            ..
        } = self;
        write!(f, "{claim} {problem}; allowed is {allowed}")
    }
}

/// All faults, each with the name of its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFaults(pub(super) Vec<ClaimFault>);

impl ClaimFaults {
    /// The faults, in the order of the values.
    pub fn list(&self) -> &[ClaimFault] {
        &self.0
    }
}

impl fmt::Display for ClaimFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&shown.join("\n  "))
    }
}

impl std::error::Error for ClaimFaults {}

/// The fault of `claim`, which breaks `rule`.
pub(super) fn fault(claim: &str, problem: impl Into<String>, rule: Rule) -> ClaimFault {
    ClaimFault {
        claim: claim.to_owned(),
        problem: problem.into(),
        allowed: allowed(rule).to_owned(),
        rule,
    }
}

impl ClaimFault {
    /// Replaces the rule's allowed values.
    pub(super) fn allowing(self, allowed: impl Into<String>) -> Self {
        Self {
            allowed: allowed.into(),
            ..self
        }
    }
}
