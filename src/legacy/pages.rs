//! The pages of the corporate sign-on of legacy clients.

use askama::Template;

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
