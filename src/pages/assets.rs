//! The style sheet, script, font and logo of the sign-in pages, embedded, with content hashes in their paths. Font and
//! logo are the portal's own files, so that both look the same.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use ring::digest::{SHA256, digest};

use super::notices::Notices;
use crate::http::routing::get;
use crate::site::branding::{Branding, LogoKind};
use crate::site::offered::{
    ADDRESS, ADDRESS_UNDO, APPLICATION, DELETION_UNDO, INVITATION, LOCK_ACCOUNT, RESET_PASSWORD,
};

const STYLE: &str = include_str!("../../templates/assets/signin.css");
const HANDBOOK_STYLE: &str = include_str!("../../templates/assets/handbook.css");
const SCRIPT: &str = include_str!("../../templates/assets/signin.js");
const PASSKEY_SCRIPT: &str = include_str!("../../templates/assets/passkey.js");
const FACE: &[u8] = include_bytes!("../../portal/src/theme/fonts/inter-latin.woff2");
const MORE_OF_FACE: &[u8] = include_bytes!("../../portal/src/theme/fonts/inter-latin-more.woff2");
const LOGO: &str = include_str!("../../portal/public/favicon.svg");
/// Where browsers look for the mark of a page that names none, such as a JSON document.
const MARK: &str = "/favicon.ico";
const ROBOTS: &str = "/robots.txt";
const FOR_A_DAY: &str = "public, max-age=86400";

/// A file whose path changes with its content, so that browsers may cache it for ever.
#[derive(Clone, Debug)]
pub struct Asset {
    path: String,
    kind: &'static str,
    bytes: Bytes,
}

impl Asset {
    fn new(stem: &str, ending: &str, kind: &'static str, bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        let sum = digest(&SHA256, &bytes);
        let hash = sum
            .as_ref()
            .iter()
            .take(6)
            .fold(String::new(), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            });
        Self {
            path: format!("/assets/{stem}.{hash}.{ending}"),
            kind,
            bytes,
        }
    }

    /// The path, starting with a slash.
    pub fn path(&self) -> &str {
        &self.path
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn answer(&self) -> Response {
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static(self.kind)),
            (
                CACHE_CONTROL,
                HeaderValue::from_static("public, max-age=31536000, immutable"),
            ),
            (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            // If the SVG is opened by itself, it may use only its own styles.
            (
                CONTENT_SECURITY_POLICY,
                HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
            ),
        ];
        (headers, self.bytes.clone()).into_response()
    }

    /// An asset at a path that stays when the content changes.
    fn at_a_fixed_path(&self) -> Response {
        let mut response = self.answer();
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(FOR_A_DAY));
        response
    }
}

/// Nothing here is for search engines, because every page is personal or leads to a personal one.
async fn robots() -> Response {
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CACHE_CONTROL, FOR_A_DAY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, "User-agent: *\nDisallow: /\n").into_response()
}

/// What all pages share: the product's name and assets. Built once at startup.
#[derive(Debug)]
pub struct Site {
    pub product: String,
    /// The path of `server.public_url`, which pages write before each of our own paths.
    base: String,
    /// The style sheet, with the installer's accent colour.
    pub style: Asset,
    /// What the handbook adds to it.
    pub handbook_style: Asset,
    /// The script; every page works without it.
    pub script: Asset,
    /// The script of the sign-in with a passkey, which the page loads last.
    pub passkey_script: Asset,
    /// The path of the script that estimates new passwords; the pages work without it.
    pub strength_script: Option<String>,
    /// The Latin font, with the letters of English.
    pub face: Asset,
    /// Its other letters and signs, which a browser fetches when a page shows one of them.
    more_of_face: Asset,
    /// The logo, also the tab icon.
    pub logo: Asset,
    /// The lines above every page.
    pub notices: Notices,
}

impl Site {
    /// Prepares the assets for the installer's `branding`; `base` is the path of `server.public_url`. `strength_script` is the
    /// path of the script that estimates new passwords.
    pub fn new(branding: &Branding, base: &str, strength_script: Option<String>) -> Arc<Self> {
        let face = Asset::new("inter", "woff2", "font/woff2", FACE);
        let more_of_face = Asset::new("inter-more", "woff2", "font/woff2", MORE_OF_FACE);
        let at = |font: &Asset| format!("{base}{}", font.path());
        let style = STYLE
            .replace("/assets/inter.woff2", &at(&face))
            .replace("/assets/inter-more.woff2", &at(&more_of_face))
            + &branding.accent_rules();
        let script = [
            RESET_PASSWORD,
            LOCK_ACCOUNT,
            APPLICATION,
            INVITATION,
            ADDRESS,
            ADDRESS_UNDO,
            DELETION_UNDO,
        ]
        .iter()
        .fold(SCRIPT.to_owned(), |script, path| {
            // Whole texts alone: one path begins with another.
            script.replace(&format!("\"{path}\""), &format!("\"{base}{path}\""))
        });
        Arc::new(Self {
            product: branding.product.clone(),
            base: base.to_owned(),
            style: Asset::new("signin", "css", "text/css; charset=utf-8", style),
            handbook_style: Asset::new(
                "handbook",
                "css",
                "text/css; charset=utf-8",
                HANDBOOK_STYLE,
            ),
            script: Asset::new("signin", "js", "text/javascript; charset=utf-8", script),
            passkey_script: Asset::new(
                "passkey",
                "js",
                "text/javascript; charset=utf-8",
                PASSKEY_SCRIPT,
            ),
            strength_script,
            face,
            more_of_face,
            logo: logo(branding),
            notices: Notices::default(),
        })
    }

    /// One of our own paths as a page writes it.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    pub fn assets(&self) -> [&Asset; 7] {
        let Self {
            style,
            handbook_style,
            script,
            passkey_script,
            face,
            more_of_face,
            logo,
            ..
        } = self;
        [
            style,
            handbook_style,
            script,
            passkey_script,
            face,
            more_of_face,
            logo,
        ]
    }

    /// A route for each asset, and for the two files that browsers and search engines ask every host for.
    pub fn routes<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        let mark = self.logo.clone();
        let files = Router::new()
            .route(MARK, get(move || async move { mark.at_a_fixed_path() }))
            .route(ROBOTS, get(robots));
        self.assets().into_iter().fold(files, |router, asset| {
            let served = asset.clone();
            router.route(asset.path(), get(move || async move { served.answer() }))
        })
    }
}

fn logo(branding: &Branding) -> Asset {
    match &branding.logo {
        None => {
            let (ours_light, ours_dark) = Branding::default().logo_colours();
            let (light, dark) = branding.logo_colours();
            let drawing = LOGO
                .replace(&ours_light.to_string(), &light.to_string())
                .replace(&ours_dark.to_string(), &dark.to_string());
            Asset::new("logo", "svg", "image/svg+xml", drawing)
        }
        Some(file) => match file.kind {
            LogoKind::Svg => Asset::new("logo", "svg", "image/svg+xml", file.bytes.clone()),
            LogoKind::Png => Asset::new("logo", "png", "image/png", file.bytes.clone()),
        },
    }
}
