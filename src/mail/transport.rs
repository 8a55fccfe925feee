//! Sends emails over SMTP or into a folder. Only this file uses lettre.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

use super::body::Written;
use super::name::one_line;
use super::thread::Thread;
use crate::clock::Millis;

/// The most open connections to the mail server. Each is for one email, because late answers to an abandoned email
/// would be taken for answers to the next one.
pub(super) const CONNECTIONS: usize = 4;
/// Answers of a mail server that are caused by our settings and not by the email, so a later
/// attempt may succeed.
const OUR_OWN_FAULT: [u16; 5] = [530, 534, 535, 538, 554];

/// How emails are sent.
pub enum MailTransport {
    /// Not at all: each is only logged.
    Off,
    /// Into files `<id>.eml` in this folder, for development and tests.
    Folder(PathBuf),
    /// With the time that sending one email may take.
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>, Duration),
}

/// Why the settings of mail cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MailSettingsError {
    /// `mail.url` has none of the allowed forms.
    #[error(
        "mail.url must be \"smtp://user:password@host:port\" (with ?tls=required, opportunistic \
         or none), \"smtps://…\", \"file:folder\" or \"off\""
    )]
    Url,
    /// `mail.from` is not a mail address.
    #[error("mail.from must be an address such as \"Atrium <sso@example.com>\"")]
    From,
    /// `outbound.ca_file` has no usable certificate.
    #[error("outbound.ca_file holds no certificate that can be used: {0}")]
    Authority(String),
}

/// Why an email was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailTransportError {
    /// A later attempt may succeed.
    #[error("{0}")]
    Later(String),
    /// No attempt can succeed: the address is invalid, or its server refused the email permanently.
    #[error("{0}")]
    Never(String),
    /// Its server refused the address permanently, with this code.
    #[error("{1}")]
    Refused(u16, String),
}

/// An email with its addresses, ready to be sent.
pub struct OutgoingMail<'a> {
    /// Names the email in its `Message-ID` and its file. Repeated attempts have the same id, so
    /// that mail programs show the email once.
    pub id: &'a str,
    /// The host part of its `Message-ID`.
    pub host: &'a str,
    /// The product's name, for `List-Id`.
    pub product: &'a str,
    /// The conversation that it belongs to.
    pub thread: Option<Thread<'a>>,
    pub at: Millis,
    pub language: &'a str,
    pub to_name: &'a str,
    pub to: &'a str,
    pub written: &'a Written,
}

/// The sender of every email.
#[derive(Clone, Debug)]
pub struct Sender(Mailbox);

impl Sender {
    /// Parses `mail.from`.
    pub fn read(from: &str) -> Result<Self, MailSettingsError> {
        from.parse().map(Self).map_err(|_| MailSettingsError::From)
    }
}

impl MailTransport {
    /// Parses `mail.url`; `authorities` are additional trusted ones, as PEM. Sending one email may take
    /// `timeout`.
    ///
    /// `smtp://` without `tls` requires STARTTLS, except on loopback.
    pub fn open(
        url: &str,
        timeout: Duration,
        authorities: Option<&[u8]>,
    ) -> Result<Self, MailSettingsError> {
        if url.is_empty() || url == "off" {
            return Ok(Self::Off);
        }
        if let Some(folder) = url
            .strip_prefix("file:")
            .filter(|folder| !folder.is_empty())
        {
            return Ok(Self::Folder(PathBuf::from(folder)));
        }
        let mut parsed = url::Url::parse(url).map_err(|_| MailSettingsError::Url)?;
        let host = parsed.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or(MailSettingsError::Url)?.to_owned();
        let asked = parsed.query().map(str::to_owned);
        let local = matches!(host.as_str(), "localhost" | "127.0.0.1" | "[::1]");
        let parameters = || tls_parameters(&host, authorities);
        let (query, tls) = match (parsed.scheme(), asked.as_deref()) {
            ("smtps", None) => (None, Tls::Wrapper(parameters()?)),
            ("smtp", Some("tls=none")) => (None, Tls::None),
            ("smtp", None) if local => (None, Tls::None),
            ("smtp", Some("tls=opportunistic")) => {
                (Some("tls=opportunistic"), Tls::Opportunistic(parameters()?))
            }
            ("smtp", None | Some("tls=required")) => {
                (Some("tls=required"), Tls::Required(parameters()?))
            }
            _ => return Err(MailSettingsError::Url),
        };
        parsed.set_query(query);
        let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(parsed.as_str())
            .map_err(|_| MailSettingsError::Url)?
            .tls(tls)
            .timeout(Some(timeout))
            .build();
        Ok(Self::Smtp(Box::new(smtp), timeout))
    }

