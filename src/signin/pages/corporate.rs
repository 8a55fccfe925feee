//! The page after a trip to a corporate provider that signed nobody in: what happened, and the way back.

use askama::Template;

use crate::i18n::texts::Key;
use crate::pages::page::{Frame, ServerPage};

/// The page after a corporate sign-in that failed.
#[derive(Template)]
#[template(path = "signin/corporate.html")]
pub struct CorporateEndPage {
    pub frame: Frame,
    /// The provider's name as people know it.
    pub provider: String,
    pub end: End,
    /// The address of the sign-in page, which keeps the target.
    pub back: String,
}

/// How the trip ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The person stopped, or the provider refused them.
    Cancelled,
    /// The provider does not answer.
    Unreachable,
    /// Its answer breaks a rule.
    Untrusted,
    /// The trip took too long, or came back twice.
    Late,
    /// No account fits.
    Unknown,
    /// An account has the address, but no way in that could be proved.
    NoWay,
    /// The account may not sign in.
    Closed,
    /// The account waits for an administrator.
    Waiting,
    /// The provider was disabled or deleted during the trip.
    Withdrawn,
    /// Somebody else signed in there to add a second factor.
    Another,
}

impl End {
    const ALL: [(&'static str, Self); 10] = [
        ("cancelled", Self::Cancelled),
        ("unreachable", Self::Unreachable),
        ("untrusted", Self::Untrusted),
        ("late", Self::Late),
        ("unknown", Self::Unknown),
        ("no_way", Self::NoWay),
        ("closed", Self::Closed),
        ("waiting", Self::Waiting),
        ("withdrawn", Self::Withdrawn),
        ("another", Self::Another),
    ];

    const fn title(self) -> Key {
        match self {
            Self::Cancelled => Key("corporate.cancelled.title"),
            Self::Unreachable => Key("corporate.unreachable.title"),
            Self::Untrusted => Key("corporate.untrusted.title"),
            Self::Late => Key("corporate.late.title"),
            Self::Unknown => Key("corporate.unknown.title"),
            Self::NoWay => Key("corporate.no_way.title"),
            Self::Closed => Key("corporate.closed.title"),
            Self::Waiting => Key("corporate.waiting.title"),
            Self::Withdrawn => Key("corporate.withdrawn.title"),
            Self::Another => Key("corporate.another.title"),
        }
    }

    const fn text(self) -> Key {
        match self {
            Self::Cancelled => Key("corporate.cancelled.text"),
            Self::Unreachable => Key("corporate.unreachable.text"),
            Self::Untrusted => Key("corporate.untrusted.text"),
            Self::Late => Key("corporate.late.text"),
            Self::Unknown => Key("corporate.unknown.text"),
            Self::NoWay => Key("corporate.no_way.text"),
            Self::Closed => Key("corporate.closed.text"),
            Self::Waiting => Key("corporate.waiting.text"),
            Self::Withdrawn => Key("corporate.withdrawn.text"),
            Self::Another => Key("corporate.another.text"),
        }
    }
}

impl CorporateEndPage {
    fn words(&self, key: Key) -> String {
        self.frame.with(key.0, "name", &self.provider)
    }
}

impl ServerPage for CorporateEndPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |end| Self {
            frame: frame.clone(),
            provider: say("Agency One"),
            end,
            back: "/login?flow=1".to_owned(),
        };
        End::ALL.map(|(name, end)| (name, page(end))).into()
    }
}
