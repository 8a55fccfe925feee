//! Tables as CSV that a spreadsheet opens as plain text (RFC 4180), and CSV that people send.

mod days;
mod table;

pub use days::{DayForm, UnreadableDay};
pub use table::{Line, Table, Unreadable, read};

use axum::http::HeaderValue;
use csv::WriterBuilder;

use crate::i18n::characters::is_unseen;

/// The media type of RFC 4180, with the charset.
pub const MEDIA_TYPE: HeaderValue =
    HeaderValue::from_static("text/csv; charset=utf-8; header=present");

/// The first bytes of a file, so that Excel reads it as UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Characters that begin a formula in a spreadsheet, also in their wide forms.
const FORMULA: &[char] = &['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The first part of a file: its headings.
pub fn head(headings: &[&str]) -> Vec<u8> {
    let mut piece = BYTE_ORDER_MARK.to_vec();
    piece.extend(lines([headings]));
    piece
}

/// The next part of a file: one line per row.
pub fn lines<R, C>(rows: impl IntoIterator<Item = R>) -> Vec<u8>
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut writer = WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        let cells = row.into_iter().map(|cell| harmless(cell.as_ref()));
        // Writing to a Vec cannot fail.
        let _ = writer.write_record(cells);
    }
    writer.into_inner().unwrap_or_default()
}

/// A cell that no spreadsheet and no terminal executes: without control characters (attack 38), and
/// with an apostrophe before the start of a formula.
fn harmless(cell: &str) -> String {
    let plain: String = cell
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let begins_with_a_control = cell.starts_with(['\t', '\r', '\n']);
    // In some countries spreadsheets split cells at a semicolon, quoted or not.
    let parts = plain.split(';').enumerate().map(|(at, part)| {
        if is_formula(part) || (at == 0 && begins_with_a_control) {
            format!("'{part}")
        } else {
            part.to_owned()
        }
    });
    parts.collect::<Vec<_>>().join(";")
}

/// True for the start of a formula. Apostrophes before it are part of the text, so that [`as_it_was`] takes away only what
/// [`harmless`] added.
fn is_formula(part: &str) -> bool {
    // Some programs drop characters that nobody sees, such as a byte order mark.
    let start = part.trim_start_matches(|c: char| c == '\'' || c.is_whitespace() || is_unseen(c));
    start.starts_with(FORMULA)
}

/// The cell before it was made [`harmless`], for a file that is sent back.
fn as_it_was(cell: &str) -> String {
    let parts = cell.split(';').map(|part| match part.strip_prefix('\'') {
        Some(text) if is_formula(text) => text,
        _ => part,
    });
    parts.collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: &[&str]) -> String {
        String::from_utf8(lines([cells])).unwrap()
    }

    #[test]
    fn a_file_has_a_mark_its_headings_and_quoted_cells() {
        let head = String::from_utf8(head(&["time", "what"])).unwrap();
        assert_eq!(head, "\u{feff}time,what\r\n");
        assert_eq!(
            line(&["a,b", "say \"so\"", "王", ""]),
            "\"a,b\",\"say \"\"so\"\"\",王,\r\n"
        );
    }

    /// Attack 38: formula injection (OWASP, "CSV Injection"): a name that a person chose must not run in an
    /// administrator's spreadsheet.
    #[test]
    fn no_cell_is_a_formula() {
        for start in [
            "=",
            "+",
            "-",
            "@",
            "\t=",
            "\r=",
            " =",
            "\u{3000}＝",
            "\u{feff}=",
            "\u{200b} +",
            "＠",
            "\t",
            "\n+",
        ] {
            let cell = line(&[&format!("{start}cmd|'/c calc'!A0")]);
            assert!(
                cell.trim_start_matches('"').starts_with('\''),
                "{start:?}: {cell}"
            );
        }
        assert_eq!(line(&["a=b", "1+1"]), "a=b,1+1\r\n");
        assert_eq!(line(&["x;=1+1; @y;z"]), "x;'=1+1;' @y;z\r\n");
    }

    /// Reading a file of ours gives back its values.
    #[test]
    fn the_apostrophe_before_a_formula_is_taken_away_again() {
        for cell in [
            "=1+1",
            "+86 21",
            "'=1+1",
            "''@x",
            "' =1",
            "'quoted'",
            "O'Neil",
            "'",
            "''",
            "x;=1;'y",
            "a;'-b",
            "\u{feff}=1",
            "'\u{200b}@x",
            "",
        ] {
            assert_eq!(as_it_was(&harmless(cell)), cell, "{cell}");
        }
        assert_eq!(harmless("'=1+1"), "''=1+1");
    }

    /// Attack 38: no cell begins a new line or colours a terminal.
    #[test]
    fn control_characters_are_gone() {
        assert_eq!(
            line(&["a\r\nb\u{1b}[31m\0\u{7f}\u{9b}c"]),
            "a  b [31m   c\r\n"
        );
    }
}
