//! The sign-in page: its two tabs and its errors.

use askama::Template;

use crate::federation::Provider;
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::pages::tile::AppTile;
use crate::passkeys::Asked;
use crate::sessions::sign_in_flow::SignInFlow;
use crate::site::offered;

/// The sign-in page (contract R-02, S-02, S-03): both tabs in one document.
#[derive(Template)]
#[template(path = "signin/login.html")]
pub struct LoginPage {
    pub frame: Frame,
    /// Binds the form to this browser and sign-in flow.
    pub csrf: CsrfToken,
    /// The application that asks; `None` for a visit without one, whose page has no cancel button.
    pub asker: Option<AppTile>,
    /// The corporate providers; without any the tab says that none is configured.
    pub corporate: Vec<CorporateWay>,
    /// Opens the corporate tab first even when no provider is configured, because the person asked for it with
    /// `?tab=corporate`.
    pub corporate_asked: bool,
    /// The address of this page with `tab=corporate`, for browsers without scripts.
    pub corporate_tab: String,
    /// The page for a forgotten password.
    pub forgot: String,
    /// The page to apply for an account, where people may.
    pub apply: Option<String>,
    /// The way by a passkey, where browsers have them.
    pub passkey: Option<PasskeyWay>,
    /// Shows the corporate providers and nothing else.
    pub corporate_only: bool,
    /// The provider and its identity that is linked to the account that signs in now.
    pub linking: Option<LinkingWay>,
    /// Value of the account field: what was typed, or the `login_hint`.
    pub account: String,
    /// Why the page is shown again.
    pub problem: Option<LoginProblem>,
}

/// An identity that waits for the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkingWay {
    /// The provider, and who the person is there.
    pub name: String,
    /// True if the account has no password.
    pub by_passkey: bool,
}

/// A corporate provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorporateWay {
    /// Its name as people know it.
    pub name: String,
    /// The address of this server that leads to it.
    pub start: String,
    /// The path of its icon.
    pub icon: Option<String>,
}

impl CorporateWay {
    /// The way from a page of `flow` to `provider`.
    pub fn of(provider: &Provider, flow: &SignInFlow) -> Self {
        Self {
            name: provider.label().to_owned(),
            start: flow.address_at(&provider.start_path()),
            icon: provider.icon_path(),
        }
    }
}

/// What the page asks a browser that has passkeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyWay {
    /// The options for `navigator.credentials.get`, as JSON.
    pub options: String,
    /// The sealed challenge.
    pub state: String,
}

impl PasskeyWay {
    pub fn of(asked: Asked) -> Self {
        Self {
            options: asked.options.to_string(),
            state: asked.state,
        }
    }
}

/// Why a sign-in did not continue. No variant distinguishes a known account from an unknown one (attack 14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginProblem {
    /// The one neutral error: unknown, wrong password, disabled, expired.
    Refused,
    AccountMissing,
    PasswordMissing,
    /// Too many failures; how long to wait.
    Wait {
        /// Whole minutes, at least one.
        minutes: u64,
    },
    /// The password hash queue is full (503).
    Busy,
    /// No account has the passkey.
    PasskeyUnknown {
        /// Its id, so that the browser can forget it.
        credential: String,
    },
    /// The answer came too late, or twice.
    PasskeyLate,
    /// The passkey was not accepted, or its account may not sign in.
    PasskeyRefused,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Account name or email.
    Account,
    Password,
}

impl LoginProblem {
    /// The field that shows the error; `None` shows it above the form.
    pub const fn field(&self) -> Option<Field> {
        match self {
            Self::AccountMissing => Some(Field::Account),
            Self::Refused | Self::PasswordMissing => Some(Field::Password),
            Self::Wait { .. }
            | Self::Busy
            | Self::PasskeyUnknown { .. }
            | Self::PasskeyLate
            | Self::PasskeyRefused => None,
        }
    }

    const fn text(&self) -> Key {
        match self {
            Self::Refused => Key("login.problem.refused"),
            Self::AccountMissing => Key("login.problem.account_missing"),
            Self::PasswordMissing => Key("login.problem.password_missing"),
            Self::Wait { minutes: 1 } => Key("login.problem.wait.one"),
            Self::Wait { .. } => Key("login.problem.wait.other"),
            Self::Busy => Key("login.problem.busy"),
            Self::PasskeyUnknown { .. } => Key("passkey.unknown"),
            Self::PasskeyLate => Key("passkey.late"),
            Self::PasskeyRefused => Key("passkey.refused"),
        }
    }
}