    /// Sends an email, or does nothing if mail is off.
    pub async fn send(
        &self,
        from: &Sender,
        mail: &OutgoingMail<'_>,
    ) -> Result<(), MailTransportError> {
        match self {
            Self::Off => Ok(()),
            Self::Folder(folder) => {
                let eml = message(from, mail)?.formatted();
                write_file(folder, mail.id, &eml).await.map_err(|error| {
                    MailTransportError::Later(format!(
                        "{} cannot be written: {error}",
                        folder.display()
                    ))
                })
            }
            Self::Smtp(smtp, limit) => {
                let message = message(from, mail)?;
                // The library limits only the connecting.
                let sent = tokio::time::timeout(*limit, smtp.send(message)).await;
                let slow = |_| MailTransportError::Later(format!("not sent within {limit:?}"));
                let sent = sent.map_err(slow)?;
                sent.map(drop).map_err(|error| refusal(&error))
            }
        }
    }
}

/// True for an address that mail can be sent to: a name at a domain, with one spelling. It has no brackets, no quotes,
/// and no number of a machine instead of the domain (RFC 5321 section 4.1.3), because mail servers refuse these.
pub fn is_mailable(address: &str) -> bool {
    address.parse::<Address>().is_ok_and(|parsed| {
        let (user, domain) = (parsed.user(), parsed.domain());
        let is_number = domain.starts_with('[') || domain.parse::<IpAddr>().is_ok();
        !user.starts_with('"') && !is_number
    })
}

fn tls_parameters(
    host: &str,
    authorities: Option<&[u8]>,
) -> Result<TlsParameters, MailSettingsError> {
    let failed =
        |error: lettre::transport::smtp::Error| MailSettingsError::Authority(error.to_string());
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(pem) = authorities {
        builder = builder.add_root_certificate(Certificate::from_pem(pem).map_err(failed)?);
    }
    builder.build_rustls().map_err(failed)
}

fn message(from: &Sender, mail: &OutgoingMail<'_>) -> Result<Message, MailTransportError> {
    let never = |error: &dyn std::fmt::Display| MailTransportError::Never(error.to_string());
    let address: Address = mail.to.parse().map_err(|error| never(&error))?;
    let name = one_line(mail.to_name);
    let to = Mailbox::new(Some(name).filter(|name| !name.is_empty()), address);
    let Written {
        subject,
        text,
        html,
    } = mail.written;
    let parts = MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, text))
        .singlepart(part(ContentType::TEXT_HTML, html));
    let sent = Duration::from_millis(u64::try_from(mail.at).unwrap_or(0));
    let mut builder = Message::builder()
        .from(from.0.clone())
        .to(to)
        .subject(one_line(subject))
        .date(std::time::UNIX_EPOCH + sent)
        .message_id(Some(format!("<{}@{}>", mail.id, mail.host)));
    if let Some(thread) = mail.thread {
        let about = thread.message_id(mail.host);
        builder = builder.in_reply_to(about.clone()).references(about);
    }
    let mut message = builder.multipart(parts).map_err(|error| never(&error))?;
    let list = list_id(mail.product, mail.host);
    // RFC 3834 section 5: no automatic replies to automatic emails. Exchange reads only its own header.
    let extra = [
        ("Auto-Submitted", "auto-generated"),
        ("X-Auto-Response-Suppress", "OOF, AutoReply"),
        ("List-Id", &list),
        ("Content-Language", mail.language),
    ];
    for (name, value) in extra {
        let name = HeaderName::new_from_ascii(name.to_owned()).map_err(|error| never(&error))?;
        message
            .headers_mut()
            .insert_raw(HeaderValue::new(name, value.to_owned()));
    }
    Ok(message)
}

