//! The error type of the product API, its status numbers and its texts.
//!
//! The domain's errors are enums without HTTP; `api::refusals` converts them to this type. Every text is in
//! `templates/locales`, so that errors appear in the reader's language.

use std::borrow::Cow;

use axum::Json;
use axum::http::header::{HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::{
    DPOP_NONCE, Empty, Envelope, FieldFault, Number, OtherChange, Outcome, Refusal, plain_headers,
};
use crate::clock::Millis;
use crate::db::DbError;
use crate::i18n::language::Language;
use crate::i18n::moment;
use crate::i18n::texts::{Key, Texts};

/// The error type of the product API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// Nobody is signed in.
    NeedLogin,
    /// The request has `Authorization: DPoP` with an invalid token or proof: 401 with these headers.
    Challenge(Box<Challenge>),
    /// The session is not fresh or not strong enough for this (RFC 9470 section 3).
    StepUp(StepUp),
    /// Wrong account or password: the same text for every reason (attack 14).
    SignInRefused,
    /// The account needs a second factor, which only the sign-in page asks for.
    FactorNeeded,
    /// Only a corporate provider lets people in, which only the sign-in page leads to.
    CorporateOnly,
    /// The caller has no right to do this.
    NotAuthorized,
    /// The caller has no right to do this, with the reason and whom to ask.
    Refused(Refusal),
    /// Every fault of the request, in the order of its fields (contract ).
    Invalid(Vec<Fault>),
    /// These fields have values that are already taken (contract X-05).
    Exists(Vec<Fault>),
    /// Another person changed the same object after the caller read it.
    Conflict(Conflict),
    /// Every fault of a file that does not follow its template (contract X-03).
    FileTemplate(Vec<Fault>),
    /// The path is unknown.
    NoSuchCall,
    /// The path exists, but not with this method.
    Method,
    TooLarge,
    /// Too many attempts; seconds until the next one is accepted.
    TooMany(u64),
    /// The caller has reached a limit: these words, and the seconds until the next one is allowed.
    LimitReached(Key, u64),
    /// One statement of the database took too long: asking for less may help.
    TooSlow,
    /// Overloaded; seconds until a retry may succeed.
    Busy(u64),
    /// Another server does not answer as it should: these words, and the seconds until a retry may succeed.
    Unavailable(Key, u64),
    Internal,
}

/// A fault of a request: its place and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    field: Cow<'static, str>,
    text: Key,
    values: Vec<(&'static str, String)>,
    rule: Option<&'static str>,
    row: Option<u64>,
    column: Option<String>,
}

/// A change between reading and changing an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The name of the person who made it; `None` for the command line and the server itself.
    pub by: Option<String>,
    pub at: Millis,
}

/// What a session must prove first (RFC 9470 section 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepUp {
    /// The class of the proof.
    pub acr: &'static str,
    /// The greatest age of the proof, in seconds.
    pub max_age: i64,
    /// True for a client that can send its person to the authorization endpoint: 401. Others get status 100013.
    pub can_prove: bool,
}

/// The headers of a 401 for a client that sent `Authorization: DPoP` (RFC 9449 sections 7.1 and 9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// `invalid_token`, `invalid_dpop_proof` or `use_dpop_nonce`.
    pub error: &'static str,
    /// Supported signature algorithms for proofs, separated by spaces.
    pub algs: String,
    /// A fresh nonce, if the proof needs one.
    pub nonce: Option<String>,
}

impl Fault {
    /// A fault of `field` with the text `text`.
    pub fn new(field: impl Into<Cow<'static, str>>, text: Key) -> Self {
        Self {
            field: field.into(),
            text,
            values: Vec::new(),
            rule: None,
            row: None,
            column: None,
        }
    }

