//! The parameters of a question besides the turns. Providers and models differ in what they take: what one refuses by its name
//! is left out of the next try.

use serde_json::{Value, json};

use crate::assistant::turn::{Role, Turn};

/// The names of the most tokens of an answer, in the order in which they are tried. Most servers know the first; newer models of
/// `OpenAI` take only the second.
const NAMES_OF_LIMIT: &[&str] = &["max_tokens", "max_completion_tokens"];
/// What a refusal of the limit says. The last are the words of a model whose context has no room for it beside the question.
const ABOUT_LIMIT: &[&str] = &["max_tokens", "max_completion_tokens", "in the completion"];
/// What asks for the counted tokens of a stream.
const COUNTS: &str = "stream_options";
/// Tokens for a word, so that a provider does not stop before our own limit does.
const TOKENS_OF_A_WORD: i64 = 3;

/// The parameters that are sent with the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The names of the limit that were not refused. The first is sent; without any, only our own limit ends the answer.
    limits: &'static [&'static str],
    /// The provider is to count tokens.
    counts: bool,
}

impl Parameters {
    /// All of them, for the first try.
    pub const ALL: Self = Self {
        limits: NAMES_OF_LIMIT,
        counts: true,
    };

    /// The parameters for another try after the refusal `body`, without what it names; `None` if it names none of them. Each try
    /// sends less than the one before it, so the tries end.
    pub fn without_refused(self, status: u16, body: &[u8]) -> Option<Self> {
        if !matches!(status, 400 | 422) {
            return None;
        }
        let text = String::from_utf8_lossy(body);
        if self.counts && text.contains(COUNTS) {
            let counts = false;
            return Some(Self { counts, ..self });
        }
        let (_, limits) = self.limits.split_first()?;
        let is_about_limit = ABOUT_LIMIT.iter().any(|words| text.contains(words));
        is_about_limit.then_some(Self { limits, ..self })
    }

    /// The question to the model `name`. The answer should have at most `most_words`.
    pub fn request(self, name: &str, turns: &[Turn], most_words: i64) -> Value {
        let messages = turns.iter().map(|turn| {
            let role = match turn.role {
                Role::User => "user",
                Role::Assistant => "assistant",
            };
            json!({ "role": role, "content": turn.content })
        });
        let mut request = json!({
            "model": name,
            "messages": messages.collect::<Vec<_>>(),
            "stream": true,
        });
        if let Some(limit) = self.limits.first() {
            request[limit] = json!(most_words.saturating_mul(TOKENS_OF_A_WORD).max(16));
        }
        if self.counts {
            request[COUNTS] = json!({ "include_usage": true });
        }
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G-79: a refusal that names a parameter leaves it out, each once; any other refusal is one.
    #[test]
    fn a_refused_parameter_is_left_out_once() {
        let limit = b"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
        let renamed = Parameters::ALL.without_refused(400, limit).unwrap();
        assert_eq!(renamed.limits, ["max_completion_tokens"]);
        let bare = renamed.without_refused(400, limit).unwrap();
        assert_eq!((bare.limits.len(), bare.counts), (0, true));
        assert_eq!(bare.without_refused(400, limit), None);
        let counts = br#"{"detail":[{"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}"#;
        let plain = bare.without_refused(422, counts).unwrap();
        assert_eq!(plain.without_refused(422, counts), None);
        assert_eq!(plain.request("m", &[], 9).as_object().unwrap().len(), 3);
        let no_room =
            b"maximum context length is 4097 tokens (97 in the messages, 4500 in the completion)";
        assert_eq!(Parameters::ALL.without_refused(400, no_room), Some(renamed));
        assert_eq!(
            Parameters::ALL.without_refused(400, b"context_length_exceeded"),
            None
        );
        assert_eq!(Parameters::ALL.without_refused(500, limit), None);
    }
}
