//! A small browser for the sign-in pages: cookies, redirects and plain forms.

use std::collections::BTreeMap;

use url::Url;
use url::form_urlencoded::Serializer;

use crate::http::{Connection, Error, Result, request};

/// The most redirects between two pages.
const MOST_REDIRECTS: usize = 12;

/// The cookies and the connection of one person's browser at one provider.
pub struct Browser {
    origin: Url,
    authority: String,
    connection: Connection,
    cookies: BTreeMap<String, String>,
}

/// Where following the redirects ended.
pub enum Reached {
    /// At the application, with the code in the address.
    Callback(Url),
    Page(Page),
}

impl Reached {
    /// The page; an error at the callback.
    pub fn page(self) -> Result<Page> {
        match self {
            Self::Page(page) => Ok(page),
            Self::Callback(url) => Err(format!("no page, but {url}").into()),
        }
    }

    /// The callback address; an error at a page.
    pub fn callback(self) -> Result<Url> {
        match self {
            Self::Callback(url) => Ok(url),
            Self::Page(page) => Err(page.stopped()),
        }
    }
}

impl Browser {
    /// A browser for the provider at `authority`, whose pages are of `origin`.
    pub async fn new(authority: &str, origin: &Url) -> Result<Self> {
        let connection = Connection::open(authority).await?;
        Ok(Self {
            origin: origin.clone(),
            authority: authority.to_owned(),
            connection,
            cookies: BTreeMap::new(),
        })
    }

    /// Becomes another person's browser on the same connection.
    pub fn forget(&mut self) {
        self.cookies.clear();
    }

    /// Follows `url` to a page or to `callback`.
    pub async fn open(&mut self, url: Url, callback: &str) -> Result<Reached> {
        self.walk("GET", url, None, callback).await
    }

    /// Signs in at the page that `url` leads to, allows a consent, and returns the callback
    /// address.
    pub async fn sign_in(
        &mut self,
        url: Url,
        callback: &str,
        account: &str,
        password: &str,
    ) -> Result<Url> {
        let mut reached = self.open(url, callback).await?;
        if let Reached::Page(page) = &reached
            && page.has_form_with("password")
        {
            let fields = [("account", account), ("password", password)];
            reached = self.submit(page, "password", &fields, callback).await?;
        }
        self.finish(reached, callback).await
    }

    /// Allows the consents that follow, and returns the callback address.
    pub async fn finish(&mut self, mut reached: Reached, callback: &str) -> Result<Url> {
        for _ in 0..3 {
            let Reached::Page(page) = &reached else { break };
            let fields = [("decision", "allow")];
            reached = self.submit(page, "decision", &fields, callback).await?;
        }
        reached.callback()
    }

    /// Sends the form of `page` that has a field or button `name`, with `fields` beside its hidden fields.
    pub async fn submit(
        &mut self,
        page: &Page,
        name: &str,
        fields: &[(&str, &str)],
        callback: &str,
    ) -> Result<Reached> {
        let form = form_with(&page.html, name).ok_or_else(|| page.stopped())?;
        let filled = form.filled(fields);
        let target = page.url.join(&filled.action)?;
        self.walk("POST", target, Some(filled.body), callback).await
    }

    async fn walk(
        &mut self,
        method: &str,
        mut url: Url,
        mut body: Option<String>,
        callback: &str,
    ) -> Result<Reached> {
        let mut method = method.to_owned();
        for _ in 0..MOST_REDIRECTS {
            let bytes = self.bytes(&method, &url, body.as_deref());
            let answer = self.connection.send(&bytes).await?;
            let (status, set) = (answer.status, answer.headers("set-cookie"));
            let to = answer.header("location");
            let html = to.is_none().then(|| answer.text());
            // A page of ours that leads on at once.
            let to = to.or_else(|| html.as_deref().and_then(refresh));
            let closes = answer
                .header("connection")
                .is_some_and(|said| said == "close");
            for cookie in &set {
                keep(&mut self.cookies, cookie);
            }
            if closes {
                self.connection.reopen().await?;
            }
            match (to, html) {
                (Some(to), _) => url = url.join(&to)?,
                (None, html) => {
                    let html = html.unwrap_or_default();
                    return Ok(Reached::Page(Page { url, status, html }));
                }
            }
            if url.as_str().starts_with(callback) {
                return Ok(Reached::Callback(url));
            }
            (method, body) = ("GET".to_owned(), None);
        }
        Err(format!("redirects without end at {url}").into())
    }

    fn bytes(&self, method: &str, url: &Url, body: Option<&str>) -> Vec<u8> {
        let cookies: Vec<_> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let cookies = cookies.join("; ");
        let origin = self.origin.origin().ascii_serialization();
        let mut headers = vec![("accept", "text/html")];
        if !cookies.is_empty() {
            headers.push(("cookie", &cookies));
        }
        if body.is_some() {
            headers.push(("origin", &origin));
        }
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        request(method, &self.authority, path, &headers, body)
    }
}

/// A page of a sign-in.
pub struct Page {
    pub url: Url,
    pub status: u16,
    html: String,
}

impl Page {
    /// True if it has a form with this field or button.
    pub fn has_form_with(&self, name: &str) -> bool {
        form_with(&self.html, name).is_some()
    }

    /// What its script asks for a passkey, as JSON.
    pub fn options(&self) -> Option<String> {
        let (_, form) = self.html.split_once("<form id=\"passkey\"")?;
        attribute(form.split('>').next()?, "data-options")
    }

