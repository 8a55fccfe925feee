//! Requests from any address, through the trusted proxy that this program is; and a small browser for the pages.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::header::{COOKIE, LOCATION, SET_COOKIE};
use hyper::{HeaderMap, Request};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use url::form_urlencoded::Serializer;

use crate::Result;

/// The password of everybody in the demo data.
pub const PASSWORD: &str = "Atrium2026*";
/// An authorization request of the demo application; the challenge is the example of RFC 7636 appendix B.
pub const AUTHORIZE: &str = "/oauth2/authorize?client_id=demo-app&response_type=code&scope=openid\
    &redirect_uri=http%3A%2F%2F127.0.0.1%3A9999%2Fcallback\
    &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256";
/// Where its answer goes.
pub const CALLBACK: &str = "http://127.0.0.1:9999/callback";
/// The verifier of its challenge.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/// A client of one server; cheap to clone.
#[derive(Clone)]
pub struct Http {
    client: Client<HttpConnector, Full<Bytes>>,
    pub origin: String,
}

/// The text before the address in a page that leads on.
const REFRESH: &str = "<meta http-equiv=\"refresh\" content=\"0; url=";

/// The length from which a value counts as random: 240 bits in base64.
const RANDOM: usize = 40;

pub struct Answer {
    pub status: u16,
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Result<serde_json::Value> {
        Ok(serde_json::from_slice(&self.body)?)
    }

    /// All that a client can compare with another answer, with the lengths of random values alone. The time, and what was
    /// `typed` and its length, are left out.
    pub fn shape(&self, typed: &[String]) -> String {
        let headers = self.headers.iter();
        let mut lines: Vec<_> = headers
            .filter(|(name, _)| {
                !["content-length", "date", "x-request-id"].contains(&name.as_str())
            })
            .map(|(name, value)| format!("{name}: {value:?}"))
            .collect();
        lines.sort_unstable();
        lines.push(self.text());
        let mut text = lines.join("\n");
        for typed in typed {
            text = text.replace(typed.as_str(), "(typed)");
        }
        format!("{}\n{}", self.status, without_random(&text))
    }

    /// Where a redirect, or a page that leads on at once, leads.
    pub fn location(&self) -> Option<String> {
        if let Some(to) = self.headers.get(LOCATION) {
            return to.to_str().ok().map(str::to_owned);
        }
        let text = self.text();
        let (_, to) = text.split_once(REFRESH)?;
        let (to, _) = to.split_once('"')?;
        Some(to.replace("&#38;", "&"))
    }
}

/// `text` with the lengths of values that are long enough to be random.
fn without_random(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        let (value, after) = from.split_at(end);
        short.push_str(before);
        short.push_str(if value.len() < RANDOM {
            value
        } else {
            "(random)"
        });
        rest = after;
    }
    short + rest
}

/// An address in the network number `n`, a /48 of its own.
pub fn elsewhere(n: usize) -> IpAddr {
    let [high, low] = [n / 0x1_0000, n % 0x1_0000].map(|part| u16::try_from(part).unwrap_or(0));
    Ipv6Addr::new(0x2400, high, low, 1, 0, 0, 0, 1).into()
}

/// The fields of a form.
pub fn form(fields: &[(&str, &str)]) -> String {
    let mut text = Serializer::new(String::new());
    text.extend_pairs(fields);
    text.finish()
}

impl Http {
    pub fn new(port: u16) -> Self {
        Self {
            client: Client::builder(TokioExecutor::new()).build_http(),
            origin: format!("http://127.0.0.1:{port}"),
        }
    }

    pub async fn get(&self, from: IpAddr, path: &str, headers: &[(&str, &str)]) -> Result<Answer> {
        self.send("GET", from, path, headers, String::new()).await
    }

    pub async fn post(
        &self,
        from: IpAddr,
        path: &str,
        headers: &[(&str, &str)],
        fields: &[(&str, &str)],
    ) -> Result<Answer> {
        let typed = ("content-type", "application/x-www-form-urlencoded");
        let headers: Vec<_> = headers.iter().copied().chain([typed]).collect();
        self.send("POST", from, path, &headers, form(fields)).await
    }

