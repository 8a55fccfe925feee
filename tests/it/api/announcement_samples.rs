//! A good request for each call about announcements and files.

use serde_json::json;

use super::announcements::row;
use super::samples::{Sample, fields};
use super::scene::Scene;
use super::uploads;
use crate::support::product_api::NOW;

impl Scene<'_> {
    /// An announcement for everybody: its id.
    async fn announcement(&self) -> String {
        let id = format!("news{}", self.number);
        self.insert("announcements", row(&id, "Tea", NOW)).await;
        id
    }

    /// An announcement that is off: its id.
    async fn draft(&self) -> String {
        let id = format!("draft{}", self.number);
        let mut off = row(&id, "Tea", NOW);
        off["status"] = json!(0);
        self.insert("announcements", off).await;
        id
    }
}

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("POST", "/api/security/admin/announcement/file-upload", "a picture", |_| fields(uploads::sample())),
    ("POST", "/api/security/file/upload", "a picture", |_| fields(uploads::sample())),
    ("POST", "/api/security/account/picture", "oneself", |_| fields(uploads::sample())),
    ("GET", "/api/security/file/preview", "a picture", |scene| Box::pin(async move {
        let name = format!("{:064x}.png", scene.number);
        scene.insert("files", json!({ "name": name, "place": name, "label": "a.png", "bytes": 1 })).await;
        json!({ "file": format!("/files/p/{name}") })
    })),
    ("GET", "/api/security/app/file", "of an open product", |scene| Box::pin(async move {
        let id = scene.product(true).await;
        let name = format!("{id}-0a1b2c3d-0000-4000-8000-0123456789ab");
        scene.insert("files", json!({ "name": name, "place": name, "label": "a.pdf", "bytes": 1 })).await;
        scene.insert("file_references", json!({ "owner": format!("product-file {id}"), "name": name })).await;
        json!({ "productId": id, "file": format!("/files/f/{name}") })
    })),
    ("GET", "/api/security/admin/announcement/list", "all announcements", |_| Box::pin(async { json!({ "sort": "title" }) })),
    ("GET", "/api/security/admin/announcement/export", "all announcements", |_| fields(json!({ "status": 1 }))),
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
    ("POST", "/api/security/admin/announcement/upd", "a draft", |scene| Box::pin(async move {
        json!({ "id": scene.draft().await, "title": "Coffee" })
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
