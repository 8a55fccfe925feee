//! The emails that the product sends, for administrators.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::calls::{Caller, WritingCaller, operation};
use crate::db::DbError;
use crate::http::envelope::{Answer, Answered, ApiError, Helper, Refusal};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::mail::{self, MailSample, Recipient};
use crate::state::AppState;

/// An email that the product sends, with sample values.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailRow {
    /// Its name, such as `welcome`.
    pub message: String,
    /// The subject, in the language of the caller.
    pub subject: String,
    /// When it is sent.
    pub when: String,
    /// The plain text. Its links do not work.
    pub text: String,
}

impl From<MailSample> for MailRow {
    fn from(sample: MailSample) -> Self {
        Self {
            message: sample.message.to_owned(),
            subject: sample.subject,
            when: sample.when,
            text: sample.text,
        }
    }
}

/// List emails
///
/// All emails that the product sends, with sample values, in the language of the caller.
#[operation(tag = "jobs")]
pub async fn mail_list(
    State(state): State<Arc<AppState>>,
    caller: Caller,
) -> Answered<Vec<MailRow>> {
    let public_url = state.config.server.public_url.as_str();
    let samples = mail::samples(caller.language, &state.site.product, public_url, caller.now);
    let samples = samples.map_err(|error| {
        tracing::error!(%error, "an email cannot be written");
        ApiError::Internal
    })?;
    Ok(Answer(samples.into_iter().map(MailRow::from).collect()))
}

/// The email to send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendSampleBody {
    /// Its name, such as `welcome`.
    pub message: String,
}

/// A sample that was queued.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentSample {
    /// The address of the caller.
    pub recipient: String,
}

/// Send me a sample
///
/// Sends a sample of an email to the caller's own confirmed address, in the caller's language. Its subject says that it is a
/// sample, and its links do not work. The error is 429 if the caller had too many today.
#[operation(tag = "jobs", request_body = SendSampleBody)]
pub async fn mail_sample_send(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<SendSampleBody>,
) -> Answered<SentSample> {
    let account = caller.account();
    let sample = mail::sample_of(&body.message).ok_or(ApiError::illegal("message"))?;
    let confirmed = account.email.clone().filter(|_| account.email_verified);
    let recipient = confirmed.ok_or_else(|| {
        let words = Key("mail.no_confirmed_address");
        ApiError::Refused(Refusal::new(words, Helper::Nobody))
    })?;
    let to = Recipient {
        name: account.display_name().to_owned(),
        email: recipient.clone(),
        language: caller.language,
    };
    let caller = caller.end_view();
    let counters = state.limits.mail_sample(&account.id);
    caller.spend(counters, "mail_samples").await?;
    let queued = caller.write::<_, DbError, _>(move |tx, audit| {
        Box::pin(async move { mail::queue_sample(tx, &to, sample, &audit.random, audit.now).await })
    });
    queued.await?;
    Ok(Answer(SentSample { recipient }))
}
