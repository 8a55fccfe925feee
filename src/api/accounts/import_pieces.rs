//! The second half of an import: writes the lines of a checked file in pieces, each of which must do what the check showed.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::edit::Refusals;
use super::import_file::MOST_FAULTS;
use crate::api::audit::AuditChange;
use crate::calls::Writer;
use crate::directory::{ImportError, ImportOptions, ImportStep, ImportedLine, import_accounts};
use crate::http::envelope::{ApiError, Fault};
use crate::i18n::language::Language;
use crate::i18n::texts::Key;
use crate::limits::RunningWork;
use crate::random::hashed;
use crate::state::AppState;

/// Lines of one transaction, for which other writes wait.
const PIECE: usize = 20;

/// How a file is imported; cheap to clone.
#[derive(Clone)]
pub(super) struct Import {
    pub welcome: bool,
    pub language: Language,
    pub state: Arc<AppState>,
    /// A client that disconnects ends its call, but not the piece that waits for the writer (attack 44).
    pub _running: Arc<RunningWork>,
}

impl Import {
    pub fn options(&self) -> ImportOptions<'_> {
        ImportOptions {
            welcome: self.welcome,
            language: self.language,
            limits: &self.state.limits,
            zone: &self.state.zone,
            contact: &self.state.config.branding.contact,
        }
    }

    /// Writes the lines that do something, piece by piece. Each asks again for the rights to its lines (attack 34).
    pub async fn write(
        &self,
        caller: &Writer,
        asked: Asked,
        planned: &[ImportedLine],
        digests: Vec<String>,
    ) -> Result<ImportedAccounts, ApiError> {
        let Asked { steps, rights } = asked;
        let rights = Arc::new(rights);
        let todo: Vec<_> = steps
            .into_iter()
            .zip(digests)
            .zip(planned)
            .filter(|(_, line)| line.does_something())
            .map(|(step, _)| step)
            .collect();
        let mut written = 0;
        for piece in todo.chunks(PIECE) {
            let mut done = self.write_piece(caller, piece, &rights).await;
            if matches!(done, Err(ApiError::Exists(_))) {
                // Somebody took a value between the check and the write. Checked again, the line has its row and field.
                done = self.write_piece(caller, piece, &rights).await;
            }
            if let Err(refused) = done {
                note_limit(caller, &refused);
                if written == 0 {
                    return Err(refused);
                }
                let mut done = ImportedAccounts::of(planned, written);
                done.stopped = piece.first().map(|((row, _), _)| StoppedImport {
                    row: *row,
                    msg: refused.message(self.language),
                });
                return Ok(done);
            }
            written += piece.len();
        }
        Ok(ImportedAccounts::of(planned, written))
    }

    /// Writes some lines, each with the digest that its check showed, or none of them.
    async fn write_piece(
        &self,
        caller: &Writer,
        piece: &[((u64, ImportStep), String)],
        rights: &Arc<HashMap<u64, LineRefusals>>,
    ) -> Result<(), ApiError> {
        let accounts = piece.iter().map(|((_, step), _)| step.account());
        let writer = caller.about(&accounts.flatten().collect::<Vec<_>>());
        let (import, rights) = (self.clone(), Arc::clone(rights));
        let (steps, digests): (Vec<_>, Vec<_>) = piece.iter().cloned().unzip();
        let done = writer.write_with_retry::<_, ApiError, _>(move |tx, audit| {
            Box::pin(async move {
                let done = import_accounts(tx, steps, import.options(), audit).await;
                let done = done.map_err(|error| failed(error, &rights))?;
                checked(&done, &digests)
            })
        });
        done.await
    }
}

/// Refuses lines that do something else than the check showed. A line that does nothing was written before.
pub(super) fn checked(lines: &[ImportedLine], digests: &[String]) -> Result<(), ApiError> {
    let is_same = |(line, digest): (&ImportedLine, &String)| {
        !line.does_something() || digest_of(line) == *digest
    };
    if lines.len() == digests.len() && lines.iter().zip(digests).all(is_same) {
        return Ok(());
    }
    let fault = Fault::new("check", Key("import.changed"));
    Err(ApiError::Invalid(vec![fault]))
}

/// Characters of the digest of a line.
const DIGEST: usize = 12;

/// What stands for a line in a check.
fn digest_of(line: &ImportedLine) -> String {
    let changes = AuditChange::all(&line.changes);
    let whole = (&line.username, line.is_new, line.is_welcomed, changes);
    let whole = serde_json::to_string(&whole).unwrap_or_default();
    hashed(&whole).chars().take(DIGEST).collect()
}

/// The digests of a check.
pub(super) fn digests(check: &str) -> Vec<String> {
    let digests = check.as_bytes().chunks(DIGEST);
    digests
        .map(|digest| String::from_utf8_lossy(digest).into_owned())
        .collect()
}

