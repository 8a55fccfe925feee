//! Faults in the values of claims, and the allowed values.

use std::fmt;

/// The rule for the value of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimRule {
    /// One line of 1 to 100 characters.
    Line,
    /// No character that nobody sees.
    Hidden,
    /// An https address.
    Link,
    /// An email address. It must equal the account name if that is an email address.
    Email,
    /// True or false; true only if there is an address or number.
    Verified,
    /// A date, with or without its year, or a year.
    Birthdate,
    /// A zone of the tz database.
    Zone,
    /// A BCP 47 tag.
    Locale,
    /// An E.164 number.
    PhoneNumber,
    /// A JSON object of the members of an address.
    Address,
    /// 1 to 200 characters, or 1000 for a formatted address.
    AddressMember,
    /// The name of a claim that can be set, given only once.
    Name,
}

impl ClaimRule {
    /// The allowed values, for the command line.
    const fn allowed(self) -> &'static str {
        match self {
            Self::Line => "a line of 1 to 100 characters",
            Self::Hidden => "a line without characters that cannot be seen",
            Self::Link => {
                "an https address of at most 2000 characters, without user name or password"
            }
            Self::Email => "an email address of the form name@host with at most 100 characters",
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
                 several lines; 8192 bytes in all"
            }
            Self::Name => "one value",
        }
    }
}

/// A value that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFault {
    pub claim: String,
    pub problem: String,
    /// The allowed values.
    pub allowed: String,
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
pub(super) fn fault(claim: &str, problem: impl Into<String>, rule: ClaimRule) -> ClaimFault {
    ClaimFault {
        claim: claim.to_owned(),
        problem: problem.into(),
        allowed: rule.allowed().to_owned(),
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
