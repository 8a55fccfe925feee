//! Sign-ins with a passkey: each worker has an account and a key.

use std::rc::Rc;

use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::browser::{Browser, Reached};
use crate::http::Result;
use crate::meter::Lap;
use crate::people::PASSWORD;
use crate::portal::Portal;
use crate::provider::{CALLBACK, Provider};

/// Adds a passkey to `account`, as its owner does at the portal, and allows the application of the lines.
pub async fn enrol(provider: &Provider, account: &str) -> Result<Authenticator> {
    let mut browser = provider.browser().await?;
    let mut portal = Portal::sign_in(provider, &mut browser, (account, PASSWORD)).await?;
    let api = "/api/security/account/passkeys";
    let asked = portal.post(&format!("{api}/begin"), &json!({})).await?;
    let (device, answer) = Authenticator::create(&asked["options"], &provider.origin)?;
    let added = json!({ "state": asked["state"], "name": "Bench", "credential": answer });
    portal.post(&format!("{api}/finish"), &added).await?;
    let reached = browser.open(provider.authorize(false), CALLBACK).await?;
    let allowed = match reached {
        Reached::Page(page) if page.options().is_some() => {
            use_key(&mut browser, &device, Reached::Page(page)).await?
        }
        reached => reached,
    };
    browser.finish(allowed, CALLBACK).await?;
    Ok(device)
}

/// A worker whose new browser signs in with its passkey.
pub struct PasskeySignIn {
    provider: Provider,
    browser: Browser,
    device: Rc<Authenticator>,
}

impl PasskeySignIn {
    pub async fn new(provider: &Provider, device: Rc<Authenticator>) -> Result<Self> {
        Ok(Self {
            browser: provider.browser().await?,
            provider: provider.clone(),
            device,
        })
    }
}

impl Lap for PasskeySignIn {
    async fn lap(&mut self) -> Result<()> {
        self.browser.forget();
        let authorize = self.provider.authorize(false);
        let reached = self.browser.open(authorize, CALLBACK).await?;
        let reached = use_key(&mut self.browser, &self.device, reached).await?;
        self.browser.finish(reached, CALLBACK).await.map(drop)
    }
}

/// Answers the passkey form of the sign-in page.
async fn use_key(
    browser: &mut Browser,
    device: &Authenticator,
    reached: Reached,
) -> Result<Reached> {
    let page = reached.page()?;
    let options = page.options().ok_or("a sign-in page without passkeys")?;
    let options: Value = serde_json::from_str(&options)?;
    let answer = device.get(&options)?.to_string();
    let fields = [("answer", answer.as_str())];
    browser.submit(&page, "answer", &fields, CALLBACK).await
}
