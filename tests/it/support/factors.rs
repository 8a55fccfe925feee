//! Second factors of people in tests.

use atrium::factors::{ConfirmedApp, Secret, code_at, recovery_codes};
use atrium::random::Random;

use super::app::TestApp;

/// An authenticator app on somebody's phone.
pub struct Phone {
    secret: Secret,
    /// The recovery codes of the account.
    pub codes: Vec<String>,
}

impl Phone {
    /// Adds an authenticator app to an account, half a minute ago, so that the present code is unused.
    pub async fn of(app: &TestApp, account: &str) -> Self {
        let account = app.account(account).await;
        let secrets = &app.state().factor_secrets;
        let secret = secrets.draw();
        let (codes, audit) = (recovery_codes::draw(&Random::system()), app.audit());
        let first = code_at(secret.as_slice(), audit.now);
        let confirmed = ConfirmedApp::of(secrets, &account.id, &secret, &first, audit.now).unwrap();
        let made = codes.clone();
        app.write(move |tx| {
            Box::pin(async move {
                confirmed
                    .store(tx, &account, (false, &made), &audit)
                    .await
                    .map(drop)
            })
        })
        .await;
        app.clock.advance(30_000);
        Self { secret, codes }
    }

    /// The code that the app shows now.
    pub fn code(&self, app: &TestApp) -> String {
        code_at(self.secret.as_slice(), app.now())
    }

    /// A code that is wrong now.
    pub fn wrong_code(&self, app: &TestApp) -> String {
        let near = [-60_000, -30_000, 0, 30_000, 60_000];
        let right: Vec<String> = near
            .map(|by| code_at(self.secret.as_slice(), app.now() + by))
            .to_vec();
        let wrong = ["000000", "111111", "222222", "333333", "444444", "555555"];
        let wrong = wrong
            .into_iter()
            .find(|code| !right.contains(&(*code).to_owned()));
        wrong.unwrap().to_owned()
    }
}
