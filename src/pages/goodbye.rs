//! The pages of leaving: the question before the session ends, and the word after.

use askama::Template;

use super::page::{CsrfToken, Frame, Page};
use crate::i18n::texts::Key;

/// What may be wrong with an application's request to sign out; its address is then not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogoutFault {
    /// A parameter is repeated or too long.
    Malformed,
    /// It names an address, and no application whose that could be.
    NoClient,
    /// `id_token_hint` is no ID token of ours.
    ForeignHint,
    /// `client_id` is another than that of the hint.
    TwoClients,
    /// The application is not registered, or it was switched off.
    UnknownClient,
    /// The address is not registered for the application.
    Address,
}

impl LogoutFault {
    /// Every fault, for tests and samples.
    pub const ALL: [Self; 6] = [
        Self::Malformed,
        Self::NoClient,
        Self::ForeignHint,
        Self::TwoClients,
        Self::UnknownClient,
        Self::Address,
    ];

    /// Its name in logs and in the audit trail.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NoClient | Self::Address => "logout_uri",
            Self::UnknownClient => "unknown_client",
            Self::Malformed | Self::ForeignHint | Self::TwoClients => "bad_request",
        }
    }

    /// The sentence for who maintains the application.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Malformed => {
                "a parameter stands more than once, or state is longer than 2000 bytes"
            }
            Self::NoClient => {
                "post_logout_redirect_uri needs an id_token_hint or client_id that says whose it is"
            }
            Self::ForeignHint => "id_token_hint is not ours",
            Self::TwoClients => "client_id is not the client of id_token_hint",
            Self::UnknownClient => "the client is unknown or switched off",
            Self::Address => "post_logout_redirect_uri is not registered for the client that asks",
        }
    }

    /// The words for the person; `{app}` and `{product}` may stand in them.
    const fn words(self) -> Key {
        match self {
            Self::Malformed => Key("logout.fault.malformed"),
            Self::NoClient => Key("logout.fault.no_client"),
            Self::ForeignHint => Key("logout.fault.foreign_hint"),
            Self::TwoClients => Key("logout.fault.two_clients"),
            Self::UnknownClient => Key("logout.fault.unknown_client"),
            Self::Address => Key("logout.fault.address"),
        }
    }

    /// The words, in the language of `frame`.
    fn say(self, frame: &Frame, asker: Option<&String>) -> String {
        let product = &frame.site.product;
        let said = match self {
            Self::Address => frame.with(self.words().0, "app", asker.map_or("", String::as_str)),
            _ => frame.with(self.words().0, "product", product),
        };
        said.trim_start().to_owned()
    }
}

/// Asks before the session ends. It answers POST to `action`.
#[derive(Template)]
#[template(path = "protocol/logout.html")]
pub struct LogoutPage {
    /// The frame.
    pub frame: Frame,
    /// What binds the form to this browser and to the request to leave.
    pub csrf: CsrfToken,
    /// Where the form goes: a path of ours.
    pub action: String,
    /// Who is signed in, by the name that the portal shows.
    pub person: String,
    /// The application that asks to sign out, if one does.
    pub asker: Option<String>,
    /// True when it means another person than the one who is signed in.
    pub means_another: bool,
    /// What was wrong with its request, if anything was.
    pub fault: Option<LogoutFault>,
    /// Where the reader goes who wants to stay: a path of ours.
    pub stay: String,
}

impl LogoutPage {
    fn title(&self) -> &str {
        match self.fault {
            Some(_) => self.frame.t("logout.still"),
            None => self.frame.t("logout.title"),
        }
    }

    fn wrong(&self) -> Option<String> {
        Some(self.fault?.say(&self.frame, self.asker.as_ref()))
    }

    /// Who asks, where that is sure enough to be said.
    fn asks(&self) -> Option<String> {
        let asker = self.asker.as_ref().filter(|_| self.fault.is_none())?;
        let key = if self.means_another {
            Key("logout.asker_another")
        } else {
            Key("logout.asker")
        };
        Some(self.frame.with(key.0, "app", asker))
    }
}

impl Page for LogoutPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |asker, fault| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            action: "/logout".to_owned(),
            person: say("Dan Member"),
            asker,
            means_another: false,
            fault,
            stay: "/".to_owned(),
        };
        let app = || Some(say("Demo App"));
        let another = Self {
            means_another: true,
            ..page(app(), None)
        };
        let mut samples = vec![
            ("own", page(None, None)),
            ("asked", page(app(), None)),
            ("another", another),
        ];
        let faulty = |fault: LogoutFault| (fault.words().0, page(app(), Some(fault)));
        samples.extend(LogoutFault::ALL.map(faulty));
        samples
    }
}

/// Says that the session has ended, and where the person is now.
#[derive(Template)]
#[template(path = "protocol/signed_out.html")]
pub struct SignedOutPage {
    /// The frame.
    pub frame: Frame,
    /// The application that asked, if one did.
    pub asker: Option<String>,
    /// What was wrong with the request; `None` also when an earlier page has said it.
    pub fault: Option<LogoutFault>,
    /// True when an application asked, but the person is not sent back to it.
    pub sent_nowhere: bool,
    /// False when nobody was signed in in this browser before either.
    pub ended: bool,
}

impl SignedOutPage {
    /// What has become of the sign-in.
    const fn state(&self) -> Key {
        if self.ended {
            Key("signed_out.reach")
        } else {
            Key("signed_out.nobody")
        }
    }

    fn wrong(&self) -> Option<String> {
        Some(self.fault?.say(&self.frame, self.asker.as_ref()))
    }
}

impl Page for SignedOutPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |fault, sent_nowhere| Self {
            frame: frame.clone(),
            asker: Some(say("Demo App")),
            fault,
            sent_nowhere,
            ended: true,
        };
        let nobody = Self {
            ended: false,
            ..page(None, false)
        };
        vec![
            ("done", page(None, false)),
            ("nobody", nobody),
            ("sent-nowhere", page(None, true)),
            ("faulty", page(Some(LogoutFault::Address), true)),
        ]
    }
}
