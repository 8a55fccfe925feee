//! The messaging platform: its access token and the links into the mini program. The answers are those of its documentation
//! for `getStableAccessToken` and `generateScheme` (developers.weixin.qq.com, read in November 2026).

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use zeroize::Zeroizing;

use super::error::{WechatError, WechatSettingError};
use crate::clock::{HOUR, MINUTE, Millis, SECOND};
use crate::config::{Secret, SecretPlace, WechatConfig};
use crate::outbound::{Outbound, OutboundError};

/// How many days the platform lets a link work (K-46).
pub(super) const SCHEME_DAYS: i64 = 1;

/// The platform, for one mini program.
pub(super) struct Platform {
    pub app_id: String,
    secret: Secret,
    base_url: String,
    /// The page that links open.
    pub page: String,
    outbound: Outbound,
}

/// An access token of the platform.
pub(super) struct Granted {
    pub token: Zeroizing<String>,
    pub lifetime: Millis,
}

#[derive(Deserialize)]
struct TokenAnswer {
    access_token: Option<String>,
    expires_in: Option<i64>,
}

#[derive(Deserialize)]
struct SchemeAnswer {
    openlink: Option<String>,
}

#[derive(Deserialize)]
struct Failure {
    #[serde(default)]
    errcode: i64,
}

impl Platform {
    /// The platform of the settings; `None` if they name no mini program.
    ///
    /// # Errors
    /// [`WechatSettingError`].
    pub fn of(
        config: &WechatConfig,
        outbound: &Outbound,
    ) -> Result<Option<Self>, WechatSettingError> {
        let (Some(app_id), Some(file)) = (&config.app_id, &config.secret_file) else {
            return Ok(None);
        };
        let secret = SecretPlace::File(file.clone()).read();
        let secret = secret.map_err(WechatSettingError::Secret)?;
        if secret.expose().is_empty() {
            return Err(WechatSettingError::Secret("names an empty file".to_owned()));
        }
        let checked = outbound.check(&config.base_url);
        checked.map_err(WechatSettingError::Address)?;
        Ok(Some(Self {
            app_id: app_id.clone(),
            secret,
            base_url: config.base_url.clone(),
            page: config.page.clone(),
            outbound: outbound.clone(),
        }))
    }

    /// The access token. The platform gives the same one to everybody who asks, until five minutes before its end.
    pub async fn token(&self) -> Result<Granted, WechatError> {
        let asked = json!({
            "grant_type": "client_credential",
            "appid": self.app_id,
            "secret": self.secret.expose(),
        });
        let answer: TokenAnswer = self.ask("/cgi-bin/stable_token", &asked).await?;
        let (Some(token), Some(seconds)) = (answer.access_token, answer.expires_in) else {
            return Err(OutboundError::Unexpected.into());
        };
        Ok(Granted {
            token: Zeroizing::new(token),
            lifetime: seconds.clamp(0, 7_200) * SECOND,
        })
    }

    /// A link that opens the mini program with `query` (E-41, K-46).
    pub async fn scheme(&self, token: &str, query: &str) -> Result<String, WechatError> {
        let asked = json!({
            "jump_wxa": { "path": self.page, "query": query, "env_version": "release" },
            "is_expire": true,
            "expire_type": 1,
            "expire_interval": SCHEME_DAYS,
        });
        let path = url::form_urlencoded::Serializer::new("/wxa/generatescheme?".to_owned())
            .append_pair("access_token", token)
            .finish();
        let answer: SchemeAnswer = self.ask(&path, &asked).await?;
        let link = answer.openlink.filter(|link| link.starts_with("weixin://"));
        link.ok_or_else(|| OutboundError::Unexpected.into())
    }

    async fn ask<T: DeserializeOwned>(&self, path: &str, asked: &Value) -> Result<T, WechatError> {
        let address = format!("{}{path}", self.base_url);
        let response = self.outbound.post_json(&address, asked).await?;
        if response.status != 200 {
            return Err(OutboundError::Unexpected.into());
        }
        let unexpected = |_| OutboundError::Unexpected;
        let Failure { errcode } = serde_json::from_slice(&response.body).map_err(unexpected)?;
        if errcode != 0 {
            return Err(failure(errcode));
        }
        Ok(serde_json::from_slice(&response.body).map_err(unexpected)?)
    }
}

/// What an `errcode` means for us.
fn failure(errcode: i64) -> WechatError {
    match errcode {
        // The day's quota; the minute's, and the second's.
        45_009 => WechatError::Quota(HOUR),
        45_011 | 44_990 => WechatError::Quota(MINUTE),
        40_001 | 40_014 | 42_001 => WechatError::StaleToken,
        other => WechatError::Refused(other),
    }
}
