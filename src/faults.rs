//! What is wrong with a form: the fields that break a rule, and the words for each rule. All forms use it.

use std::borrow::Cow;
use std::fmt;

use jiff::civil::Date;

use crate::i18n::characters::{line_fault, text_fault};
use crate::i18n::texts::Key;

/// The most characters of a line (contract K-17, V-05, V-35).
pub const LONGEST_LINE: usize = 100;

/// One field and the rule that it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its name in the contract, such as `groupName` or `links[0].url`.
    pub field: Cow<'static, str>,
    pub rule: Rule,
}

/// All faults of a form, in the order of its fields. Each field has at most one: a reader fixes one fault at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The only fault.
    pub fn of(field: impl Into<Cow<'static, str>>, rule: Rule) -> Self {
        let field = field.into();
        Self(vec![Fault { field, rule }])
    }

    /// Adds a fault, unless the field already has one.
    pub fn add(&mut self, field: impl Into<Cow<'static, str>>, rule: Rule) {
        let field = field.into();
        if !self.0.iter().any(|known| known.field == field) {
            self.0.push(Fault { field, rule });
        }
    }

    /// Adds a fault unless `holds`.
    pub fn ensure(&mut self, holds: bool, field: impl Into<Cow<'static, str>>, rule: Rule) {
        if !holds {
            self.add(field, rule);
        }
    }

    /// Adds the fault of a field that breaks a rule.
    pub fn check(&mut self, field: impl Into<Cow<'static, str>>, broken: Option<Rule>) {
        if let Some(rule) = broken {
            self.add(field, rule);
        }
    }

    /// Adds a fault for an empty name, which breaks `required`, and for one that is no line.
    pub fn name(&mut self, field: impl Into<Cow<'static, str>>, name: &str, required: Rule) {
        let broken = Rule::of_line(name);
        self.check(field, name.is_empty().then_some(required).or(broken));
    }

    /// Adds the faults of another form.
    pub fn extend(&mut self, others: Self) {
        for Fault { field, rule } in others.0 {
            self.add(field, rule);
        }
    }

    pub fn retain(&mut self, keeps: impl FnMut(&Fault) -> bool) {
        self.0.retain(keeps);
    }

    pub fn list(&self) -> &[Fault] {
        &self.0
    }

    /// `value`, or the collected faults.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl std::error::Error for Faults {}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("these fields break rules:")?;
        for Fault { field, rule } in &self.0 {
            write!(f, " {field} ({rule:?})")?;
        }
        Ok(())
    }
}

/// Declares the rules, each with its words.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident $(($value:ty))? => $words:expr;)*) => {
        /// A rule that a field breaks. A rule is one sentence: where the contract has two for the same thing, there are two.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Rule {
            $($(#[$doc])* $rule $(($value))?,)*
        }

        impl Rule {
            /// The sentence for the reader.
            pub const fn words(self) -> Key {
                match self {
                    $(Self::$rule { .. } => $words,)*
                }
            }
        }
    };
}

