//! The lines of the table: what is measured, and with how many parallel clients.

use std::rc::Rc;
use std::time::Duration;

use url::Url;

use crate::browser::Browser;
use crate::codes::CodeSignIn;
use crate::federated::FederatedSignIn;
use crate::http::{Connection, Result};
use crate::meter::{self, Figures, Lap};
use crate::passkeys::PasskeySignIn;
use crate::people::People;
use crate::provider::{CALLBACK, CLIENT, ES256_CLIENT, JWT_CLIENT, Provider, tokens};
use crate::server::Process;
use crate::upstream::Upstream;

/// Parallel clients.
pub const WORKERS: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Line {
    Discovery,
    /// UserInfo with an opaque access token.
    Userinfo,
    /// `client_credentials` with an opaque access token.
    ClientOpaque,
    /// `client_credentials` with an `at+jwt` signed with ES256.
    ClientJwt,
    /// Authorize with a session, then exchange the code for tokens, with an RS256 ID token.
    CodeFlow,
    /// The same with an ES256 ID token.
    CodeFlowEs256,
    /// A new browser signs in with account and password and gets a code.
    Password,
    /// A new browser signs in with a passkey and gets a code.
    Passkey,
    /// A new browser signs in with account, password and a code of an authenticator app, and gets a code.
    Totp,
    /// A new browser signs in at a corporate provider and gets a code.
    Federated,
    /// A refresh token is exchanged for the next one and an RS256 ID token.
    Refresh,
    /// The same with an ES256 ID token.
    RefreshEs256,
    Introspect,
}

impl Line {
    pub const ALL: [Self; 13] = [
        Self::Discovery,
        Self::Userinfo,
        Self::Introspect,
        Self::ClientOpaque,
        Self::ClientJwt,
        Self::CodeFlow,
        Self::CodeFlowEs256,
        Self::Refresh,
        Self::RefreshEs256,
        Self::Password,
        Self::Passkey,
        Self::Totp,
        Self::Federated,
    ];

    /// The title of the line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discovery => "discovery",
            Self::Userinfo => "userinfo",
            Self::ClientOpaque => "client_credentials, opaque",
            Self::ClientJwt => "client_credentials, at+jwt ES256",
            Self::CodeFlow => "code flow, signed in",
            Self::CodeFlowEs256 => "code flow, signed in, ES256",
            Self::Password => "password sign-in",
            Self::Passkey => "passkey sign-in",
            Self::Totp => "password and TOTP sign-in",
            Self::Federated => "federated sign-in",
            Self::Refresh => "refresh",
            Self::RefreshEs256 => "refresh, ES256",
            Self::Introspect => "introspection",
        }
    }

    /// True if the peer has no such sign-in.
    pub fn is_without_peer(self) -> bool {
        matches!(self, Self::Passkey | Self::Totp | Self::Federated)
    }

    /// Measures this line at a provider for `time`. `people` have accounts there, also by `upstream`.
    pub async fn drive(
        self,
        provider: &Provider,
        (people, upstream): (&People, &Upstream),
        server: &Process,
        time: Duration,
    ) -> Result<Figures> {
        match self {
            Self::CodeFlow => code_flows(provider, time, server).await,
            Self::CodeFlowEs256 => {
                code_flows(&provider.with_client(ES256_CLIENT), time, server).await
            }
            Self::Password => meter::run(sign_ins(provider).await?, time, server).await,
            Self::Passkey => {
                let mut workers = Vec::new();
                for device in people.devices(provider).await? {
                    workers.push(PasskeySignIn::new(provider, Rc::clone(device)).await?);
                }
                meter::run(workers, time, server).await
            }
            Self::Totp => {
                let apps = people.apps(provider).await?;
                let mut workers = Vec::new();
                for _ in 0..WORKERS {
                    workers.push(CodeSignIn::new(provider, &apps).await?);
                }
                meter::run(workers, time, server).await
            }
            Self::Federated => {
                let mut workers = Vec::new();
                for worker in 0..WORKERS {
                    workers.push(FederatedSignIn::new(provider, upstream, worker).await?);
                }
                meter::run(workers, time, server).await
            }
            Self::Refresh => refreshes(provider, time, server).await,
            Self::RefreshEs256 => {
                refreshes(&provider.with_client(ES256_CLIENT), time, server).await
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

    /// The request of a line that repeats one request.
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

async fn code_flows(provider: &Provider, time: Duration, server: &Process) -> Result<Figures> {
    let mut workers = Vec::new();
    for _ in 0..WORKERS {
        workers.push(CodeFlow::new(provider).await?);
    }
    meter::run(workers, time, server).await
}

async fn refreshes(provider: &Provider, time: Duration, server: &Process) -> Result<Figures> {
    let mut workers = Vec::new();
    for _ in 0..WORKERS {
        workers.push(Refresh::new(provider).await?);
    }
    meter::run(workers, time, server).await
}

/// One worker per parallel client that signs in with a password.
pub async fn sign_ins(provider: &Provider) -> Result<Vec<SignIn>> {
    let mut workers = Vec::new();
    for _ in 0..WORKERS {
        let browser = provider.browser().await?;
        workers.push(SignIn {
            provider: provider.clone(),
            browser,
        });
    }
    Ok(workers)
}

/// A worker that calls UserInfo.
pub async fn userinfo(provider: &Provider) -> Result<Fixed> {
    let bytes = Line::Userinfo.request(provider).await?;
    Ok(Fixed::new(provider.connect().await?, bytes))
}

/// Sends the same request again and again.
pub struct Fixed {
    connection: Connection,
    bytes: Vec<u8>,
}

impl Fixed {
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

/// A signed-in person opens an application.
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
        let reached = self.browser.open(self.authorize.clone(), CALLBACK).await?;
        let exchange = self.provider.exchange(&reached.callback()?)?;
        let shown = self.application.send(&exchange).await?.json(200)?;
        let id_token = shown["id_token"].as_str();
        id_token.map(drop).ok_or_else(|| "no ID token".into())
    }
}

/// A new person signs in.
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

/// An application refreshes its tokens, each time with the newest refresh token.
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
        let bytes = self.provider.refresh(&self.token);
        let shown = self.application.send(&bytes).await?.json(200)?;
        self.token = tokens(&shown)?.refresh.ok_or("no refresh token")?;
        Ok(())
    }
}
