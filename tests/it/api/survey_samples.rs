//! A good request for each call about surveys.

use serde_json::json;

use super::samples::{Sample, fields};
use super::scene::Scene;
use super::surveys::in_words;
use crate::support::product_api::NOW;

impl Scene<'_> {
    /// A survey for everybody with one question, which names people: its id.
    async fn survey(&self) -> String {
        let id = format!("survey{}", self.number);
        self.insert("surveys", in_words(&id, "Tea", NOW)).await;
        id
    }
}

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("GET", "/api/security/admin/survey/list", "all surveys", |_| fields(json!({ "sort": "name" }))),
    ("GET", "/api/security/admin/survey/details", "a survey", |scene| Box::pin(async move {
        json!({ "id": scene.survey().await })
    })),
    ("POST", "/api/security/admin/survey/add", "a survey that is off", |_| fields(json!({
        "surveyName": "Tea", "description": "About tea.", "url": "https://ask.example/", "endTime": "2027-01-01 09:00",
    }))),
    ("POST", "/api/security/admin/survey/upd", "a survey", |scene| Box::pin(async move {
        json!({ "id": scene.survey().await, "surveyName": "Coffee" })
    })),
    ("POST", "/api/security/admin/survey/del", "a survey", |scene| Box::pin(async move {
        json!({ "id": scene.survey().await })
    })),
    ("GET", "/api/security/admin/survey/results", "a survey that names people", |scene| Box::pin(async move {
        json!({ "id": scene.survey().await })
    })),
    ("GET", "/api/security/admin/survey/export", "a survey that names people", |scene| Box::pin(async move {
        json!({ "id": scene.survey().await })
    })),
    ("GET", "/api/security/survey/details", "a survey for everybody", |scene| Box::pin(async move {
        json!({ "id": scene.survey().await })
    })),
    ("POST", "/api/security/survey/later", "a survey for everybody", |scene| Box::pin(async move {
        json!({ "id": scene.survey().await })
    })),
    ("POST", "/api/security/survey/answer", "a survey for everybody", |scene| Box::pin(async move {
        json!({ "id": scene.survey().await, "answers": [{ "text": "Tea" }] })
    })),
];
