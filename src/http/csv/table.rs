//! Reads a CSV file that a person sends: headings, then lines with one cell for each.
//!
//! Spreadsheet programs change a file by opening and saving it: they leave out empty cells at the end of a line, or add
//! some below no heading, end lines with CR alone (Excel on a Mac), and separate cells as the reader's country does.

use csv::{ByteRecord, ReaderBuilder, Trim};

/// A file whose lines have one cell for each heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The cells of the first line.
    pub headings: Vec<String>,
    pub lines: Vec<Line>,
}

/// A line below the headings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it begins in the file, from 1.
    pub number: u64,
    /// Its cells, without spaces around them.
    pub cells: Vec<String>,
}

/// What is wrong with a file as a whole or with one of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The line with this number is not UTF-8, such as one that Excel saved as plain "CSV".
    NotUtf8(u64),
    /// There is no heading, or no line below it.
    Empty,
    /// More lines than allowed.
    TooManyLines,
    /// The first line has more cells than allowed.
    TooManyColumns,
    /// The line with this number has more cells (this many) than there are headings.
    Cells {
        line: u64,
        cells: usize,
        headings: usize,
    },
    /// A cell of the line with this number has a character that nobody types (NUL, escape).
    Controls(u64),
}

/// Reads `file`: UTF-8 with or without a byte order mark, lines that end in CRLF, LF or CR, cells that commas, semicolons
/// or tabs separate (RFC 4180 and what Excel writes). Empty lines are skipped. Empty cells at the end of a line may be
/// missing, and cells below no heading may be there if they are empty. An apostrophe that this module put before a
/// formula is removed again.
///
/// # Errors
/// The first fault; nothing after it is read.
pub fn read(file: &[u8], (columns, lines): (usize, usize)) -> Result<Table, Unreadable> {
    let file = file.strip_prefix(super::BYTE_ORDER_MARK).unwrap_or(file);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter(file))
        .from_reader(file);
    let mut record = ByteRecord::new();
    let mut table = Table {
        headings: Vec::new(),
        lines: Vec::new(),
    };
    let mut place = Place { byte: 0, line: 1 };
    // Reading from memory cannot fail; a record of bytes is never malformed.
    while reader.read_byte_record(&mut record).unwrap_or(false) {
        let begin = record.position().map_or(0, csv::Position::byte);
        let number = place.line_of(file, begin);
        if record.iter().all(<[u8]>::is_empty) {
            continue;
        }
        let filled = record.iter().rposition(|cell| !cell.is_empty());
        record.truncate(filled.map_or(0, |last| last + 1));
        let headings = table.headings.len();
        if headings == 0 {
            if record.len() > columns {
                return Err(Unreadable::TooManyColumns);
            }
            table.headings = cells(&record, number)?;
            continue;
        }
        if record.len() > headings {
            return Err(Unreadable::Cells {
                line: number,
                cells: record.len(),
                headings,
            });
        }
        if table.lines.len() == lines {
            return Err(Unreadable::TooManyLines);
        }
        let mut cells = cells(&record, number)?;
        cells.resize(headings, String::new());
        table.lines.push(Line { number, cells });
    }
    if table.lines.is_empty() {
        return Err(Unreadable::Empty);
    }
    Ok(table)
}

/// A place in a file and its line.
struct Place {
    byte: usize,
    line: u64,
}

impl Place {
    /// The line of the record at `begin`, which is not before this place. The library counts lines too, but leaves the LF
    /// of a CRLF to the next record.
    fn line_of(&mut self, file: &[u8], begin: u64) -> u64 {
        let begin = usize::try_from(begin).unwrap_or(usize::MAX);
        while let Some(byte) = file.get(self.byte) {
            let is_end_of_line = matches!(byte, b'\r' | b'\n');
            if self.byte >= begin && !is_end_of_line {
                break;
            }
            // The CR of a CRLF ends no line of its own.
            let is_crlf = *byte == b'\r' && file.get(self.byte + 1) == Some(&b'\n');
            self.line += u64::from(is_end_of_line && !is_crlf);
            self.byte += 1;
        }
        self.line
    }
}

/// The character between the headings, which are in the first line that has any text.
fn delimiter(file: &[u8]) -> u8 {
    let mut lines = file.split(|byte| matches!(byte, b'\n' | b'\r'));
    let first = lines.find(|line| !line.trim_ascii().is_empty());
    let between = |byte: &u8| first.is_some_and(|line| line.contains(byte));
    let found = [b',', b';', b'\t'].into_iter().find(between);
    found.unwrap_or(b',')
}

