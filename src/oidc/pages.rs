//! The page that sends an authorization response by POST.

use askama::Template;

use crate::pages::page::{Frame, ServerPage};

/// The page of `response_mode=form_post` (OAuth 2.0 Form Post Response Mode section 2). It contains a code: send it
/// with [`PagePolicy::leaving_by_form`](crate::pages::page::PagePolicy::leaving_by_form).
#[derive(Template)]
#[template(path = "protocol/form_post.html")]
pub struct FormPostPage {
    pub frame: Frame,
    /// The redirect URI, already validated.
    pub action: String,
    /// The parameters of the response, in order.
    pub fields: Vec<(String, String)>,
}

impl FormPostPage {
    /// The host that the form posts to, shown to the person.
    fn host(&self) -> String {
        let url = url::Url::parse(&self.action).ok();
        url.and_then(|url| url.host_str().map(str::to_owned))
            .unwrap_or_default()
    }
}

impl ServerPage for FormPostPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let field = |name: &str, value: &str| (name.to_owned(), say(value));
        let page = Self {
            frame: frame.clone(),
            action: say("https://app.example/callback"),
            fields: vec![
                field("code", "code"),
                field("state", "af0ifjsldkj"),
                field("iss", "issuer"),
            ],
        };
        vec![("code", page)]
    }
}
