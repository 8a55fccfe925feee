//! Values of claims that are not allowed, and what is.

use std::fmt;

/// What a claim asks of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimRule {
    /// One line of 1 to 100 characters.
    Line,
    /// An https address.
    Link,
    /// An e-mail address, which is the account name where that is one.
    Email,
    /// True or false, and true only where there is an address or number.
    Verified,
    /// A date, with or without its year, or a year.
    Birthdate,
    /// A zone of the tz database.
    Zone,
    /// A tag of BCP 47.
    Locale,
    /// A number of E.164.
    PhoneNumber,
    /// A JSON object of the members of an address.
    Address,
    /// 1 to 200 characters, of a formatted address 1000.
    AddressMember,
    /// The name of a claim that can be set, once.
    Name,
}

impl ClaimRule {
    /// What is allowed, for the command line.
    const fn allowed(self) -> &'static str {
        match self {
            Self::Line => "a line of 1 to 100 characters",
            Self::Link => {
                "an https address of at most 2000 characters, without user name or password"
            }
            Self::Email => "an e-mail address of the form name@host with at most 100 characters",
            Self::Verified => "true or false",
            Self::Birthdate => "a date as YYYY-MM-DD, 0000-MM-DD without the year, or YYYY alone",
            Self::Zone => "a time zone of the tz database, such as Europe/Paris",
            Self::Locale => "a BCP 47 language tag, such as en-US",
            Self::PhoneNumber => {
                "an E.164 number, such as +8613812345678; spaces, dots, hyphens and brackets are \
                 left out, an extension is written ;ext=12"
            }
            Self::Address => {
                "a JSON object with texts as formatted, street_address, locality, region, \
                 postal_code and country"
            }
            Self::AddressMember => {
                "1 to 200 characters, of formatted 1000; street_address and formatted may have \
                 several lines"
            }
            Self::Name => "one value",
        }
    }
}

/// One value that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFault {
    /// The name of the claim.
    pub claim: String,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub allowed: String,
    /// The rule that the value breaks.
    pub rule: ClaimRule,
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

/// Everything that is wrong with the wished values, each by the name of its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFaults(pub(super) Vec<ClaimFault>);

impl ClaimFaults {
    /// The faults, in the order of the wishes.
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

/// A value of `claim` that breaks `rule`.
pub(super) fn fault(claim: &str, problem: impl Into<String>, rule: ClaimRule) -> ClaimFault {
    ClaimFault {
        claim: claim.to_owned(),
        problem: problem.into(),
        allowed: rule.allowed().to_owned(),
        rule,
    }
}

impl ClaimFault {
    /// The same fault, where something else than usual is allowed.
    pub(super) fn allowing(self, allowed: impl Into<String>) -> Self {
        Self {
            allowed: allowed.into(),
            ..self
        }
    }
}
