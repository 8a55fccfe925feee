//! A person's browser and an application. They use real connections, which may break.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::header::{COOKIE, HeaderMap, LOCATION, ORIGIN, RETRY_AFTER, SET_COOKIE};
use reqwest::{Client, RequestBuilder, redirect};
use ring::digest::{SHA256, digest};
use serde_json::Value;

use crate::support::app::form;
use crate::support::clients::{CALLBACK, SECRET};
use crate::support::html;
use crate::support::jose::b64;
use crate::support::people::PASSWORD;
use crate::support::relying_party::{Ask, basic_header, random};

/// The client of the load. It is a first-party client, so no consent page appears.
const CLIENT: &str = "basic";

/// An HTTP client for one server, which may have several processes. Each request has its own connection.
#[derive(Clone)]
pub struct Http {
    client: Client,
    url: String,
    /// The addresses of the processes, which get the requests in turns.
    processes: Arc<[String]>,
    sent: Arc<AtomicUsize>,
}

/// A complete answer, which acknowledges the request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

/// The cookies of one browser.
#[derive(Clone, Debug, Default)]
pub struct Jar(BTreeMap<String, String>);

/// A code and the request it belongs to.
#[derive(Clone, Debug)]
pub struct Code {
    pub ask: Ask,
    pub value: String,
}

#[derive(Clone, Debug)]
pub struct Tokens {
    pub access: String,
    pub refresh: String,
    pub id_token: String,
}

impl Answer {
    /// A header, or an empty string.
    pub fn header(&self, name: impl reqwest::header::AsHeaderName) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// The value of `Retry-After`.
    pub fn retry_after(&self) -> Option<u32> {
        self.header(RETRY_AFTER).parse().ok()
    }

    /// The tokens of a successful answer.
    pub fn tokens(&self) -> Tokens {
        Tokens {
            access: self.access_token(),
            refresh: self.member("refresh_token"),
            id_token: self.member("id_token"),
        }
    }

    /// The access token of a successful answer.
    pub fn access_token(&self) -> String {
        self.member("access_token")
    }

    fn member(&self, name: &str) -> String {
        assert_eq!(self.status, 200, "{}", self.text);
        let body: Value = serde_json::from_str(&self.text).unwrap();
        body[name].as_str().unwrap().to_owned()
    }

    /// The code in the address of this redirect.
    pub fn code(&self, ask: Ask) -> Code {
        let value = self.brought("code");
        Code { ask, value }
    }

    /// A parameter in the address to which this answer leads.
    pub fn brought(&self, name: &str) -> String {
        let to = self.header(LOCATION);
        assert!(
            to.starts_with(CALLBACK),
            "{to}: {} {}",
            self.status,
            self.text
        );
        let to = url::Url::parse(to).unwrap();
        let found = to.query_pairs().find(|(key, _)| key == name);
        found.unwrap_or_else(|| panic!("{to}")).1.into_owned()
    }
}

impl Http {
    pub fn new(url: String) -> Self {
        let processes = [url.clone()];
        Self::of_processes(url, &processes)
    }

