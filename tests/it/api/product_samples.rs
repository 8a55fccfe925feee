//! Requests for the calls of products, modules and cards.

use atrium::audit::AuditContext;
use atrium::catalogue::{ModuleError, ModuleForm, ProductRow, modules, products};
use atrium::db::DbError;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::expected_rights::Asker;
use super::samples::{Sample, fields};
use super::scene::{Scene, off};
use crate::support::product_api::NOW;

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("POST", "/api/security/page-view", "one's own", |_| Box::pin(async { json!({ "route": "/" }) })),
    ("POST", "/api/security/app/favourite", "a closed product", |scene| Box::pin(async move {
        json!({ "id": scene.product(false).await, "on": true })
    })),
    ("POST", "/api/security/admin/home-tile/save", "a tile", |scene| Box::pin(async move {
        json!({ "slot": "brief", "url": format!("https://briefs{}.test/", scene.number) })
    })),
    ("POST", "/api/security/app/leave-welcome", "one's own", |_| fields(json!({}))),
    ("POST", "/api/security/app/order", "one's own", |_| Box::pin(async { json!({ "ids": [], "version": 0 }) })),
    ("POST", "/api/security/app/hide", "a closed product", |scene| Box::pin(async move {
        json!({ "id": scene.product(false).await, "on": true })
    })),
    ("GET", "/api/security/app/v2/list-info", "a closed product", |scene| Box::pin(async move {
        json!({ "appId": scene.product(false).await })
    })),
    ("GET", "/api/security/admin/app/details", "a product", |scene| about_product(scene, json!({}))),
    ("GET", "/api/security/admin/app/details", "one's own product", |scene| about_own_product(scene, json!({}))),
    ("POST", "/api/security/admin/app/add", "a product", |scene| Box::pin(async move {
        let (admin, _) = scene.somebody().await;
        json!({
            "name": "New", "appName": format!("NEW{}", scene.number), "typeId": 1, "adminId": admin,
            "link": "https://new.example/", "attribute1": "What", "attribute2": "How", "attribute3": "Whom",
        })
    })),
    ("POST", "/api/security/admin/app/upd", "the texts of a product", |scene| {
        about_product(scene, json!({ "attribute2": "Like this" }))
    }),
    ("POST", "/api/security/admin/app/upd", "the texts of one's own product", |scene| {
        about_own_product(scene, json!({ "attribute2": "Like this", "status": 1 }))
    }),
    ("POST", "/api/security/admin/app/upd", "who may open one's own product", |scene| {
        about_own_product(scene, json!({ "everyone": true }))
    }),
    ("POST", "/api/security/admin/app/upd", "the status of a product", |scene| about_product(scene, json!({ "status": 1 }))),
    ("POST", "/api/security/admin/app/upd", "the administrators of product SSO", |scene| Box::pin(async move {
        let (admin, _) = scene.somebody().await;
        json!({ "projectId": scene.product_sso().await, "adminIds": [admin] })
    })),
    ("POST", "/api/security/admin/app/file-upload", "of one's own product", |scene| {
        about_own_product(scene, json!({}))
    }),
    ("POST", "/api/security/admin/app/update-status", "one's own product", |scene| {
        about_own_product(scene, json!({ "status": 0 }))
    }),
    ("GET", "/api/security/admin/access/module-list", "all modules", |_| fields(json!({ "sort": "order" }))),
    ("GET", "/api/security/admin/access/module-list", "of one's own product", |scene| about_own_product(scene, json!({}))),
    ("GET", "/api/security/admin/module/export", "all modules", |_| fields(json!({ "context": "nothing of this name" }))),
    ("GET", "/api/security/admin/module/export", "of one's own product", |scene| about_own_product(scene, json!({}))),
    ("GET", "/api/security/admin/module/option-list", "of a product", |scene| about_product(scene, json!({}))),
    ("GET", "/api/security/admin/module/option-list", "of one's own product", |scene| about_own_product(scene, json!({}))),
    ("POST", "/api/security/admin/access/add-module", "to a product", |scene| {
        about_product(scene, json!({ "moduleName": "New", "moduleCode": "New" }))
    }),
    ("POST", "/api/security/admin/access/add-module", "to one's own product", |scene| {
        about_own_product(scene, json!({ "moduleName": "New", "moduleCode": "New" }))
    }),
    ("POST", "/api/security/admin/access/updModule", "of a product", |scene| Box::pin(async move {
        json!({ "moduleId": scene.module(false).await, "moduleName": "Renamed" })
    })),
    ("POST", "/api/security/admin/access/updModule", "of one's own product", |scene| Box::pin(async move {
        json!({ "moduleId": scene.module(true).await, "moduleName": "Renamed" })
    })),
    ("POST", "/api/security/admin/access/delete-module", "of a product", |scene| Box::pin(async move {
        json!({ "moduleId": scene.module(false).await })
    })),
    ("POST", "/api/security/admin/access/delete-module", "of one's own product", |scene| Box::pin(async move {
        json!({ "moduleId": scene.module(true).await })
    })),
];

/// `more` about a product that the asker does not administer.
fn about_product<'a>(scene: &'a Scene<'a>, mut more: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        more["projectId"] = scene.product(false).await.into();
        more
    })
}

/// `more` about the product that [`Asker::ProductAdministrator`] administers; it is off.
fn about_own_product<'a>(scene: &'a Scene<'a>, mut more: Value) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        more["projectId"] = scene.own_product().await.into();
        more
    })
}

impl Scene<'_> {
    /// The product that [`Asker::ProductAdministrator`] administers; for another asker, one like it.
    async fn own_product(&self) -> i64 {
        let id = 500_000 + self.number;
        if self.asker != Asker::ProductAdministrator {
            let row = ProductRow {
                app_name: format!("OTHER{}", self.number),
                ..off(if self.asker == Asker::Administrator {
                    id + 1_000_000
                } else {
                    id
                })
            };
            return self.save(row).await;
        }
        id
    }

    /// A product SSO, which nobody administers but [`Asker::Administrator`].
    async fn product_sso(&self) -> i64 {
        let row = ProductRow {
            app_name: "SSO".to_owned(),
            ..off(2_000_000 + self.number)
        };
        self.save(row).await
    }

    /// Saves a product and returns its id.
    pub async fn save(&self, row: ProductRow) -> i64 {
        let id = row.id;
        let saved = self.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { products::save(tx, &row, NOW).await })
        });
        saved.await.unwrap();
        id
    }

    /// A module of a product, one's own or another.
    async fn module(&self, own: bool) -> String {
        let product = if own {
            self.own_product().await
        } else {
            self.product(false).await
        };
        let audit = AuditContext::of_operator(NOW, &self.server.state().random, "test");
        let form = ModuleForm {
            name: Some("Module".to_owned()),
            code: Some("Module".to_owned()),
            ..ModuleForm::default()
        };
        let added = self.server.db().write::<_, ModuleError, _>(move |tx| {
            Box::pin(async move { modules::add_module(tx, product, form, &audit).await })
        });
        added.await.unwrap().id
    }
}
