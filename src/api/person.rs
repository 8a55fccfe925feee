//! The signed-in person: their data, their language, their sign-ins.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bodies::{Lang, UserInfo};
use crate::access::{SSO, rights};
use crate::calls::{Caller, CallerCredential, WritingCaller, operation};
use crate::directory::{self, AccountError};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;

/// The application that asks.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppNameBody {
    /// The application's code; `SSO` if missing.
    pub app_name: Option<String>,
}

/// The application that asks.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "the fields are read together with the body's")]
pub struct AppNameQuery {
    /// The application's code; `SSO` if missing.
    app_name: Option<String>,
}

/// Read the signed-in user
///
/// Returns the owner of the token, and the owner's rights in the application that asks. `appName`
/// can be in the query, in the body, or in both; two different values are refused. An application
/// can call this with its launch token and its own `appName`. If that token was a one-time code,
/// `userToken` in the answer is the token to use from now on.
#[operation(tag = "user", params(AppNameQuery), request_body = Option<AppNameBody>)]
pub async fn user_info(
    mut caller: Caller,
    Fields(fields): Fields<AppNameBody>,
) -> Answered<UserInfo> {
    let (account, credential) = (caller.account(), caller.credential().clone());
    let app = match &credential {
        CallerCredential::Launch { client, .. } => client
            .legacy
            .as_ref()
            .map_or(SSO, |legacy| legacy.app_name.as_str()),
        CallerCredential::Dpop | CallerCredential::UserToken(_) => match fields.app_name.as_deref()
        {
            None | Some(SSO) => SSO,
            // An application can read its access list only with its own token.
            Some(_) => return Err(ApiError::illegal("appName")),
        },
    };
    let access = rights::access_list(caller.view(), &account, app).await?;
    let mut info = UserInfo::of(&account, access, caller.language);
    info.user_token = match credential {
        CallerCredential::Dpop => String::new(),
        CallerCredential::UserToken(token) | CallerCredential::Launch { token, .. } => token,
    };
    Ok(Answer(info))
}

/// The language to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetLangBody {
    /// The application's code. It has no effect.
    #[expect(dead_code, reason = "legacy clients send it")]
    pub app_name: Option<String>,
    /// The language to save.
    pub lang: Lang,
}

/// The saved language.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetLangData {
    /// The saved language.
    pub lang: Lang,
}

/// Save language
///
/// Saves the language of the account. Its pages and emails use this language from now on.
#[operation(tag = "user", request_body = SetLangBody)]
pub async fn set_lang(
    caller: WritingCaller,
    Fields(fields): Fields<SetLangBody>,
) -> Answered<SetLangData> {
    let (account, lang) = (caller.account(), fields.lang);
    let changed = caller.write::<_, AccountError, _>(move |tx, audit| {
        Box::pin(
            async move { directory::change_language(tx, &account.id, lang.as_str(), audit).await },
        )
    });
    changed.await?;
    Ok(Answer(SetLangData { lang }))
}

/// The user whose sign-ins to count.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LoginCountQuery {
    /// The caller's own account name or email address. Callers who may see accounts can name
    /// anyone.
    #[expect(dead_code, reason = "the guard reads it")]
    pub username: String,
}

/// The sign-ins of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserLoginCount {
    /// How often the user has signed in.
    pub login_count: i64,
    /// True if the user must first choose a new password.
    pub first_login: bool,
}

/// Login count of a user
///
/// How often the user has signed in, and whether the user must first choose a new password.
#[operation(tag = "user", params(LoginCountQuery))]
pub async fn user_login_count(
    caller: Caller,
    _: Fields<LoginCountQuery>,
) -> Answered<UserLoginCount> {
    let account = caller.named_account()?;
    Ok(Answer(UserLoginCount {
        login_count: account.login_count,
        first_login: account.must_change_password,
    }))
}
