//! The choice between the signed-in account and another (`prompt=select_account`).

use askama::Template;

use crate::pages::page::{CsrfToken, Frame, Page};
use crate::pages::tile::AppTile;

/// The page of the step "select account". It answers POST `/login/account` with `choice`, either
/// `current` or `another`.
#[derive(Template)]
#[template(path = "signin/account.html")]
pub struct SelectAccountPage {
    /// The frame.
    pub frame: Frame,
    /// What binds the form to this browser and to the sign-in under way.
    pub csrf: CsrfToken,
    /// The application that is asking.
    pub asker: Option<AppTile>,
    /// The full name of who is signed in, or the account name where there is none.
    pub name: String,
    /// What tells this account from another of the same name: account name or e-mail.
    pub detail: String,
}

impl SelectAccountPage {
    fn initial(&self) -> String {
        let first = self.name.chars().find(|c| c.is_alphanumeric());
        first.map_or_else(|| "•".to_owned(), |c| c.to_uppercase().collect())
    }
}

impl Page for SelectAccountPage {
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
