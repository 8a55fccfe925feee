//! The pages of leaving: the question before the session ends, and the word after.

use askama::Template;

use super::page::{Frame, Page, Seal};

/// Asks before the session ends. It answers POST to `action`.
#[derive(Template)]
#[template(path = "protocol/logout.html")]
pub struct LogoutPage {
    /// The frame.
    pub frame: Frame,
    /// What binds the form to this browser and to the request to leave.
    pub seal: Seal,
    /// Where the form goes: a path of ours.
    pub action: String,
    /// Who is signed in.
    pub person: String,
    /// The application that asks to sign out, if one does.
    pub asker: Option<String>,
    /// Where the reader goes who wants to stay: a path of ours.
    pub stay: String,
}

impl Page for LogoutPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |asker| Self {
            frame: frame.clone(),
            seal: Seal::sample(say),
            action: "/logout".to_owned(),
            person: say("Dan Member"),
            asker,
            stay: "/".to_owned(),
        };
        vec![("own", page(None)), ("asked", page(Some(say("Demo App"))))]
    }
}

/// Says in words that the session has ended.
#[derive(Template)]
#[template(path = "protocol/signed_out.html")]
pub struct SignedOutPage {
    /// The frame.
    pub frame: Frame,
}

impl Page for SignedOutPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, _: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        vec![(
            "done",
            Self {
                frame: frame.clone(),
            },
        )]
    }
}
