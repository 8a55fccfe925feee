//! What the comparisons ask: the same question about something that exists, and about something that does not.

use std::time::{Duration, SystemTime};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::digest::{SHA256, digest};
use serde_json::json;

use crate::browser::{Answer, Browser, Http, PASSWORD, elsewhere, form, hidden};
use crate::server::Server;
use crate::signed_in::user_token;
use crate::{Plan, Result};

/// A network that no flood uses.
const QUIET: usize = 0x00f3_0000;
/// As long as the right password.
const WRONG: &str = "Artium2026*";
/// Jobs that an answer begins run before the next question, so that fewer samples wait for them.
const JOBS: Duration = Duration::from_millis(10);
const HOUR: u128 = 3_600_000;
/// All people of the measurements get the password of the demo.
const PASSWORDS: &str = "UPDATE accounts SET password_hash = \
    (SELECT password_hash FROM accounts WHERE username = 'DanMember') WHERE password_hash IS NULL";

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    SignIn,
    Forgotten,
    Application,
    Invitation,
    PasswordLink,
    InvitationLink,
}

impl Subject {
    pub const ALL: [Self; 6] = [
        Self::SignIn,
        Self::Forgotten,
        Self::Application,
        Self::Invitation,
        Self::PasswordLink,
        Self::InvitationLink,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::SignIn => "timing of a sign-in",
            Self::Forgotten => "timing of a forgotten password",
            Self::Application => "timing of an application",
            Self::Invitation => "timing of an invitation",
            Self::PasswordLink => "timing of a link to a password",
            Self::InvitationLink => "timing of the link of an invitation",
        }
    }

    /// What is known of it. Kind 0 of a question is about nothing known, kind 1 about the first of these.
    pub fn known(self) -> &'static [&'static str] {
        match self {
            Self::SignIn => &["a wrong password", "a disabled account, right password"],
            Self::Forgotten => &["an account with this address"],
            Self::Application | Self::Invitation => &["the address of an account"],
            Self::PasswordLink => &["expired", "of a disabled account"],
            // Whether the sender of a valid one still has the right is asked later. Only its reader sees that it takes longer.
            Self::InvitationLink => &["expired"],
        }
    }

    /// How long to wait after an answer.
    pub fn pause(self) -> Duration {
        match self {
            Self::Forgotten | Self::Application | Self::Invitation => JOBS,
            Self::SignIn | Self::PasswordLink | Self::InvitationLink => Duration::ZERO,
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::SignIn => "/login",
            Self::Forgotten => "/forgot-password",
            Self::Application => "/account-user/apply",
            Self::Invitation => "/api/security/user-group/invitation-mail",
            Self::PasswordLink => "/reset-password",
            Self::InvitationLink => "/account-user/invitation",
        }
    }

    /// The status and some words of the answer; a limit answers otherwise.
    fn expected(self) -> (u16, &'static str) {
        match self {
            Self::SignIn => (200, "The account and password don’t match"),
            Self::Forgotten | Self::Application => (200, "Look at your email"),
            Self::Invitation => (200, "\"sent\":1"),
            Self::PasswordLink | Self::InvitationLink => (400, "This link doesn’t work"),
        }
    }
}

/// A person of the measurements.
struct Person {
    username: String,
    email: String,
}

impl Person {
    /// Somebody whom nobody knows, with names of the same length.
    fn stranger(&self) -> Self {
        let (name, host) = self.email.split_once('@').unwrap_or_default();
        Self {
            username: turned(&self.username),
            email: format!("{}@{host}", turned(name)),
        }
    }
}

/// Each letter of an ASCII text replaced by the one 13 places away.
fn turned(text: &str) -> String {
    let turn = |byte: u8| match byte {
        b'a'..=b'm' | b'A'..=b'M' => byte + 13,
        b'n'..=b'z' | b'N'..=b'Z' => byte - 13,
        other => other,
    };
    text.bytes().map(turn).map(char::from).collect()
}

/// The people of the measurements, who all have a password.
pub struct People {
    enabled: Vec<Person>,
    disabled: Vec<Person>,
}

impl People {
    pub async fn of(server: &Server) -> Result<Self> {
        server.change(PASSWORDS).await?;
        Ok(Self {
            enabled: with_status(server, 0).await?,
            disabled: with_status(server, 2).await?,
        })
    }
}

async fn with_status(server: &Server, status: i64) -> Result<Vec<Person>> {
    let sql = format!(
        "SELECT username, email FROM accounts WHERE status = {status} AND email LIKE '%@agency%' ORDER BY id"
    );
    let found = server.pairs(&sql).await?.into_iter();
    // Strangers get names of other ASCII letters.
    let found = found.filter(|(username, email)| username.is_ascii() && email.is_ascii());
    let people: Vec<_> = found
        .map(|(username, email)| Person { username, email })
        .collect();
    if people.is_empty() {
        return Err(format!("no account has the status {status}").into());
    }
    Ok(people)
}

/// One request, ready to be sent.
pub struct Question {
    pub path: &'static str,
    pub body: String,
    /// What the answer may repeat.
    pub typed: Vec<String>,
}

