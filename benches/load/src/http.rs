//! HTTP/1.1 over one kept-alive connection, with as little work as possible: the load generator has
//! one core and must not limit the result.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub type Error = Box<dyn std::error::Error + Send + Sync>;
pub type Result<T> = std::result::Result<T, Error>;

/// A server and the second process behind its authority.
static SHARED: OnceLock<[String; 2]> = OnceLock::new();
static OPENED: AtomicUsize = AtomicUsize::new(0);

/// From now on every other connection to `authority` leads to `second`, as a load balancer would do it.
pub fn share(authority: String, second: String) -> Result<()> {
    let shared = SHARED.set([authority, second]);
    shared.map_err(|_| "the load is shared already".into())
}

/// Where the next connection to `authority` leads.
fn next_address(authority: &str) -> &str {
    match SHARED.get() {
        Some(both) if both[0] == authority => &both[OPENED.fetch_add(1, Ordering::Relaxed) % 2],
        _ => authority,
    }
}

/// A kept-alive connection to `host:port`.
pub struct Connection {
    authority: String,
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// A response that borrows from the connection's buffer.
pub struct Answer<'a> {
    pub status: u16,
    head: &'a [u8],
    /// The complete body.
    pub body: std::borrow::Cow<'a, [u8]>,
}

impl Answer<'_> {
    /// All values of a header, by its lower-case name.
    pub fn headers(&self, name: &str) -> Vec<String> {
        let mut found = [httparse::EMPTY_HEADER; 64];
        let mut response = httparse::Response::new(&mut found);
        if response.parse(self.head).is_err() {
            return Vec::new();
        }
        let named = response
            .headers
            .iter()
            .filter(|header| header.name.eq_ignore_ascii_case(name));
        named
            .map(|header| String::from_utf8_lossy(header.value).into_owned())
            .collect()
    }

    /// The first value of a header.
    pub fn header(&self, name: &str) -> Option<String> {
        self.headers(name).into_iter().next()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON. An error if the status is not `status`.
    pub fn json(&self, status: u16) -> Result<serde_json::Value> {
        if self.status != status {
            let text = self.text();
            return Err(format!("{} instead of {status}: {text:.300}", self.status).into());
        }
        Ok(serde_json::from_slice(&self.body)?)
    }
}

