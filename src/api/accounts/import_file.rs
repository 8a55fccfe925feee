//! The file of an import: its headings, its cells, and what a spreadsheet program made of them.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::export::HEADINGS as OF_THE_LIST;
use crate::directory::{Account, Status, mailbox};
use crate::http::csv::{self, DayForm, Line, Table, Unreadable, UnreadableDay};
use crate::http::envelope::{ApiError, Fault};
use crate::i18n::texts::Key;

/// The headings of the template, by the names that the fields have in other calls.
pub(super) const HEADINGS: [&str; 8] = [
    "username",
    "email",
    "fullName",
    "lionId",
    "lang",
    "agencyId",
    "clientId",
    EXPIRE_DATE,
];

const EXPIRE_DATE: &str = "expireDate";

/// Most columns of a file: the template and the downloaded list have fewer together.
const MOST_COLUMNS: usize = 40;
/// Most lines of a file: all of them are checked in one read view.
const MOST_LINES: usize = 500;
/// Largest file in bytes: 500 lines with the longest names.
const LARGEST: usize = 512_000;
/// Most faults in an answer. A file with more is wrong as a whole.
pub(super) const MOST_FAULTS: usize = 100;

/// The cells of a line by their headings.
pub(super) type Cells = HashMap<String, String>;

/// The cell below `heading`, unless it is empty.
pub(super) fn cell(cells: &Cells, heading: &str) -> Option<String> {
    cells.get(heading).filter(|cell| !cell.is_empty()).cloned()
}

/// The lines of a file in base64, each with its number and its cells by heading. Days are as `yyyy-MM-dd`.
///
/// # Errors
/// The faults of the file, each with its line and heading.
pub(super) fn read(file: &str) -> Result<Vec<(u64, Cells)>, ApiError> {
    let bytes = STANDARD
        .decode(file)
        .map_err(|_| ApiError::illegal("file"))?;
    if bytes.len() > LARGEST {
        return Err(of_file(Fault::new("file", Key("import.too_large"))));
    }
    let table = csv::read(&bytes, (MOST_COLUMNS, MOST_LINES));
    let table = table.map_err(|fault| of_file(unreadable(fault)))?;
    none(faults_of_headings(&table))?;
    let Table { headings, lines } = table;
    let mut lines: Vec<(u64, Cells)> = lines
        .into_iter()
        .map(|Line { number, cells }| (number, headings.iter().cloned().zip(cells).collect()))
        .collect();
    let mut faults = read_days(&mut lines);
    faults.extend(repeated(&lines));
    none(faults)?;
    Ok(lines)
}

fn none(mut faults: Vec<Fault>) -> Result<(), ApiError> {
    faults.truncate(MOST_FAULTS);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(ApiError::FileTemplate(faults))
    }
}

fn of_file(fault: Fault) -> ApiError {
    ApiError::FileTemplate(vec![fault])
}

fn unreadable(fault: Unreadable) -> Fault {
    let of_file = |words| Fault::new("file", words);
    match fault {
        Unreadable::NotUtf8(line) => of_file(Key("import.not_utf8")).in_line(line),
        Unreadable::Empty => of_file(Key("import.empty")),
        Unreadable::TooManyLines => of_file(Key("import.too_many_lines")),
        Unreadable::TooManyColumns => of_file(Key("import.too_many_columns")).in_line(1),
        Unreadable::Cells {
            line,
            cells,
            headings,
        } => of_file(Key("import.cells"))
            .with("cells", cells.to_string())
            .with("headings", headings.to_string())
            .in_line(line),
        Unreadable::Controls(line) => of_file(Key("import.controls")).in_line(line),
    }
}

fn faults_of_headings(table: &Table) -> Vec<Fault> {
    let headings = &table.headings;
    let fault = |heading: &str, words| Fault::new("file", words).in_file(1, heading);
    let mut faults = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        let name = heading.as_str();
        if name.is_empty() {
            // An empty column changes nothing.
            let filled = table.lines.iter().find(|line| !line.cells[at].is_empty());
            let words = Key("import.no_heading");
            faults.extend(filled.map(|_| fault(&(at + 1).to_string(), words)));
        } else if !HEADINGS.contains(&name) && !OF_THE_LIST.contains(&name) {
            faults.push(fault(heading, Key("import.unknown_heading")));
        } else if headings[..at].contains(heading) {
            faults.push(fault(heading, Key("import.repeated_heading")));
        }
    }
    if !headings.iter().any(|heading| heading == "username") {
        faults.push(fault("username", Key("import.no_username")));
    }
    faults
}