/// One id for all our emails (RFC 2919), so that people can file them by a rule. The name has no character that would need
/// quotes.
fn list_id(product: &str, host: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || c == '-';
    let plain = |c: char| if is_plain(c) { c } else { ' ' };
    let name: String = product.chars().map(plain).collect();
    one_line(&format!("{name} <notices.{host}>"))
}

fn part(kind: ContentType, body: &str) -> SinglePart {
    SinglePart::builder().header(kind).body(body.to_owned())
}

/// A permanent refusal is a 5xx answer about this email (RFC 5321 section 4.2.1), except those that
/// corrected settings would avoid.
fn refusal(error: &lettre::transport::smtp::Error) -> MailTransportError {
    let code = error.status().map(u16::from);
    let words = match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    };
    match code {
        Some(code) if code >= 500 && !OUR_OWN_FAULT.contains(&code) => {
            if is_about_address(code, &words) {
                MailTransportError::Refused(code, words)
            } else {
                MailTransportError::Never(words)
            }
        }
        _ => MailTransportError::Later(words),
    }
}

/// True if an answer says that the address takes no emails at all, and not that this one was refused: for its size, or
/// because the server does not like the sender. The code alone does not always say which (RFC 3463 sections 3.2 and 3.3).
fn is_about_address(code: u16, words: &str) -> bool {
    let detailed = words.split_whitespace().find_map(|word| {
        let mut numbers = word.trim_matches(|c: char| !c.is_ascii_digit()).split('.');
        let mut next = || numbers.next()?.parse::<u16>().ok();
        let (class, subject, detail) = (next()?, next()?, next()?);
        (class == 5 && next().is_none()).then_some((subject, detail))
    });
    match detailed {
        // 5.1.7 and 5.1.8 are about the sender.
        Some((1, detail)) => ![7, 8].contains(&detail),
        // No mailbox, or a disabled one.
        Some((2, detail)) => [0, 1].contains(&detail),
        Some(_) => false,
        None => [550, 551, 553, 556].contains(&code),
    }
}

/// Writes the complete file or none, so that a reader never sees half an email. Each attempt has a file of its own until then,
/// because a job whose lease has ended runs twice.
async fn write_file(folder: &Path, id: &str, eml: &[u8]) -> std::io::Result<()> {
    static ATTEMPTS: AtomicU64 = AtomicU64::new(0);
    tokio::fs::create_dir_all(folder).await?;
    let (process, attempt) = (process::id(), ATTEMPTS.fetch_add(1, Ordering::Relaxed));
    let half = folder.join(format!(".{id}.{process}.{attempt}.half"));
    tokio::fs::write(&half, eml).await?;
    tokio::fs::rename(&half, folder.join(format!("{id}.eml"))).await
}

impl std::fmt::Debug for MailTransport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Off => f.write_str("Off"),
            Self::Folder(folder) => write!(f, "Folder({})", folder.display()),
            Self::Smtp(..) => f.write_str("Smtp"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_about_address;

    #[test]
    fn only_answers_about_the_address_say_that_it_takes_no_emails() {
        for (code, words, expected) in [
            (550, "permanent error (550): 5.1.1 no such mailbox", true),
            (
                550,
                "permanent error (550): <dan@demo.test>: Recipient unknown",
                true,
            ),
            (550, "permanent error (550): 5.2.1 mailbox disabled", true),
            (
                556,
                "permanent error (556): 5.1.10 domain takes no mail",
                true,
            ),
            (553, "permanent error (553): no such name", true),
            (
                550,
                "permanent error (550): [5.1.1] 192.0.2.1 unknown user",
                true,
            ),
            (550, "permanent error (550): 5.7.1 refused by policy", false),
            (550, "permanent error (550): 5.7.26 unauthenticated", false),
            (
                550,
                "permanent error (550): 5.1.8 sender's domain unknown",
                false,
            ),
            (552, "permanent error (552): 5.2.2 mailbox full", false),
            (552, "permanent error (552): 5.3.4 too large", false),
            (521, "permanent error (521): no mail here", false),
            (571, "permanent error (571): blocked", false),
        ] {
            assert_eq!(is_about_address(code, words), expected, "{words}");
        }
    }
}
