//! Accounts from a CSV file. A dry run shows what would change, from a read view; then the same file is checked again and
//! written in pieces, so that nobody waits long for it (attack 44).

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue};
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa::ToSchema;

use super::edit::Refusals;
use super::import_file::{Cells, HEADINGS, MOST_FAULTS, cell, faults_of_kept, read};
use super::import_pieces::{
    Asked, Import, ImportedAccounts, LineRefusals, checked, digests, failed, note_limit,
};
use crate::access::{Action, Object};
use crate::calls::{Caller, WritingCaller, operation};
use crate::clock::seconds_left;
use crate::directory::{
    self, AccountForm, AccountUpdate, ImportStep, MayChange, normalise, plan_import,
};
use crate::http::csv;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::limits::LimitError;
use crate::state::AppState;

const TEMPLATE: HeaderValue =
    HeaderValue::from_static("attachment; filename=\"account-template.csv\"");

/// Lines that count as one write of the person.
const LINES_OF_A_WRITE: usize = 10;
/// What an import counts as; no application has such an id.
const COUNTED_AS: &str = "an import";

/// The template
///
/// A CSV file with the headings that an import takes. A file may leave out headings other than `username`, and have those
/// of the downloaded list, in any order.
#[operation(tag = "accounts")]
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
    /// The `check` of the dry run. The import needs it, and stops where it would now do something else.
    pub check: Option<String>,
}

/// Import accounts
///
/// Each line of the CSV file is one account, found by `username`: a new one is added, another one is
/// changed. An empty cell changes nothing. The downloaded list is such a file too: its further columns may stay, with the
/// values that they have. Send the file with `dryRun` first: the answer shows what would change, and
/// `check`, which the import needs. A file with faults answers status 1, with line and column of each, and nothing is
/// imported. While one import of a person runs, another gets the error 429, and so do too many imports.
///
/// Lines are written in pieces. If one fails, because something changed meanwhile, the answer has the lines before it as
/// `written` and says in `stopped` why it ends. The same file goes on from there, with the same `check` or a new one.
///
/// The rules are those of adding and changing one account. New owners choose their password; the
/// daily limits of added accounts and of welcome emails hold, otherwise the error is 429. Changing an
/// account needs the rights to do so.
#[operation(tag = "accounts", request_body = ImportAccountsBody)]
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
    let Some(running) = state.imports.begin(&caller.account().id) else {
        let caller = caller.end_view();
        caller.note_limit("imports", &caller.account().id);
        return Err(ApiError::LimitReached(Key("api.import_is_running"), 10));
    };
    let lines = read(&body.file)?;
    if let Err(refused) = count(&state, &caller, lines.len()) {
        let caller = caller.end_view();
        caller.note_limit("imports", &caller.account().id);
        return Err(refused);
    }
    let asked = asked(&mut caller, lines).await?;
    let import = Import {
        welcome: body.welcome,
        language: caller.language,
        state,
        _running: Arc::new(running),
    };
    let audit = caller.audit.clone();
    let options = import.options();
    let planned = plan_import(caller.view(), &asked.steps, options, &audit).await;
    let caller = caller.end_view();
    let planned = planned.map_err(|error| failed(error, &asked.rights));
    let planned = planned.and_then(|lines| asked.within_rights(lines));
    let planned = planned.inspect_err(|refused| note_limit(&caller, refused))?;
    let done = if body.dry_run {
        ImportedAccounts::of(&planned, 0)
    } else {
        let digests = digests(body.check.as_deref().unwrap_or_default());
        checked(&planned, &digests)?;
        import.write(&caller, asked, &planned, digests).await?
    };
    Ok(Answer(done))
}

/// Counts an import or its dry run, which reads as long as the file is (attack 44).
fn count(state: &AppState, caller: &Caller, lines: usize) -> Result<(), ApiError> {
    let times = u32::try_from(lines.div_ceil(LINES_OF_A_WRITE)).unwrap_or(u32::MAX);
    let account = caller.account();
    let by = (COUNTED_AS, account.id.as_str());
    let spent = state.account_writes.spend_times(by, times, caller.now);
    spent.map_err(|refused| match refused {
        LimitError::Delayed { until } => ApiError::TooMany(seconds_left(until, caller.now)),
        _ => ApiError::Busy(1),
    })
}

/// What each line asks for, and why the caller may not do it or parts of it.
async fn asked(caller: &mut WritingCaller, lines: Vec<(u64, Cells)>) -> Result<Asked, ApiError> {
    let (mut steps, mut rights, mut faults) = (Vec::new(), HashMap::new(), Vec::new());
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
        let mut objects = crate::access::facts::accounts(
            caller.view(),
            &[(account.id.as_str(), account.sup_admin)],
        )
        .await?;
        let object = objects.remove(&account.id).unwrap_or(Object::Unknown);
        let of_line = match caller.refusal(Action::EditAccount, &object).await? {
            Some(refused) => LineRefusals::Whole(refused),
            None => LineRefusals::Parts(Refusals::of(caller, &object).await?),
        };
        let may_change = match &of_line {
            LineRefusals::Whole(_) => MayChange::NOTHING,
            LineRefusals::Parts(parts) => parts.may_change(),
        };
        let step = ImportStep::Change {
            id: account.id,
            update: Box::new(update(&cells)),
            may_change,
        };
        rights.insert(number, of_line);
        steps.push((number, step));
    }
    if faults.is_empty() {
        Ok(Asked { steps, rights })
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
