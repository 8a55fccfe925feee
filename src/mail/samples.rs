//! Samples of all emails: administrators read them, and have them sent to themselves.

use super::context::MailContext;
use super::link::OneTimeLink;
use super::messages::Mail;
use crate::clock::{DAY, Millis};
use crate::i18n::language::Language;
use crate::site::branding::Branding;

/// The token of all links of samples. No page accepts it, and its reader sees why.
const TOKEN: &str = "SAMPLE-this-link-does-not-work";

/// A sample of an email, to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSample {
    /// The name of the email, such as `welcome`.
    pub message: &'static str,
    pub subject: String,
    /// When it is sent, in a sentence.
    pub when: String,
    /// Its plain text.
    pub text: String,
}

/// A sample of each email of the product with this name.
///
/// # Errors
/// A template is damaged.
pub fn samples(
    language: Language,
    product: &str,
    public_url: &str,
    now: Millis,
) -> Result<Vec<MailSample>, askama::Error> {
    let branding = Branding {
        product: product.to_owned(),
        ..Branding::default()
    };
    let (link, mut read) = (link_at(now), Vec::new());
    for mail in Mail::samples() {
        let context = MailContext::new(language, &branding, public_url).with_link(Some(&link));
        let written = mail.write(&context)?;
        read.push(MailSample {
            message: mail.name(),
            subject: written.subject,
            when: context.text(&format!("{}.when", mail.name())).to_owned(),
            text: written.text,
        });
    }
    Ok(read)
}

/// The sample of the email with this name.
pub fn sample_of(message: &str) -> Option<Mail> {
    let mut samples = Mail::samples().into_iter();
    samples.find(|mail| mail.name() == message)
}

/// The one-time link of samples.
pub(super) fn link_at(now: Millis) -> OneTimeLink {
    OneTimeLink {
        token: TOKEN.to_owned().into(),
        expires_at: now.saturating_add(DAY),
    }
}