fn cells(record: &ByteRecord, number: u64) -> Result<Vec<String>, Unreadable> {
    let cell = |cell: &[u8]| {
        let text = std::str::from_utf8(cell).map_err(|_| Unreadable::NotUtf8(number))?;
        if text.chars().any(char::is_control) {
            return Err(Unreadable::Controls(number));
        }
        Ok(super::as_it_was(text).trim().to_owned())
    };
    record.iter().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(file: impl AsRef<[u8]>) -> Result<Vec<Vec<String>>, Unreadable> {
        let table = read(file.as_ref(), (3, 4))?;
        let lines = table.lines.into_iter().map(|line| line.cells);
        Ok([table.headings].into_iter().chain(lines).collect())
    }

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        let row = |row: &&[&str]| row.iter().map(|cell| (*cell).to_owned()).collect();
        rows.iter().map(row).collect()
    }

    /// RFC 4180, and the variants that spreadsheets write.
    #[test]
    fn the_same_file_in_every_spelling() {
        let expected = Ok(rows(&[&["a", "b"], &["1,x", "王"], &["say \"so\"", ""]]));
        for file in [
            "a,b\r\n\"1,x\",王\r\n\"say \"\"so\"\"\",\r\n",
            "\u{feff}a,b\n\"1,x\",王\n\"say \"\"so\"\"\",",
            "\n a , b \n\n\"1,x\",王\n,\n\"say \"\"so\"\"\",\n\n",
            "a;b\r\n1,x;王\r\n\"say \"\"so\"\"\";\r\n",
            "a\tb\r\n1,x\t王\r\n\"say \"\"so\"\"\"\t\r\n",
            // The last empty cell is missing, or there are more, also below no heading; each cell is quoted.
            "a,b\n\"1,x\",王\n\"say \"\"so\"\"\"\n",
            "a,b,,\n\"1,x\",王,,\n\"say \"\"so\"\"\",,,,,\n",
            "\"a\",\"b\"\n\"1,x\",\"王\"\n\"say \"\"so\"\"\",\"\"\n",
            "a,b\r\"1,x\",王\r\"say \"\"so\"\"\",\r",
        ] {
            assert_eq!(read_text(file), expected, "{file}");
        }
    }

    #[test]
    fn a_line_has_the_number_that_an_editor_shows() {
        for end in ["\n", "\r\n", "\r"] {
            let file = ["\u{feff}a,b", "", "1,2", "\"3\",4", ""].join(end);
            let table = read(file.as_bytes(), (3, 4)).unwrap();
            let numbers: Vec<u64> = table.lines.iter().map(|line| line.number).collect();
            assert_eq!(numbers, [3, 4], "{end:?}");
        }
    }

    /// Attack 37: a file of any kind is refused before its cells are kept.
    #[test]
    fn attack_37_odd_files_are_refused() {
        let wide = "a,".repeat(1_000_000) + "a";
        let long = format!("a\n{}", "1\n".repeat(1_000_000));
        for (file, expected) in [
            (&b""[..], Unreadable::Empty),
            (b"\xef\xbb\xbf", Unreadable::Empty),
            (b"a,b\n", Unreadable::Empty),
            (b"a,b,c,d\n", Unreadable::TooManyColumns),
            (wide.as_bytes(), Unreadable::TooManyColumns),
            (b"a\n1\n2\n3\n4\n5\n", Unreadable::TooManyLines),
            (long.as_bytes(), Unreadable::TooManyLines),
            (
                b"a,b\n1,2\n1,2,,3\n",
                Unreadable::Cells {
                    line: 3,
                    cells: 4,
                    headings: 2,
                },
            ),
            (b"a,b\n\"1,2\n3,4\n", Unreadable::Controls(2)),
            // GBK, UTF-16 and Latin-1.
            (b"a,b\n\xcd\xf5,2\n", Unreadable::NotUtf8(2)),
            (b"\xff\xfea\0,\0b\0\n\0", Unreadable::NotUtf8(1)),
            (b"a,b\n\xe9,2\n", Unreadable::NotUtf8(2)),
            (b"a,b\n1\0,2\n", Unreadable::Controls(2)),
            (b"a,b\n\"1\n2\",2\n", Unreadable::Controls(2)),
        ] {
            assert_eq!(read_text(file), Err(expected), "{file:.30?}");
        }
    }
}
