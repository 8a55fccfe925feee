//! The page of `lion-login` while no corporate provider is configured.

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
