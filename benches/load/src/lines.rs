//! The lines of the table: what is done over and over, and by how many at once.

use std::time::Duration;

use url::Url;

use crate::browser::{Browser, Reached};
use crate::http::{Connection, Result};
use crate::meter::{self, Figures, Lap};
use crate::provider::{CALLBACK, CLIENT, JWT_CLIENT, Provider, tokens};
use crate::server::Process;

/// How many ask at once.
const WORKERS: usize = 16;

/// A line of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Line {
    /// The discovery document.
    Discovery,
    /// Userinfo with an opaque access token.
    Userinfo,
    /// `client_credentials`, an opaque access token.
    ClientOpaque,
    /// `client_credentials`, an `at+jwt` signed with ES256.
    ClientJwt,
    /// Authorize with a session, then the code for tokens, ID token with RS256.
    CodeFlow,
    /// A new browser signs in with account and password, up to the code.
    Password,
    /// A refresh token for the next one, and an ID token with RS256.
    Refresh,
    /// Introspection of an opaque access token.
    Introspect,
}

impl Line {
    /// All lines, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::Discovery,
        Self::Userinfo,
        Self::Introspect,
        Self::ClientOpaque,
        Self::ClientJwt,
        Self::CodeFlow,
        Self::Refresh,
        Self::Password,
    ];

    /// What stands at the head of the line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discovery => "discovery",
            Self::Userinfo => "userinfo",
            Self::ClientOpaque => "client_credentials, opaque",
            Self::ClientJwt => "client_credentials, at+jwt ES256",
            Self::CodeFlow => "code flow, signed in",
            Self::Password => "password sign-in",
            Self::Refresh => "refresh",
            Self::Introspect => "introspection",
        }
    }

    /// Drives this line against a provider for `time`.
    pub async fn drive(
        self,
        provider: &Provider,
        server: &Process,
        time: Duration,
    ) -> Result<Figures> {
        match self {
            Self::CodeFlow => {
                let mut workers = Vec::new();
                for _ in 0..WORKERS {
                    workers.push(CodeFlow::new(provider).await?);
                }
                meter::run(workers, time, server).await
            }
            Self::Password => meter::run(sign_ins(provider).await?, time, server).await,
            Self::Refresh => {
                let mut workers = Vec::new();
                for _ in 0..WORKERS {
                    workers.push(Refresh::new(provider).await?);
                }
                meter::run(workers, time, server).await
            }
            _ => {
                let bytes = self.request(provider).await?;
                let mut workers = Vec::new();
                for _ in 0..WORKERS {
                    workers.push(Fixed::new(provider.connect().await?, bytes.clone()));
                }
                meter::run(workers, time, server).await
            }
        }
    }

    /// The one request of a line that asks the same again and again.
    async fn request(self, provider: &Provider) -> Result<Vec<u8>> {
        let form = [("grant_type", "client_credentials")];
        Ok(match self {
            Self::ClientOpaque => provider.token(CLIENT, &form),
            Self::ClientJwt => provider.token(JWT_CLIENT, &form),
            Self::Userinfo => provider.userinfo(&provider.tokens(false).await?.access),
            Self::Introspect => provider.introspect(&provider.tokens(false).await?.access),
            _ => provider.discovery(),
        })
    }
}

/// A worker for each of those who sign in at once with a password.
pub async fn sign_ins(provider: &Provider) -> Result<Vec<SignIn>> {
    let mut workers = Vec::new();
    for _ in 0..WORKERS {
        let browser = Browser::new(&provider.origin).await?;
        workers.push(SignIn {
            provider: provider.clone(),
            browser,
        });
    }
    Ok(workers)
}

/// A worker that asks for userinfo.
pub async fn userinfo(provider: &Provider) -> Result<Fixed> {
    let bytes = Line::Userinfo.request(provider).await?;
    Ok(Fixed::new(provider.connect().await?, bytes))
}

/// The same request again and again.
pub struct Fixed {
    connection: Connection,
    bytes: Vec<u8>,
}

impl Fixed {
    /// Sends these bytes on this connection.
    pub fn new(connection: Connection, bytes: Vec<u8>) -> Self {
        Self { connection, bytes }
    }
}

impl Lap for Fixed {
    async fn lap(&mut self) -> Result<()> {
        let answer = self.connection.send(&self.bytes).await?;
        if answer.status == 200 {
            Ok(())
        } else {
            answer.json(200).map(drop)
        }
    }
}

/// Somebody who is signed in opens an application.
struct CodeFlow {
    provider: Provider,
    browser: Browser,
    application: Connection,
    authorize: Url,
}

impl CodeFlow {
    async fn new(provider: &Provider) -> Result<Self> {
        Ok(Self {
            provider: provider.clone(),
            browser: provider.signed_in().await?,
            application: provider.connect().await?,
            authorize: provider.authorize(false),
        })
    }
}

impl Lap for CodeFlow {
    async fn lap(&mut self) -> Result<()> {
        match self.browser.open(self.authorize.clone(), CALLBACK).await? {
            Reached::Callback(callback) => {
                let exchange = self.provider.exchange(&callback)?;
                let told = self.application.send(&exchange).await?.json(200)?;
                told["id_token"]
                    .as_str()
                    .map(drop)
                    .ok_or_else(|| "no ID token".into())
            }
            Reached::Page { url, status, .. } => Err(format!("{status} at {url}").into()),
        }
    }
}

/// Somebody new signs in.
pub struct SignIn {
    provider: Provider,
    browser: Browser,
}

impl Lap for SignIn {
    async fn lap(&mut self) -> Result<()> {
        self.browser.forget();
        self.provider
            .sign_in(&mut self.browser, false)
            .await
            .map(drop)
    }
}

/// An application renews its tokens, each time with the refresh token of the time before.
struct Refresh {
    provider: Provider,
    application: Connection,
    token: String,
}

impl Refresh {
    async fn new(provider: &Provider) -> Result<Self> {
        let token = provider
            .tokens(true)
            .await?
            .refresh
            .ok_or("no refresh token")?;
        Ok(Self {
            provider: provider.clone(),
            application: provider.connect().await?,
            token,
        })
    }
}

impl Lap for Refresh {
    async fn lap(&mut self) -> Result<()> {
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", self.token.as_str()),
        ];
        let bytes = self.provider.token(CLIENT, &form);
        let told = self.application.send(&bytes).await?.json(200)?;
        self.token = tokens(&told)?.refresh.ok_or("no refresh token")?;
        Ok(())
    }
}