    /// Fills the placeholder `{name}` of the text with `value`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// Adds the rule that the value breaks, for a reader that does not know the words.
    #[must_use]
    pub const fn breaks(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Adds the place in a file: the line, from 1, and the heading of the column.
    #[must_use]
    pub fn in_file(mut self, row: u64, column: impl Into<String>) -> Self {
        (self.row, self.column) = (Some(row), Some(column.into()));
        self
    }

    /// Adds the line of a file, from 1, for a fault that no column has.
    #[must_use]
    pub fn in_line(mut self, row: u64) -> Self {
        self.row = Some(row);
        self
    }

    /// The field.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// A field that is missing, invalid or names an unknown object; empty for the whole request.
    pub fn of_field(field: Cow<'static, str>) -> Self {
        let text = if field.is_empty() {
            Key("api.illegal")
        } else {
            Key("api.illegal_field")
        };
        Self::new(field.clone(), text).with("field", field)
    }

    fn message(&self, language: Language) -> String {
        fill(self.text, &self.values, language)
    }

    /// The message with its place in the file, for a reader who sees only this sentence.
    fn placed(&self, language: Language) -> String {
        let message = self.message(language);
        let Some(row) = self.row else {
            return message;
        };
        let row = ("row", row.to_string());
        match self.column.clone() {
            Some(column) => {
                let place = [row, ("column", column), ("fault", message)];
                fill(Key("api.fault_in_file"), &place, language)
            }
            None => fill(
                Key("api.fault_in_line"),
                &[row, ("fault", message)],
                language,
            ),
        }
    }

    fn show(&self, language: Language) -> FieldFault {
        FieldFault {
            field: self.field.clone().into_owned(),
            msg: fill(self.words_at_field(), &self.values, language),
            rule: self.rule,
            row: self.row,
            column: self.column.clone(),
        }
    }

    /// The words for a reader who sees them at the field, by the label that it has there.
    fn words_at_field(&self) -> Key {
        if self.text == Key("api.illegal_field") {
            Key("api.illegal_value")
        } else {
            self.text
        }
    }

    /// False for a fault of the whole request, which a form cannot show at a field.
    fn has_place(&self) -> bool {
        !self.field.is_empty() || self.row.is_some()
    }
}

impl Conflict {
    fn message(&self, language: Language) -> String {
        let at = moment::in_words(self.at, language);
        match &self.by {
            Some(by) => {
                let values = [("at", at), ("by", by.clone())];
                fill(Key("api.conflict"), &values, language)
            }
            None => fill(Key("api.conflict_of_operator"), &[("at", at)], language),
        }
    }

