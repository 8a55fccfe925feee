//! Sign-ins with a password and a code of an authenticator app (TOTP, RFC 6238).
//!
//! A code counts once in 30 seconds. The server follows an app whose clock runs ahead, so an account can use the codes of the
//! next few steps at once; then it has to wait.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use ring::hmac;

use crate::browser::Browser;
use crate::clock;
use crate::http::Result;
use crate::meter::Lap;
use crate::people::PASSWORD;
use crate::provider::{CALLBACK, MFA_CLIENT, Provider};

/// Seconds that a code is shown (RFC 6238 section 4.1).
const STEP: u64 = 30;
/// Codes of later steps that one account may use at once: as far as the server lets a clock run ahead.
pub const AHEAD: u32 = 10;

/// An authenticator app with the secret of one account.
pub struct App {
    account: String,
    key: hmac::Key,
    /// The step of the last code.
    last: u64,
    /// The step of the clock at that time.
    at: u64,
}

/// The apps that wait for their next sign-in.
pub type Apps = Rc<RefCell<VecDeque<App>>>;

impl App {
    /// The next code, as far ahead of the clock as the last one, or one step more in the same step of the clock. An error if
    /// the app has used all codes that the server takes now.
    fn next(&mut self) -> Result<String> {
        let now = step()?;
        let next = self.last + now.saturating_sub(self.at).max(1);
        if next > now + u64::from(AHEAD) {
            return Err("every account has used its codes: fewer --seconds or --rounds".into());
        }
        (self.last, self.at) = (next, now);
        Ok(code(&self.key, next))
    }
}

fn step() -> Result<u64> {
    Ok(clock::seconds()? / STEP)
}

/// The code of a step (RFC 4226 section 5.3).
fn code(key: &hmac::Key, step: u64) -> String {
    let tag = hmac::sign(key, &step.to_be_bytes());
    let tag = tag.as_ref();
    let at = usize::from(tag[19] & 0x0f);
    let number = tag[at..at + 4]
        .iter()
        .fold(0_u32, |number, byte| (number << 8) | u32::from(*byte));
    format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
}

/// Reads base32 without padding (RFC 4648 section 6).
fn base32(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'2'..=b'7' => letter - b'2' + 26,
            _ => return None,
        };
        rest = (rest << 5) | u32::from(value);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push((rest >> bits) as u8);
            rest &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

/// Adds an app to `account` in a sign-in that asks for one, and allows the application of the lines.
pub async fn enrol(provider: &Provider, account: &str) -> Result<App> {
    let mut browser = provider.browser().await?;
    let asked = provider.with_client(MFA_CLIENT).authorize(false);
    let page = browser.open(asked, CALLBACK).await?.page()?;
    let fields = [("account", account), ("password", PASSWORD)];
    let reached = browser.submit(&page, "password", &fields, CALLBACK).await?;
    let page = reached.page()?;
    let secret = page.between("secret=", '&');
    let secret = secret.ok_or("no page that adds an authenticator app")?;
    let secret = base32(secret).ok_or("a secret that is not base32")?;
    let mut app = App {
        account: account.to_owned(),
        key: hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &secret),
        last: 0,
        at: 0,
    };
    let code = app.next()?;
    let fields = [("code", code.as_str())];
    let reached = browser.submit(&page, "code", &fields, CALLBACK);
    if reached.await?.page()?.has_form_with("code") {
        return Err("the first code of an app was refused".into());
    }
    let reached = browser.open(provider.authorize(false), CALLBACK).await?;
    browser.finish(reached, CALLBACK).await?;
    Ok(app)
}

/// A worker whose new browser signs in as the account that has waited longest.
pub struct CodeSignIn {
    provider: Provider,
    browser: Browser,
    apps: Apps,
}

impl CodeSignIn {
    pub async fn new(provider: &Provider, apps: &Apps) -> Result<Self> {
        Ok(Self {
            browser: provider.browser().await?,
            provider: provider.clone(),
            apps: Rc::clone(apps),
        })
    }

    async fn sign_in(&mut self, account: &str, code: &str) -> Result<()> {
        let browser = &mut self.browser;
        browser.forget();
        let page = browser.open(self.provider.authorize(false), CALLBACK);
        let page = page.await?.page()?;
        let fields = [("account", account), ("password", PASSWORD)];
        let page = browser.submit(&page, "password", &fields, CALLBACK);
        let page = page.await?.page()?;
        let fields = [("code", code)];
        let reached = browser.submit(&page, "code", &fields, CALLBACK).await?;
        browser.finish(reached, CALLBACK).await.map(drop)
    }
}

impl Lap for CodeSignIn {
    async fn lap(&mut self) -> Result<()> {
        let next = self.apps.borrow_mut().pop_front();
        let mut app = next.ok_or("fewer accounts than workers")?;
        let code = app.next()?;
        self.sign_in(&app.account, &code).await?;
        self.apps.borrow_mut().push_back(app);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238 appendix B (the last six of eight digits), with its secret in base32.
    #[test]
    fn the_codes_are_those_of_the_rfc() {
        let secret = base32("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        assert_eq!(secret, b"12345678901234567890");
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &secret);
        assert_eq!(code(&key, 59 / STEP), "287082");
        assert_eq!(code(&key, 1_111_111_109 / STEP), "081804");
        assert_eq!(base32("01"), None);
    }

    #[test]
    fn an_app_uses_each_step_once_and_runs_ahead_only_so_far() {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, b"secret");
        let last = step().unwrap();
        let mut app = App {
            account: "bench0".to_owned(),
            key,
            last,
            at: last,
        };
        for _ in 0..AHEAD {
            app.next().unwrap();
        }
        // A new step may begin in between.
        assert!(app.last >= last + u64::from(AHEAD));
        app.last = step().unwrap() + 2 * u64::from(AHEAD);
        assert!(app.next().is_err());
    }
}
