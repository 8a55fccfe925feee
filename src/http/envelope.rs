//! The envelope of the product API: every answer is `{status, data, msg}` (contract E-38), and
//! every refusal becomes one here (contract K-45, G-85; design 8, "HTTP status of the product API").

use std::borrow::Cow;

use axum::Json;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, COOKIE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::request_id::RequestId;
use crate::db::DbError;
use crate::i18n::language::{self, Language, Wishes};
use crate::i18n::texts::{Key, Texts};

/// Success.
pub const SUCCESS: i32 = 0;
/// A file does not follow its template (contract X-03).
pub const FILE_TEMPLATE: i32 = 1;
/// No session (contract X-04).
pub const NEED_LOGIN: i32 = 100_000;
/// A duplicate (contract X-05).
pub const EXISTS: i32 = 100_011;
/// Bad or missing input, or an unknown id (contract X-06).
pub const ILLEGAL_ARGUMENT: i32 = 100_012;
/// Wrong credentials or missing rights (contract X-07).
pub const NOT_AUTHORIZED: i32 = 100_013;
/// Anything else (contract X-08).
pub const OTHER: i32 = 999_999;

/// Header of RFC 9449 section 8.
pub const DPOP_NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// What every call answers.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<T> {
    /// 0 is success; 100000: sign in first; 100011: it exists already; 100012: a field is bad; 100013:
    /// not allowed; 999999: anything else.
    pub status: i32,
    /// What was asked for; nothing beside a refusal.
    pub data: Option<T>,
    /// Why it was refused, in the user's language.
    pub msg: String,
    /// The id of the request, to quote when something went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The field that is bad, missing, repeated or names nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
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
        let envelope = Envelope {
            status: SUCCESS,
            data: Some(self.0),
            msg: String::new(),
            request_id: None,
            field: None,
        };
        (plain_headers(), Json(envelope)).into_response()
    }
}

/// What a handler gives back.
pub type Answered<T> = Result<Answer<T>, ApiError>;

/// Why a call was refused; the one error type of the product API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// Nobody is signed in.
    NeedLogin,
    /// `Authorization: DPoP` was sent and is not good: 401 with these headers.
    Challenge(Box<Challenge>),
    /// Account and password do not go together: one text whatever the reason (attack 14).
    SignInRefused,
    /// Who is signed in may not do this.
    NotAuthorized,
    /// The field of this name is bad, missing, repeated or names nothing; empty for the whole
    /// request.
    Illegal(Cow<'static, str>),
    /// There is one already.
    Exists,
    /// The file does not follow its template.
    FileTemplate,
    /// There is no such call.
    NoSuchCall,
    /// There is such a call, but not for this method.
    Method,
    /// The body is larger than allowed.
    TooLarge,
    /// Too many tries; seconds until the next is heard.
    TooMany(u64),
    /// No room now; seconds until it is worth asking again.
    Busy(u64),
    /// A fault of ours.
    Internal,
}

/// What a 401 tells a client that sent `Authorization: DPoP` (RFC 9449 sections 7.1 and 9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// `invalid_token`, `invalid_dpop_proof` or `use_dpop_nonce`.
    pub error: &'static str,
    /// Signature algorithms a proof may have, by spaces.
    pub algs: String,
    /// A fresh nonce, when that is what the proof lacks.
    pub nonce: Option<String>,
}

impl ApiError {
    /// A field that is bad, missing, repeated or names nothing.
    pub const fn illegal(field: &'static str) -> Self {
        Self::Illegal(Cow::Borrowed(field))
    }

    /// The number in the envelope (contract K-45).
    pub const fn code(&self) -> i32 {
        match self {
            Self::NeedLogin | Self::Challenge(_) => NEED_LOGIN,
            Self::SignInRefused | Self::NotAuthorized => NOT_AUTHORIZED,
            Self::Illegal(_) => ILLEGAL_ARGUMENT,
            Self::Exists => EXISTS,
            Self::FileTemplate => FILE_TEMPLATE,
            Self::NoSuchCall
            | Self::Method
            | Self::TooLarge
            | Self::TooMany(_)
            | Self::Busy(_)
            | Self::Internal => OTHER,
        }
    }

