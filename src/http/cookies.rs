//! The cookies of our origin: names and attributes.

use axum::http::{HeaderMap, HeaderValue, header};
use url::Url;

use crate::random::hashed;

/// Earlier flow secrets by which a browser is recognised, one for each restart.
const BEGAN: usize = 4;

/// The cookie names of this installation.
#[derive(Clone, Debug)]
pub struct CookieNames {
    /// The SSO cookie, managed by tower-sessions.
    pub session: String,
    /// The signed list of people who have signed in in this browser.
    pub known: String,
    /// The cookie of a pending sign-in.
    pub flow: String,
    /// Identifies the browser that began a sign-in, once `flow` is gone.
    pub began: String,
    /// The sign-in flow of a person who forgot the password.
    pub forgotten: String,
    /// The `Path` of every cookie: the path of our address.
    pub path: String,
    /// True when cookies are sent over https only.
    pub secure: bool,
}

impl CookieNames {
    /// On https the `__Host-` names, which need `Path=/`; under a path the `__Secure-` names, and other programs of the
    /// host could set them. On http names that contain this address, because browsers share the cookies of `localhost`
    /// between ports.
    pub fn of(public_url: &Url) -> Self {
        let secure = public_url.scheme() == "https";
        let path = public_url.path().trim_end_matches('/');
        let session = match (secure, path) {
            (true, "") => "__Host-atrium_session".to_owned(),
            (true, _) => "__Secure-atrium_session".to_owned(),
            (false, _) => format!("atrium_session_{}", short_hash(public_url)),
        };
        Self {
            path: if path.is_empty() { "/" } else { path }.to_owned(),
            flow: format!("{session}_flow"),
            began: format!("{session}_began"),
            known: format!("{session}_known"),
            forgotten: format!("{session}_forgotten"),
            session,
            secure,
        }
    }

    /// The `Set-Cookie` that deletes the SSO cookie. Browsers refuse any `__Host-` cookie, including its deletion,
    /// without `Secure` and `Path=/` (RFC 6265bis section 4.1.3).
    fn delete_session(&self) -> Option<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!(
            "{}=; Path={}; Max-Age=0; HttpOnly; SameSite=Lax{secure}",
            self.session, self.path
        );
        HeaderValue::from_str(&text).ok()
    }

    /// Replaces the deletion that the session layer writes: it has no attribute except the path, and browsers refuse
    /// it.
    pub fn replace_deletion(&self, headers: &mut HeaderMap) {
        let deletion = format!("{}=;", self.session);
        let is_other = |line: &&HeaderValue| !line.as_bytes().starts_with(deletion.as_bytes());
        let lines = headers.get_all(header::SET_COOKIE);
        if lines.iter().all(|line| is_other(&line)) {
            return;
        }
        let others: Vec<HeaderValue> = lines.iter().filter(is_other).cloned().collect();
        headers.remove(header::SET_COOKIE);
        for line in others.into_iter().chain(self.delete_session()) {
            headers.append(header::SET_COOKIE, line);
        }
    }

    /// The signed list of people who have signed in in this browser.
    pub fn known(&self, headers: &HeaderMap) -> Option<String> {
        find(headers, &self.known)
    }

    /// The `Set-Cookie` of that list: kept for a year. Nobody can forge it, but a copy works too.
    pub fn set_known(&self, value: &str) -> String {
        let secure = if self.secure { "; Secure" } else { "" };
        format!(
            "{}={value}; Path={}; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}",
            self.known, self.path
        )
    }

    /// The flow cookie's value, if it has the form of one of ours.
    pub fn flow_secret(&self, headers: &HeaderMap) -> Option<String> {
        find(headers, &self.flow).filter(|value| value.len() == 43)
    }

    /// The `Set-Cookie` of a new flow secret: deleted when the browser closes, never sent with forms of other sites.
    pub fn set_flow(&self, secret: &str) -> Option<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!(
            "{}={secret}; Path={}; HttpOnly; SameSite=Lax{secure}",
            self.flow, self.path
        );
        HeaderValue::from_str(&text).ok()
    }

    /// The sign-in flow that goes on after a new password.
    pub fn forgotten(&self, headers: &HeaderMap) -> Option<String> {
        find(headers, &self.forgotten).filter(|handle| !handle.is_empty())
    }

    /// The `Set-Cookie` that keeps the flow for as long as the link of the email works; an empty `handle` deletes it.
    pub fn set_forgotten(&self, handle: &str) -> Option<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let seconds = if handle.is_empty() { 0 } else { 1_800 };
        let text = format!(
            "{}={handle}; Path={}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
            self.forgotten, self.path
        );
        HeaderValue::from_str(&text).ok()
    }

    /// True when the browser sends one of our cookies.
    pub fn any(&self, headers: &HeaderMap) -> bool {
        let ours = [&self.session, &self.known, &self.flow, &self.began];
        ours.iter().any(|name| find(headers, name).is_some())
    }

    /// The hashes of this browser's earlier flow secrets, newest first.
    pub fn began(&self, headers: &HeaderMap) -> Vec<String> {
        let sent = find(headers, &self.began).unwrap_or_default();
        let hashes = sent.split('.').filter(|hash| hash.len() == 43);
        hashes.take(BEGAN).map(str::to_owned).collect()
    }

    /// The `Set-Cookie` that adds `hash` to the browser's list, kept for `seconds`.
    pub fn set_began(&self, headers: &HeaderMap, hash: &str, seconds: i64) -> Option<HeaderValue> {
        let mut hashes = self.began(headers);
        hashes.retain(|known| known != hash);
        hashes.insert(0, hash.to_owned());
        hashes.truncate(BEGAN);
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!(
            "{}={}; Path={}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
            self.began,
            hashes.join("."),
            self.path
        );
        HeaderValue::from_str(&text).ok()
    }
}

