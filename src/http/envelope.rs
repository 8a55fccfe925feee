//! The envelope of the product API: every response is `{status, data, msg}` (contract E-38), and every error is
//! rendered here (contract K-45, G-85).

mod error;
mod refusal;

use std::borrow::Cow;

use axum::Json;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, COOKIE, HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

pub use error::{ApiError, Challenge, Conflict, Fault, StepUp};
pub use refusal::{Helper, Refusal, RefusalReason};

use super::number::Number;
use super::request_id::RequestId;
use crate::db::coded;
use crate::i18n::language::{self, Language, LanguagePreferences};

/// How a call ended (contract K-45).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Success,
    /// A file does not follow its template (contract X-03).
    FileTemplate,
    /// No session (contract X-04).
    NeedLogin,
    /// A duplicate (contract X-05).
    Exists,
    /// Bad or missing input, or an unknown id (contract X-06).
    IllegalArgument,
    /// Wrong credentials or missing rights (contract X-07).
    NotAuthorized,
    /// Anything else (contract X-08).
    Other,
}

coded!(Outcome as "EnvelopeStatus" => {
    Success = 0,
    FileTemplate = 1,
    NeedLogin = 100_000,
    Exists = 100_011,
    IllegalArgument = 100_012,
    NotAuthorized = 100_013,
    Other = 999_999,
});

type EnvelopeStatus = Number<Outcome>;

/// Header of RFC 9449 section 8.
pub const DPOP_NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// The response of every call.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<T> {
    /// 0 is success; every other number is an error.
    pub status: EnvelopeStatus,
    /// The result; null when the call failed.
    pub data: Option<T>,
    /// The error message, in the user's language; or a note about the part that a repeated answer leaves out.
    pub msg: String,
    /// The id of the request, for error reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The first field that is invalid, missing, repeated or names an unknown object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Every fault, field by field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FieldFault>,
    /// Someone else's change, if the call failed because of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<OtherChange>,
    /// The reason, if the caller may not do this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<RefusalReason>,
}

/// The fault of one field.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FieldFault {
    /// The name of the field.
    pub field: String,
    /// The error message, in the user's language.
    pub msg: String,
    /// `form` if the value has not the form that this field needs, which the message does not describe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The line of the file that was sent, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// The column's heading in that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
}

/// Someone else's change, made after the caller read the data.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OtherChange {
    /// The name of the person who made it; null for the command line and the server itself.
    pub by: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// The data of a call that has none.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Empty;

impl utoipa::PartialSchema for Empty {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        let null = utoipa::openapi::schema::SchemaType::new(utoipa::openapi::schema::Type::Null);
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(null)
            .into()
    }
}

impl ToSchema for Empty {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Empty")
    }
}

/// A success with its data.
#[derive(Clone, Debug)]
pub struct Answer<T>(pub T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        self.saying(String::new())
    }
}

impl<T: Serialize> Answer<T> {
    /// The response, with a message to the caller.
    pub fn saying(self, msg: String) -> Response {
        let envelope = Envelope {
            status: Number(Outcome::Success),
            data: Some(self.0),
            msg,
            request_id: None,
            field: None,
            faults: Vec::new(),
            conflict: None,
            refusal: None,
        };
        (plain_headers(), Json(envelope)).into_response()
    }
}

/// What a handler gives back.
pub type Answered<T> = Result<Answer<T>, ApiError>;

/// The language of the caller's account, which the caller's extractor adds to the response.
#[derive(Clone, Debug)]
pub struct AccountLanguage(pub String);

/// Middleware: renders errors in the language of the caller, with the id of the request.
pub async fn speak(request: Request, next: Next) -> Response {
    let Reader {
        cookie,
        accept_language,
        request_id,
    } = Reader::of(&request);
    let response = next.run(request).await;
    let Some(error) = response.extensions().get::<ApiError>() else {
        return response;
    };
    let account = response.extensions().get::<AccountLanguage>();
    let wishes = LanguagePreferences {
        cookie: cookie.map(Language::api),
        account: account.map(|account| account.0.as_str()),
        accept_language: accept_language.as_deref(),
        ..LanguagePreferences::default()
    };
    let mut spoken = error.render(wishes.language(), request_id);
    spoken.extensions_mut().insert(error.outcome());
    // Keep the headers that inner layers added, such as those of CORS.
    for (name, value) in response.headers() {
        if !spoken.headers().contains_key(name) {
            spoken.headers_mut().append(name, value.clone());
        }
    }
    spoken
}

/// What the request says about the reader of its response.
struct Reader {
    cookie: Option<Language>,
    accept_language: Option<String>,
    request_id: Option<String>,
}

impl Reader {
    fn of(request: &Request) -> Self {
        let header = |name| request.headers().get(name)?.to_str().ok();
        let request_id = request.extensions().get::<RequestId>();
        Self {
            cookie: header(COOKIE).and_then(language::of_cookies),
            accept_language: header(ACCEPT_LANGUAGE).map(str::to_owned),
            request_id: request_id.map(|id| id.0.clone()),
        }
    }
}

fn plain_headers() -> HeaderMap {
    HeaderMap::from_iter([
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ])
}
