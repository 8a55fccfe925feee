//! What an announcement is, its form and its rules (contract E-17, V-28, F-43, G-57).

use serde::Serialize;

use super::audience::{Audience, AudienceForm};
use crate::clock::Millis;
use crate::db::{DbError, Number, coded};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};

/// The most characters of a content (contract F-43).
pub const LONGEST_CONTENT: usize = 20_000;

/// Nobody sees an announcement that is off (contract G-57).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnouncementStatus {
    #[default]
    Off,
    On,
}

coded!(AnnouncementStatus { Off = 0, On = 1 });

/// A status as the API has it.
pub type AnnouncementStatusNumber = Number<AnnouncementStatus>;

/// An announcement. A Chinese text that is empty is the same as the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Announcement {
    /// A UUID.
    pub id: String,
    pub title: String,
    pub title_zh: String,
    /// Markdown.
    pub content: String,
    pub content_zh: String,
    /// When people begin to see it.
    pub launch_at: Millis,
    /// When it is news no longer; it stays in the history.
    pub ends_at: Option<Millis>,
    pub status: AnnouncementStatus,
    /// True if people confirm that they have read it.
    pub must_read: bool,
    pub audience: Audience,
    /// A line on the sign-in pages; empty for none.
    pub sign_in_line: String,
    pub sign_in_line_zh: String,
    /// When the line begins to stand there; `None` for at once.
    pub sign_in_from: Option<Millis>,
    /// When it goes; `None` if it stays.
    pub sign_in_until: Option<Millis>,
    pub created_at: Millis,
    /// Increases with each change.
    pub version: i64,
    /// The last change; `None` if there was none.
    pub changed_at: Option<Millis>,
    /// The account that made it.
    pub changed_by: Option<String>,
}

/// The values of a form. A field that is `None` is not changed; a time of `Some(None)` is removed.
#[derive(Clone, Debug, Default)]
pub struct AnnouncementForm {
    pub title: Option<String>,
    pub title_zh: Option<String>,
    pub content: Option<String>,
    pub content_zh: Option<String>,
    pub launch_at: Option<Millis>,
    pub ends_at: Option<Option<Millis>>,
    pub status: Option<AnnouncementStatus>,
    pub must_read: Option<bool>,
    pub audience: AudienceForm,
    pub sign_in_line: Option<String>,
    pub sign_in_line_zh: Option<String>,
    pub sign_in_from: Option<Option<Millis>>,
    pub sign_in_until: Option<Option<Millis>>,
}

/// A part of an announcement that needs a right of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncementPart {
    Status,
    SignInLine,
}

/// Why an announcement was not saved, deleted or marked as read.
#[derive(Debug, thiserror::Error)]
pub enum AnnouncementError {
    #[error("there is no such announcement")]
    Unknown,
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed it after it was read.
    #[error("the announcement was changed meanwhile")]
    Conflict(EarlierChange),
    /// The caller may not change this part.
    #[error("the caller may not change this part of the announcement")]
    NotAllowed(AnnouncementPart),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl AnnouncementForm {
    /// `before` with the values of this form.
    ///
    /// # Errors
    /// All faults of the form. Whether the ids of the audience exist is checked elsewhere.
    pub(super) fn applied(self, before: &Announcement) -> Result<Announcement, Faults> {
        let text = |given: Option<String>, old: &str| {
            given.map_or_else(|| old.to_owned(), |text| text.trim().to_owned())
        };
        let content = |given: Option<String>, old: &str| {
            given.map_or_else(
                || old.to_owned(),
                |text| text.trim_end().replace("\r\n", "\n"),
            )
        };
        let mut faults = Faults::default();
        let audience = self.audience.applied(&before.audience, &mut faults);
        let after = Announcement {
            title: text(self.title, &before.title),
            title_zh: text(self.title_zh, &before.title_zh),
            content: content(self.content, &before.content),
            content_zh: content(self.content_zh, &before.content_zh),
            launch_at: self.launch_at.unwrap_or(before.launch_at),
            ends_at: self.ends_at.unwrap_or(before.ends_at),
            status: self.status.unwrap_or(before.status),
            must_read: self.must_read.unwrap_or(before.must_read),
            audience,
            sign_in_line: text(self.sign_in_line, &before.sign_in_line),
            sign_in_line_zh: text(self.sign_in_line_zh, &before.sign_in_line_zh),
            sign_in_from: self.sign_in_from.unwrap_or(before.sign_in_from),
            sign_in_until: self.sign_in_until.unwrap_or(before.sign_in_until),
            ..before.clone()
        };
        check(&after, &mut faults);
        faults.or(after)
    }
}

fn check(announcement: &Announcement, faults: &mut Faults) {
    faults.name("title", &announcement.title, Rule::Required);
    faults.check("titleZh", Rule::of_line(&announcement.title_zh));
    let content = &announcement.content;
    faults.ensure(!content.is_empty(), "content", Rule::Required);
    for (field, content) in [
        ("content", content),
        ("contentZh", &announcement.content_zh),
    ] {
        let broken = Rule::of_text(content, LONGEST_CONTENT, Rule::AnnouncementText);
        faults.check(field, broken);
    }
    let is_after = |begin: Option<Millis>, end: Option<Millis>| {
        begin.zip(end).is_none_or(|(begin, end)| end > begin)
    };
    let in_order = is_after(Some(announcement.launch_at), announcement.ends_at);
    faults.ensure(in_order, "endTime", Rule::AfterStart);
    faults.check("signInLine", Rule::of_line(&announcement.sign_in_line));
    faults.check("signInLineZh", Rule::of_line(&announcement.sign_in_line_zh));
    let is_alone = announcement.sign_in_line.is_empty() && !announcement.sign_in_line_zh.is_empty();
    faults.ensure(!is_alone, "signInLine", Rule::Required);
    let in_order = is_after(announcement.sign_in_from, announcement.sign_in_until);
    faults.ensure(in_order, "signInUntil", Rule::AfterStart);
}

impl Announcement {
    /// True if people may see it at `now`, as news or in the history.
    pub fn is_launched(&self, now: Millis) -> bool {
        self.status == AnnouncementStatus::On && self.launch_at <= now
    }

