//! The people of the lines with a passkey or a code, besides those of the demo.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::authenticator::Authenticator;
use crate::codes::{self, AHEAD, Apps};
use crate::http::Result;
use crate::lines::WORKERS;
use crate::passkeys;
use crate::provider::Provider;

/// The password of all of them.
pub const PASSWORD: &str = "Atrium2026*";
/// More sign-ins with a code in a second than any core can do: each needs a password hash.
const MOST_CODES: u64 = 300;

/// The account name of a person.
pub fn name(number: usize) -> String {
    format!("bench{number}")
}

/// How many people are needed, if the line with codes runs for `seconds` in all: one for each passkey, and so many with an app
/// that their codes suffice.
pub fn needed(seconds: u64) -> usize {
    // A tenth of each round is not measured.
    let laps = seconds * MOST_CODES * 11 / 10;
    WORKERS
        + usize::try_from(laps / u64::from(AHEAD))
            .unwrap_or(0)
            .max(WORKERS)
}

/// What they got when they were first needed.
pub struct People {
    count: usize,
    devices: OnceCell<Vec<Rc<Authenticator>>>,
    apps: OnceCell<Apps>,
}

impl People {
    /// `count` people have an account; the first 16 of them get a passkey, all others an app.
    pub fn new(count: usize) -> Self {
        Self {
            count,
            devices: OnceCell::new(),
            apps: OnceCell::new(),
        }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// A passkey for each worker.
    pub async fn devices(&self, provider: &Provider) -> Result<&[Rc<Authenticator>]> {
        if self.devices.get().is_none() {
            let mut devices = Vec::new();
            for number in 0..WORKERS.min(self.count) {
                devices.push(Rc::new(passkeys::enrol(provider, &name(number)).await?));
            }
            let _ = self.devices.set(devices);
        }
        Ok(self.devices.get().map_or(&[], Vec::as_slice))
    }

    /// The apps that wait for a sign-in.
    pub async fn apps(&self, provider: &Provider) -> Result<Apps> {
        if self.apps.get().is_none() {
            let apps = Apps::default();
            for number in WORKERS..self.count {
                let app = codes::enrol(provider, &name(number)).await?;
                apps.borrow_mut().push_back(app);
            }
            let _ = self.apps.set(apps);
        }
        Ok(Rc::clone(self.apps.get().ok_or("no authenticator apps")?))
    }
}