impl Connection {
    pub async fn open(authority: &str) -> Result<Self> {
        let stream = TcpStream::connect(next_address(authority)).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            authority: authority.to_owned(),
            stream,
            buffer: Vec::with_capacity(16_384),
        })
    }

    /// Sends a request made by [`request`] and reads the complete response.
    pub async fn send(&mut self, request: &[u8]) -> Result<Answer<'_>> {
        self.buffer.clear();
        self.stream.write_all(request).await?;
        let (status, head, framing) = self.read_head().await?;
        let end = match framing {
            Framing::Length(length) => {
                self.read_to(head + length).await?;
                head + length
            }
            Framing::Chunked => self.read_chunks(head).await?,
        };
        let raw = &self.buffer[head..end];
        let body = match framing {
            Framing::Length(_) => std::borrow::Cow::Borrowed(raw),
            Framing::Chunked => std::borrow::Cow::Owned(unchunked(raw)?),
        };
        Ok(Answer {
            status,
            head: &self.buffer[..head],
            body,
        })
    }

    /// Sends a request whose answer are server-sent events.
    pub async fn begin(&mut self, request: &[u8]) -> Result<()> {
        self.buffer.clear();
        self.stream.write_all(request).await?;
        let (status, head, _) = self.read_head().await?;
        if status != 200 {
            return Err(format!("{status} instead of events").into());
        }
        self.buffer.drain(..head);
        Ok(())
    }

    /// The next event with data, with the marks of the chunks around it; `None` at the end.
    pub async fn next_event(&mut self) -> Result<Option<String>> {
        loop {
            let end = self.buffer.windows(2).position(|two| two == b"\n\n");
            if let Some(end) = end {
                let event = self.buffer.drain(..end + 2);
                let event = String::from_utf8_lossy(&event.collect::<Vec<_>>()).into_owned();
                if event.contains("data: ") {
                    return Ok(Some(event));
                }
            } else if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Ok(None);
            }
        }
    }

    /// Replaces this connection with a new one.
    pub async fn reopen(&mut self) -> Result<()> {
        *self = Self::open(&self.authority.clone()).await?;
        Ok(())
    }

    async fn read_head(&mut self) -> Result<(u16, usize, Framing)> {
        loop {
            self.read_more().await?;
            let mut headers = [httparse::EMPTY_HEADER; 64];
            let mut response = httparse::Response::new(&mut headers);
            if let httparse::Status::Complete(head) = response.parse(&self.buffer)? {
                let status = response.code.unwrap_or_default();
                return Ok((status, head, framing(status, response.headers)?));
            }
        }
    }

    async fn read_chunks(&mut self, head: usize) -> Result<usize> {
        let mut at = head;
        loop {
            match httparse::parse_chunk_size(&self.buffer[at..]).map_err(|_| "a bad chunk")? {
                httparse::Status::Partial => self.read_more().await?,
                httparse::Status::Complete((line, size)) => {
                    at += line + size as usize + 2;
                    self.read_to(at).await?;
                    if size == 0 {
                        return Ok(at);
                    }
                }
            }
        }
    }

    async fn read_to(&mut self, end: usize) -> Result<()> {
        while self.buffer.len() < end {
            self.read_more().await?;
        }
        Ok(())
    }

    async fn read_more(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Framing {
    Length(usize),
    Chunked,
}

fn framing(status: u16, headers: &[httparse::Header<'_>]) -> Result<Framing> {
    let value = |name: &str| {
        let header = headers
            .iter()
            .find(|header| header.name.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(header.value).ok()
    };
    if value("transfer-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked")) {
        return Ok(Framing::Chunked);
    }
    match value("content-length") {
        Some(length) => Ok(Framing::Length(length.parse()?)),
        None if status == 204 || status == 304 => Ok(Framing::Length(0)),
        None => Err("an answer without a length".into()),
    }
}

fn unchunked(mut raw: &[u8]) -> Result<Vec<u8>> {
    let mut body = Vec::with_capacity(raw.len());
    while let httparse::Status::Complete((line, size)) =
        httparse::parse_chunk_size(raw).map_err(|_| "a bad chunk")?
    {
        let size = size as usize;
        body.extend_from_slice(&raw[line..line + size]);
        if size == 0 {
            break;
        }
        raw = &raw[line + size + 2..];
    }
    Ok(body)
}

/// The bytes of a request; `body` is a form.
pub fn request(
    method: &str,
    authority: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> Vec<u8> {
    let body = body.map(|form| ("application/x-www-form-urlencoded", form));
    bytes(method, authority, path, headers, body)
}

/// The bytes of a POST of JSON.
pub fn json_request(
    authority: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &serde_json::Value,
) -> Vec<u8> {
    let body = body.to_string();
    let body = Some(("application/json", body.as_str()));
    bytes("POST", authority, path, headers, body)
}

/// The bytes of a request; `body` has its media type.
fn bytes(
    method: &str,
    authority: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<(&str, &str)>,
) -> Vec<u8> {
    let mut lines = vec![
        format!("{method} {path} HTTP/1.1"),
        format!("host: {authority}"),
    ];
    lines.extend(
        headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}")),
    );
    if let Some((kind, body)) = body {
        lines.push(format!("content-type: {kind}"));
        lines.push(format!("content-length: {}", body.len()));
    }
    let head = lines.join("\r\n");
    let body = body.map_or("", |(_, body)| body);
    format!("{head}\r\n\r\n{body}").into_bytes()
}