    /// Its first text between `before` and `after`.
    pub fn between(&self, before: &str, after: char) -> Option<&str> {
        let (_, rest) = self.html.split_once(before)?;
        rest.split(after).next()
    }

    /// Its first link whose address begins with `path`.
    pub fn link_to(&self, path: &str) -> Result<Url> {
        let mut links = self.html.split("<a").skip(1);
        let links = links.find_map(|link| {
            let address = attribute(link.split('>').next()?, "href")?;
            address.starts_with(path).then_some(address)
        });
        let address = links.ok_or_else(|| self.stopped())?;
        Ok(self.url.join(&address)?)
    }

    fn stopped(&self) -> Error {
        let (url, status) = (&self.url, self.status);
        let title = self.between("<title>", '<').unwrap_or_default();
        format!("the sign-in stopped at {url} ({status}): {}", title.trim()).into()
    }
}

fn keep(cookies: &mut BTreeMap<String, String>, set: &str) {
    let mut parts = set.split(';').map(str::trim);
    let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else {
        return;
    };
    let gone = parts.any(|part| {
        let part = part.to_ascii_lowercase();
        part == "max-age=0" || part.starts_with("expires=thu, 01 jan 1970")
    });
    if gone {
        cookies.remove(name);
    } else {
        cookies.insert(name.to_owned(), value.to_owned());
    }
}

struct Form {
    action: String,
    hidden: Vec<(String, String)>,
}

struct Filled {
    action: String,
    body: String,
}

impl Form {
    /// A hidden field that `fields` name too is filled in.
    fn filled(self, fields: &[(&str, &str)]) -> Filled {
        let is_given = |name: &str| fields.iter().any(|(given, _)| *given == name);
        let kept = self.hidden.iter().filter(|(name, _)| !is_given(name));
        let mut body = Serializer::new(String::new());
        body.extend_pairs(kept).extend_pairs(fields);
        Filled {
            action: self.action,
            body: body.finish(),
        }
    }
}

/// The form that has a field or button with this name, with its hidden fields.
fn form_with(html: &str, name: &str) -> Option<Form> {
    let wanted = format!("name=\"{name}\"");
    let mut forms = html.split("<form").skip(1);
    let form = forms.find(|form| {
        form.split("</form")
            .next()
            .is_some_and(|own| own.contains(&wanted))
    })?;
    let own = form.split("</form").next()?;
    let (open, inside) = own.split_once('>')?;
    let inputs = inside
        .split("<input")
        .skip(1)
        .filter_map(|input| input.split('>').next());
    let hidden = inputs
        .filter(|input| input.contains("type=\"hidden\""))
        .filter_map(|input| {
            Some((
                attribute(input, "name")?,
                attribute(input, "value").unwrap_or_default(),
            ))
        });
    Some(Form {
        action: attribute(open, "action").unwrap_or_default(),
        hidden: hidden.collect(),
    })
}

/// Where a page leads at once, without a script.
fn refresh(html: &str) -> Option<String> {
    let (_, tag) = html.split_once("<meta http-equiv=\"refresh\"")?;
    let content = attribute(tag.split('>').next()?, "content")?;
    content.strip_prefix("0; url=").map(str::to_owned)
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let value = tag[start..].split('"').next()?;
    let plain = value
        .replace("&quot;", "\"")
        .replace("&#34;", "\"")
        .replace("&#39;", "'");
    let plain = plain
        .replace("&#x27;", "'")
        .replace("&lt;", "<")
        .replace("&#60;", "<");
    Some(
        plain
            .replace("&gt;", ">")
            .replace("&#62;", ">")
            .replace("&#38;", "&")
            .replace("&amp;", "&"),
    )
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{Page, attribute, form_with};

    #[test]
    fn the_form_with_the_password_is_found_and_keeps_its_hidden_fields() {
        let html = r#"<form action="/lion"><input type="hidden" name="csrf" value="1"></form>
            <form method="post" action="/login?j=1&amp;x=2"><input type="hidden" name="csrf" value="2">
            <input id="p" name="password" type="password"></form>"#;
        let filled = form_with(html, "password").map(|form| form.filled(&[("password", "a b")]));
        let filled = filled.unwrap();
        assert_eq!(filled.action, "/login?j=1&x=2");
        assert_eq!(filled.body, "csrf=2&password=a+b");
        assert_eq!(attribute(" name=\"x\"", "value"), None);
    }

    #[test]
    fn the_page_names_its_passkey_options_and_links_and_a_filled_hidden_field_is_sent_once() {
        let html = r#"<a href="/help">?</a> <a class="button" href="/federation/bench?flow=a&amp;b=1">x</a>
            <form id="passkey" action="/passkey" hidden data-options="{&#34;rpId&#34;:1}">
            <input type="hidden" name="state" value="s"><input type="hidden" name="answer"></form>"#;
        let page = Page {
            url: Url::parse("http://localhost:1/login").unwrap(),
            status: 200,
            html: html.to_owned(),
        };
        assert_eq!(page.options().as_deref(), Some(r#"{"rpId":1}"#));
        let way = page.link_to("/federation/bench?").unwrap();
        assert_eq!(
            way.as_str(),
            "http://localhost:1/federation/bench?flow=a&b=1"
        );
        let form = form_with(html, "answer").unwrap();
        assert_eq!(form.filled(&[("answer", "x")]).body, "state=s&answer=x");
    }
}
