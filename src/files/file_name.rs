//! The names of uploaded files, as people gave them (contract V-31). No path is ever made of them.

use std::fmt::Write as _;

/// The most characters of a kept name.
const LONGEST: usize = 100;
/// The name of a file that has none left.
const NAMELESS: &str = "file";

/// The last part of `name` without what a file system, a terminal or a header could read as something else.
pub fn sanitised(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = last
        .chars()
        .filter(|c| is_harmless(*c))
        .take(LONGEST)
        .collect();
    let kept = kept.trim_matches(['.', ' ', '-']);
    if kept.is_empty() {
        NAMELESS.to_owned()
    } else {
        kept.to_owned()
    }
}

/// Controls, marks of writing direction and zero-width characters can make a name look like another one; the rest has a
/// meaning in paths or headers.
fn is_harmless(c: char) -> bool {
    let is_format = matches!(c, '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    let has_meaning = matches!(
        c,
        '"' | '\'' | '<' | '>' | '|' | ':' | '*' | '?' | ';' | '%' | '`' | '$' | '&'
    );
    !c.is_control() && !is_format && !has_meaning
}

/// The value of `Content-Disposition` for a download with this name (RFC 6266, RFC 8187).
pub fn attachment(name: &str) -> String {
    let name = sanitised(name);
    let plain: String = name
        .chars()
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' | ' ' => c,
            _ => '_',
        })
        .collect();
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b".-_".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// V-31, attack 40: a name that is made to escape keeps its last harmless part.
    #[test]
    fn attack_40_a_name_cannot_escape() {
        for (name, kept) in [
            ("plan.png", "plan.png"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Windows\\x.png", "x.png"),
            ("..", "file"),
            ("", "file"),
            (".htaccess", "htaccess"),
            ("a\r\nSet-Cookie: x=1", "aSet-Cookie x=1"),
            ("a\".png", "a.png"),
            ("gnp.\u{202e}exe", "gnp.exe"),
            ("a\0.png", "a.png"),
            ("$(rm -rf).png", "(rm -rf).png"),
            ("季度 计划.png", "季度 计划.png"),
            ("-rf", "rf"),
            ("....//....//x", "x"),
        ] {
            assert_eq!(sanitised(name), kept, "{name:?}");
        }
        assert_eq!(sanitised(&"x".repeat(5_000)).len(), LONGEST);
    }

    /// RFC 6266 section 4.3: the plain name for old programs, the whole one beside it.
    #[test]
    fn a_download_has_both_spellings_of_its_name() {
        let header = attachment("计划 1.pdf");
        let expected =
            "attachment; filename=\"__ 1.pdf\"; filename*=UTF-8''%E8%AE%A1%E5%88%92%201.pdf";
        assert_eq!(header, expected);
        assert!(attachment("a\"\r\nb").is_ascii());
    }
}
