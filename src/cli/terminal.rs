//! Terminal input and output of the commands.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use zeroize::Zeroizing;

use super::failure::Failure;

/// Prints a line of the command's result. A closed pipe (`| head`) is not an error.
pub fn say(line: impl std::fmt::Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Prints why a command failed.
pub fn complain(failure: &Failure) {
    let _ = writeln!(io::stderr(), "atrium: {failure}");
}

/// Prints a warning.
pub fn warn(line: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "atrium: warning: {line}");
}

/// Prints a table with columns of equal width.
pub fn table<const N: usize>(heads: [&str; N], rows: &[[String; N]]) {
    let mut widths = heads.map(str::len);
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |cells: [&str; N]| {
        let padded = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    say(line(heads));
    for row in rows {
        say(line(row.each_ref().map(String::as_str)));
    }
}

/// Reads a password: asks twice at a terminal, otherwise reads the first line of standard input. It is never an
/// argument, because every user of the machine can read arguments.
pub fn ask_password() -> Result<Zeroizing<String>, Failure> {
    if !io::stdin().is_terminal() {
        let mut line = Zeroizing::new(String::new());
        io::stdin()
            .lock()
            .read_line(&mut line)
            .map_err(Failure::of)?;
        return Ok(Zeroizing::new(
            line.trim_end_matches(['\r', '\n']).to_owned(),
        ));
    }
    let ask = |words| {
        rpassword::prompt_password(words)
            .map(Zeroizing::new)
            .map_err(Failure::of)
    };
    let password = ask("Password: ")?;
    if *password != *ask("Once more: ")? {
        return Err(Failure::of("the two passwords differ"));
    }
    Ok(password)
}

/// A time as date and time in UTC, or `-`.
pub fn moment(at: Option<crate::clock::Millis>) -> String {
    let shown = at.and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    shown.map_or_else(
        || "-".to_owned(),
        |at| at.strftime("%Y-%m-%d %H:%M:%SZ").to_string(),
    )
}