fn short_hash(public_url: &Url) -> String {
    use ring::digest::{SHA256, digest};
    let text = public_url.as_str().trim_end_matches('/');
    let hash = digest(&SHA256, text.as_bytes());
    let first: [u8; 4] = std::array::from_fn(|at| hash.as_ref()[at]);
    format!("{:08x}", u32::from_be_bytes(first))
}

/// The first cookie called `name`.
pub fn find(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers
        .get_all(header::COOKIE)
        .into_iter()
        .filter_map(|line| line.to_str().ok());
    lines
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_owned())
}

/// The token that binds a form to the browser that got it: useless without the flow cookie, and valid for this sign-in
/// flow only.
pub fn csrf_token(flow_secret: &str, flow_id: &str) -> String {
    hashed(&format!("csrf {flow_secret} {flow_id}"))
}

/// True when `presented` is the token of this browser and sign-in flow.
pub fn csrf_matches(flow_secret: &str, flow_id: &str, presented: &str) -> bool {
    use subtle::ConstantTimeEq as _;
    let expected = csrf_token(flow_secret, flow_id);
    expected.as_bytes().ct_eq(presented.as_bytes()).into()
}

/// The sender of a form, as far as the browser tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// One of our own pages.
    Ours,
    /// A page of another site.
    Another,
    /// The browser does not say.
    Unknown,
}

/// Who sent a form (attack 18). `Origin` says it. Browsers send `null` instead where a proxy adds `Referrer-Policy:
/// no-referrer` to our pages; then `Sec-Fetch-Site` counts, which no page can set. They send it to https and loopback
/// (Fetch Metadata section 2.3), the only addresses that `public_url` may have.
pub fn sender(headers: &HeaderMap, public_url: &Url) -> Sender {
    let ours = public_url.origin().ascii_serialization();
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let origin = origins.next().map(HeaderValue::as_bytes);
    if origins.next().is_some() {
        return Sender::Another;
    }
    match origin {
        Some(origin) if origin == ours.as_bytes() => Sender::Ours,
        None | Some(b"null") => by_fetch_metadata(headers),
        Some(_) => Sender::Another,
    }
}

