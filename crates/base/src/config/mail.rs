//! `[mail]`: how emails are sent.

use std::time::Duration;

use serde::Deserialize;

use super::{
    Secret, duration,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// How emails are sent.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MailConfig {
    /// `smtp://user:password@host:port`, `smtps://…`, `file:folder` or `off`. `smtp://` asks for STARTTLS except on loopback; `?tls=none` or `?tls=opportunistic` changes that. A secret, as it may carry a password.
    pub url: Secret,
    /// Sender of every email.
    pub from: String,
    /// How long sending one email may take.
    #[serde(deserialize_with = "duration::read")]
    pub timeout: Duration,
}

impl MailConfig {
    /// True if no email is ever sent.
    pub fn is_off(&self) -> bool {
        self.url.expose() == "off"
    }
}

impl Default for MailConfig {
    fn default() -> Self {
        Self {
            url: Secret::new("file:data/mail"),
            from: "Atrium <atrium@localhost>".to_owned(),
            timeout: Duration::from_secs(30),
        }
    }
}

impl Section for MailConfig {
    const NAME: &'static str = "mail";
    const KEYS: &'static [Key] = &[
        key(
            "url",
            "\"smtp://user:password@host:port\", \"smtps://…\", \"file:folder\" or \"off\"",
        ),
        key(
            "from",
            "a mail address, such as \"Atrium <sso@example.com>\"",
        ),
        key("timeout", "a span from \"1s\" to \"50s\""),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        faults.unless(is_mail_url(self.url.expose()), "url", || {
            "is of another form".to_owned()
        });
        let good = self.from.contains('@') && !self.from.chars().any(char::is_control);
        faults.unless(good, "from", || format!("is {:?}", self.from));
        let (least, most) = (Duration::from_secs(1), Duration::from_secs(50));
        faults.span("timeout", self.timeout, least, most);
    }
}

fn is_mail_url(text: &str) -> bool {
    if text == "off" {
        return true;
    }
    if let Some(folder) = text.strip_prefix("file:") {
        return !folder.is_empty();
    }
    url::Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "smtp" | "smtps") && url.host_str().is_some_and(|h| !h.is_empty())
    })
}