    /// The status line.
    pub const fn http(&self) -> StatusCode {
        match self {
            Self::NeedLogin
            | Self::SignInRefused
            | Self::NotAuthorized
            | Self::Illegal(_)
            | Self::Exists
            | Self::FileTemplate => StatusCode::OK,
            Self::Challenge(_) => StatusCode::UNAUTHORIZED,
            Self::NoSuchCall => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn text(&self) -> Key {
        match self {
            Self::NeedLogin | Self::Challenge(_) => Key("api.need_login"),
            Self::SignInRefused => Key("api.sign_in_refused"),
            Self::NotAuthorized => Key("api.not_authorized"),
            Self::Illegal(field) if field.is_empty() => Key("api.illegal"),
            Self::Illegal(_) => Key("api.illegal_field"),
            Self::Exists => Key("api.exists"),
            Self::FileTemplate => Key("api.file_template"),
            Self::NoSuchCall => Key("api.no_such_call"),
            Self::Method => Key("api.method"),
            Self::TooLarge => Key("api.too_large"),
            Self::TooMany(_) => Key("api.too_many"),
            Self::Busy(_) => Key("api.busy"),
            Self::Internal => Key("api.internal"),
        }
    }

    fn message(&self, language: Language) -> String {
        let (texts, key) = (Texts::of(language), self.text().0);
        match self {
            Self::Illegal(field) => texts.fill(key, "field", field),
            _ => texts.get(key).to_owned(),
        }
    }

    /// The field that it is about, for forms that show it there.
    fn field(&self) -> Option<&str> {
        match self {
            Self::Illegal(field) if !field.is_empty() => Some(field),
            _ => None,
        }
    }

    /// The answer in `language`, with the id of the request.
    fn render(&self, language: Language, request_id: Option<String>) -> Response {
        let envelope = Envelope::<Empty> {
            status: self.code(),
            data: None,
            msg: self.message(language),
            request_id,
            field: self.field().map(str::to_owned),
        };
        let mut headers = plain_headers();
        match self {
            Self::Challenge(challenge) => challenge.write(&mut headers),
            Self::TooMany(seconds) | Self::Busy(seconds) => {
                headers.insert(RETRY_AFTER, HeaderValue::from(*seconds));
            }
            _ => {}
        }
        (self.http(), headers, Json(envelope)).into_response()
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
        if error.is_unavailable() {
            tracing::warn!(%error, "a call waits for the database");
            return Self::Busy(2);
        }
        tracing::error!(%error, "a call failed");
        Self::Internal
    }
}

impl IntoResponse for ApiError {
    /// English, until [`speak`] renders it again for its reader.
    fn into_response(self) -> Response {
        let mut response = self.render(Language::default(), None);
        response.extensions_mut().insert(self);
        response
    }
}

/// The language of the caller's account, left on an answer by who knows it.
#[derive(Clone, Debug)]
pub struct AccountLanguage(pub String);

/// Middleware: refusals in the language of the caller, with the id of the request.
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
    let wishes = Wishes {
        cookie: cookie.map(Language::api),
        account: account.map(|account| account.0.as_str()),
        accept_language: accept_language.as_deref(),
        ..Wishes::default()
    };
    let mut spoken = error.render(wishes.language(), request_id);
    // Headers that layers further in added, such as those of CORS, stay.
    for (name, value) in response.headers() {
        if !spoken.headers().contains_key(name) {
            spoken.headers_mut().append(name, value.clone());
        }
    }
    spoken
}

/// What a request says about who reads its answer.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract K-45 and G-85: which number goes with which failure; design 8: which status line.
    #[test]
    fn each_refusal_has_its_number_and_its_status() {
        let challenge = Challenge {
            error: "invalid_token",
            algs: "ES256".into(),
            nonce: None,
        };
        for (error, code, http) in [
            (ApiError::NeedLogin, 100_000, 200),
            (ApiError::Challenge(Box::new(challenge)), 100_000, 401),
            (ApiError::SignInRefused, 100_013, 200),
            (ApiError::NotAuthorized, 100_013, 200),
            (ApiError::illegal("productId"), 100_012, 200),
            (ApiError::Exists, 100_011, 200),
            (ApiError::FileTemplate, 1, 200),
            (ApiError::NoSuchCall, 999_999, 404),
            (ApiError::Method, 999_999, 405),
            (ApiError::TooLarge, 999_999, 413),
            (ApiError::TooMany(9), 999_999, 429),
            (ApiError::Busy(1), 999_999, 503),
            (ApiError::Internal, 999_999, 500),
        ] {
            assert_eq!(error.code(), code, "{error:?}");
            assert_eq!(error.http().as_u16(), http, "{error:?}");
            for language in Language::ALL {
                let text = error.message(language);
                assert!(!text.starts_with("api.") && !text.contains('{'), "{text}");
            }
        }
    }

    #[test]
    fn an_illegal_field_is_named() {
        let error = ApiError::illegal("productId");
        assert!(error.message(Language::EnUs).contains("productId"));
        assert!(error.message(Language::ZhCn).contains("productId"));
    }
}
