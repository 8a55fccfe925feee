//! The pages of the corporate sign-on of legacy clients, and of the way to a card.

use askama::Template;

use crate::i18n::texts::Key;
use crate::pages::page::{Frame, ServerPage};

/// Says that the corporate sign-in is not set up, and links to the account sign-in.
#[derive(Template)]
#[template(path = "errors/corporate.html")]
pub struct CorporateAbsentPage {
    pub frame: Frame,
    /// The sign-in page with the same target: a path of ours.
    pub login: String,
}

impl ServerPage for CorporateAbsentPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        vec![(
            "absent",
            Self {
                frame: frame.clone(),
                login: say("/login?appName=LEGACYDEMO"),
            },
        )]
    }
}

/// The pages of the messaging app (contract S-31, G-04): lead on to `lion-login`, by themselves or by the button.
#[derive(Template)]
#[template(path = "signin/entry.html")]
pub struct CorporateEntryPage {
    pub frame: Frame,
    /// `lion-login` with the same target: a path of ours.
    pub there: String,
}

impl ServerPage for CorporateEntryPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = Self {
            frame: frame.clone(),
            there: say("/api/security/lion-login?appName=LEGACYDEMO"),
        };
        vec![("entry", page)]
    }
}

/// The page of a card's address: the button that opens the product, or a button for each of its addresses.
#[derive(Template)]
#[template(path = "signin/open.html")]
pub struct OpenPage {
    pub frame: Frame,
    pub title: String,
    /// Why the page asks.
    pub why: Key,
    /// Where its forms go: a path of ours.
    pub action: String,
    pub ways: Vec<WayIn>,
    /// The signed-in person's name as the portal shows it.
    pub person: String,
}

/// A button of [`OpenPage`].
pub struct WayIn {
    /// An address of the product.
    pub url: String,
    pub name: String,
}

impl ServerPage for OpenPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let title = frame.with("open.title", "app", &say("Media planner"));
        let page = |why, names: Vec<String>| Self {
            frame: frame.clone(),
            title: title.clone(),
            why,
            action: say("/open/7"),
            ways: names
                .into_iter()
                .map(|name| WayIn {
                    url: say("https://planner.example/"),
                    name,
                })
                .collect(),
            person: say("Dan Member"),
        };
        let several = vec![say("Plans"), say("Reports")];
        vec![
            (
                "from_another_site",
                page(Key("open.asked"), vec![title.clone()]),
            ),
            ("several", page(Key("open.choose"), several)),
        ]
    }
}
