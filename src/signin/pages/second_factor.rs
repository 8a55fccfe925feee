//! The pages that ask for a second factor, add one, and show recovery codes.

use askama::Template;

use super::login::{CorporateWay, PasskeyWay};
use crate::factors::Offer;
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::pages::tile::AppTile;

/// Why a code was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeProblem {
    /// There is none.
    Missing,
    /// Wrong or used.
    Wrong,
    /// The page with the secret was open for too long.
    Late,
    /// The answer of a key came too late, or twice.
    KeyLate,
    /// A key was not accepted.
    KeyRefused,
    /// The provider did not confirm a second factor.
    NotRaised,
    /// Too many wrong ones.
    Wait { minutes: u64 },
}

impl CodeProblem {
    pub(super) fn words(self, frame: &Frame, by_recovery: bool) -> String {
        let key = match self {
            Self::Missing if by_recovery => Key("factor.problem.recovery_missing"),
            Self::Missing => Key("factor.problem.missing"),
            Self::Wrong if by_recovery => Key("factor.problem.recovery_wrong"),
            Self::Wrong => Key("factor.problem.wrong"),
            Self::Late => Key("factor.problem.late"),
            Self::KeyLate => Key("factor.problem.key_late"),
            Self::KeyRefused => Key("factor.problem.key_refused"),
            Self::NotRaised => Key("factor.problem.not_raised"),
            Self::Wait { minutes: 1 } => Key("login.problem.wait.one"),
            Self::Wait { .. } => Key("login.problem.wait.other"),
        };
        match self {
            Self::Wait { minutes } => frame.with(key.0, "count", &minutes.to_string()),
            _ => frame.t(key.0).to_owned(),
        }
    }
}

/// The page of the step "second factor". Its form posts `code` or `recovery_code`, and perhaps `remember`, to
/// `/second-factor`.
#[derive(Template)]
#[template(path = "signin/second_factor.html")]
pub struct SecondFactorPage {
    pub frame: Frame,
    pub csrf: CsrfToken,
    /// The application that asks.
    pub asker: Option<AppTile>,
    /// The account name.
    pub account: String,
    /// True if it asks for a recovery code.
    pub by_recovery: bool,
    /// The address of the page that asks for the other kind of code.
    pub other_way: String,
    /// True if the browser may be remembered.
    pub may_remember: bool,
    /// False if it asks for no code.
    pub has_code: bool,
    /// The way by a key of the account, if it has one.
    pub passkey: Option<PasskeyWay>,
    /// The way by the provider that the person came from.
    pub corporate: Option<CorporateWay>,
    /// Why the page is shown again.
    pub problem: Option<CodeProblem>,
}

impl SecondFactorPage {
    /// True if a key was refused.
    fn marks_key(&self) -> bool {
        let refused = [CodeProblem::KeyLate, CodeProblem::KeyRefused];
        self.problem
            .is_some_and(|problem| refused.contains(&problem))
    }

    /// True if the problem belongs to the field of the code.
    fn marks_code(&self) -> bool {
        let elsewhere = self.marks_key() || self.problem == Some(CodeProblem::NotRaised);
        self.problem.is_some() && !elsewhere
    }

    fn problem_words(&self) -> Option<String> {
        self.problem
            .map(|problem| problem.words(&self.frame, self.by_recovery))
    }
}

