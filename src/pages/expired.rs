//! The page for a sign-in that was left open too long, or that another browser began; any endpoint of the sign-in may
//! show it.

use askama::Template;

use super::page::{Frame, ServerPage};

/// Says that the sign-in has expired, and links to a new one with the same target.
#[derive(Template)]
#[template(path = "signin/expired.html")]
pub struct ExpiredPage {
    pub frame: Frame,
    /// A path of ours that begins again with the same target, if it is known.
    pub back: Option<String>,
}

impl ServerPage for ExpiredPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let to = |back: Option<String>| Self {
            frame: frame.clone(),
            back,
        };
        vec![
            ("expired", to(Some(say("/login?again=1")))),
            ("expired-lost", to(None)),
        ]
    }
}
