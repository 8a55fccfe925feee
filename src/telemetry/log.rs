//! Log output: text or JSON, one line per event whatever it contains (attack 38).

use std::io::{self, Write};

use tracing_subscriber::{
    Layer as _, Registry, filter::Targets, fmt, layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::config::{LogConfig, LogFormat};

/// Where the log goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// For the server.
    Stdout,
    /// For commands, whose result goes to stdout.
    Stderr,
}

/// Starts logging for the whole process. A second call changes nothing.
pub fn init(config: &LogConfig, output: Output) {
    let filter = config.level.parse().unwrap_or_else(|_| Targets::new());
    let writer = move || {
        OneLine(match output {
            Output::Stdout => Box::new(io::stdout()) as Box<dyn Write>,
            Output::Stderr => Box::new(io::stderr()),
        })
    };
    let layer = fmt::layer().with_ansi(false).with_writer(writer);
    let layer = match config.format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .boxed(),
    };
    let _ = Registry::default()
        .with(layer.with_filter(filter))
        .try_init();
}

/// Writes each event as exactly one line without control characters.
///
/// The formatter writes an event in one piece; everything in it except its final newline is escaped.
struct OneLine(Box<dyn Write>);

impl Write for OneLine {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let (line, end) = match event.strip_suffix(b"\n") {
            Some(line) => (line, "\n"),
            None => (event, ""),
        };
        match std::str::from_utf8(line) {
            Ok(text) if !text.contains(char::is_control) => self.0.write_all(event)?,
            _ => {
                let text = String::from_utf8_lossy(line);
                self.0
                    .write_all(format!("{}{end}", without_controls(&text)).as_bytes())?;
            }
        }
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Control characters as `\u001b`, which JSON can parse and a terminal does not execute.
fn without_controls(text: &str) -> String {
    use std::fmt::Write as _;
    let mut plain = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if c.is_control() {
            let _ = write!(plain, "\\u{:04x}", u32::from(c));
        } else {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn logged(json: bool, write: impl FnOnce()) -> String {
        let kept = Kept::default();
        let target = kept.clone();
        let writer = move || OneLine(Box::new(target.clone()));
        let layer = fmt::layer().with_ansi(false).with_writer(writer);
        let layer = if json {
            layer.json().flatten_event(true).boxed()
        } else {
            layer.boxed()
        };
        tracing::subscriber::with_default(Registry::default().with(layer), write);
        String::from_utf8(kept.0.lock().unwrap().clone()).unwrap()
    }

    /// Attack 38: a client's CR, LF and terminal escapes cannot add or colour a line.
    #[test]
    fn attack_38_an_event_is_one_line_without_controls() {
        let hostile = "ada\r\n2026-11-21 INFO signed in\u{1b}[31m\u{9b}2J";
        for json in [false, true] {
            let text = logged(json, || {
                tracing::info!(account = hostile, shown = %hostile, "refused {hostile}");
            });
            assert_eq!(text.matches('\n').count(), 1, "{text:?}");
            assert!(
                !text.trim_end_matches('\n').contains(char::is_control),
                "{text:?}"
            );
            if json {
                let line: serde_json::Value = serde_json::from_str(&text).unwrap();
                assert_eq!(line["account"], hostile);
            }
        }
    }
}
