//! What a provider writes: a piece of a stream, a whole answer, an error.

use serde::Deserialize;
use serde_json::Value;

use super::part::GatewayError;

/// What one piece of a stream says, or a whole answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    pub text: Option<String>,
    /// Tokens of the question and of the answer.
    pub usage: Option<(i64, i64)>,
    /// The answer ends here; true if it is cut.
    pub end: Option<bool>,
}

#[derive(Deserialize)]
struct Written {
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Option<Value>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    /// In a stream.
    delta: Option<Message>,
    /// In a whole answer.
    message: Option<Message>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Option<Value>,
}

impl Chunk {
    /// Reads a piece.
    ///
    /// # Errors
    /// It is no JSON of the protocol, or reports an error.
    pub fn read(text: &str) -> Result<Self, GatewayError> {
        let written: Written = serde_json::from_str(text).map_err(|_| GatewayError::Malformed)?;
        if written.error.is_some_and(|error| !error.is_null()) {
            return Err(GatewayError::Reported);
        }
        let choice = written.choices.unwrap_or_default().into_iter().next();
        let mut chunk = Self {
            usage: written.usage.as_ref().and_then(usage),
            ..Self::default()
        };
        if let Some(choice) = choice {
            let message = choice.delta.or(choice.message);
            let content = message.and_then(|message| message.content);
            chunk.text = content.and_then(|content| content.as_str().map(str::to_owned));
            chunk.end = choice.finish_reason.map(|reason| reason == "length");
        }
        Ok(chunk)
    }
}

/// Reads an answer that comes whole, because the provider does not stream.
///
/// # Errors
/// It is no answer.
pub fn read_answer(body: &[u8]) -> Result<Chunk, GatewayError> {
    let text = std::str::from_utf8(body).map_err(|_| GatewayError::Malformed)?;
    let chunk = Chunk::read(text)?;
    let end = chunk.end.or(Some(false));
    match chunk.text {
        Some(_) => Ok(Chunk { end, ..chunk }),
        None => Err(GatewayError::Malformed),
    }
}

/// Tokens, unless a provider counts below zero or beyond reason.
fn usage(usage: &Value) -> Option<(i64, i64)> {
    let tokens = |name: &str| {
        let tokens = usage.get(name)?.as_i64()?;
        (0..=10_000_000).contains(&tokens).then_some(tokens)
    };
    Some((tokens("prompt_tokens")?, tokens("completion_tokens")?))
}

/// What an error means. Providers write `{"error": {"code": …, "message": …}}`, `{"error": "…"}`, `{"message": "…"}`, or
/// plain text. Their words are not passed on, because they can quote a part of the key.
pub fn read_error(status: u16, body: &[u8]) -> GatewayError {
    let text = String::from_utf8_lossy(body).to_lowercase();
    let is_too_long = [
        "context_length",
        "context length",
        "maximum context",
        "too many tokens",
    ]
    .iter()
    .any(|words| text.contains(words));
    match status {
        401 | 403 => GatewayError::Key,
        429 | 503 => GatewayError::Busy,
        413 => GatewayError::TooLong,
        _ if is_too_long => GatewayError::TooLong,
        status => GatewayError::Status(status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G-79: pieces as providers write them.
    #[test]
    fn pieces_are_read() {
        let text = |text: &str| Some(text.to_owned());
        for (written, chunk) in [
            (
                r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}"#,
                Chunk {
                    text: text(""),
                    ..Chunk::default()
                },
            ),
            (
                r#"{"choices":[{"delta":{"content":"Hi"}}],"usage":null}"#,
                Chunk {
                    text: text("Hi"),
                    ..Chunk::default()
                },
            ),
            (
                r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
                Chunk {
                    end: Some(false),
                    ..Chunk::default()
                },
            ),
            (
                r#"{"choices":[{"delta":{"content":null},"finish_reason":"length"}]}"#,
                Chunk {
                    end: Some(true),
                    ..Chunk::default()
                },
            ),
            (
                r#"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":12,"total_tokens":21}}"#,
                Chunk {
                    usage: Some((9, 12)),
                    ..Chunk::default()
                },
            ),
            (
                r#"{"choices":[],"usage":{"prompt_tokens":-9,"completion_tokens":12}}"#,
                Chunk::default(),
            ),
        ] {
            assert_eq!(Chunk::read(written), Ok(chunk), "{written}");
        }
        assert_eq!(Chunk::read("<html>"), Err(GatewayError::Malformed));
        assert_eq!(
            Chunk::read(r#"{"error":"full"}"#),
            Err(GatewayError::Reported)
        );
    }

    #[test]
    fn an_answer_that_does_not_stream_is_read() {
        let body = br#"{"choices":[{"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],
            "usage":{"prompt_tokens":1,"completion_tokens":2}}"#;
        let read = read_answer(body).unwrap();
        assert_eq!((read.text.as_deref(), read.end), (Some("Hi"), Some(false)));
        assert_eq!(read_answer(b"{}"), Err(GatewayError::Malformed));
    }

    #[test]
    fn an_error_is_known_by_status_and_words() {
        let too_long = br#"{"error":{"message":"This model's maximum context length is 4097 tokens","code":"context_length_exceeded"}}"#;
        assert_eq!(read_error(400, too_long), GatewayError::TooLong);
        assert_eq!(read_error(401, br#"{"error":"sk-12"}"#), GatewayError::Key);
        assert_eq!(
            read_error(429, br#"{"message":"too many tokens per minute"}"#),
            GatewayError::Busy
        );
        assert_eq!(read_error(500, b"oops"), GatewayError::Status(500));
    }
}
