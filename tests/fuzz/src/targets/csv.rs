//! Tables that people send as CSV (RFC 4180), and those that the server writes.

use atrium::http::csv::{DayForm, head, lines, read};
use atrium::i18n::characters::is_unseen;

use crate::case::note_accepted;
use crate::tokens::form;

const MOST: (usize, usize) = (40, 500);
/// Characters that begin a formula (OWASP, "CSV Injection").
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// `cells`: rows end with a line break, and tabs separate their cells, which the server writes. Else a file.
pub fn run(input: &[u8]) {
    match form(input) {
        (b"cells", rows) => write(&String::from_utf8_lossy(rows)),
        _ => read_file(input),
    }
}

fn read_file(file: &[u8]) {
    let Ok(table) = read(file, MOST) else {
        return;
    };
    note_accepted();
    let columns = table.headings.len();
    assert!((1..=MOST.0).contains(&columns));
    assert!((1..=MOST.1).contains(&table.lines.len()));
    let mut before = 0;
    for line in &table.lines {
        assert_eq!(line.cells.len(), columns);
        assert!(line.number > before, "{} comes after {before}", line.number);
        before = line.number;
    }
    let rows = table.lines.iter().map(|line| line.cells.clone());
    let rows: Vec<Vec<String>> = [table.headings].into_iter().chain(rows).collect();
    for cell in rows.iter().flatten() {
        assert!(!cell.chars().any(char::is_control), "{cell:?}");
        assert_eq!(cell.trim(), cell);
    }
    comes_back(&rows, &rows);
    let column: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let days = DayForm::of(column.iter().copied());
    for cell in column {
        if let Ok(day) = days.read(cell) {
            assert_eq!(days.read(&day.to_string()), Ok(day), "{cell:?}");
        }
    }
}

/// Controls cannot be cells of a file that was read, so `|` stands for a tab and `^` for CR.
fn write(text: &str) {
    let cell = |cell: &str| cell.replace('|', "\t").replace('^', "\r");
    let rows = text.split('\n').take(50);
    let rows: Vec<Vec<String>> = rows
        .map(|row| row.split('\t').take(30).map(cell).collect())
        .collect();
    let body = lines(rows.iter().map(|row| row.iter().map(String::as_str)));
    let file = [head(&["c0"]), body].concat();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(&file[..]);
    let written: Vec<_> = reader
        .records()
        .skip(1)
        .map(|row| row.expect("a row"))
        .collect();
    assert_eq!(written.len(), rows.len());
    for (written, row) in written.iter().zip(&rows) {
        assert_eq!(written.len(), row.len());
        for cell in written {
            assert!(!cell.chars().any(char::is_control), "{cell:?}");
            let is_before = |c: char| c.is_whitespace() || is_unseen(c);
            let mut parts = cell
                .split(';')
                .map(|part| part.trim_start_matches(is_before));
            assert!(!parts.any(|part| part.starts_with(FORMULA)), "{cell:?}");
        }
    }
    // A cell that begins with such a control keeps the apostrophe.
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|row| {
            let plain = row.iter().map(|cell| cell.trim_start_matches(['\t', '\r']));
            plain.map(str::to_owned).collect()
        })
        .collect();
    let expected = rows
        .iter()
        .map(|row| row.iter().map(|cell| plain(cell)).collect());
    comes_back(&rows, &expected.collect::<Vec<_>>());
}

/// The cell as a reader gets it back.
fn plain(cell: &str) -> String {
    let cell: String = cell
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    cell.trim().to_owned()
}

/// What the server writes, it reads again.
fn comes_back(rows: &[Vec<String>], expected: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default() + 1;
    if columns > MOST.0 || rows.len() > MOST.1 {
        return;
    }
    let headings: Vec<String> = (0..=columns).map(|column| format!("c{column}")).collect();
    let headings: Vec<&str> = headings
        .iter()
        .map(String::as_str)
        .take(columns.max(2))
        .collect();
    let whole = rows.iter().map(|row| {
        // An empty row would be skipped.
        let row = row.iter().map(String::as_str);
        ["x"].into_iter().chain(row).collect::<Vec<_>>()
    });
    let file = [head(&headings), lines(whole)].concat();
    let table = read(&file, (MOST.0 + 1, MOST.1 + 1)).expect("a file of ours is read");
    assert_eq!(table.headings, headings);
    assert_eq!(table.lines.len(), expected.len());
    for (line, expected) in table.lines.iter().zip(expected) {
        let cells = &line.cells[1..];
        assert_eq!(&cells[..expected.len()], &expected[..]);
        assert!(cells[expected.len()..].iter().all(String::is_empty));
    }
}
