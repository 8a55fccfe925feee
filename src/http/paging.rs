//! Lists by pages in the product API: the request has `{pageNum, pageSize, sort, cursor}`, the
//! response is a [`Page`] (design 9, "Lists").

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::envelope::ApiError;
use super::fields::{self, optional_integer};
use crate::db::list::{self, ListError, Paging};

/// Default rows on a page (contract K-23, K-24).
const USUAL: i64 = 10;
/// Most rows on a page (contract K-25).
const MOST: i64 = 100;

/// The page of a list to return. Every field is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PagingQuery {
    /// The page, from 1. A number beyond the last page returns the last. Only pages up to row 10,000 have numbers.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Rows on a page, 1 to 100; the default is 10.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
    /// The name of a sort order; a `-` before it reverses the order.
    pub sort: Option<String>,
    /// `next`, `previous` or `last` of a page of the same list, sort and filters. With it,
    /// `pageNum` is ignored.
    pub cursor: Option<String>,
}

impl PagingQuery {
    /// Converts to the paging of the list module.
    ///
    /// # Errors
    /// [`ApiError::Invalid`] for a page below 1, and for less than 1 or more than 100 rows.
    fn paging(self) -> Result<Paging, ApiError> {
        let page_num = self.page_num.unwrap_or(1);
        if page_num < 1 {
            return Err(ApiError::illegal("pageNum"));
        }
        let page_size = self.page_size.unwrap_or(USUAL);
        if !(1..=MOST).contains(&page_size) {
            return Err(ApiError::illegal("pageSize"));
        }
        // Treat an empty form field as absent.
        let said = |text: Option<String>| text.filter(|text| !text.is_empty());
        Ok(Paging {
            page_num,
            page_size,
            sort: said(self.sort),
            cursor: said(self.cursor),
        })
    }
}

/// The query of a list: the fields of `T`, and the page.
#[derive(Clone, Debug)]
pub struct Paged<T>(pub T, pub Paging);

impl<S, T> FromRequest<S> for Paged<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let fields = fields::of_request(request).await?;
        let asked = fields::read(fields.clone())?;
        let paging: PagingQuery = fields::read(fields)?;
        Ok(Self(asked, paging.paging()?))
    }
}

impl From<ListError> for ApiError {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Sort => Self::illegal("sort"),
            ListError::Cursor => Self::illegal("cursor"),
            ListError::Search => Self::illegal("context"),
            ListError::Db(error) => error.into(),
        }
    }
}

/// One page of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows of this page.
    pub list: Vec<T>,
    /// Rows in the whole list: exact up to 10,000, and 10,000 if there are more.
    pub total: i64,
    /// True when the list has more rows than `total`.
    pub more: bool,
    /// The number of this page; absent beyond row 10,000, where rows are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_num: Option<i64>,
    /// The `cursor` of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The `cursor` of the previous page; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The `cursor` of the last page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

impl<T> Page<T> {
    /// Converts a page of `R`, each row by `row`.
    pub fn of<R>(page: list::Page<R>, row: impl FnMut(R) -> T) -> Self {
        Self {
            list: page.rows.into_iter().map(row).collect(),
            total: page.total,
            more: page.more,
            page_num: page.page_num,
            next: page.next,
            previous: page.previous,
            last: page.last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Design 9, "Lists": a malformed page, a page below 1 or more than 100 rows is refused with the field's name;
    /// missing fields get defaults (contract K-23).
    #[test]
    fn bad_page_parameters_are_refused_by_name() {
        let read = |text: &str| {
            let query: PagingQuery = serde_json::from_str(text).unwrap();
            query.paging()
        };
        assert_eq!(read("{}"), Ok(Paging::default()));
        assert_eq!(read(r#"{"sort":"","cursor":null}"#), Ok(Paging::default()));
        let asked = Paging {
            page_num: 2,
            page_size: 20,
            sort: Some("-name".to_owned()),
            cursor: None,
        };
        let text = r#"{"pageNum":"2","pageSize":20,"sort":"-name"}"#;
        assert_eq!(read(text), Ok(asked));
        for (text, field) in [
            (r#"{"pageNum":0}"#, "pageNum"),
            (r#"{"pageNum":-9223372036854775808}"#, "pageNum"),
            (r#"{"pageSize":0}"#, "pageSize"),
            (r#"{"pageSize":101}"#, "pageSize"),
            (r#"{"pageSize":-5}"#, "pageSize"),
        ] {
            assert_eq!(read(text), Err(ApiError::illegal(field)), "{text}");
        }
        assert!(read(r#"{"pageNum":9223372036854775807}"#).is_ok());
    }
}
