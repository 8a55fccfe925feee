//! Accounts from a CSV file. A dry run shows what would change; then the same file is imported.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::Refusals;
use super::import_file::{Cells, HEADINGS, MOST_FAULTS, cell, faults_of_kept, read};
use crate::access::{Action, Object, objects};
use crate::api::audit::AuditChange;
use crate::api::{Caller, WritingCaller};
use crate::audit::AuditContext;
use crate::db::WriteTx;
use crate::directory::{
    self, AccountForm, AccountUpdate, ImportError, ImportOptions, ImportStep, ImportedLine,
    import_accounts, normalise,
};
use crate::http::csv;
use crate::http::envelope::{Answer, Answered, ApiError, Envelope, Fault};
use crate::http::fields::Fields;
use crate::i18n::language::Language;
use crate::i18n::texts::Key;
use crate::limits::RunningWork;
use crate::random::hashed;
use crate::state::AppState;

const TEMPLATE: HeaderValue =
    HeaderValue::from_static("attachment; filename=\"account-template.csv\"");

/// The template
///
/// A CSV file with the headings that an import takes. A file may leave out headings other than `username`, and have those
/// of the downloaded list, in any order.
#[utoipa::path(
    get,
    path = "/api/security/admin/user/import-template",
    tag = "accounts",
    responses((status = 200, content_type = "text/csv", body = String)),
)]
pub async fn account_import_template(_: Caller) -> impl IntoResponse {
    let headers: [(HeaderName, HeaderValue); 3] = [
        (CONTENT_TYPE, csv::MEDIA_TYPE),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_DISPOSITION, TEMPLATE),
    ];
    (headers, csv::head(&HEADINGS))
}

/// A file of accounts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportAccountsBody {
    /// The file in base64 (RFC 4648 section 4): CSV in UTF-8, at most 512,000 bytes and 500 lines.
    #[schema(content_encoding = "base64")]
    pub file: String,
    /// True to see what would change and change nothing.
    pub dry_run: bool,
    /// True to send new owners without a `lionId` an email with a link to choose a password.
    #[serde(default)]
    pub welcome: bool,
    /// The `check` of the dry run. The import needs it, and fails if it would now do something else.
    pub check: Option<String>,
}

/// What an import did, or would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedAccounts {
    /// How many accounts are new.
    pub added: usize,
    /// How many accounts change.
    pub changed: usize,
    /// How many lines change nothing.
    pub unchanged: usize,
    /// How many owners get an email.
    pub welcomed: usize,
    /// Send it with the same file to do what a dry run showed.
    pub check: String,
    /// Each line of the file.
    pub lines: Vec<ImportedAccount>,
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
}

/// Import accounts
///
/// Each line of the CSV file is one account, found by `username`: a new one is added, another one is
/// changed. An empty cell changes nothing. The downloaded list is such a file too: its further columns may stay, with the
/// values that they have. Either all lines are imported or none. Send the file with
/// `dryRun` first: the answer shows what would change, and `check`, which the import needs. A file with
/// faults answers status 1, with line and column of each. While one import of a person runs, another gets the error 429.
///
/// The rules are those of adding and changing one account. New owners choose their password; the
/// daily limits of added accounts and of welcome emails hold, otherwise the error is 429. Changing an
/// account needs the rights to do so.
#[utoipa::path(
    post,
    path = "/api/security/admin/user/import",
    tag = "accounts",
    request_body = ImportAccountsBody,
    responses((status = 200, body = Envelope<ImportedAccounts>)),
)]
pub async fn account_import(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ImportAccountsBody>,
) -> Answered<ImportedAccounts> {
    // The answer tells which names are taken.
    caller.require(Action::ListAccounts, &Object::None).await?;
    if !body.dry_run && body.check.is_none() {
        return Err(ApiError::illegal("check"));
    }
    // A dry run counts nothing, and other writes wait for it.
    let Some(running) = state.imports.begin(&caller.account().id) else {
        let caller = caller.end_view();
        caller.note_limit("imports", &caller.account().id);
        return Err(ApiError::LimitReached(Key("api.import_is_running"), 10));
    };
    let lines = read(&body.file)?;
    let (steps, refusals) = steps(&mut caller, lines).await?;
    let import = Import {
        steps,
        refusals,
        welcome: body.welcome,
        check: body.check.filter(|_| !body.dry_run),
        language: caller.language,
        state,
        _running: Arc::new(running),
    };
    let caller = caller.end_view();
    let done = if body.dry_run {
        let rehearsed = caller.rehearse(move |tx, audit| Box::pin(import.run(tx, audit)));
        rehearsed.await
    } else {
        let written = caller
            .write_with_retry::<_, ApiError, _>(move |tx, audit| Box::pin(import.run(tx, audit)));
        written.await
    };
    let done = done.inspect_err(|refused| {
        if let ApiError::LimitReached(words, _) = refused {
            let limit = match words.0 {
                "api.too_many_welcome_emails" => "welcome_emails",
                _ => "added_accounts",
            };
            caller.note_limit(limit, &caller.account().id);
        }
    });
    Ok(Answer(done?))
}

