//! What the refusals of the domain are called in the product API, each naming its field.

use crate::directory::{AccountError, AccountFault};
use crate::http::envelope::ApiError;
use crate::sessions::card::CardError;

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Db(error) => error.into(),
            AccountError::Taken => Self::exists("username"),
            AccountError::Invalid(fault) => Self::illegal(field(fault)),
            AccountError::Unknown => Self::illegal("userId"),
        }
    }
}

impl From<CardError> for ApiError {
    fn from(error: CardError) -> Self {
        match error {
            CardError::Unknown => Self::illegal("productId"),
            CardError::Closed => Self::NotAuthorized,
            CardError::Db(error) => error.into(),
        }
    }
}

/// The field that a fault is told in (contract K-17, K-28).
const fn field(fault: AccountFault) -> &'static str {
    match fault {
        AccountFault::Username => "username",
        AccountFault::Email => "email",
        AccountFault::FullName => "fullName",
        AccountFault::LionId => "lionId",
        AccountFault::Language => "lang",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract: a duplicate and a bad field are told apart, and the field is named.
    #[test]
    fn a_bad_field_is_named() {
        let error = |error: AccountError| ApiError::from(error);
        let bad = error(AccountFault::Email.into());
        assert_eq!(bad, ApiError::illegal("email"));
        assert_eq!(error(AccountError::Taken), ApiError::exists("username"));
        assert_eq!(error(AccountError::Unknown), ApiError::illegal("userId"));
    }
}
