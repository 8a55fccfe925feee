//! Calls of the product API: signed-in people, and requests with their tokens.

use serde_json::Value;

use crate::http::{Connection, Result};

/// The password of the demo's people.
const PASSWORD: &str = "Atrium2026*";

/// A signed-in person.
pub struct SignedIn {
    authority: String,
    token: String,
    pub user_id: String,
}

impl SignedIn {
    /// Signs `account` of the demo in at `authority`.
    pub async fn at(authority: &str, account: &str) -> Result<Self> {
        let nobody = Self {
            authority: authority.to_owned(),
            token: String::new(),
            user_id: String::new(),
        };
        let body = serde_json::json!({ "account": account, "password": PASSWORD });
        let bytes = nobody.post("/api/security/acc-login", &body);
        let data = checked(&mut Connection::open(authority).await?, &bytes).await?;
        let field = |name: &str| data[name].as_str().unwrap_or_default().to_owned();
        Ok(Self {
            token: field("userToken"),
            user_id: field("userId"),
            ..nobody
        })
    }

    /// A request that reads `path`.
    pub fn get(&self, path: &str) -> Vec<u8> {
        let Self {
            authority, token, ..
        } = self;
        format!("GET {path} HTTP/1.1\r\nhost: {authority}\r\naccess-token: {token}\r\n\r\n")
            .into_bytes()
    }

    /// A request that sends `body` to `path`.
    pub fn post(&self, path: &str, body: &Value) -> Vec<u8> {
        let (authority, body) = (&self.authority, body.to_string());
        let token = match self.token.as_str() {
            "" => String::new(),
            token => format!("access-token: {token}\r\n"),
        };
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\nhost: {authority}\r\ncontent-type: application/json\r\n{token}\
             content-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    /// What the server answers to [`Self::get`], on a connection of its own.
    pub async fn read(&self, path: &str) -> Result<Value> {
        let mut connection = Connection::open(&self.authority).await?;
        let answer = checked(&mut connection, &self.get(path)).await;
        answer.map_err(|why| format!("{path}: {why}").into())
    }

    /// What it answers to [`Self::post`].
    pub async fn write(&self, path: &str, body: &Value) -> Result<Value> {
        let mut connection = Connection::open(&self.authority).await?;
        let answer = checked(&mut connection, &self.post(path, body)).await;
        answer.map_err(|why| format!("{path}: {why}").into())
    }
}

/// Sends a request; an error unless the envelope says that it succeeded.
pub async fn checked(connection: &mut Connection, bytes: &[u8]) -> Result<Value> {
    let answer = connection.send(bytes).await?.json(200)?;
    if answer["status"] == 0 {
        return Ok(answer["data"].clone());
    }
    Err(format!("{:.300}", answer.to_string()).into())
}
