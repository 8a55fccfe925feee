//! The page for people who cannot sign in.

use askama::Template;

use crate::pages::page::{Frame, ServerPage};
use crate::site::offered;

/// Says for each usual trouble what to do, and who helps.
#[derive(Template)]
#[template(path = "signin/trouble.html")]
pub struct TroublePage {
    pub frame: Frame,
    /// The email address of the people who help.
    pub contact: Option<String>,
    /// True if people may apply for an account.
    pub may_apply: bool,
    /// True if members have passwords.
    pub has_passwords: bool,
}

impl ServerPage for TroublePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |contact, open| Self {
            frame: frame.clone(),
            contact,
            may_apply: open,
            has_passwords: open,
        };
        vec![
            ("open", page(Some(say("help@example.com")), true)),
            ("closed", page(None, false)),
        ]
    }
}
