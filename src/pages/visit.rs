//! A browser's request for a page: what a handler needs to respond in the reader's language.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::assets::Site;
use super::page::Frame;
use crate::clock::Millis;
use crate::http::cookies;
use crate::http::params::Params;
use crate::http::request_id::RequestId;
use crate::i18n::language::{self, LanguagePreferences};

#[derive(Clone, Debug, Default)]
pub struct Visit {
    /// Path and query, for links that lead back here.
    pub here: String,
    /// The query; empty when it cannot be parsed.
    pub query: Params,
    pub headers: HeaderMap,
    /// Identifies the request in logs and on error pages.
    pub request_id: String,
}

impl Visit {
    /// False when the query cannot be parsed, for example because it contains NUL; [`Visit::query`] is then empty
    /// although the request has one.
    pub fn is_readable(&self) -> bool {
        let query = self.here.split_once('?').map_or("", |(_, query)| query);
        Params::parse(query).is_ok()
    }

    /// The layout of the page. Its language comes from the person's earlier choice, `ui_locales` and the account's
    /// language, as far as known.
    pub fn frame(
        &self,
        site: &Arc<Site>,
        chosen: Option<&str>,
        ui_locales: Option<&str>,
        account: Option<&str>,
        now: Millis,
    ) -> Frame {
        let cookie = cookies::find(&self.headers, language::COOKIE);
        let accepted = self.headers.get(header::ACCEPT_LANGUAGE);
        let wishes = LanguagePreferences {
            chosen: self.query.get(language::QUERY).or(chosen),
            ui_locales,
            cookie: cookie.as_deref(),
            account,
            accept_language: accepted.and_then(|value| value.to_str().ok()),
        };
        Frame::new(
            Arc::clone(site),
            wishes.language(),
            &self.here,
            &self.request_id,
            now,
        )
    }
}

impl<S: Sync> FromRequestParts<S> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let request_id = parts.extensions.get::<RequestId>();
        Ok(Self {
            here: parts
                .uri
                .path_and_query()
                .map(ToString::to_string)
                .unwrap_or_default(),
            query: Params::parse(parts.uri.query().unwrap_or_default()).unwrap_or_default(),
            headers: parts.headers.clone(),
            request_id: request_id.map(|id| id.0.clone()).unwrap_or_default(),
        })
    }
}