impl LoginPage {
    /// Opens the account tab first: while no corporate provider is configured, when an identity waits for the account,
    /// and whenever the account form has an error.
    fn account_first(&self) -> bool {
        let nothing_there = self.corporate.is_empty() && !self.corporate_asked;
        nothing_there || self.linking.is_some() || self.problem.is_some()
    }

    /// What the person does now to link the identity.
    fn linking_words(&self, way: &LinkingWay) -> String {
        let key = if way.by_passkey {
            Key("corporate.linking_by_passkey")
        } else {
            Key("corporate.linking")
        };
        self.frame.with(key.0, "name", &way.name)
    }

    fn words(&self, problem: &LoginProblem) -> String {
        let text = problem.text();
        match problem {
            LoginProblem::Wait { minutes } => {
                self.frame.with(text.0, "count", &minutes.to_string())
            }
            _ => self.frame.t(text.0).to_owned(),
        }
    }

    /// The passkey that no account has, so that the browser forgets it.
    fn unknown_passkey(&self) -> Option<&str> {
        match &self.problem {
            Some(LoginProblem::PasskeyUnknown { credential }) => Some(credential),
            _ => None,
        }
    }

    fn marks(&self, field: Field) -> bool {
        self.problem.as_ref().and_then(LoginProblem::field) == Some(field)
    }

    fn focus(&self) -> Option<Field> {
        match &self.problem {
            Some(problem) => problem.field(),
            None if self.account.is_empty() => Some(Field::Account),
            None => Some(Field::Password),
        }
    }
}

impl LoginPage {
    /// The page of a first visit.
    fn sample(frame: &Frame, say: &dyn Fn(&str) -> String) -> Self {
        Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            asker: Some(AppTile::sample(say)),
            corporate: Vec::new(),
            corporate_asked: false,
            corporate_tab: "/login?tab=corporate".to_owned(),
            forgot: "/forgot-password".to_owned(),
            apply: Some("/account-user/apply".to_owned()),
            passkey: Some(PasskeyWay {
                options: say("{\"challenge\":\"x\"}"),
                state: say("sealed"),
            }),
            corporate_only: false,
            linking: None,
            account: String::new(),
            problem: None,
        }
    }
}

impl ServerPage for LoginPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let plain = || Self::sample(frame, say);
        let with = |problem| Self {
            problem: Some(problem),
            account: say("DanMember"),
            ..plain()
        };
        let own = Self {
            asker: None,
            ..plain()
        };
        let provider = |name| CorporateWay {
            name: say(name),
            start: "/federation/lion".to_owned(),
            icon: None,
        };
        let corporate_only = || Self {
            corporate: vec![provider("Agency One")],
            corporate_only: true,
            ..plain()
        };
        let linking = |by_passkey| Self {
            corporate: vec![provider("Agency One")],
            linking: Some(LinkingWay {
                name: say("Agency One (dan.m)"),
                by_passkey,
            }),
            account: say("DanMember"),
            ..plain()
        };
        vec![
            ("asked", plain()),
            ("own", own),
            (
                "hinted",
                Self {
                    account: say("dan@demo.test"),
                    ..plain()
                },
            ),
            (
                "corporate_absent",
                Self {
                    corporate_asked: true,
                    ..plain()
                },
            ),
            (
                "corporate",
                Self {
                    corporate: vec![provider("Agency One")],
                    ..plain()
                },
            ),
            (
                "corporate_two",
                Self {
                    corporate: vec![provider("Agency One"), provider("Agency Two")],
                    ..plain()
                },
            ),
            ("linking", linking(false)),
            ("linking_by_passkey", linking(true)),
            ("corporate_only", corporate_only()),
            ("refused", with(LoginProblem::Refused)),
            ("account_missing", with(LoginProblem::AccountMissing)),
            ("password_missing", with(LoginProblem::PasswordMissing)),
            ("wait_one", with(LoginProblem::Wait { minutes: 1 })),
            ("wait", with(LoginProblem::Wait { minutes: 15 })),
            ("busy", with(LoginProblem::Busy)),
            (
                "without_passkeys",
                Self {
                    passkey: None,
                    ..plain()
                },
            ),
            (
                "passkey_unknown",
                with(LoginProblem::PasskeyUnknown {
                    credential: say("credential"),
                }),
            ),
            ("passkey_late", with(LoginProblem::PasskeyLate)),
            ("passkey_refused", with(LoginProblem::PasskeyRefused)),
        ]
    }
}
