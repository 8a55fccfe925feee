//! Sign-ins through the corporate provider: each worker is one person there. The first sign-in makes the account.

use url::Url;

use crate::browser::Browser;
use crate::http::{Connection, Result, request};
use crate::meter::Lap;
use crate::provider::{CALLBACK, Provider};
use crate::upstream::{PERSON, Upstream};

/// Where the sign-in page leads to the provider of `benches/atrium.toml`.
const WAY: &str = "/federation/bench?";

/// A worker whose new browser signs in at the corporate provider.
pub struct FederatedSignIn {
    provider: Provider,
    browser: Browser,
    /// The browser's connection to the corporate provider.
    there: Connection,
    authorize: String,
    person: String,
}

impl FederatedSignIn {
    pub async fn new(provider: &Provider, upstream: &Upstream, worker: usize) -> Result<Self> {
        Ok(Self {
            browser: provider.browser().await?,
            provider: provider.clone(),
            there: Connection::open(&upstream.authority()).await?,
            authorize: upstream.authorize(),
            person: format!("corporate{worker}"),
        })
    }

    /// Signs in at the corporate provider. Returns where it sends the browser.
    async fn sign_in_there(&mut self, mut url: Url) -> Result<Url> {
        url.query_pairs_mut().append_pair(PERSON, &self.person);
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let asked = request("GET", url.authority(), path, &[], None);
        let answer = self.there.send(&asked).await?;
        let back = answer.header("location");
        Ok(Url::parse(&back.ok_or("the provider leads nowhere")?)?)
    }
}

impl Lap for FederatedSignIn {
    async fn lap(&mut self) -> Result<()> {
        self.browser.forget();
        let authorize = self.provider.authorize(false);
        let page = self.browser.open(authorize, CALLBACK).await?.page()?;
        let way = page.link_to(WAY)?;
        let there = self.browser.open(way, &self.authorize).await?.callback()?;
        let back = self.sign_in_there(there).await?;
        let reached = self.browser.open(back, CALLBACK).await?;
        self.browser.finish(reached, CALLBACK).await.map(drop)
    }
}