rules! {
    Required => Key("access.filled");
    /// Required (contract X-18).
    Data => Key("dc:数据为空");
    /// Required, or 8 to 20 characters of a password (contract V-12, V-27, V-34, G-67).
    ValidFormat => Key("Please input valid format");
    /// One must be chosen (contract V-21, V-22).
    Chosen => Key("dc:请选择");
    /// One must be chosen (contract V-29).
    Selected => Key("please select or enter");
    /// At most 100 characters (contract V-05, V-35).
    Line => Key("Only support 100 characters;");
    /// No invisible character.
    Hidden => Key("text.hidden");
    /// It names nothing that exists in this place.
    Unknown => Key("api.illegal_field");
    /// At most this many items.
    Most(usize) => Key("product.most");
    /// At most 1,000 entries.
    TooMany => Key("group.too_many");
    /// Another one has this value.
    Taken => Key("api.exists");

    /// The form of an account name, an email address or a display name (contract V-02, V-03).
    Form => Key("dc:请按规则输入");
    /// Only letters, digits and `*`, and at least one (contract V-06, V-07).
    Characters => Key("dc:仅支持编号。大写和小写字母");
    /// Only letters, digits and `*`, in a new password (contract V-12).
    PasswordCharacters => Key("dc:仅支持数字、大小写字母");
    /// The same as the new password (contract V-13).
    PasswordAgain => Key("dc:新密码与确认密码不匹配");
    /// A password that is not easy to guess.
    PasswordGuessable => Key("password.problem.guessable");
    /// Another one than the present password.
    PasswordSame => Key("password.problem.same");
    /// A day after today and within one year (contract V-10).
    ExpireDate => Key("account.expire_date");
    /// One of the two languages (contract K-28).
    Language => Key("account.language");
    /// One that exists, is on and belongs to the one above it.
    Belongs => Key("account.organisation");
    /// Only super administrators can make another, so one must be able to sign in for as long.
    LastSuperAdministrator => Key("account.last_super_administrator");
    /// An account is locked only if its owner reads its address.
    LockAddress => Key("account.lock_address");
    /// It will be erased, unless somebody takes that back first.
    WaitsForDeletion => Key("account.waits_for_deletion");
    UsernameTaken => Key("account.username_taken");
    EmailTaken => Key("account.email_taken");
    /// The address of the account is its name, which cannot change.
    AddressIsName => Key("account.address_is_name");
    /// It is the confirmed address of the account.
    SameAddress => Key("account.same_address");
    LionIdTaken => Key("account.lion_id_taken");
    /// An https address.
    Link => Key("claim.link");
    /// True only if there is an address or number.
    Verified => Key("claim.verified");
    /// A date, with or without its year, or a year.
    Birthdate => Key("claim.birthdate");
    /// A zone of the tz database.
    Zone => Key("claim.zone");
    /// A BCP 47 tag.
    Locale => Key("claim.locale");
    /// An E.164 number.
    PhoneNumber => Key("claim.phone_number");
    Address => Key("claim.address");
    /// The name of a claim that can be set, given only once.
    ClaimName => Key("claim.name");

    /// At least one visible character (contract V-02).
    Title => Key("dc:请按规则输入");
    /// A small picture as a `data:` address.
    Logo => Key("organisation.logo");
    /// The id of an account.
    Account => Key("organisation.account");
    /// A reason of at most 500 characters.
    Reason => Key("organisation.reason");
    OrganisationTaken => Key("organisation.taken");

    /// At most 2,000 characters.
    GroupText => Key("group.text");
    /// Days from 1 to 3,650.
    Days => Key("group.days");
    /// A request is not refused before the day it is due.
    AfterDue => Key("group.after_due");
    /// Names only enabled things that exist.
    AllKnown => Key("group.known");
    /// At least one manager who can sign in remains.
    LastManager => Key("group.last_manager");
    /// A membership that follows a claim of a provider is not changed by hand.
    GivenMember => Key("member.given");
    /// A group that a claim gives has no rights of Atrium itself.
    GivenGroup => Key("group.given");
    /// Another person, who can sign in until the absence ends.
    StandIn => Key("absence.stand_in");
    /// A person whose way in the manager did not choose (decision 0042).
    StandInWay => Key("absence.stand_in_way");
    /// A manager of a group without rights of Atrium itself.
    NobodyStandsIn => Key("absence.nobody");
    /// Days from today on, in their order, within a year.
    DayOfAbsence => Key("absence.days");
    /// Nobody adds or removes themselves.
    Oneself => Key("group.oneself");
    /// A full set needs the version that was read.
    NeedsVersion => Key("group.needs_version");
    GroupNameTaken => Key("group.name_taken");
    /// At most 500 characters.
    LongReason => Key("request.long_reason");
    /// From 1 to this many days.
    DaysUpTo(i64) => Key("request.days");
    /// From tomorrow to this day.
    LastDay(Date) => Key("request.last_day");

    /// At most 1,000 characters.
    Description => Key("access.description");
    /// At most 200 characters.
    LongCode => Key("access.long_code");
    /// Letters, digits, `.`, `_`, `-` and `:`.
    RightCode => Key("access.code");
    /// Nobody may change a right that Atrium itself checks.
    BuiltIn => Key("access.built_in");
    RightInUse => Key("access.right_in_use");
    RoleInUse => Key("access.role_in_use");
    /// An organisation needs an account type that says whether it is an agency or a company.
    NeedsType => Key("access.needs_type");

    /// At most 1,000 characters.
    ModuleText => Key("module.text");
    /// Letters, digits, `_` and `-`.
    ModuleCode => Key("module.code");
    /// So many access rights belong to it.
    HasRights(i64) => Key("module.has_rights");
    ModuleCodeTaken => Key("module.code_taken");

    /// A picture that is kept here, or the name of an icon of the set.
    Icon => Key("product.icon");
    /// Pictures that are kept here.
    KeptPictures => Key("announcement.pictures");
    /// At most 20,000 characters.
    AnnouncementText => Key("announcement.text");
    /// A minute, as `yyyy-MM-dd HH:mm`.
    Minute => Key("announcement.time");
    /// A time after the start.
    AfterStart => Key("announcement.after_start");

    /// At most 40 characters.
    VersionName => Key("assistant.name");
    /// An https address, or http to a host that `outbound.allow` names.
    ProviderAddress => Key("assistant.address");
    /// A key of visible characters, without spaces.
    ProviderKey => Key("assistant.key");
    /// The price of a million tokens.
    TokenPrice => Key("assistant.price");
    /// From 1 to 100,000.
    AnswerWords => Key("assistant.answer_words");
    /// From 0 to 1,000,000,000.
    MonthlyWords => Key("assistant.monthly_words");
    /// A survey has a link or questions of its own, not both.
    LinkOrQuestions => Key("survey.link_or_questions");
    /// What people were asked stays once somebody has answered.
    AnsweredSurvey => Key("survey.answered");
    /// A person answers a survey once.
    AnsweredOnce => Key("survey.answered_once");
    /// The questions that the person read are no longer those of the survey.
    ChangedQuestions => Key("survey.changed_questions");

    /// At most 5,000 characters.
    ProductText => Key("product.text");
    /// Letters, digits, `_`, `-` and `.`.
    ProductCode => Key("product.code");
    /// The code of an existing product cannot change.
    CodeStays => Key("product.code_stays");
    /// An agency, account or application that exists.
    Listed => Key("product.known");
    /// The entry of its application does not say who may open it, so the last product that names it cannot go.
    LastOfApplication => Key("product.last_of_application");
    /// One of the lists of the home page, or a position from 0 to 1,000,000.
    Range => Key("product.range");
    ProductCodeTaken => Key("product.code_taken");

    ClientId => Key("application.client_id");
    ApplicationName => Key("application.name");
    RedirectUris => Key("application.redirect_uris");
    CalledUri => Key("application.called_uri");
    Origins => Key("application.origins");
    WebUri => Key("application.web_uri");
    Jwks => Key("application.jwks");
    Scopes => Key("application.scopes");
    /// A scope of Atrium, or of an API that the application names.
    UnknownScope => Key("application.unknown_scope");
    GrantTypes => Key("application.grant_types");
    ResponseTypes => Key("application.response_types");
    Refresh => Key("application.refresh");
    RotateRefreshTokens => Key("application.rotate_refresh_tokens");
    RefreshGrace => Key("application.refresh_grace");
    Algorithm => Key("application.algorithm");
    AccessTokenLifetime => Key("application.access_token_lifetime");
    DefaultMaxAge => Key("application.default_max_age");
    ServesSigned => Key("application.serves_signed");
    ApplicationKind => Key("application.kind");
    Metadata => Key("application.value");
}