    /// A client for the processes at these addresses. Together they are the server at `url`.
    pub fn of_processes(url: String, processes: &[String]) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .no_proxy()
            .pool_max_idle_per_host(0)
            .timeout(Duration::from_secs(15))
            .build()
            .unwrap();
        Self {
            client,
            url,
            processes: processes.into(),
            sent: Arc::default(),
        }
    }

    /// `GET path`; `None` if the connection broke before the answer was complete.
    pub async fn get(&self, path: &str) -> Option<Answer> {
        self.send(self.client.get(self.there(path))).await
    }

    /// Opens the sign-in page and sends its form. The answer acknowledges the session.
    pub async fn sign_in(&self, account: &str) -> Option<(Answer, Jar)> {
        let (page, mut jar) = self.open_sign_in("/login").await?;
        if page.status != 200 {
            return Some((page, jar));
        }
        let answer = self.send_password(&page, account, &jar).await?;
        jar.keep(&answer);
        Some((answer, jar))
    }

    /// Opens the sign-in page that `path` leads to, in a new browser.
    pub async fn open_sign_in(&self, path: &str) -> Option<(Answer, Jar)> {
        let mut jar = Jar::default();
        let mut page = self.browse(path, &mut jar).await?;
        for _ in 0..3 {
            if page.status != 303 {
                break;
            }
            let begun = page.header(LOCATION).to_owned();
            page = self.browse(&begun, &mut jar).await?;
        }
        Some((page, jar))
    }

    /// Sends the form of a sign-in page.
    pub async fn send_password(&self, page: &Answer, account: &str, jar: &Jar) -> Option<Answer> {
        let forms = html::forms(&page.text);
        let form = forms.iter().find(|form| form.has("password")).unwrap();
        let hidden = form.fields.iter();
        let mut pairs: Vec<(&str, &str)> = hidden
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .filter(|(name, _)| !["account", "password"].contains(name))
            .collect();
        pairs.extend([("account", account), ("password", PASSWORD)]);
        let request = self.client.post(self.there(&form.action));
        let request = request.header(ORIGIN, &self.url).header(COOKIE, jar.line());
        self.send(posted(request, &pairs)).await
    }

    /// Requests a code. The request shows no page.
    pub async fn authorize(&self, jar: &Jar, ask: &Ask) -> Option<Answer> {
        self.browse(&ask.url(), &mut jar.clone()).await
    }

    pub async fn exchange(&self, code: &Code) -> Option<Answer> {
        let pairs = [
            ("grant_type", "authorization_code"),
            ("code", &code.value),
            ("code_verifier", &code.ask.verifier),
            ("redirect_uri", CALLBACK),
        ];
        self.token(&pairs).await
    }

    pub async fn refresh(&self, token: &str) -> Option<Answer> {
        self.token(&[("grant_type", "refresh_token"), ("refresh_token", token)])
            .await
    }

    pub async fn userinfo(&self, token: &str) -> Option<Answer> {
        let request = self.client.get(self.there("/oauth2/userinfo"));
        self.send(request.bearer_auth(token)).await
    }

    /// Revokes a token (RFC 7009).
    pub async fn revoke(&self, token: &str) -> Option<Answer> {
        self.post("/oauth2/revoke", &[("token", token)]).await
    }

    /// Signs out with this ID token. The cookies stay in the jar.
    pub async fn sign_out(&self, jar: &Jar, id_token: &str) -> Option<Answer> {
        let path = format!("/oauth2/logout?id_token_hint={id_token}");
        self.browse(&path, &mut jar.clone()).await
    }

    /// Posts a form to `path` as the client.
    pub async fn post(&self, path: &str, pairs: &[(&str, &str)]) -> Option<Answer> {
        let request = self.client.post(self.there(path));
        let request = request.header("authorization", basic_header(CLIENT, SECRET));
        self.send(posted(request, pairs)).await
    }

    /// Calls the product API with JSON and an `Access-Token`.
    pub async fn call(&self, path: &str, token: &str, body: &Value) -> Option<Answer> {
        let request = self.client.post(self.there(path));
        let request = request
            .header("access-token", token)
            .header("content-type", "application/json")
            .body(body.to_string());
        self.send(request).await
    }

    async fn token(&self, pairs: &[(&str, &str)]) -> Option<Answer> {
        self.post("/oauth2/token", pairs).await
    }

    /// `GET path` as a browser with these cookies.
    pub async fn browse(&self, path: &str, jar: &mut Jar) -> Option<Answer> {
        let request = self.client.get(self.there(path));
        let request = request
            .header("accept", "text/html")
            .header(COOKIE, jar.line());
        let mut answer = self.send(request).await?;
        jar.keep(&answer);
        // A page that leads on at once counts as a redirect, which it is for the person.
        if let Some(to) = html::refresh(&answer.text) {
            answer.headers.insert(LOCATION, to.parse().unwrap());
        }
        Some(answer)
    }

    fn there(&self, path: &str) -> String {
        let turn = self.sent.fetch_add(1, Ordering::Relaxed) % self.processes.len();
        let here = url::Url::parse(&self.processes[turn]).unwrap();
        here.join(path).unwrap().to_string()
    }

    async fn send(&self, request: RequestBuilder) -> Option<Answer> {
        let response = request.send().await.ok()?;
        Some(Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: response.text().await.ok()?,
        })
    }
}

impl Jar {
    /// The values of the cookies.
    pub fn values(&self) -> impl Iterator<Item = &String> {
        self.0.values()
    }

    fn line(&self) -> String {
        let pairs: Vec<String> = self.0.iter().map(|(k, v)| format!("{k}={v}")).collect();
        pairs.join("; ")
    }

    pub fn keep(&mut self, answer: &Answer) {
        for line in answer.headers.get_all(SET_COOKIE) {
            let line = line.to_str().unwrap();
            let (pair, attributes) = line.split_once(';').unwrap_or((line, ""));
            let (name, value) = pair.split_once('=').unwrap();
            if value.is_empty() || attributes.to_ascii_lowercase().contains("max-age=0") {
                self.0.remove(name);
            } else {
                self.0.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

/// An authorization request for a code and a refresh token. It shows no page.
pub fn ask() -> Ask {
    let verifier = random();
    let challenge = b64(digest(&SHA256, verifier.as_bytes()).as_ref());
    let ask = Ask {
        params: Vec::new(),
        verifier,
    };
    ask.with("client_id", CLIENT)
        .with("redirect_uri", CALLBACK)
        .with("response_type", "code")
        .with("scope", "openid offline_access")
        .with("state", &random())
        .with("prompt", "none")
        .with("code_challenge", &challenge)
        .with("code_challenge_method", "S256")
}

fn posted(request: RequestBuilder, pairs: &[(&str, &str)]) -> RequestBuilder {
    request
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form(pairs))
}