fn by_fetch_metadata(headers: &HeaderMap) -> Sender {
    let mut sites = headers.get_all("sec-fetch-site").iter();
    match (sites.next().map(HeaderValue::as_bytes), sites.next()) {
        (None, _) => Sender::Unknown,
        (Some(b"same-origin"), None) => Sender::Ours,
        _ => Sender::Another,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    /// Attack 9.
    #[test]
    fn names_bind_the_cookie_to_one_host_or_one_port() {
        let https = CookieNames::of(&url("https://sso.example"));
        assert_eq!(https.session, "__Host-atrium_session");
        assert!(
            https
                .set_flow("x")
                .unwrap()
                .to_str()
                .unwrap()
                .ends_with("; Secure")
        );
        let (one, two) = (url("http://localhost:8080"), url("http://127.0.0.1:8083"));
        let (one, two) = (CookieNames::of(&one), CookieNames::of(&two));
        assert_ne!(one.session, two.session);
        // sha256("http://localhost:8080") begins with these 8 hex digits.
        assert_eq!(one.session, format!("atrium_session_{}", "a76d8c3e"));
    }

    /// Attack 9: with a path in `public_url`, `__Host-` would need `Path=/` (RFC 6265bis section 4.1.3.2).
    #[test]
    fn under_a_path_every_cookie_is_for_that_path() {
        let names = CookieNames::of(&url("https://host.example/sso"));
        assert_eq!(names.session, "__Secure-atrium_session");
        let lines = [
            names.set_flow("x").unwrap(),
            names.set_began(&HeaderMap::new(), "y", 60).unwrap(),
            HeaderValue::from_str(&names.set_known("z")).unwrap(),
            names.delete_session().unwrap(),
        ];
        for line in lines {
            let line = line.to_str().unwrap();
            assert!(line.starts_with("__Secure-atrium_session"), "{line}");
            assert!(line.contains("; Path=/sso; "), "{line}");
            assert!(line.ends_with("; Secure"), "{line}");
        }
    }

    /// A restarted browser is recognised only by its last few secrets.
    #[test]
    fn the_last_beginnings_are_kept() {
        let names = CookieNames::of(&url("https://sso.example"));
        let mut headers = HeaderMap::new();
        for first in ["a", "b", "c", "b", "d", "e"] {
            let set = names.set_began(&headers, &first.repeat(43), 60).unwrap();
            let set = set.to_str().unwrap().to_owned();
            assert!(set.starts_with("__Host-atrium_session_began="), "{set}");
            assert!(set.contains("; Max-Age=60; HttpOnly; SameSite=Lax; Secure"));
            let pair = HeaderValue::from_str(set.split(';').next().unwrap()).unwrap();
            headers.insert(header::COOKIE, pair);
        }
        let kept: String = names
            .began(&headers)
            .iter()
            .map(|hash| &hash[..1])
            .collect();
        assert_eq!(kept, "edbc");
        headers.insert(
            header::COOKIE,
            HeaderValue::from_static("__Host-atrium_session_began=.short.."),
        );
        assert!(names.began(&headers).is_empty());
    }

    #[test]
    fn cookies_are_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; xb=2"));
        headers.append(header::COOKIE, HeaderValue::from_static("b=3"));
        assert_eq!(find(&headers, "b").as_deref(), Some("3"));
        assert_eq!(find(&headers, "c"), None);
    }

    /// Attack 18.
    #[test]
    fn a_csrf_token_is_good_for_one_browser_and_one_flow() {
        let token = csrf_token("secret", "flow");
        assert!(csrf_matches("secret", "flow", &token));
        assert!(!csrf_matches("other", "flow", &token));
        assert!(!csrf_matches("secret", "other", &token));
        assert!(!csrf_matches("secret", "flow", ""));
    }

    /// Attack 18: the meaning of each pair of headers.
    #[test]
    fn the_browser_says_who_sent_a_form() {
        use Sender::{Another, Ours, Unknown};
        let url = url("http://localhost:8080");
        for (origins, sites, expected) in [
            (&["http://localhost:8080"][..], &[][..], Ours),
            (&["http://localhost:8080"], &["cross-site"], Ours),
            (&["http://localhost:8081"], &[], Another),
            (&["http://localhost:8081"], &["same-origin"], Another),
            (&["http://localhost:8080.evil.example"], &[], Another),
            (
                &["http://localhost:8080", "null"],
                &["same-origin"],
                Another,
            ),
            (&["null", "null"], &["same-origin"], Another),
            (&[""], &["same-origin"], Another),
            (&["NULL"], &["same-origin"], Another),
            (&["null"], &["same-origin"], Ours),
            (&[], &["same-origin"], Ours),
            (&["null"], &["same-site"], Another),
            (&["null"], &["cross-site"], Another),
            (&["null"], &["none"], Another),
            (&[], &["cross-site"], Another),
            (&[], &["same-origin", "cross-site"], Another),
            (&["null"], &["Same-Origin"], Another),
            (&["null"], &[""], Another),
            (&["null"], &[], Unknown),
            (&[], &[], Unknown),
        ] {
            let mut headers = HeaderMap::new();
            for origin in origins {
                headers.append(header::ORIGIN, HeaderValue::from_static(origin));
            }
            for site in sites {
                headers.append("sec-fetch-site", HeaderValue::from_static(site));
            }
            assert_eq!(sender(&headers, &url), expected, "{origins:?} {sites:?}");
        }
    }
}