/// Writes the days of all lines as `yyyy-MM-dd`, and returns the faults of those that cannot be read.
fn read_days(lines: &mut [(u64, Cells)]) -> Vec<Fault> {
    let days = |cells: &Cells| cell(cells, EXPIRE_DATE).unwrap_or_default();
    let column: Vec<String> = lines.iter().map(|(_, cells)| days(cells)).collect();
    let form = DayForm::of(column.iter().map(String::as_str));
    let mut faults = Vec::new();
    for (number, cells) in lines {
        let Some(day) = cells.get_mut(EXPIRE_DATE).filter(|day| !day.is_empty()) else {
            continue;
        };
        let words = match form.read(day) {
            Ok(read) => {
                *day = read.to_string();
                continue;
            }
            Err(UnreadableDay::Form) => Key("import.day"),
            Err(UnreadableDay::TwoWays) => Key("import.day_in_two_ways"),
        };
        faults.push(Fault::new(EXPIRE_DATE, words).in_file(*number, EXPIRE_DATE));
    }
    faults
}

/// Two lines with one name, address or corporate id.
fn repeated(lines: &[(u64, Cells)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for heading in ["username", "email", "lionId"] {
        let mut first: HashMap<String, u64> = HashMap::new();
        for (number, cells) in lines {
            let Some(value) = cell(cells, heading) else {
                continue;
            };
            if let Some(earlier) = first.insert(mailbox(&value), *number) {
                let fault = Fault::new(heading, Key("import.repeated"));
                let fault = fault.with("earlier", earlier.to_string());
                faults.push(fault.in_file(*number, heading));
            }
        }
    }
    faults
}

/// The faults of columns that the list has and an import cannot change: their cells must have the account's values, or
/// the first values of a new one, so that nobody believes that they were changed. The times of the last sign-in and of the
/// beginning are not compared, because spreadsheet programs write times in many ways.
pub(super) fn faults_of_kept(number: u64, cells: &Cells, account: Option<&Account>) -> Vec<Fault> {
    let place = |id_heading: &str, of: Option<(&str, &str)>| {
        // The name of another place belongs to its id, and only the id counts.
        let is_other = cell(cells, id_heading).is_some_and(|id| of.is_none_or(|of| of.0 != id));
        (!is_other).then(|| of.map(|of| of.1.to_owned()).unwrap_or_default())
    };
    let flag = |is: fn(&Account) -> bool| Some(account.is_some_and(is).to_string());
    let agency = account.and_then(|one| one.agency.as_ref());
    let company = account.and_then(|one| one.company.as_ref());
    let status = account.map_or(Status::Enabled, |one| one.status);
    let kept = [
        (
            "userId",
            Some(account.map(|one| one.id.clone()).unwrap_or_default()),
        ),
        ("emailVerified", flag(|one| one.email_verified)),
        (
            "agencyName",
            place(
                "agencyId",
                agency.map(|one| (one.id.as_str(), one.name.as_str())),
            ),
        ),
        (
            "clientName",
            place(
                "clientId",
                company.map(|one| (one.id.as_str(), one.name.as_str())),
            ),
        ),
        ("accountStatus", Some(status.code().to_string())),
        ("mustChangePassword", flag(|one| one.must_change_password)),
        ("supAdmin", flag(|one| one.sup_admin)),
        ("userManager", flag(|one| one.user_manager)),
    ];
    let mut faults = Vec::new();
    for (heading, expected) in kept {
        let (Some(given), Some(expected)) = (cell(cells, heading), expected) else {
            continue;
        };
        // A spreadsheet program writes TRUE for true, and takes spaces from the ends of a name.
        if !given.eq_ignore_ascii_case(expected.trim()) {
            let fault = Fault::new(heading, Key("import.kept")).in_file(number, heading);
            faults.push(fault);
        }
    }
    faults
}
