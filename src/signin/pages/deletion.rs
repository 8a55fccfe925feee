//! The pages on which the owner of an account takes its deletion back.

use askama::Template;
use zeroize::Zeroizing;

use crate::clock::Millis;
use crate::i18n::moment::in_words;
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::site::offered;

/// Asks whether the account stays. Its form posts `token` and `undo` to `/account-user/deletion-undo`.
#[derive(Template)]
#[template(path = "signin/deletion_undo.html")]
pub struct DeletionUndoPage {
    pub frame: Frame,
    /// Binds the form to this browser.
    pub csrf: CsrfToken,
    /// The token of the link.
    pub token: Zeroizing<String>,
    /// The account name.
    pub account: String,
    pub erase_at: Millis,
}

/// Says that the account stays, and what to do next.
#[derive(Template)]
#[template(path = "signin/deletion_undo_done.html")]
pub struct DeletionUndoDonePage {
    pub frame: Frame,
    /// The account name.
    pub account: String,
}

impl DeletionUndoPage {
    fn question(&self) -> String {
        let time = in_words(self.erase_at, self.frame.language);
        let question = Key("deletion_undo.question");
        let question = self.frame.with(question.0, "account", &self.account);
        question.replace("{time}", &time)
    }
}

impl ServerPage for DeletionUndoPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            token: say("token-of-the-email").into(),
            account: say("DanMember"),
            erase_at: 1_796_471_460_000,
        };
        vec![("asked", page)]
    }
}

impl ServerPage for DeletionUndoDonePage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = Self {
            frame: frame.clone(),
            account: say("DanMember"),
        };
        vec![("done", page)]
    }
}