/// A browser on the page of a form, or a manager with a token.
pub struct Asker<'a> {
    subject: Subject,
    people: &'a People,
    http: &'a Http,
    headers: Vec<(&'static str, String)>,
    /// The hidden fields of the form.
    hidden: Vec<(&'static str, String)>,
}

impl<'a> Asker<'a> {
    pub async fn new(
        server: &Server,
        http: &'a Http,
        (subject, people): (Subject, &'a People),
    ) -> Result<Self> {
        let mut asker = Self {
            subject,
            people,
            http,
            headers: Vec::new(),
            hidden: Vec::new(),
        };
        if subject == Subject::Invitation {
            let token = user_token(http, "ChloeManager").await?;
            let typed = ("content-type", "application/json".to_owned());
            asker.headers = vec![typed, ("access-token", token)];
            return Ok(asker);
        }
        add_links(server, subject).await?;
        let mut browser = Browser::new(http, elsewhere(QUIET));
        let html = browser.go(subject.path()).await?.text();
        for name in ["csrf", "flow"] {
            asker.hidden.push((name, hidden(&html, name)?));
        }
        asker.headers = vec![
            (
                "content-type",
                "application/x-www-form-urlencoded".to_owned(),
            ),
            ("cookie", browser.cookie_header()),
            ("origin", http.origin.clone()),
        ];
        Ok(asker)
    }

    /// Question number `n` of a kind.
    pub fn question(&self, kind: usize, n: usize) -> Question {
        let all = match (self.subject, kind) {
            (Subject::SignIn, 2) => &self.people.disabled,
            _ => &self.people.enabled,
        };
        let person = &all[n % all.len()];
        let stranger = person.stranger();
        let Person { username, email } = if kind == 0 { &stranger } else { person };
        let fields = match self.subject {
            Subject::SignIn => {
                let password = if kind == 2 { PASSWORD } else { WRONG };
                vec![("account", username.clone()), ("password", password.into())]
            }
            Subject::Forgotten => vec![("username", username.clone()), ("email", email.clone())],
            Subject::Application => application(n, email),
            Subject::Invitation => {
                let emails = json!([{ "email": email }]);
                let body = json!({"type": 2, "groupId": "media-team", "emailList": emails});
                return self.ready(body.to_string(), vec![email.clone()]);
            }
            Subject::PasswordLink | Subject::InvitationLink => {
                vec![("token", self.subject.token(kind))]
            }
        };
        let filled = self.hidden.iter().chain(&fields);
        let filled: Vec<_> = filled
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let body = form(&filled);
        self.ready(body, fields.into_iter().map(|(_, value)| value).collect())
    }

    fn ready(&self, body: String, typed: Vec<String>) -> Question {
        Question {
            path: self.subject.path(),
            body,
            typed,
        }
    }

    pub async fn ask(&self, question: Question) -> Result<Answer> {
        let headers = self.headers.iter();
        let headers: Vec<_> = headers
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let Question { path, body, .. } = question;
        let sent = self
            .http
            .send("POST", elsewhere(QUIET), path, &headers, body);
        sent.await
    }

    /// An error if something else than the question was answered, such as a limit.
    pub fn check(&self, answer: &Answer) -> Result<()> {
        let (status, words) = self.subject.expected();
        let text = answer.text();
        if answer.status == status && text.contains(words) {
            return Ok(());
        }
        let name = self.subject.name();
        Err(format!("{name}: {} {text:.2000}", answer.status).into())
    }
}

/// An application for a new name. Each has the same length.
fn application(n: usize, email: &str) -> Vec<(&'static str, String)> {
    vec![
        ("username", format!("NewPerson{n:06}")),
        ("email", email.to_owned()),
        ("full_name", "New Person".to_owned()),
        ("agency", String::new()),
        ("company", String::new()),
        ("group", String::new()),
        ("reason", "Work".to_owned()),
    ]
}

impl Subject {
    /// The token of a link of this kind.
    fn token(self, kind: usize) -> String {
        hashed(&format!("{self:?} {kind}"))
    }
}

fn hashed(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, text.as_bytes()))
}

/// Stores the links that are known. The server deletes an expired link to a password after a few minutes; then it was
/// known all the same.
async fn add_links(server: &Server, subject: Subject) -> Result<()> {
    let now = milliseconds()?;
    let hash = |kind| hashed(&subject.token(kind));
    match subject {
        Subject::PasswordLink => {
            server.change("DELETE FROM one_time_links").await?;
            for (kind, status, until) in [(1, 0, now - HOUR), (2, 2, now + HOUR)] {
                let hash = hash(kind);
                let link = format!(
                    "INSERT INTO one_time_links (hash, account_id, purpose, email_key, expires_at) \
                     SELECT '{hash}', id, 'forgotten', email_key, {until} FROM accounts \
                     WHERE status = {status} AND email_key LIKE '%@agency%' ORDER BY id LIMIT 1"
                );
                server.change(&link).await?;
            }
        }
        Subject::InvitationLink => {
            let old = "DELETE FROM registration_invitations WHERE id LIKE 'siege%'";
            server.change(old).await?;
            let (hash, until) = (hash(1), now - HOUR);
            let link = format!(
                "INSERT INTO registration_invitations (id, group_id, email, email_key, invited_by, \
                 token_hash, created_at, expires_at) SELECT 'siege', 'media-team', \
                 'siege@timing.test', 'siege@timing.test', id, '{hash}', {now}, {until} \
                 FROM accounts WHERE username = 'ChloeManager'"
            );
            server.change(&link).await?;
        }
        Subject::SignIn | Subject::Forgotten | Subject::Application | Subject::Invitation => {}
    }
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the besieged server has the machine's clock"
)]
fn milliseconds() -> Result<u128> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    Ok(now.as_millis())
}

impl Plan {
    /// Answers of each kind in a run.
    pub fn samples(&self) -> usize {
        self.count(2_000, 10)
    }
}
