//! A browser for a [`Server`] in memory. It keeps cookies, and follows redirects only on request.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::Request;

use super::html;
use super::product_api::{Answered, HOST, Server};

pub struct Browser<'a> {
    pub server: &'a Server,
    cookies: BTreeMap<String, String>,
}

impl<'a> Browser<'a> {
    pub fn new(server: &'a Server) -> Self {
        Self {
            server,
            cookies: BTreeMap::new(),
        }
    }

    fn cookie(&self) -> String {
        let pairs: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("; ")
    }

    /// Keeps the cookies. A page that leads on at once counts as a redirect, which it is for the person.
    fn keep(&mut self, answer: &mut Answered) {
        if let Some(to) = html::refresh(&answer.text) {
            answer.headers.insert("location", to.parse().unwrap());
        }
        for line in answer.headers.get_all("set-cookie") {
            let pair = line.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    /// Opens one of our addresses.
    pub async fn open(&mut self, path: &str) -> Answered {
        self.open_with(path, &[]).await
    }

    /// Opens one of our addresses with more headers.
    pub async fn open_with(&mut self, path: &str, headers: &[(&str, &str)]) -> Answered {
        let cookie = self.cookie();
        let all = [&[("cookie", cookie.as_str())][..], headers].concat();
        let mut answer = self.server.get(path, &all).await;
        self.keep(&mut answer);
        answer
    }

    /// Sends the form of one of our pages, with its hidden fields.
    pub async fn submit(
        &mut self,
        page: &Answered,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Answered {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        for name in ["csrf", "flow"] {
            form.append_pair(name, hidden(&page.text, name));
        }
        form.extend_pairs(fields);
        let request = Request::post(path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("origin", super::base_path::ORIGIN)
            .header("cookie", self.cookie())
            .body(Body::from(form.finish()))
            .unwrap();
        let mut answer = self.server.send(request).await;
        self.keep(&mut answer);
        answer
    }

    /// Presses a button of a page whose forms have no fields, sent by a page of `origin`.
    pub async fn press(&mut self, path: &str, way: &str, origin: &str) -> Answered {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.append_pair("way", way);
        let request = Request::post(path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("origin", origin)
            .header("cookie", self.cookie())
            .body(Body::from(form.finish()))
            .unwrap();
        let mut answer = self.server.send(request).await;
        self.keep(&mut answer);
        answer
    }

    /// Opens an address and follows redirects within our origin. Returns the first answer that is
    /// not a redirect, or the redirect or page that leaves our origin.
    pub async fn follow(&mut self, path: &str) -> Answered {
        let mut answer = self.open(path).await;
        for _ in 0..10 {
            let location = answer.header("location").to_owned();
            let Some(path) = own(&location) else {
                return answer;
            };
            answer = self.open(path).await;
        }
        panic!("goes round and round: {answer:?}");
    }
}

/// The path of an address, if it is one of ours.
pub fn own(location: &str) -> Option<&str> {
    let path = location.strip_prefix(&*HOST).unwrap_or(location);
    path.starts_with('/').then_some(path)
}

fn hidden<'t>(html: &'t str, name: &str) -> &'t str {
    let (_, rest) = html
        .split_once(&format!("name=\"{name}\" value=\""))
        .unwrap_or_else(|| panic!("no field {name}: {html}"));
    rest.split('"').next().unwrap()
}
