//! A good request for each call about announcements.

use serde_json::json;

use super::announcements::row;
use super::samples::Sample;
use super::scene::Scene;
use crate::support::product_api::NOW;

impl Scene<'_> {
    /// An announcement for everybody: its id.
    async fn announcement(&self) -> String {
        let id = format!("news{}", self.number);
        self.insert("announcements", row(&id, "Tea", NOW)).await;
        id
    }
}

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("GET", "/api/security/admin/announcement/list", "all announcements", |_| Box::pin(async { json!({ "sort": "title" }) })),
    ("GET", "/api/security/admin/announcement/details", "an announcement", |scene| Box::pin(async move {
        json!({ "id": scene.announcement().await })
    })),
    ("GET", "/api/security/admin/announcement/readers", "an announcement", |scene| Box::pin(async move {
        json!({ "id": scene.announcement().await })
    })),
    ("GET", "/api/security/admin/announcement/history", "oneself", |_| Box::pin(async { json!({ "search": "tea" }) })),
    ("POST", "/api/security/admin/announcement/add", "an announcement that is off", |_| Box::pin(async {
        json!({ "title": "Tea", "content": "We have tea." })
    })),
    ("POST", "/api/security/admin/announcement/upd", "its texts", |scene| Box::pin(async move {
        json!({ "id": scene.announcement().await, "title": "Coffee" })
    })),
    ("POST", "/api/security/admin/announcement/upd-status", "an announcement", |scene| Box::pin(async move {
        json!({ "id": scene.announcement().await, "status": 0 })
    })),
    ("POST", "/api/security/admin/announcement/del", "an announcement", |scene| Box::pin(async move {
        json!({ "id": scene.announcement().await })
    })),
    ("POST", "/api/security/admin/message/read", "an announcement for everybody", |scene| Box::pin(async move {
        json!({ "messageId": scene.announcement().await })
    })),
];
