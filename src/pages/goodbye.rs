//! The logout pages: the confirmation before the session ends, and the page afterwards.

use askama::Template;

use super::page::{CsrfToken, Frame, ServerPage};
use crate::i18n::texts::Key;

/// Faults of an application's logout request; its redirect address is then not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogoutFault {
    Malformed,
    /// It has a redirect address, but names no application.
    NoClient,
    /// `id_token_hint` is not one of our ID tokens.
    ForeignHint,
    /// `client_id` differs from the hint's client.
    TwoClients,
    /// The application is not registered or is disabled.
    UnknownClient,
    /// The address is not registered for the application.
    Address,
    /// It was posted too long ago, or has come before.
    Late,
}

impl LogoutFault {
    /// Every fault, for tests and samples.
    pub const ALL: [Self; 7] = [
        Self::Malformed,
        Self::NoClient,
        Self::ForeignHint,
        Self::TwoClients,
        Self::UnknownClient,
        Self::Address,
        Self::Late,
    ];

    /// Its name in logs and audit entries.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NoClient | Self::Address => "logout_uri",
            Self::UnknownClient => "unknown_client",
            Self::Malformed | Self::ForeignHint | Self::TwoClients | Self::Late => "bad_request",
        }
    }

    /// The description for the application's maintainer.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Malformed => "a parameter is repeated, or state is longer than 8000 bytes",
            Self::NoClient => "post_logout_redirect_uri needs an id_token_hint or a client_id",
            Self::ForeignHint => "id_token_hint was not issued by this server",
            Self::TwoClients => "client_id is not the client of id_token_hint",
            Self::UnknownClient => "the client is unknown or disabled",
            Self::Address => "post_logout_redirect_uri is not registered for this client",
            Self::Late => "the posted request is more than a minute old, or has come before",
        }
    }

    /// The text for the person; it may contain `{app}` and `{product}`.
    const fn words(self) -> Key {
        match self {
            Self::Malformed => Key("logout.fault.malformed"),
            Self::NoClient => Key("logout.fault.no_client"),
            Self::ForeignHint => Key("logout.fault.foreign_hint"),
            Self::TwoClients => Key("logout.fault.two_clients"),
            Self::UnknownClient => Key("logout.fault.unknown_client"),
            Self::Address => Key("logout.fault.address"),
            Self::Late => Key("logout.fault.late"),
        }
    }

    /// The text in the language of `frame`.
    fn say(self, frame: &Frame, asker: Option<&String>) -> String {
        let product = &frame.site.product;
        let said = match self {
            Self::Address => frame.with(self.words().0, "app", asker.map_or("", String::as_str)),
            _ => frame.with(self.words().0, "product", product),
        };
        said.trim_start().to_owned()
    }
}

/// Asks for confirmation before the session ends. Its form posts to `action`.
#[derive(Template)]
#[template(path = "protocol/logout.html")]
pub struct LogoutPage {
    pub frame: Frame,
    /// Binds the form to this browser and logout request.
    pub csrf: CsrfToken,
    /// Where the form posts: a path of ours.
    pub action: String,
    /// The hidden fields that carry the request: names and values.
    pub fields: Vec<(&'static str, String)>,
    /// The signed-in person's name as the portal shows it.
    pub person: String,
    /// The application that requests the logout, if any.
    pub asker: Option<String>,
    /// True when the request names another person than the one who is signed in.
    pub means_another: bool,
    /// The fault of the request, if any.
    pub fault: Option<LogoutFault>,
    /// Where a person who wants to stay goes: a path of ours.
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

    /// The application's name, if it is certain enough to show.
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

impl ServerPage for LogoutPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |asker, fault| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            action: "/logout".to_owned(),
            fields: vec![("client_id", say("demo-app"))],
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
    pub frame: Frame,
    /// The application that requested the logout, if any.
    pub asker: Option<String>,
    /// The fault of the request; also `None` when an earlier page has shown it.
    pub fault: Option<LogoutFault>,
    /// True when an application requested the logout, but the person is not redirected to it.
    pub sent_nowhere: bool,
    /// False when nobody was signed in in this browser before.
    pub ended: bool,
    /// The sign-in page.
    pub again: String,
    /// The corporate provider that the session came from, if one can sign out there too.
    pub there: Option<SignOutThere>,
}

/// A way to sign out at a corporate provider.
#[derive(Clone, Debug)]
pub struct SignOutThere {
    /// The provider's name as people know it.
    pub name: String,
    /// Its address, which was checked before.
    pub address: String,
}

impl SignedOutPage {
    /// The text about the result.
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

impl ServerPage for SignedOutPage {
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
            again: "/login".to_owned(),
            there: None,
        };
        let there = Self {
            there: Some(SignOutThere {
                name: say("Agency One"),
                address: say("https://id.example/logout?client_id=c"),
            }),
            ..page(None, false)
        };
        let nobody = Self {
            ended: false,
            ..page(None, false)
        };
        vec![
            ("done", page(None, false)),
            ("nobody", nobody),
            ("there", there),
            ("sent-nowhere", page(None, true)),
            ("faulty", page(Some(LogoutFault::Address), true)),
        ]
    }
}
