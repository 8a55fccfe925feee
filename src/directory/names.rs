//! Which spellings are the same name.

use url::Host;

use crate::db::search::folded;
use crate::i18n::characters::is_unseen;

/// The languages of pages and emails (contract K-28); the first is the default.
pub const LANGUAGES: [&str; 2] = ["en-us", "zh-cn"];

/// The most characters of a typed name; no account's name is longer in any spelling.
pub const LONGEST_TYPED: usize = 200;

/// The spelling that is stored and compared for names and email addresses: trimmed, [`folded`] and without invisible
/// characters, so that `ＡＤＡ`, `Ada ` and `ada` are one name. No stored name has such a character, but a name that is
/// copied from an email may (`mail::AccountName`).
pub fn normalise(name: &str) -> String {
    let seen: String = name.chars().filter(|c| !is_unseen(*c)).collect();
    folded(seen.trim())
}

/// The spelling that is stored and compared for email addresses: as of names, with the domain as mail servers see it
/// (RFC 5890 section 2.3.2.1), so that two spellings of one mailbox are one.
pub fn mailbox(address: &str) -> String {
    let key = normalise(address);
    let domain = address.trim().rsplit_once('@').map(|(_, domain)| domain);
    let ascii = domain
        .filter(|domain| !domain.is_ascii())
        .map(Host::parse)
        .and_then(Result::ok);
    match (key.rsplit_once('@'), ascii) {
        (Some((name, _)), Some(Host::Domain(domain))) => format!("{name}@{domain}"),
        _ => key,
    }
}

/// The part of a typed name that is read; true if it is the whole name. No account has a longer name; its attempts are
/// counted for this part. It is cut before anything else, because one character may become eighteen in normal form
/// (attack 37).
pub(super) fn typed(name: &str) -> (&str, bool) {
    let name = name.trim();
    match name.char_indices().nth(LONGEST_TYPED) {
        Some((end, _)) => (&name[..end], false),
        None => (name, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract F-56: names are compared without case; attack 15: one account, one spelling.
    #[test]
    fn spellings_of_one_name_are_one_name() {
        for (left, right) in [
            ("AdaSuper", "adasuper"),
            (" Ada@Demo.TEST ", "ada@demo.test"),
            ("ＡＤＡ", "ada"),
            ("Stra\u{df}e", "STRASSE"),
            (
                "\u{39f}\u{394}\u{39f}\u{3a3}",
                "\u{3bf}\u{3b4}\u{3bf}\u{3c2}",
            ),
            ("e\u{301}va", "\u{c9}VA"),
            ("\u{212a}im", "kim"),
            ("wei.\u{200c}zhang", "wei.zhang"),
            ("Wei  Zhang", "wei zhang"),
        ] {
            assert_eq!(normalise(left), normalise(right), "{left} and {right}");
        }
        assert_ne!(normalise("ada"), normalise("adb"));
        assert_eq!(normalise(&normalise("\u{130}ß")), normalise("\u{130}ß"));
    }

    /// Attack 15: one mailbox, one spelling, whatever alphabet its domain is typed in.
    #[test]
    fn spellings_of_one_mailbox_are_one_mailbox() {
        for (left, right) in [
            ("ada@b\u{fc}cher.test", "Ada@xn--bcher-kva.TEST"),
            ("ada@BU\u{308}CHER.test", "ada@b\u{fc}cher.test"),
            ("ada@\u{4f8b}\u{3002}test", "ada@xn--fsq.test"),
            ("Ada@Demo.TEST", "ada@demo.test"),
        ] {
            assert_eq!(mailbox(left), mailbox(right), "{left} and {right}");
        }
        // These are two domains.
        assert_ne!(mailbox("ada@stra\u{df}e.test"), mailbox("ada@strasse.test"));
        assert_eq!(mailbox("no address"), normalise("no address"));
    }

    /// Attack 37: a very long name is cut.
    #[test]
    fn a_typed_name_is_cut_before_it_is_spelt() {
        let (longest, longer) = ("é".repeat(200), "é".repeat(201));
        assert_eq!(typed(&format!("  {longest} ")), (longest.as_str(), true));
        assert_eq!(typed(&longer), (longest.as_str(), false));
        assert_eq!(typed(" ada "), ("ada", true));
    }
}
