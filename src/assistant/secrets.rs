//! Seals what people and the assistant say, and the keys to providers, under the master secret.
//!
//! Each chat has a random key of its own, which the master secret seals for the chat. So a new master secret seals keys
//! again and no texts, and a deleted chat cannot be opened from a copy of its texts.

use std::sync::Arc;

use zeroize::Zeroizing;

use crate::config::Secret;
use crate::keys::{Master, MasterError};
use crate::random::Random;

/// What keys of chats are sealed for.
const CHAT: &str = "key of a chat";
/// What keys to providers are sealed for.
const PROVIDER: &str = "key to an AI provider";
/// What texts are sealed for, under the key of their chat.
const TEXT: &str = "text of a chat";

/// Seals and opens for the assistant.
#[derive(Clone, Debug)]
pub struct AssistantSecrets {
    master: Arc<Master>,
    random: Random,
}

/// The key of a chat. Each text is bound to its place in the chat.
#[derive(Clone, Debug)]
pub struct ChatKey {
    key: Arc<Master>,
    random: Random,
}

impl AssistantSecrets {
    pub const fn new(master: Arc<Master>, random: Random) -> Self {
        Self { master, random }
    }

    /// The id of the master secret that seals now.
    pub fn master_id(&self) -> &str {
        self.master.id()
    }

    /// A new key for the chat `id`, sealed.
    ///
    /// # Errors
    /// None that happens; see [`Master::seal`].
    pub fn new_chat_key(&self, id: &str) -> Result<String, MasterError> {
        let key = Zeroizing::new(self.random.token());
        self.master.seal(CHAT, id, key.as_bytes(), &self.random)
    }

    /// The key of the chat `id`.
    ///
    /// # Errors
    /// [`MasterError::NotOurs`]: another master secret sealed it, or it was altered.
    pub fn chat_key(&self, id: &str, sealed: &str) -> Result<ChatKey, MasterError> {
        let key = self.master.open(CHAT, id, sealed)?;
        Ok(ChatKey {
            key: Arc::new(Master::from_secret(&key)?),
            random: self.random.clone(),
        })
    }

    /// The sealed key of the chat `id`, sealed again under the master secret of `new`.
    ///
    /// # Errors
    /// As [`Self::chat_key`].
    pub fn rewrap_chat_key(
        &self,
        id: &str,
        sealed: &str,
        new: &Self,
    ) -> Result<String, MasterError> {
        let key = self.master.open(CHAT, id, sealed)?;
        new.master.seal(CHAT, id, &key, &new.random)
    }

    /// Seals the key to the provider at `base_url`. It opens for this address alone.
    ///
    /// # Errors
    /// None that happens; see [`Master::seal`].
    pub fn seal_provider_key(&self, base_url: &str, key: &str) -> Result<String, MasterError> {
        self.master
            .seal(PROVIDER, base_url, key.as_bytes(), &self.random)
    }

    /// The key to the provider at `base_url`.
    ///
    /// # Errors
    /// As [`Self::chat_key`].
    pub fn provider_key(&self, base_url: &str, sealed: &str) -> Result<Secret, MasterError> {
        let key = self.master.open(PROVIDER, base_url, sealed)?;
        let key = std::str::from_utf8(&key).map_err(|_| MasterError::NotOurs)?;
        Ok(Secret::new(key))
    }
}

impl ChatKey {
    /// Seals a text for its `place` in the chat.
    ///
    /// # Errors
    /// None that happens; see [`Master::seal`].
    pub fn seal(&self, place: &str, text: &str) -> Result<String, MasterError> {
        self.key.seal(TEXT, place, text.as_bytes(), &self.random)
    }

    /// Opens a text. An empty value is an empty text.
    ///
    /// # Errors
    /// [`MasterError::NotOurs`]: it is of another chat or place, or was altered.
    pub fn open(&self, place: &str, sealed: &str) -> Result<String, MasterError> {
        if sealed.is_empty() {
            return Ok(String::new());
        }
        let text = self.key.open(TEXT, place, sealed)?;
        String::from_utf8(text.to_vec()).map_err(|_| MasterError::NotOurs)
    }
}

/// The place of the title.
pub const TITLE: &str = "title";

/// The place of a turn.
pub fn turn_place(number: i64) -> String {
    format!("turn {number}")
}

/// The place of a piece of an answer.
pub fn piece_place(answer_id: &str, number: i64) -> String {
    format!("piece {answer_id} {number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(byte: u8) -> AssistantSecrets {
        let master = Master::from_secret(&[byte; 32]).unwrap();
        AssistantSecrets::new(Arc::new(master), Random::seeded(1))
    }

    /// A text opens with the key of its chat, at its place; a key with its master secret, for its chat. After
    /// `keys reseal` the same texts open.
    #[test]
    fn texts_are_bound_to_chat_and_place() {
        let old = secrets(1);
        let sealed = old.new_chat_key("a").unwrap();
        let key = old.chat_key("a", &sealed).unwrap();
        let text = key.seal("turn 0", "秘密").unwrap();
        assert_eq!(key.open("turn 0", &text).unwrap(), "秘密");
        assert!(key.open("turn 1", &text).is_err());
        assert!(old.chat_key("b", &sealed).is_err());
        let other = old.new_chat_key("b").unwrap();
        assert!(
            old.chat_key("b", &other)
                .unwrap()
                .open("turn 0", &text)
                .is_err()
        );
        let new = secrets(2);
        assert!(new.chat_key("a", &sealed).is_err());
        let again = old.rewrap_chat_key("a", &sealed, &new).unwrap();
        let key = new.chat_key("a", &again).unwrap();
        assert_eq!(key.open("turn 0", &text).unwrap(), "秘密");
    }

    /// A key to a provider opens for its address alone, so that it is never sent to another one.
    #[test]
    fn a_key_is_bound_to_its_address() {
        let secrets = secrets(1);
        let sealed = secrets
            .seal_provider_key("https://a.example", "sk-1")
            .unwrap();
        let opened = secrets.provider_key("https://a.example", &sealed).unwrap();
        assert_eq!(opened.expose(), "sk-1");
        assert!(secrets.provider_key("https://b.example", &sealed).is_err());
    }
}