    fn show(&self) -> OtherChange {
        OtherChange {
            by: self.by.clone(),
            at: self.at,
        }
    }
}

/// The text `key` with its placeholders filled; placeholders inside a value are not filled.
fn fill(key: Key, values: &[(&'static str, String)], language: Language) -> String {
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    Texts::of(language).fill_all(key.0, &values)
}

impl ApiError {
    /// The field with this name is missing, invalid, repeated or names an unknown object; empty for the whole request.
    pub fn illegal(field: impl Into<Cow<'static, str>>) -> Self {
        Self::Invalid(vec![Fault::of_field(field.into())])
    }

    /// The field with this name has more than `most` ids.
    pub fn too_many(field: &'static str, most: usize) -> Self {
        let fault = Fault::new(field, Key("api.too_many_at_once"));
        Self::Invalid(vec![fault.with("most", most.to_string())])
    }

    /// The value of this field is taken.
    pub fn exists(field: impl Into<Cow<'static, str>>) -> Self {
        Self::Exists(vec![Fault::new(field, Key("api.exists"))])
    }

    /// The status of the envelope (contract K-45).
    pub const fn outcome(&self) -> Outcome {
        match self {
            Self::NeedLogin | Self::Challenge(_) => Outcome::NeedLogin,
            Self::SignInRefused
            | Self::FactorNeeded
            | Self::CorporateOnly
            | Self::NotAuthorized
            | Self::Refused(_)
            | Self::StepUp(_) => Outcome::NotAuthorized,
            Self::Invalid(_) | Self::Conflict(_) => Outcome::IllegalArgument,
            Self::Exists(_) => Outcome::Exists,
            Self::FileTemplate(_) => Outcome::FileTemplate,
            Self::NoSuchCall
            | Self::Method
            | Self::TooLarge
            | Self::TooMany(_)
            | Self::LimitReached(..)
            | Self::TooSlow
            | Self::Busy(_)
            | Self::Unavailable(..)
            | Self::Internal => Outcome::Other,
        }
    }

    /// The HTTP status.
    pub const fn http(&self) -> StatusCode {
        match self {
            Self::NeedLogin
            | Self::SignInRefused
            | Self::FactorNeeded
            | Self::CorporateOnly
            | Self::NotAuthorized
            | Self::Refused(_)
            | Self::Invalid(_)
            | Self::Exists(_)
            | Self::Conflict(_)
            | Self::FileTemplate(_) => StatusCode::OK,
            Self::StepUp(step_up) if !step_up.can_prove => StatusCode::OK,
            Self::Challenge(_) | Self::StepUp(_) => StatusCode::UNAUTHORIZED,
            Self::NoSuchCall => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany(_) | Self::LimitReached(..) => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow | Self::Busy(_) | Self::Unavailable(..) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The text of an error that names no field.
    const fn text(&self) -> Key {
        match self {
            Self::NeedLogin | Self::Challenge(_) => Key("api.need_login"),
            Self::SignInRefused => Key("api.sign_in_refused"),
            Self::NotAuthorized | Self::Refused(_) => Key("api.not_authorized"),
            Self::StepUp(_) => Key("api.step_up"),
            Self::FactorNeeded => Key("api.factor_needed"),
            Self::CorporateOnly => Key("api.corporate_only"),
            Self::Invalid(_) | Self::Conflict(_) => Key("api.illegal"),
            Self::Exists(_) => Key("api.exists"),
            Self::FileTemplate(_) => Key("api.file_template"),
            Self::NoSuchCall => Key("api.no_such_call"),
            Self::Method => Key("api.method"),
            Self::TooLarge => Key("api.too_large"),
            Self::TooMany(_) => Key("api.too_many"),
            Self::LimitReached(words, _) | Self::Unavailable(words, _) => *words,
            Self::TooSlow => Key("api.too_slow"),
            Self::Busy(_) => Key("api.busy"),
            Self::Internal => Key("api.internal"),
        }
    }

    fn faults(&self) -> &[Fault] {
        match self {
            Self::Invalid(faults) | Self::Exists(faults) | Self::FileTemplate(faults) => faults,
            _ => &[],
        }
    }

    /// The envelope's message: of several faults the first.
    pub fn message(&self, language: Language) -> String {
        match (self, self.faults().first()) {
            (Self::Conflict(conflict), _) => conflict.message(language),
            (Self::Refused(refusal), _) => refusal.message(language),
            (_, Some(fault)) => fault.placed(language),
            _ => fill(self.text(), &[], language),
        }
    }

    /// The response in `language`, with the id of the request.
    pub(super) fn render(&self, language: Language, request_id: Option<String>) -> Response {
        let placed = self.faults().iter().filter(|fault| fault.has_place());
        let faults: Vec<_> = placed.map(|fault| fault.show(language)).collect();
        let first = faults.first().map(|fault| fault.field.clone());
        let envelope = Envelope::<Empty> {
            status: Number(self.outcome()),
            data: None,
            msg: self.message(language),
            request_id,
            field: first.filter(|field| !field.is_empty()),
            faults,
            conflict: match self {
                Self::Conflict(conflict) => Some(conflict.show()),
                _ => None,
            },
            refusal: match self {
                Self::Refused(refusal) => Some(refusal.show(language)),
                _ => None,
            },
        };
        let mut headers = plain_headers();
        match self {
            Self::Challenge(challenge) => challenge.write(&mut headers),
            Self::StepUp(step_up) if step_up.can_prove => step_up.write(&mut headers),
            Self::TooMany(seconds)
            | Self::LimitReached(_, seconds)
            | Self::Busy(seconds)
            | Self::Unavailable(_, seconds) => {
                headers.insert(RETRY_AFTER, HeaderValue::from(*seconds));
            }
            _ => {}
        }
        (self.http(), headers, Json(envelope)).into_response()
    }
}

impl StepUp {
    fn write(&self, headers: &mut HeaderMap) {
        let Self { acr, max_age, .. } = self;
        let value = format!(
            "DPoP error=\"insufficient_user_authentication\", acr_values=\"{acr}\", max_age=\"{max_age}\""
        );
        let value = HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static("DPoP"));
        headers.insert(WWW_AUTHENTICATE, value);
    }
}

impl Challenge {
    fn write(&self, headers: &mut HeaderMap) {
        let value = format!("DPoP error=\"{}\", algs=\"{}\"", self.error, self.algs);
        let value = HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static("DPoP"));
        headers.insert(WWW_AUTHENTICATE, value);
        if let Some(nonce) = self.nonce.as_deref().map(HeaderValue::from_str) {
            headers.extend(nonce.ok().map(|nonce| (DPOP_NONCE, nonce)));
        }
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        if matches!(error, DbError::TooSlow(_)) {
            tracing::warn!(%error, "a call asked for too much");
            return Self::TooSlow;
        }
        if error.is_unavailable() {
            tracing::warn!(%error, "a call waits for the database");
            return Self::Busy(2);
        }
        tracing::error!(%error, "a call failed");
        Self::Internal
    }
}

impl IntoResponse for ApiError {
    /// In English; [`super::speak`] renders it again in the reader's language.
    fn into_response(self) -> Response {
        let mut response = self.render(Language::default(), None);
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests;
