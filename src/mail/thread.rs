//! Emails about one request are one conversation in mail programs.

/// What an email is about. All emails about it refer to one message id (RFC 5322 section 3.6.4), which no email has: the
/// first one differs from reader to reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread<'a> {
    noun: &'static str,
    id: &'a str,
}

impl<'a> Thread<'a> {
    /// The thread of the `noun` with this id; `None` without an id of letters, digits and hyphens.
    pub fn of(noun: &'static str, id: &'a str) -> Option<Self> {
        let is_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_whole = !id.is_empty() && id.chars().all(is_id);
        is_whole.then_some(Self { noun, id })
    }

    /// Its message id.
    pub fn message_id(self, host: &str) -> String {
        format!("<{}-{}@{host}>", self.noun, self.id)
    }
}
