//! What a command says to the person at the terminal, and what it asks.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use zeroize::Zeroizing;

use super::failure::Failure;

/// Prints a line of the command's result. A reader that went away (`| head`) is no fault.
pub fn say(line: impl std::fmt::Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Prints why a command failed.
pub fn complain(failure: &Failure) {
    let _ = writeln!(io::stderr(), "atrium: {failure}");
}

/// Prints what should be looked at and stops nothing.
pub fn warn(line: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "atrium: warning: {line}");
}

/// Prints rows as columns of equal width under their heads.
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

/// A password: asked twice at a terminal, else the first line of standard input. It is never an
/// argument, because every user of the machine may read those.
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

/// A moment as a date and time in UTC, or `-`.
pub fn moment(at: Option<crate::clock::Millis>) -> String {
    let shown = at.and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    shown.map_or_else(
        || "-".to_owned(),
        |at| at.strftime("%Y-%m-%d %H:%M:%SZ").to_string(),
    )
}
