//! A browser without a screen. It keeps cookies, follows redirects and fills in forms.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use atrium::sessions::browser::{BrowserStore, NewCookie};
use atrium::sessions::sso::{Authentication, SsoSession};
use axum::body::Body;
use hyper::Request;
use tower_sessions::{Expiry, Session};
use url::Url;

use super::app::{Answer, TestApp, form};
use super::html::{self, Form};
use super::people::PASSWORD;
use super::{rows, sizes};

pub struct Browser<'a> {
    app: &'a TestApp,
    cookies: Mutex<BTreeMap<String, String>>,
    address: [u8; 4],
    language: Option<String>,
    origin: Url,
    /// All received `Set-Cookie` lines, unchanged.
    set: Mutex<Vec<String>>,
}

/// A received page.
#[derive(Clone, Debug)]
pub struct Page {
    pub url: Url,
    pub answer: Answer,
}

impl std::ops::Deref for Page {
    type Target = Answer;

    fn deref(&self) -> &Answer {
        &self.answer
    }
}

impl Page {
    /// The address of a redirect, or of a page that leads on at once.
    pub fn location(&self) -> Option<Url> {
        let to = self.header("location");
        (!to.is_empty()).then(|| self.url.join(to).unwrap())
    }

    /// True when a page, not a redirect, leads on.
    pub fn leads_on(&self) -> bool {
        self.status == 200 && self.location().is_some()
    }

    /// The first form that has a field or button with that name.
    pub fn form(&self, field: &str) -> Option<Form> {
        let forms = html::forms(&self.text());
        forms.into_iter().find(|form| form.has(field))
    }
}

impl<'a> Browser<'a> {
    pub fn new(app: &'a TestApp) -> Self {
        Self {
            app,
            cookies: Mutex::default(),
            address: [127, 0, 0, 1],
            language: None,
            origin: app.state().config.server.public_url.url().clone(),
            set: Mutex::default(),
        }
    }

    /// Sends the browser's requests from another IP address.
    #[must_use]
    pub fn at(mut self, address: [u8; 4]) -> Self {
        self.address = address;
        self
    }

    /// Sets the browser's `Accept-Language`.
    #[must_use]
    pub fn reading(mut self, language: &str) -> Self {
        self.language = Some(language.to_owned());
        self
    }

    /// Sends one `GET` and does not follow redirects.
    pub async fn get(&self, location: &str) -> Page {
        let url = self.origin.join(location).unwrap();
        self.send(url, None, &[]).await
    }

    /// Fetches JSON, as a script of our page does.
    pub async fn fetch(&self, location: &str) -> Page {
        let url = self.origin.join(location).unwrap();
        self.send(url, None, &[("accept", "application/json")])
            .await
    }

    /// Posts a form as one of our own pages does, and does not follow redirects.
    pub async fn post(&self, location: &str, pairs: &[(&str, &str)]) -> Page {
        let origin = self.origin.origin().ascii_serialization();
        self.post_saying(location, pairs, Some(&origin)).await
    }

    /// Posts a form with the given `Origin`, or without one.
    pub async fn post_saying(
        &self,
        location: &str,
        pairs: &[(&str, &str)],
        origin: Option<&str>,
    ) -> Page {
        let origin = origin.map(|origin| ("origin", origin));
        self.post_with(location, pairs, origin.as_slice()).await
    }

