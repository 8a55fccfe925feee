//! A good request for each call about feedback.

use serde_json::json;

use super::feedback::row;
use super::samples::{Sample, fields};
use super::scene::Scene;
use super::uploads;
use crate::support::product_api::NOW;

impl Scene<'_> {
    /// Feedback of the asker: its id.
    async fn feedback(&self, name: &str) -> String {
        let id = format!("{name}{}", self.number);
        self.insert("feedback", row(&id, &self.account_id, "It stops.", NOW))
            .await;
        id
    }
}

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("POST", "/api/security/user/feedback/submit", "about Atrium", |_| fields(json!({
        "projectId": 0, "categoryId": 3, "feedback": "It stops.",
    }))),
    ("POST", "/api/security/user/feedback/picture", "oneself", |_| fields(uploads::sample())),
    ("GET", "/api/security/user/feedback/details", "one's own", |scene| Box::pin(async move {
        json!({ "id": scene.feedback("own").await })
    })),
    ("GET", "/api/security/admin/feedback/list", "all feedback", |_| fields(json!({ "sort": "created" }))),
    ("GET", "/api/security/admin/feedback/export", "all feedback", |_| fields(json!({ "status": 0 }))),
    ("GET", "/api/security/admin/feedback/details", "a piece of feedback", |scene| Box::pin(async move {
        json!({ "id": scene.feedback("feedback").await })
    })),
    ("POST", "/api/security/admin/feedback/upd-status", "a piece of feedback", |scene| Box::pin(async move {
        json!({ "id": scene.feedback("feedback").await, "status": 1 })
    })),
    ("POST", "/api/security/admin/feedback/assign", "to oneself", |scene| Box::pin(async move {
        json!({ "id": scene.feedback("feedback").await, "userId": scene.account_id })
    })),
    ("POST", "/api/security/admin/feedback/answer", "a piece of feedback", |scene| Box::pin(async move {
        json!({ "id": scene.feedback("feedback").await, "answer": "It is repaired." })
    })),
    ("POST", "/api/security/admin/feedback/merge", "two pieces of feedback", |scene| Box::pin(async move {
        json!({ "id": scene.feedback("second").await, "intoId": scene.feedback("first").await })
    })),
];
