//! Feedback of the reader was answered.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::super::name::{Name, Words};
use super::super::thread::Thread;
use super::Message;
use crate::site::offered;

/// The most characters of a part: an email shortens longer words.
const LONGEST_PART: usize = 480;

/// Informs a person that their feedback was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedbackAnswered {
    /// The reader.
    pub name: Name,
    /// What the reader wrote.
    pub feedback: Words,
    /// The answer, in parts of one paragraph each.
    pub answer: Vec<Words>,
    /// The feedback.
    pub feedback_id: String,
}

impl FeedbackAnswered {
    /// The paragraphs of `answer`; a long one is cut between words, where it has spaces.
    pub fn parts(answer: &str) -> Vec<Words> {
        let mut parts = Vec::new();
        for line in answer.lines().filter(|line| !line.trim().is_empty()) {
            let mut part = String::new();
            for word in line.split_inclusive(' ') {
                for letter in word.chars() {
                    if part.chars().count() >= LONGEST_PART {
                        parts.push(Words::from(std::mem::take(&mut part)));
                    }
                    part.push(letter);
                }
                // The next word begins a new part before this one is full.
                if part.chars().count() > LONGEST_PART * 3 / 4 {
                    parts.push(Words::from(std::mem::take(&mut part)));
                }
            }
            if !part.trim().is_empty() {
                parts.push(Words::from(part));
            }
        }
        parts
    }
}

impl Message for FeedbackAnswered {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let feedback = self.feedback.shown();
        let body = Body::titled(context, "feedback_answered.subject")
            .greeting(&self.name)
            .paragraph("feedback_answered.intro", &[("feedback", &feedback)])
            .paragraph("feedback_answered.lead", &[]);
        let parts = self.answer.iter().map(Words::shown);
        let body = parts.fold(body, |body, part| {
            body.paragraph("feedback_answered.answer", &[("answer", &part)])
        });
        body.action("feedback_answered.action", offered::MY_FEEDBACK)
    }

    fn thread(&self) -> Option<Thread<'_>> {
        Thread::of("feedback", &self.feedback_id)
    }

    fn sample() -> Self {
        Self {
            name: "Dan Member".into(),
            feedback: "The plan cannot be sent as one page.".into(),
            answer: vec![
                "Thank you. It can from next week on.".into(),
                "Choose Share and then One page.".into(),
            ],
            feedback_id: "0193a1b2-0000-7000-8000-000000000001".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An email keeps the paragraphs of an answer and leaves out nothing.
    #[test]
    fn an_answer_is_whole() {
        let long = "word ".repeat(300);
        let chinese = "茶".repeat(1_000);
        let answer = format!("First.\n\n{long}\n{chinese}");
        let parts = FeedbackAnswered::parts(&answer);
        let all: String = parts.iter().map(Words::shown).collect();
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
        assert_eq!(letters(&all), letters(&answer));
        assert!(parts.iter().all(|part| part.shown().chars().count() <= 500));
        assert_eq!(parts[0].shown(), "First.");
    }
}
