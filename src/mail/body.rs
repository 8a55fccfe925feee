//! The body of an email: one list of blocks, rendered as plain text and as HTML.

use askama::Template;

use super::context::MailContext;
use super::name::{Name, one_line};

/// The three parts of a rendered email. They may contain a one-time link.
#[derive(Clone, PartialEq, Eq)]
pub struct Written {
    pub subject: String,
    pub text: String,
    pub html: String,
}

enum Block {
    Paragraph(String),
    /// A link: in HTML a button with the address below, in plain text two lines.
    Action {
        label: String,
        address: String,
    },
    /// A code for the reader to copy, and what it is for.
    Code {
        hint: String,
        code: String,
    },
}

/// A body to which blocks are added. Texts are given by their keys in `templates/mail/locales/`.
pub struct Body<'a> {
    context: &'a MailContext<'a>,
    title: String,
    /// What lists of emails show behind the subject: the first paragraph of the email's own.
    preview: String,
    blocks: Vec<Block>,
    footer: &'static str,
}

impl<'a> Body<'a> {
    /// A body with the title `key`, which is also the subject. The text may contain `{product}`.
    pub fn titled(context: &'a MailContext<'a>, key: &str) -> Self {
        Self::titled_about(context, key, &[("product", context.product)])
    }

    /// The same with other values, such as names in the form that emails show.
    pub fn titled_about(context: &'a MailContext<'a>, key: &str, values: &[(&str, &str)]) -> Self {
        let title = one_line(&context.fill(key, values));
        let body = Self {
            context,
            title,
            preview: String::new(),
            blocks: Vec::new(),
            footer: "layout.footer",
        };
        if context.is_sample {
            let title = context.fill("layout.sample_subject", &[("subject", &body.title)]);
            return Self { title, ..body }.paragraph("layout.sample", &[]);
        }
        body
    }

    /// Says at the end that the reader has no account.
    #[must_use]
    pub fn for_stranger(mut self) -> Self {
        self.footer = "layout.footer_stranger";
        self
    }

    /// Greets the reader by name.
    #[must_use]
    pub fn greeting(self, name: &Name) -> Self {
        self.paragraph("layout.greeting", &[("name", &name.shown())])
    }

    /// Adds the text `key` with its placeholders replaced by `values`.
    #[must_use]
    pub fn paragraph(mut self, key: &str, values: &[(&str, &str)]) -> Self {
        let text = self.context.fill(key, values);
        if self.preview.is_empty() && !key.starts_with("layout") {
            self.preview.clone_from(&text);
        }
        self.blocks.push(Block::Paragraph(text));
        self
    }

    /// Adds a link to our `path` with the text `key`.
    #[must_use]
    pub fn action(mut self, key: &str, path: &str) -> Self {
        self.blocks.push(Block::Action {
            label: self.context.text(key).to_owned(),
            address: self.context.link(path),
        });
        self
    }

    /// Adds the email's one-time link to `path` with the text `key`, the time until which it works,
    /// and its code for readers whose browser cannot use the link. The token is after the `#`, so
    /// browsers do not send it to any server.
    #[must_use]
    pub fn one_time_link(self, key: &str, path: &str) -> Self {
        let Some(link) = self.context.one_time_link else {
            return self;
        };
        let until = self.context.time(link.expires_at);
        let hint = self.context.text("layout.code_hint").to_owned();
        let mut body = self
            .action(key, &format!("{path}#token={}", link.token.as_str()))
            .paragraph("layout.link_once", &[("time", &until)]);
        body.blocks.push(Block::Code {
            hint,
            code: link.token.to_string(),
        });
        body
    }

    /// Renders the email.
    pub(super) fn write(self) -> Result<Written, askama::Error> {
        let (context, blocks) = (self.context, self.blocks.as_slice());
        let footer = context.fill(self.footer, &[("product", context.product)]);
        let footer = footer.as_str();
        Ok(Written {
            text: TextLayout {
                context,
                blocks,
                footer,
            }
            .render()?,
            html: HtmlLayout {
                context,
                title: &self.title,
                preview: &self.preview,
                blocks,
                footer,
            }
            .render()?,
            subject: self.title,
        })
    }
}

#[derive(Template)]
#[template(path = "mail/layout.txt")]
struct TextLayout<'a> {
    context: &'a MailContext<'a>,
    blocks: &'a [Block],
    footer: &'a str,
}

#[derive(Template)]
#[template(path = "mail/layout.html")]
struct HtmlLayout<'a> {
    context: &'a MailContext<'a>,
    title: &'a str,
    preview: &'a str,
    blocks: &'a [Block],
    footer: &'a str,
}

impl std::fmt::Debug for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Written({:?})", self.subject)
    }
}