/// An import whose lines were read.
#[derive(Clone)]
struct Import {
    steps: Vec<(u64, ImportStep)>,
    /// Why the caller may not change parts of the accounts of these lines.
    refusals: HashMap<u64, Refusals>,
    welcome: bool,
    /// The `check` that it must come to.
    check: Option<String>,
    language: Language,
    state: Arc<AppState>,
    /// A client that disconnects ends its call, but not the import that waits for the writer (attack 44).
    _running: Arc<RunningWork>,
}

impl Import {
    async fn run(
        self,
        tx: &mut WriteTx,
        audit: &AuditContext,
    ) -> Result<ImportedAccounts, ApiError> {
        let options = ImportOptions {
            welcome: self.welcome,
            language: self.language,
            limits: &self.state.sign_in.limits,
            zone: &self.state.zone,
        };
        let done = import_accounts(tx, self.steps, options, audit).await;
        let done = done.map_err(|error| failed(error, self.refusals))?;
        let imported = ImportedAccounts::of(done);
        if self.check.is_some_and(|check| check != imported.check) {
            let fault = Fault::new("check", Key("import.changed"));
            return Err(ApiError::Invalid(vec![fault]));
        }
        Ok(imported)
    }
}

impl ImportedAccounts {
    fn of(done: Vec<ImportedLine>) -> Self {
        let count = |is: fn(&ImportedLine) -> bool| done.iter().filter(|line| is(line)).count();
        let (added, welcomed) = (count(|line| line.is_new), count(|line| line.is_welcomed));
        let changed = count(|line| !line.is_new && !line.changes.is_empty());
        let unchanged = done.len() - added - changed;
        let line = |line: ImportedLine| ImportedAccount {
            row: line.number,
            username: line.account.username,
            added: line.is_new,
            changes: AuditChange::all(&line.changes),
        };
        let lines: Vec<ImportedAccount> = done.into_iter().map(line).collect();
        let whole = serde_json::to_string(&(&lines, welcomed)).unwrap_or_default();
        Self {
            added,
            changed,
            unchanged,
            welcomed,
            check: hashed(&whole),
            lines,
        }
    }
}

/// What each line asks for, and why the caller may not do parts of it.
async fn steps(
    caller: &mut WritingCaller,
    lines: Vec<(u64, Cells)>,
) -> Result<(Vec<(u64, ImportStep)>, HashMap<u64, Refusals>), ApiError> {
    let (mut steps, mut refusals, mut faults) = (Vec::new(), HashMap::new(), Vec::new());
    for (number, cells) in lines {
        let name = cell(&cells, "username").unwrap_or_default();
        let found = directory::find_by_name(caller.view(), &name).await?;
        let Some(account) = found.filter(|found| normalise(&found.username) == normalise(&name))
        else {
            faults.extend(faults_of_kept(number, &cells, None));
            steps.push((number, ImportStep::Add(form(name, &cells))));
            continue;
        };
        faults.extend(faults_of_kept(number, &cells, Some(&account)));
        let mut objects =
            objects::accounts(caller.view(), &[(account.id.as_str(), account.sup_admin)]).await?;
        let object = objects.remove(&account.id).unwrap_or(Object::Unknown);
        if let Some(refused) = caller.refusal(Action::EditAccount, &object).await? {
            faults.push(of_refusal(number, &refused));
            continue;
        }
        let refused = Refusals::of(caller, &object).await?;
        let step = ImportStep::Change {
            id: account.id,
            update: Box::new(update(&cells)),
            may_change: refused.may_change(),
        };
        refusals.insert(number, refused);
        steps.push((number, step));
    }
    if faults.is_empty() {
        Ok((steps, refusals))
    } else {
        faults.truncate(MOST_FAULTS);
        Err(ApiError::FileTemplate(faults))
    }
}

fn form(username: String, cells: &Cells) -> AccountForm {
    AccountForm {
        username,
        email: cell(cells, "email").unwrap_or_default(),
        password: None,
        chooses_password: true,
        lion_id: cell(cells, "lionId"),
        full_name: cell(cells, "fullName"),
        lang: cell(cells, "lang"),
        agency_id: cell(cells, "agencyId"),
        company_id: cell(cells, "clientId"),
        expire_date: cell(cells, "expireDate"),
    }
}

fn update(cells: &Cells) -> AccountUpdate {
    AccountUpdate {
        email: cell(cells, "email"),
        full_name: cell(cells, "fullName"),
        lion_id: cell(cells, "lionId"),
        lang: cell(cells, "lang"),
        agency_id: cell(cells, "agencyId"),
        company_id: cell(cells, "clientId"),
        expire_date: cell(cells, "expireDate"),
        ..AccountUpdate::default()
    }
}

/// The answer to a failed import: the faults of its lines, in their order.
fn failed(error: ImportError, mut refusals: HashMap<u64, Refusals>) -> ApiError {
    let lines = match error {
        ImportError::Account(error) => return error.into(),
        ImportError::Lines(lines) => lines,
    };
    let mut faults = Vec::new();
    for (number, error) in lines {
        let error = match refusals.remove(&number) {
            Some(refused) => refused.answer(error),
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
fn of_refusal(number: u64, refused: &ApiError) -> Fault {
    let words = match refused {
        ApiError::Refused(refusal) => refusal.why,
        _ => Key("api.not_authorized"),
    };
    Fault::new("username", words).in_file(number, "username")
}
