//! Lists of the product API. A list by pages gets `{pageNum, pageSize, sort, cursor}` and answers
//! with a [`Page`]; an option list gets `{context, pageNum, pageSize}` and answers with an array.

use axum::extract::{FromRequest, Request};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::envelope::ApiError;
use super::fields::{self, filled, optional_integer};
use crate::db::list::{self, ListError, MOST_OPTIONS, OptionPaging, Paging};

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
    pub fn paging(self) -> Result<Paging, ApiError> {
        let (page_num, page_size) = page(self.page_num, self.page_size, USUAL)?;
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

/// The page and its size, `usual` rows if the request does not say.
fn page(num: Option<i64>, size: Option<i64>, usual: i64) -> Result<(i64, i64), ApiError> {
    let num = num.unwrap_or(1);
    if num < 1 {
        return Err(ApiError::illegal("pageNum"));
    }
    if size.is_some_and(|size| !(1..=MOST).contains(&size)) {
        return Err(ApiError::illegal("pageSize"));
    }
    Ok((num, size.unwrap_or(usual)))
}

/// The options to return. Every field is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OptionQuery {
    /// A part of the name of two characters or more, or its first character.
    pub context: Option<String>,
    /// The page, from 1. A page after the last, or beyond row 10,000, is empty.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Options on a page, 1 to 100. If missing, up to 1,000.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
}

impl OptionQuery {
    /// Converts to the paging of the list module.
    ///
    /// # Errors
    /// [`ApiError::Invalid`] for a page below 1, and for less than 1 or more than 100 options.
    fn paging(self) -> Result<OptionPaging, ApiError> {
        let (page_num, page_size) = page(self.page_num, self.page_size, MOST_OPTIONS)?;
        Ok(OptionPaging {
            context: filled(self.context),
            page_num,
            page_size,
        })
    }
}

/// The query of an option list that has no fields of its own.
#[derive(Clone, Debug)]
pub struct Options(pub OptionPaging);

impl<S: Send + Sync> FromRequest<S> for Options {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let OptionsOf(IgnoredAny, wanted) = OptionsOf::from_request(request, state).await?;
        Ok(Self(wanted))
    }
}

/// The query of an option list: the fields of `T`, and the options to return.
#[derive(Clone, Debug)]
pub struct OptionsOf<T>(pub T, pub OptionPaging);

impl<S, T> FromRequest<S> for OptionsOf<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let fields = fields::of_request(request).await?;
        let own = fields::read(fields.clone())?;
        let query: OptionQuery = fields::read(fields)?;
        Ok(Self(own, query.paging()?))
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
            ListError::Field(field) => Self::illegal(field),
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
    /// The order of the rows: the name of a sort, with `-` in front if it is reversed.
    pub sort: String,
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

impl<T> From<list::FoundPage<T>> for Page<T> {
    fn from(page: list::FoundPage<T>) -> Self {
        Self::of(page, |row| row)
    }
}

impl<T> Page<T> {
    /// Converts a page of `R`, each row by `row`.
    pub fn of<R>(page: list::FoundPage<R>, row: impl FnMut(R) -> T) -> Self {
        Self {
            list: page.rows.into_iter().map(row).collect(),
            total: page.total,
            more: page.more,
            sort: page.sort,
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

    /// A malformed page, a page below 1 or more than 100 rows is refused with the field's name;
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

    /// All parameters of an option list are optional; without them there are up to 1,000 options.
    #[test]
    fn options_have_the_same_pages() {
        let read = |text: &str| {
            let query: OptionQuery = serde_json::from_str(text).unwrap();
            query.paging()
        };
        assert_eq!(read("{}"), Ok(OptionPaging::default()));
        let wanted = OptionPaging {
            context: Some("x y".to_owned()),
            page_num: 3,
            page_size: 100,
        };
        let text = r#"{"context":" x y ","pageNum":"3","pageSize":100}"#;
        assert_eq!(read(text), Ok(wanted));
        let empty = read(r#"{"context":" "}"#).unwrap();
        assert_eq!((empty.context, empty.page_size), (None, 1_000));
        for (text, field) in [
            (r#"{"pageNum":0}"#, "pageNum"),
            (r#"{"pageSize":0}"#, "pageSize"),
            (r#"{"pageSize":101}"#, "pageSize"),
        ] {
            assert_eq!(read(text), Err(ApiError::illegal(field)), "{text}");
        }
    }
}