    /// True if it has a line of the sign-in pages, or times of one.
    pub(super) fn has_line(&self) -> bool {
        !self.sign_in_line.is_empty()
            || !self.sign_in_line_zh.is_empty()
            || self.sign_in_from.is_some()
            || self.sign_in_until.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> AnnouncementForm {
        AnnouncementForm {
            title: Some(" Tea ".to_owned()),
            content: Some("We have *tea*.\r\n".to_owned()),
            launch_at: Some(1_000),
            ..AnnouncementForm::default()
        }
    }

    fn refused(form: AnnouncementForm) -> Faults {
        form.applied(&Announcement::default()).unwrap_err()
    }

    /// V-28, F-43: 100 characters are for the title and the line, 20,000 for the content.
    #[test]
    fn an_announcement_has_a_title_and_a_content() {
        let saved = form().applied(&Announcement::default()).unwrap();
        assert_eq!((&*saved.title, &*saved.content), ("Tea", "We have *tea*."));
        let mut both = Faults::of("title", Rule::Required);
        both.add("content", Rule::Required);
        assert_eq!(refused(AnnouncementForm::default()), both);
        let long = Some("x".repeat(101));
        let of_title = AnnouncementForm {
            title: long.clone(),
            ..form()
        };
        assert_eq!(refused(of_title), Faults::of("title", Rule::Line));
        let of_line = AnnouncementForm {
            sign_in_line: long,
            ..form()
        };
        assert_eq!(refused(of_line), Faults::of("signInLine", Rule::Line));
        let content = |length| AnnouncementForm {
            content: Some("x".repeat(length)),
            ..form()
        };
        assert!(content(20_000).applied(&Announcement::default()).is_ok());
        let expected = Faults::of("content", Rule::AnnouncementText);
        assert_eq!(refused(content(20_001)), expected);
        // A megabyte is refused like that too.
        assert_eq!(refused(content(1_048_576)), expected);
    }

    #[test]
    fn an_end_comes_after_its_start() {
        let ends = |at| AnnouncementForm {
            ends_at: Some(at),
            ..form()
        };
        assert!(ends(None).applied(&Announcement::default()).is_ok());
        assert!(ends(Some(1_001)).applied(&Announcement::default()).is_ok());
        let expected = Faults::of("endTime", Rule::AfterStart);
        assert_eq!(refused(ends(Some(1_000))), expected);
        let line = AnnouncementForm {
            sign_in_line: Some("Tonight".to_owned()),
            sign_in_from: Some(Some(5)),
            sign_in_until: Some(Some(4)),
            ..form()
        };
        assert_eq!(refused(line), Faults::of("signInUntil", Rule::AfterStart));
    }

    #[test]
    fn a_missing_field_stays() {
        let before = form().applied(&Announcement::default()).unwrap();
        let after = AnnouncementForm::default().applied(&before).unwrap();
        assert_eq!(before, after);
    }
}
