//! The page that leads the browser out of our origin.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use super::page::{Frame, PagePolicy, ServerPage, respond};

/// Leads on at once, without a script. It replaces a redirect after a form of ours: Chromium checks the whole chain of
/// redirects after a form against `form-action`, and an application may redirect to any origin.
#[derive(Template)]
#[template(path = "protocol/leaving.html")]
pub struct LeavingPage {
    pub frame: Frame,
    /// Where it leads: an address that was checked before, with percent-encoded additions.
    pub address: String,
    /// The name of what it leads to.
    pub name: String,
    /// True after a sign-out: the page tells the portal's tabs, as [`SignedOutPage`](super::goodbye::SignedOutPage) does.
    pub ended: bool,
}

impl LeavingPage {
    /// The response: nothing of the address may leak, since it may contain a code or token.
    pub fn respond(&self) -> Response {
        respond(StatusCode::OK, self, &PagePolicy::leaving())
    }

    /// The content of the `refresh` pragma. The address stands without quotes, so it is everything after `url=` (HTML
    /// section 4.2.5.3); an address begins with its scheme or a slash, never with a quote or a space.
    fn refresh(&self) -> String {
        format!("0; url={}", self.address)
    }
}

impl ServerPage for LeavingPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = || Self {
            frame: frame.clone(),
            address: say("https://app.example/callback?code=c&state=a%3Bb"),
            name: say("Demo App"),
            ended: false,
        };
        let signed_out = Self {
            ended: true,
            ..page()
        };
        vec![("out", page()), ("signed-out", signed_out)]
    }
}
