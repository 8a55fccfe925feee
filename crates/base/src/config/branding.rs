//! `[branding]`: the installer's name, logo, colour and texts for pages, portal and emails.

use std::{collections::BTreeMap, path::PathBuf};

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// The installer's name, logo, colour and texts.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BrandingConfig {
    /// The product's name in titles, pages and emails (contract G-01).
    pub product_name: String,
    /// The accent colour.
    pub accent: String,
    /// An SVG that replaces the logo.
    #[serde(deserialize_with = "optional::read")]
    pub logo_file: Option<PathBuf>,
    /// The email address of those who help people who cannot sign in; empty names nobody.
    pub contact: String,
    /// Lines of the home page's footer (contract S-13).
    pub filings: Vec<Filing>,
    /// The address of the help handbook (contract G-24); empty means the handbook of Atrium.
    pub handbook_url: String,
    /// Headings of the card lists by type id (contract S-07).
    pub type_labels: BTreeMap<String, TypeLabel>,
    /// Products that are hidden from cards and search (contract G-29).
    pub hidden_app_ids: Vec<i64>,
}

/// One line of the footer, optionally with a link.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Filing {
    /// What the footer shows.
    pub text: String,
    /// The link; empty for plain text.
    #[serde(default)]
    pub url: String,
}

/// A heading in both languages (contract K-28).
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct TypeLabel {
    #[serde(rename = "en-us")]
    pub en_us: String,
    #[serde(rename = "zh-cn")]
    pub zh_cn: String,
}

impl Default for BrandingConfig {
    fn default() -> Self {
        let label = |id: &str, en_us: &str, zh_cn: &str| {
            (
                id.to_owned(),
                TypeLabel {
                    en_us: en_us.to_owned(),
                    zh_cn: zh_cn.to_owned(),
                },
            )
        };
        Self {
            product_name: "Atrium".to_owned(),
            accent: "#0b6276".to_owned(),
            logo_file: None,
            contact: String::new(),
            filings: Vec::new(),
            handbook_url: String::new(),
            type_labels: BTreeMap::from([
                label("1", "Applications", "应用"),
                label("2", "Resources", "资源"),
                label("3", "Team tools", "团队工具"),
            ]),
            hidden_app_ids: vec![16, 35, 34],
        }
    }
}

impl Section for BrandingConfig {
    const NAME: &'static str = "branding";
    const KEYS: &'static [Key] = &[
        key("product_name", "a text of 1 to 60 characters"),
        key("accent", "a colour of the form \"#0b6276\""),
        key("logo_file", "the path of an SVG file, or \"\""),
        key("contact", "an email address, or \"\""),
        key(
            "filings",
            "a list of entries { text = \"…\", url = \"https://…\" }",
        ),
        key(
            "handbook_url",
            "an https address, a path that starts with a slash, or \"\"",
        ),
        key(
            "type_labels",
            "for each type id an entry { en-us = \"…\", zh-cn = \"…\" }",
        ),
        key("hidden_app_ids", "a list of product ids"),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let name = self.product_name.chars().count();
        let plain = !self.product_name.chars().any(char::is_control);
        faults.unless((1..=60).contains(&name) && plain, "product_name", || {
            format!("has {name} characters or a control character")
        });
        // The value is written into a style sheet, so only six hexadecimal digits are allowed.
        let colour = self.accent.strip_prefix('#').is_some_and(|digits| {
            digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit())
        });
        faults.unless(colour, "accent", || format!("is {:?}", self.accent));
        let contact = self.contact.split_once('@');
        let good = contact.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
        let plain = !self
            .contact
            .contains(|c: char| c.is_control() || c.is_whitespace());
        faults.unless(
            self.contact.is_empty() || (good && plain),
            "contact",
            || format!("is {:?}", self.contact),
        );
        for filing in &self.filings {
            let good = filing.url.is_empty() || is_link(&filing.url);
            faults.unless(good, "filings", || {
                format!("has the address {:?}", filing.url)
            });
        }
        let handbook = &self.handbook_url;
        let on_site =
            handbook.starts_with('/') && !handbook.starts_with("//") && !handbook.contains('\\');
        faults.unless(
            handbook.is_empty() || on_site || is_link(handbook),
            "handbook_url",
            || format!("is {handbook:?}"),
        );
        for id in self.type_labels.keys() {
            let good = id.parse::<u16>().is_ok();
            faults.unless(good, "type_labels", || format!("has the type id {id:?}"));
        }
    }
}

/// Attack 3: only https links lead away from our pages, never `javascript:` or `data:`.
pub(super) fn is_link(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.host_str().is_some())
}