impl ServerPage for SecondFactorPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |by_recovery, problem| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            asker: Some(AppTile::sample(say)),
            account: say("DanMember"),
            by_recovery,
            other_way: "/second-factor".to_owned(),
            may_remember: true,
            has_code: true,
            passkey: None,
            corporate: None,
            problem,
        };
        let keyed = |problem| Self {
            passkey: Some(PasskeyWay {
                options: r#"{"allowCredentials":[]}"#.to_owned(),
                state: "sealed".to_owned(),
            }),
            ..page(false, problem)
        };
        let key_alone = Self {
            has_code: false,
            ..keyed(None)
        };
        let corporate = |has_code| Self {
            has_code,
            corporate: Some(CorporateWay {
                name: say("Agency One"),
                start: "/federation/one?flow=1".to_owned(),
                icon: None,
            }),
            ..page(false, None)
        };
        let own = Self {
            asker: None,
            may_remember: false,
            ..page(false, None)
        };
        vec![
            ("asked", page(false, None)),
            ("own", own),
            ("missing", page(false, Some(CodeProblem::Missing))),
            ("wrong", page(false, Some(CodeProblem::Wrong))),
            ("wait", page(false, Some(CodeProblem::Wait { minutes: 15 }))),
            ("recovery", page(true, None)),
            ("recovery_missing", page(true, Some(CodeProblem::Missing))),
            ("recovery_wrong", page(true, Some(CodeProblem::Wrong))),
            ("key", keyed(None)),
            ("key_alone", key_alone),
            ("key_late", keyed(Some(CodeProblem::KeyLate))),
            ("corporate", corporate(true)),
            ("corporate_alone", corporate(false)),
            ("not_raised", page(false, Some(CodeProblem::NotRaised))),
            ("key_refused", keyed(Some(CodeProblem::KeyRefused))),
        ]
    }
}

/// The page of the step "add a factor". Its form posts `offer` and `code`, or `later`, to `/second-factor/new`.
#[derive(Template)]
#[template(path = "signin/add_factor.html")]
pub struct AddFactorPage {
    pub frame: Frame,
    pub csrf: CsrfToken,
    /// The application that asks.
    pub asker: Option<AppTile>,
    pub offer: Offer,
    /// The secret, sealed for this account.
    pub sealed: String,
    /// Until when it can be put off, as yyyy-MM-dd; `None` if it is due.
    pub due_on: Option<String>,
    /// True after a temporary code.
    pub replaces: bool,
    /// The way by the provider that the person came from.
    pub corporate: Option<CorporateWay>,
    /// Why the page is shown again.
    pub problem: Option<CodeProblem>,
}

impl AddFactorPage {
    fn problem_words(&self) -> Option<String> {
        self.problem
            .map(|problem| problem.words(&self.frame, false))
    }
}

impl ServerPage for AddFactorPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |due_on: Option<&str>, replaces, problem| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            asker: Some(AppTile::sample(say)),
            offer: Offer {
                text: "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ".to_owned(),
                uri: "otpauth://totp/Atrium:DanMember?secret=GEZDGNBVGY3TQOJQ".to_owned(),
                qr: "<svg width=\"200\" height=\"200\"></svg>".to_owned(),
            },
            sealed: "sealed".to_owned(),
            due_on: due_on.map(str::to_owned),
            replaces,
            corporate: None,
            problem,
        };
        let corporate = Self {
            corporate: Some(CorporateWay {
                name: say("Agency One"),
                start: "/federation/one?flow=1".to_owned(),
                icon: None,
            }),
            ..page(None, false, None)
        };
        vec![
            ("corporate", corporate),
            ("until", page(Some("2026-12-12"), false, None)),
            ("due", page(None, false, None)),
            ("replaces", page(None, true, None)),
            ("wrong", page(None, false, Some(CodeProblem::Wrong))),
            ("late", page(None, false, Some(CodeProblem::Late))),
        ]
    }
}

/// The page that shows new recovery codes once.
#[derive(Template)]
#[template(path = "signin/recovery_codes.html")]
pub struct RecoveryCodesPage {
    pub frame: Frame,
    /// The account name, for the print.
    pub account: String,
    pub codes: Vec<String>,
    /// Where the sign-in goes on.
    pub onward: String,
}

impl ServerPage for RecoveryCodesPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = Self {
            frame: frame.clone(),
            account: say("DanMember"),
            codes: vec!["GEZD-GNBV-GY3T-QOJQ".to_owned(); 10],
            onward: "/".to_owned(),
        };
        vec![("made", page)]
    }
}
