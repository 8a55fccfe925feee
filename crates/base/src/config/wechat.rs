//! `[wechat]`: the mini program of the messaging app.

use std::path::PathBuf;

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// The mini program of the messaging app (`WeChat`). Without `app_id` nobody is offered its QR code.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WechatConfig {
    /// The mini program's `AppID`.
    #[serde(deserialize_with = "optional::read")]
    pub app_id: Option<String>,
    /// A file with its `AppSecret`.
    #[serde(deserialize_with = "optional::read")]
    pub secret_file: Option<PathBuf>,
    /// Where the platform answers, without a slash at its end.
    pub base_url: String,
    /// The page of the mini program that the QR code opens (contract G-83).
    pub page: String,
}

impl Default for WechatConfig {
    fn default() -> Self {
        Self {
            app_id: None,
            secret_file: None,
            base_url: "https://api.weixin.qq.com".to_owned(),
            page: "pages/loading/loading".to_owned(),
        }
    }
}

impl Section for WechatConfig {
    const NAME: &'static str = "wechat";
    const KEYS: &'static [Key] = &[
        key("app_id", "the AppID of a mini program"),
        key("secret_file", "the path of a file with the AppSecret"),
        key("base_url", "an address without a slash at its end"),
        key(
            "page",
            "the path of a page without a query, such as \"pages/loading/loading\"",
        ),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let belong = self.app_id.is_some() == self.secret_file.is_some();
        faults.unless(belong, "secret_file", || {
            "and wechat.app_id need each other".to_owned()
        });
        let is_word = |text: &String| {
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        faults.unless(self.app_id.iter().all(is_word), "app_id", || {
            "has other characters than letters and digits".to_owned()
        });
        let is_base = url::Url::parse(&self.base_url)
            .is_ok_and(|url| url.has_host() && url.query().is_none() && url.fragment().is_none())
            && !self.base_url.ends_with('/');
        faults.unless(is_base, "base_url", || format!("is {:?}", self.base_url));
        let is_page = !self.page.is_empty()
            && self
                .page
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"/_-".contains(&byte));
        faults.unless(is_page, "page", || format!("is {:?}", self.page));
    }
}
