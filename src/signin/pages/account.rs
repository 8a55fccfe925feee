//! The choice between the signed-in account and another (`prompt=select_account`).

use askama::Template;

use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::pages::tile::AppTile;

/// The page of the step "select account". Its form posts `choice`, `current` or `another`, to `/login/account`.
#[derive(Template)]
#[template(path = "signin/account.html")]
pub struct SelectAccountPage {
    pub frame: Frame,
    /// Binds the form to this browser and sign-in flow.
    pub csrf: CsrfToken,
    /// The application that asks.
    pub asker: Option<AppTile>,
    /// Full name of the signed-in person, or the account name if there is none.
    pub name: String,
    /// Distinguishes accounts with the same name: account name or email.
    pub detail: String,
}

impl SelectAccountPage {
    fn initial(&self) -> String {
        let first = self.name.chars().find(|c| c.is_alphanumeric());
        first.map_or_else(|| "•".to_owned(), |c| c.to_uppercase().collect())
    }
}

impl ServerPage for SelectAccountPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            asker: Some(AppTile::sample(say)),
            name: say("Dan Member"),
            detail: say("dan@demo.test"),
        };
        vec![("asked", page)]
    }
}