/// The text of a form without spaces around it, with plain line ends.
pub fn tidied(text: &str) -> String {
    text.trim().replace("\r\n", "\n")
}

impl Rule {
    /// The rule that `text` breaks if it must be a line of at most 100 characters.
    pub fn of_line(text: &str) -> Option<Self> {
        let fault = line_fault(text, LONGEST_LINE)?;
        Some(fault.rule(Self::Line, Self::Hidden))
    }

    /// The rule that `text` breaks: `long` if it has more than `most` characters.
    pub fn of_text(text: &str, most: usize, long: Self) -> Option<Self> {
        let fault = text_fault(text, most)?;
        Some(fault.rule(long, Self::Hidden))
    }

    /// True if another object has the value.
    pub const fn is_taken(self) -> bool {
        matches!(
            self,
            Self::Taken
                | Self::UsernameTaken
                | Self::EmailTaken
                | Self::LionIdTaken
                | Self::OrganisationTaken
                | Self::GroupNameTaken
                | Self::ModuleCodeTaken
                | Self::ProductCodeTaken
        )
    }

    /// The placeholder of the words, and what it stands for.
    pub fn value(self) -> Option<(&'static str, String)> {
        match self {
            Self::Most(most) => Some(("most", most.to_string())),
            Self::DaysUpTo(most) => Some(("most", most.to_string())),
            Self::LastDay(day) => Some(("day", day.to_string())),
            Self::HasRights(count) => Some(("count", count.to_string())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract: every field with a fault is named once, in the order of the form.
    #[test]
    fn each_field_has_its_first_fault() {
        let mut faults = Faults::default();
        faults.name("name", "", Rule::Required);
        faults.name("code", &"x".repeat(101), Rule::Required);
        faults.ensure(true, "desc", Rule::Hidden);
        faults.ensure(false, "name", Rule::Taken);
        faults.extend(Faults::of(format!("links[{}].url", 0), Rule::Link));
        let found: Vec<_> = faults.list().iter().map(|f| (&*f.field, f.rule)).collect();
        let expected = [
            ("name", Rule::Required),
            ("code", Rule::Line),
            ("links[0].url", Rule::Link),
        ];
        assert_eq!(found, expected);
        assert_eq!(faults.or(()).unwrap_err().list().len(), 3);
        assert_eq!(Faults::default().or(7), Ok(7));
    }
}
