//! Pages of a list in the product API: `{pageNum, pageSize}` in, `{list, total}` out.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::envelope::ApiError;
use super::fields::{self, integer};

/// Rows on a page unless asked otherwise (contract K-23, K-24).
const USUAL: i64 = 10;
/// Most rows on a page (contract K-25).
const MOST: i64 = 100;
/// Rows further down than this are found by searching, not by turning pages.
const FURTHEST: i64 = 100_000;

/// Which page is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Paging {
    /// The page, from 1.
    #[serde(deserialize_with = "integer")]
    pub page_num: i64,
    /// Rows on a page, 1 to 100.
    #[serde(deserialize_with = "integer")]
    pub page_size: i64,
}

impl Default for Paging {
    fn default() -> Self {
        Self {
            page_num: 1,
            page_size: USUAL,
        }
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
        Ok(Self(fields::read(fields.clone())?, fields::read(fields)?))
    }
}

/// A window on the rows of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Rows to give.
    pub limit: i64,
    /// Rows to pass over.
    pub offset: i64,
}

impl Paging {
    /// The rows of this page.
    ///
    /// # Errors
    /// [`ApiError::Invalid`] for a page that is none, too large or too far down.
    pub fn window(self) -> Result<Window, ApiError> {
        if !(1..=MOST).contains(&self.page_size) {
            return Err(ApiError::illegal("pageSize"));
        }
        let before = self.page_num.checked_sub(1).filter(|before| *before >= 0);
        let offset = before
            .and_then(|before| before.checked_mul(self.page_size))
            .filter(|offset| *offset <= FURTHEST)
            .ok_or(ApiError::illegal("pageNum"))?;
        Ok(Window {
            limit: self.page_size,
            offset,
        })
    }
}

/// One page of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Page<T> {
    /// The rows of this page.
    pub list: Vec<T>,
    /// Rows in the whole list.
    pub total: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_becomes_a_window() {
        let window = |page_num, page_size| {
            Paging {
                page_num,
                page_size,
            }
            .window()
            .map(|window| (window.limit, window.offset))
        };
        assert_eq!(window(1, 10), Ok((10, 0)));
        assert_eq!(window(3, 50), Ok((50, 100)));
        for (page_num, page_size, field) in [
            (0, 10, "pageNum"),
            (-1, 10, "pageNum"),
            (i64::MIN, 10, "pageNum"),
            (i64::MAX, 100, "pageNum"),
            (1_002, 100, "pageNum"),
            (1, 0, "pageSize"),
            (1, 101, "pageSize"),
            (1, -5, "pageSize"),
        ] {
            let refused = window(page_num, page_size);
            assert_eq!(
                refused,
                Err(ApiError::illegal(field)),
                "{page_num} {page_size}"
            );
        }
    }

    #[test]
    fn what_is_left_out_is_usual() {
        let paging: Paging = serde_json::from_str("{}").unwrap();
        assert_eq!(paging, Paging::default());
        let paging: Paging = serde_json::from_str(r#"{"pageNum":"2","pageSize":20}"#).unwrap();
        assert_eq!((paging.page_num, paging.page_size), (2, 20));
    }
}