    /// Posts a form with these headers and no others of a page.
    pub async fn post_with(
        &self,
        location: &str,
        pairs: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Page {
        let url = self.origin.join(location).unwrap();
        self.send(url, Some(form(pairs)), headers).await
    }

    /// Posts a form as a page of another site does. The request has that site's `Origin`. The browser sends none of our
    /// cookies, because they are `SameSite=Lax`.
    pub async fn post_across(&self, location: &str, pairs: &[(&str, &str)], from: &str) -> Page {
        let url = self.origin.join(location).unwrap();
        let kept = std::mem::take(&mut *self.cookies.lock().unwrap());
        let page = self.send(url, Some(form(pairs)), &[("origin", from)]).await;
        let mut cookies = self.cookies.lock().unwrap();
        let fresh = std::mem::replace(&mut *cookies, kept);
        cookies.extend(fresh);
        page
    }

    /// Sends a `GET` and follows all redirects within our origin.
    pub async fn go(&self, location: &str) -> Page {
        let page = self.get(location).await;
        self.follow(page).await
    }

    /// Follows redirects within our origin.
    pub async fn follow(&self, mut page: Page) -> Page {
        for _ in 0..20 {
            match page.location() {
                Some(to) if to.origin() == self.origin.origin() => {
                    page = self.send(to, None, &[]).await;
                }
                _ => return page,
            }
        }
        panic!("redirects in a circle at {}", page.url);
    }

    /// Fills in a form of `page`, sends it with its hidden fields, and follows redirects. The form
    /// is the one that has a field or button with the last name in `filled`.
    pub async fn submit(&self, page: &Page, filled: &[(&str, &str)]) -> Page {
        let wanted = filled.last().expect("a field or button").0;
        let answer = self.send_form(page, wanted, filled).await;
        self.follow(answer).await
    }

    /// Fills in and sends the form of `page` that has a field or button named `wanted`. Does not
    /// follow redirects.
    pub async fn send_form(&self, page: &Page, wanted: &str, filled: &[(&str, &str)]) -> Page {
        let form = page
            .form(wanted)
            .unwrap_or_else(|| panic!("no form with {wanted} at {}: {}", page.url, page.text()));
        let kept = form
            .fields
            .iter()
            .filter(|(name, _)| filled.iter().all(|(own, _)| own != name));
        let mut pairs: Vec<(&str, &str)> = kept
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        pairs.extend(filled);
        let action = page.url.join(&form.action).unwrap();
        self.post(action.as_str(), &pairs).await
    }

    pub async fn sign_in(&self, page: &Page, account: &str) -> Page {
        let filled = [("account", account), ("password", PASSWORD)];
        self.submit(page, &filled).await
    }

    /// Completes the pages of a sign-in. Signs in as `account`, keeps that account on the page that
    /// offers a choice, and allows every consent. Returns the first page of another kind, or the
    /// redirect that leaves our origin.
    pub async fn walk(&self, mut page: Page, account: &str) -> Page {
        for _ in 0..6 {
            page = if page.form("password").is_some() {
                self.sign_in(&page, account).await
            } else if page.form("choice").is_some() {
                self.submit(&page, &[("choice", "current")]).await
            } else if page.form("decision").is_some() {
                self.submit(&page, &[("decision", "allow")]).await
            } else {
                return page;
            };
        }
        page
    }

    /// Creates a session of `account` with SQL alone, without any page, and returns its `sid`.
    pub async fn sign_in_directly(&self, account: &str) -> String {
        let (app, random) = (self.app, atrium::random::Random::system());
        let account = app.account(account).await;
        let proof = Authentication::password(account.id);
        let session = SsoSession::begin(&proof, app.now(), &random);
        let sid = session.id.clone();
        let kept = BrowserStore::new(app.db().clone(), app.clock.clone());
        let until = (app.now() + 12 * atrium::clock::HOUR) / 1_000;
        let until = time::OffsetDateTime::from_unix_timestamp(until).unwrap();
        let expiry = Expiry::AtDateTime(until);
        let binding = Session::new(None, Arc::new(kept), Some(expiry));
        let cookie = NewCookie::of(&binding);
        let stored = cookie.clone();
        app.write(move |tx| {
            Box::pin(async move {
                rows::session(tx, &session).await?;
                stored.store(tx, &session.id).await
            })
        })
        .await;
        cookie.set(&binding, &sid).await.unwrap();
        let name = app.state().cookies.session.clone();
        self.set_cookie(&name, &binding.id().unwrap().to_string());
        sid
    }

    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    pub fn session_cookie(&self) -> Option<String> {
        self.cookie(&self.app.state().cookies.session)
    }

    /// All received `Set-Cookie` lines of `name`.
    pub fn set_cookie_lines(&self, name: &str) -> Vec<String> {
        let head = format!("{name}=");
        let lines = self.set.lock().unwrap();
        let ours = lines.iter().filter(|line| line.starts_with(&head));
        ours.cloned().collect()
    }

    /// Sets a cookie.
    pub fn set_cookie(&self, name: &str, value: &str) {
        let mut cookies = self.cookies.lock().unwrap();
        cookies.insert(name.to_owned(), value.to_owned());
    }

    /// Deletes all cookies.
    pub fn forget(&self) {
        self.cookies.lock().unwrap().clear();
    }

    async fn send(&self, url: Url, body: Option<String>, headers: &[(&str, &str)]) -> Page {
        assert_eq!(
            url.origin(),
            self.origin.origin(),
            "stays inside our origin"
        );
        let target = match url.query() {
            Some(query) => format!("{}?{query}", url.path()),
            None => url.path().to_owned(),
        };
        let method = if body.is_some() { "POST" } else { "GET" };
        let mut request = Request::builder().method(method).uri(target);
        if headers.iter().all(|(name, _)| *name != "accept") {
            request = request.header("accept", "text/html,application/xhtml+xml");
        }
        let cookies = self.cookie_header();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies);
        }
        if let Some(language) = &self.language {
            request = request.header("accept-language", language);
        }
        if body.is_some() {
            request = request.header("content-type", "application/x-www-form-urlencoded");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body.unwrap_or_default())).unwrap();
        let mut answer = self.app.send_from(self.address, request).await;
        self.keep_cookies(&answer);
        sizes::fit_proxies(&url, &answer);
        // A page that leads on at once counts as a redirect, which it is for the person.
        if let Some(to) = html::refresh(&answer.text()) {
            assert!(!answer.headers.contains_key("location"));
            answer.headers.insert("location", to.parse().unwrap());
        }
        Page { url, answer }
    }

    fn cookie_header(&self) -> String {
        let cookies = self.cookies.lock().unwrap();
        let pairs: Vec<String> = cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
        pairs.join("; ")
    }

    fn keep_cookies(&self, answer: &Answer) {
        let mut cookies = self.cookies.lock().unwrap();
        for line in answer.headers.get_all("set-cookie") {
            let line = line.to_str().unwrap();
            self.set.lock().unwrap().push(line.to_owned());
            let (pair, attributes) = line.split_once(';').unwrap_or((line, ""));
            let (name, value) = pair.split_once('=').unwrap();
            let attributes = attributes.to_ascii_lowercase();
            if value.is_empty() || attributes.contains("max-age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}