impl ImportedAccounts {
    /// What the lines of a dry run do, or of an import that has written the first `written` of those that do something.
    pub(super) fn of(planned: &[ImportedLine], written: usize) -> Self {
        let mut left = written;
        let lines = planned.iter().map(|line| {
            let is_written = line.does_something() && left > 0;
            left -= usize::from(is_written);
            ImportedAccount {
                row: line.number,
                username: line.username.clone(),
                added: line.is_new,
                changes: AuditChange::all(&line.changes),
                written: is_written,
            }
        });
        let lines: Vec<ImportedAccount> = lines.collect();
        let count = |is: fn(&ImportedLine) -> bool| {
            let counted = planned.iter().zip(&lines);
            counted
                .filter(|(line, shown)| is(line) && (written == 0 || shown.written))
                .count()
        };
        Self {
            added: count(|line| line.is_new),
            changed: count(|line| !line.is_new && !line.changes.is_empty()),
            unchanged: planned.iter().filter(|line| !line.does_something()).count(),
            welcomed: count(|line| line.is_welcomed),
            check: planned.iter().map(digest_of).collect(),
            lines,
            stopped: None,
        }
    }
}

/// What an import did, or would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedAccounts {
    /// How many accounts are new.
    pub added: usize,
    /// How many accounts change.
    pub changed: usize,
    /// How many lines change nothing, because what they say is already there.
    pub unchanged: usize,
    /// How many owners get an email.
    pub welcomed: usize,
    /// Send it with the same file to do what a dry run showed.
    pub check: String,
    /// Each line of the file.
    pub lines: Vec<ImportedAccount>,
    /// Why an import stopped after it had written some lines. Send the same file again to continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedImport>,
}

/// What one line of the file does.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedAccount {
    /// The line in the file, from 1.
    pub row: u64,
    /// The account name.
    pub username: String,
    /// True if the account is new.
    pub added: bool,
    /// The first values of a new account, or what changes.
    pub changes: Vec<AuditChange>,
    /// True if this call has written the line.
    pub written: bool,
}

/// Why an import stopped.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoppedImport {
    /// The first line that was not written.
    pub row: u64,
    /// The error message, in the user's language.
    pub msg: String,
}

pub(super) fn note_limit(caller: &Writer, refused: &ApiError) {
    if let ApiError::LimitReached(words, _) = refused {
        let limit = match words.0 {
            "api.too_many_welcome_emails" => "welcome_emails",
            _ => "added_accounts",
        };
        caller.note_limit(limit, &caller.account().id);
    }
}

/// What the lines ask for.
pub(super) struct Asked {
    pub steps: Vec<(u64, ImportStep)>,
    pub rights: HashMap<u64, LineRefusals>,
}

/// Why the caller may not change the account of a line, or parts of it.
pub(super) enum LineRefusals {
    /// The account may not change at all. A line that says what is already there needs no right.
    Whole(ApiError),
    Parts(Refusals),
}

impl Asked {
    /// `planned`, unless lines change accounts that the caller may not change.
    pub fn within_rights(&self, planned: Vec<ImportedLine>) -> Result<Vec<ImportedLine>, ApiError> {
        let refused = planned
            .iter()
            .filter_map(|line| match self.rights.get(&line.number) {
                Some(LineRefusals::Whole(refused)) if line.does_something() => {
                    Some(of_refusal(line.number, refused))
                }
                _ => None,
            });
        let faults: Vec<Fault> = refused.take(MOST_FAULTS).collect();
        if faults.is_empty() {
            Ok(planned)
        } else {
            Err(ApiError::FileTemplate(faults))
        }
    }
}

/// The answer to a failed import: the faults of its lines, in their order.
pub(super) fn failed(error: ImportError, rights: &HashMap<u64, LineRefusals>) -> ApiError {
    let lines = match error {
        ImportError::Account(error) => return error.into(),
        ImportError::Lines(lines) => lines,
    };
    let mut faults = Vec::new();
    for (number, error) in lines {
        let error = match rights.get(&number) {
            Some(LineRefusals::Whole(refused)) => refused.clone(),
            Some(LineRefusals::Parts(parts)) => parts.clone().answer(error),
            None => error.into(),
        };
        match error {
            ApiError::Invalid(of_line) | ApiError::Exists(of_line) => {
                let placed = |fault: Fault| {
                    let heading = fault.field().to_owned();
                    fault.in_file(number, heading)
                };
                faults.extend(of_line.into_iter().map(placed));
            }
            refused => faults.push(of_refusal(number, &refused)),
        }
    }
    faults.truncate(MOST_FAULTS);
    ApiError::FileTemplate(faults)
}

/// The fault of a line that the caller may not do.
pub(super) fn of_refusal(number: u64, refused: &ApiError) -> Fault {
    let words = match refused {
        ApiError::Refused(refusal) => refusal.why,
        _ => Key("api.not_authorized"),
    };
    Fault::new("username", words).in_file(number, "username")
}
