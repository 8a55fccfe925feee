//! How a person sends feedback (contract C-014, T-50, G-61).

use super::pictures::use_pictures;
use super::piece::{CheckedForm, Feedback, FeedbackError, FeedbackForm, FeedbackStatus};
use super::store;
use crate::access::SSO;
use crate::audit::{self, AuditContext, Change, Event};
use crate::catalogue::products;
use crate::clients::Registry;
use crate::clock::SECOND;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::limits::{self, LimitError, Limits};

use super::handling::feedback_changes;

/// Who sends, and the applications that exist.
#[derive(Clone, Copy, Debug)]
pub struct Sender<'a> {
    pub account: &'a Account,
    pub clients: &'a Registry,
}

/// Takes feedback of the person and returns its id. A product that the person may not learn of is unknown.
///
/// # Errors
/// All faults of the form; the person has sent too much today.
pub async fn send(
    tx: &mut WriteTx,
    sender: Sender<'_>,
    form: FeedbackForm,
    audit: &AuditContext,
) -> Result<String, FeedbackError> {
    let form = form.checked()?;
    let app_name = product_code(tx, sender, form.product_id).await?;
    let app_name = app_name.ok_or(FeedbackError::Unknown("projectId"))?;
    count(tx, &sender.account.id, audit).await?;
    let new = new_feedback(form, app_name, &sender.account.id, audit);
    store::feedback::insert(tx, &new).await?;
    use_pictures(tx, &new, audit.now).await?;
    let event = Event::FeedbackChanged {
        id: new.id.clone(),
        change: Change::Created,
        changes: feedback_changes(None, &new),
    };
    audit::record(tx, &audit.entry(event)).await?;
    Ok(new.id)
}

fn new_feedback(
    form: CheckedForm,
    app_name: String,
    account_id: &str,
    audit: &AuditContext,
) -> Feedback {
    Feedback {
        id: audit.random.uuid_v7(audit.now).to_string(),
        account_id: account_id.to_owned(),
        product_id: form.product_id,
        app_name,
        category: form.category,
        text: form.text,
        pictures: form.pictures,
        status: FeedbackStatus::New,
        assignee_id: None,
        answer: String::new(),
        answered_at: None,
        answered_by: None,
        merged_into: None,
        created_at: audit.now,
        version: 1,
        changed_at: None,
        changed_by: None,
    }
}

/// The code of the product `id` as the person may learn of it; 0 is Atrium itself.
async fn product_code(
    view: &mut dyn Reads,
    Sender { account, clients }: Sender<'_>,
    id: i64,
) -> Result<Option<String>, DbError> {
    if id == 0 {
        return Ok(Some(SSO.to_owned()));
    }
    let product = products::by_number(view, account, id, clients).await?;
    Ok(product.map(|product| product.app_name))
}

/// Counts what the person sends.
async fn count(
    tx: &mut WriteTx,
    account_id: &str,
    audit: &AuditContext,
) -> Result<(), FeedbackError> {
    let counted = limits::spend(tx, &Limits::feedback(account_id), audit.now).await;
    counted.map_err(|refused| match refused {
        LimitError::Delayed { until } => FeedbackError::TooMany {
            wait: until - audit.now,
        },
        LimitError::Busy => FeedbackError::TooMany { wait: SECOND },
        LimitError::Db(error) => error.into(),
    })
}
