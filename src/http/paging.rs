//! Lists by pages in the product API: `{pageNum, pageSize, sort, cursor}` in, a [`Page`] out
//! (design 9, "Lists").

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::envelope::ApiError;
use super::fields::{self, optional_integer};
use crate::db::list::{self, ListError, Paging};

/// Rows on a page unless asked otherwise (contract K-23, K-24).
const USUAL: i64 = 10;
/// Most rows on a page (contract K-25).
const MOST: i64 = 100;

/// Which page of a list is wanted; every field may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PagingQuery {
    /// The page, from 1. A page behind the last answers the last, and pages are numbered to row 10,000.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Rows on a page, 1 to 100; 10 unless said.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
    /// The name of an order of the list, with a `-` before it from its end.
    pub sort: Option<String>,
    /// `next`, `previous` or `last` of a page of the same list, sort and filters; then `pageNum` does not
    /// count.
    pub cursor: Option<String>,
}

impl PagingQuery {
    /// The page as the list is asked for it.
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
        // An empty field of a form says nothing.
        let said = |text: Option<String>| text.filter(|text| !text.is_empty());
        Ok(Paging {
            page_num,
            page_size,
            sort: said(self.sort),
            cursor: said(self.cursor),
        })
    }
}

/// What a list is asked by: the fields of `T`, and which page of it.
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
    /// Rows in the whole list: exact to 10,000, and 10,000 where there are more.
    pub total: i64,
    /// Whether the list has more rows than `total` says.
    pub more: bool,
    /// Which page this is; absent where nobody counted, at the end of a list of more than 10,000 rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_num: Option<i64>,
    /// The `cursor` of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The `cursor` of the page before; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The `cursor` of the last page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

impl<T> Page<T> {
    /// The answer of a page of `R`, each row told by `row`.
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

    /// Design 9, "Lists": malformed, below 1 or more than 100 a page is refused by name; what is left out
    /// is usual (contract K-23).
    #[test]
    fn pages_are_judged_by_name() {
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