    /// A call of the product API.
    pub async fn call(
        &self,
        from: IpAddr,
        path: &str,
        token: &str,
        body: &serde_json::Value,
    ) -> Result<Answer> {
        let headers = [
            ("content-type", "application/json"),
            ("access-token", token),
        ];
        let headers = if token.is_empty() {
            &headers[..1]
        } else {
            &headers[..]
        };
        self.send("POST", from, path, headers, body.to_string())
            .await
    }

    /// A sign-in by the product API.
    pub async fn acc_login(&self, from: IpAddr, account: &str, password: &str) -> Result<Answer> {
        let body = serde_json::json!({"account": account, "password": password});
        self.call(from, "/api/security/acc-login", "", &body).await
    }

    /// Sends a request as it is.
    pub async fn send(
        &self,
        method: &str,
        from: IpAddr,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Result<Answer> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.origin))
            .header("x-forwarded-for", from.to_string());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.client.request(request.body(Full::from(body))?).await?;
        let (parts, body) = response.into_parts();
        Ok(Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: body.collect().await?.to_bytes(),
        })
    }
}

/// One person's browser.
#[derive(Clone)]
pub struct Browser {
    http: Http,
    from: IpAddr,
    cookies: BTreeMap<String, String>,
}

impl Browser {
    pub fn new(http: &Http, from: IpAddr) -> Self {
        Self {
            http: http.clone(),
            from,
            cookies: BTreeMap::new(),
        }
    }

    /// Deletes all cookies except the one that proves earlier sign-ins.
    pub fn forget_session(&mut self) {
        self.cookies.retain(|name, _| name.contains("known"));
    }

    pub fn cookie_header(&self) -> String {
        let pairs = self.cookies.iter();
        let pairs: Vec<_> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("; ")
    }

    /// Goes to `path` and follows redirects within the server.
    pub async fn go(&mut self, path: &str) -> Result<Answer> {
        let own = path.strip_prefix(&self.http.origin);
        let mut path = own.unwrap_or(path).to_owned();
        for _ in 0..10 {
            let cookies = self.cookie_header();
            let headers = [(COOKIE.as_str(), cookies.as_str())];
            let answer = self.http.get(self.from, &path, &headers).await?;
            self.keep(&answer);
            let Some(to) = answer.location() else {
                return Ok(answer);
            };
            let own = to.strip_prefix(&self.http.origin).unwrap_or(&to);
            if !own.starts_with('/') {
                return Ok(answer);
            }
            own.clone_into(&mut path);
        }
        Err(format!("redirects without end at {path}").into())
    }

    /// Posts a form of `page` with its hidden fields; does not follow redirects.
    pub async fn submit(
        &mut self,
        page: &Answer,
        path: &str,
        filled: &[(&str, &str)],
    ) -> Result<Answer> {
        let html = page.text();
        let (csrf, flow) = (hidden(&html, "csrf")?, hidden(&html, "flow")?);
        let own = [("csrf", csrf.as_str()), ("flow", flow.as_str())];
        let fields: Vec<_> = own.iter().chain(filled).copied().collect();
        let cookies = self.cookie_header();
        let headers = [
            (COOKIE.as_str(), cookies.as_str()),
            ("origin", self.http.origin.as_str()),
        ];
        let answer = self.http.post(self.from, path, &headers, &fields).await?;
        self.keep(&answer);
        Ok(answer)
    }

    /// Opens the sign-in page and posts the password; returns the page that follows.
    pub async fn sign_in(&mut self, account: &str) -> Result<Answer> {
        let page = self.go("/login").await?;
        let filled = [("account", account), ("password", PASSWORD)];
        let answer = self.submit(&page, "/login", &filled).await?;
        let onward = answer.location().ok_or("the sign-in was refused")?;
        self.go(&onward).await
    }

    fn keep(&mut self, answer: &Answer) {
        for line in answer.headers.get_all(SET_COOKIE) {
            let line = line.to_str().unwrap_or_default();
            let pair = line.split(';').next().and_then(|pair| pair.split_once('='));
            if let Some((name, value)) = pair {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

/// The hidden field with this name.
pub fn hidden(html: &str, name: &str) -> Result<String> {
    let start = format!("name=\"{name}\" value=\"");
    let found = html
        .split_once(&start)
        .and_then(|(_, rest)| rest.split_once('"'));
    let value = found.map(|(value, _)| value.to_owned());
    value.ok_or_else(|| format!("no field {name} in {html:.300}").into())
}
