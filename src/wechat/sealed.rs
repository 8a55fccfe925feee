//! Sealed values that leave the server: the handle of a session, and the link of an account. Neither has a row.

use crate::clock::{DAY, MINUTE, Millis};
use crate::keys::{Master, MasterError};
use crate::random::Random;

/// Bytes of the time in front of a text.
const TIME: usize = size_of::<Millis>();

/// A kind of sealed value.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    purpose: &'static str,
    pub lifetime: Millis,
}

/// Stands for the platform's access token in one session (contract F-68).
pub(super) const HANDLE: Kind = Kind {
    purpose: "wechat handle",
    lifetime: 5 * MINUTE,
};

/// Links one account with the messaging app. It lives as long as the QR code.
pub(super) const LINK: Kind = Kind {
    purpose: "wechat link",
    lifetime: super::platform::SCHEME_DAYS * DAY,
};

impl Kind {
    /// Seals `text` for `owner` at `now`.
    pub fn seal(
        self,
        (master, random): (&Master, &Random),
        owner: &str,
        text: &str,
        now: Millis,
    ) -> Result<String, MasterError> {
        let timed = [now.to_be_bytes().as_slice(), text.as_bytes()].concat();
        master.seal(self.purpose, owner, &timed, random)
    }

    /// The text and the end of what was sealed for `owner`, while it works.
    pub fn open(
        self,
        master: &Master,
        owner: &str,
        sealed: &str,
        now: Millis,
    ) -> Option<(String, Millis)> {
        let timed = master.open(self.purpose, owner, sealed).ok()?;
        let (time, text) = timed.split_at_checked(TIME)?;
        let begins = Millis::from_be_bytes(time.try_into().ok()?);
        let ends = begins.saturating_add(self.lifetime);
        let text = String::from_utf8(text.to_vec()).ok()?;
        (begins..ends).contains(&now).then_some((text, ends))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-68: five minutes, and only in its session; a link for a day, and only for its account.
    #[test]
    fn a_sealed_value_is_bound_to_kind_owner_and_time() {
        let master = Master::from_secret(&[7; 32]).unwrap();
        let random = Random::seeded(1);
        let handle = HANDLE.seal((&master, &random), "ada", "", 1_000).unwrap();
        let opens = |kind: Kind, owner, now| kind.open(&master, owner, &handle, now).is_some();
        assert!(opens(HANDLE, "ada", 1_000) && opens(HANDLE, "ada", 1_000 + 5 * MINUTE - 1));
        assert!(!opens(HANDLE, "ada", 1_000 + 5 * MINUTE) && !opens(HANDLE, "ada", 999));
        assert!(!opens(HANDLE, "ben", 1_000) && !opens(LINK, "ada", 1_000));
        let link = LINK.seal((&master, &random), "ada", "session", 0).unwrap();
        let opened = LINK.open(&master, "ada", &link, DAY - 1);
        assert_eq!(opened, Some(("session".to_owned(), DAY)));
        assert_eq!(LINK.open(&master, "ada", &link, DAY), None);
    }
}
