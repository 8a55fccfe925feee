//! A good request for each call about the administration of the assistant.

use serde_json::{Value, json};

use super::samples::{Sample, fields};
use super::scene::Scene;
use crate::support::product_api::NOW;

impl Scene<'_> {
    /// A version that administrators have added: its number. No test reaches its provider.
    async fn version_of_assistant(&self) -> i64 {
        let id = 2_000 + self.number;
        let row = json!({
            "id": id, "value": format!("Version {id}"), "base_url": "https://127.0.0.1:1/v1", "sealed_key": "",
            "master_id": "", "model": "m", "price_in": 0, "price_out": 0, "max_answer_words": 10, "status": 0,
            "version": 1, "changed_at": NOW,
        });
        self.insert("assistant_versions", row).await;
        id
    }
}

fn form() -> Value {
    json!({ "value": "Large", "baseUrl": "https://ai.example/v1", "model": "large", "maxAnswerWords": 100, "on": true })
}

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("POST", "/api/security/admin/assistant/version/add", "a version", |_| fields(form())),
    ("POST", "/api/security/admin/assistant/version/update", "a version", |scene| Box::pin(async move {
        let mut body = form();
        body["id"] = json!(scene.version_of_assistant().await);
        body
    })),
    ("POST", "/api/security/admin/assistant/version/delete", "a version", |scene| Box::pin(async move {
        json!({ "id": scene.version_of_assistant().await })
    })),
    ("POST", "/api/security/admin/assistant/version/test", "a version", |scene| Box::pin(async move {
        json!({ "id": scene.version_of_assistant().await })
    })),
    ("GET", "/api/security/admin/assistant/quota/list", "all quotas", |_| fields(json!({ "sort": "words" }))),
    ("GET", "/api/security/admin/assistant/quota/of", "a person", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        json!({ "userId": id })
    })),
    ("POST", "/api/security/admin/assistant/quota/set", "of a person", |scene| Box::pin(async move {
        let (id, _) = scene.somebody().await;
        json!({ "kind": 0, "subjectId": id, "words": 100 })
    })),
    ("GET", "/api/security/admin/assistant/use/list", "all use", |_| fields(json!({ "month": "2026-11" }))),
    ("GET", "/api/security/admin/assistant/use/month", "a month", |_| fields(json!({ "month": "2026-11" }))),
    ("GET", "/api/security/admin/assistant/use/export", "all use", |_| fields(json!({ "month": "2026-11" }))),
];
