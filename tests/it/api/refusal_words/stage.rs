//! People, groups, products and rights for the causes of refusals.

use std::collections::HashMap;

use atrium::catalogue::ProductRow;
use atrium::clients::{self, Client, Source};
use atrium::db::{Db, DbError};
use atrium::directory::Status;
use atrium::groups::RequestKind;
use serde_json::{Value, json};

use super::Case;
use crate::access;
use crate::api::access_samples::add_sso;
use crate::api::accounts::ben;
use crate::api::group_stage::{give_group_right, industries, rights, team};
use crate::api::insider_attacks::holder;
use crate::api::request_scenes::{asks, insert, joins, set};
use crate::support::product_api::{Answered, NOW, Person, Server};

pub const API: &str = "/api/security";

/// The right that Hal lacks; the group `audits` gives it.
pub const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";

const HAL: &[&str] = &[
    "account_maintain.AccountManagement.AccountList.view",
    "account_maintain.AccountManagement.AccountList.add",
    "account_maintain.AccountManagement.AccountList.edit",
    "account_maintain.AccountManagement.AccountList.password",
    "account_maintain.AccountManagement.PermissionRequestList.view",
    "account_maintain.AccountManagement.PermissionRequestList.examine",
    "account_maintain.AccountManagement.OrganisationList.edit",
    "operation_access.UserGroupManagement.GroupList.edit",
    "operation_access.AccessManagement.AccessList.edit",
    "operation_access.ProductManagement.ProductList.edit",
    "operation_access.ApplicationManagement.ApplicationList.add",
    "operation_access.ApplicationManagement.ApplicationList.edit",
];

/// A server with people by their names, and ids by theirs.
pub struct Stage {
    pub server: Server,
    people: HashMap<&'static str, Person>,
    ids: HashMap<&'static str, String>,
}

impl Stage {
    /// Ada is a super administrator, Ben administers Atrium, Hal holds many codes and Rita another one, Petra administers
    /// product 8. Chloe manages `team`, with Dan, and `audits`. Gus is disabled, Eve must change
    /// her password, and Max's last day is over.
    pub async fn set(db: &Db) -> Self {
        let server = Server::start(db).await;
        let (ada, [chloe, dan, gus]) = team(&server).await;
        rights(&server).await;
        industries(&server).await;
        let mut people = HashMap::from([("Ada", ada), ("Ben", ben(&server).await)]);
        people.insert("Hal", holder(&server, "HalHelper", HAL).await);
        people.insert("Rita", holder(&server, "RitaReader", &[AUDIT]).await);
        people.insert("Petra", server.person("PetraProduct", |_| {}).await);
        let newcomer = server.person("EveNewcomer", |new| new.must_change_password = true);
        people.insert("Eve", newcomer.await);
        people.insert("Chloe", server.signed_in(&chloe).await);
        people.insert("Dan", server.signed_in(&dan).await);
        let max = server.account("MaxManager", |new| {
            new.expire_date = Some("2026-11-20".parse().unwrap());
            new.email = Some("max@demo.test".to_owned());
            new.lion_id = Some("max*1".to_owned());
        });
        let welcome = server.account("WendyWelcome", |new| {
            new.email = Some("wendy@demo.test".to_owned());
        });
        let void = server.account("VeraVoid", |new| {
            new.email = Some("vera@demo.test".to_owned());
            new.status = Status::Disabled;
        });
        let mut ids = HashMap::from([("Gus", gus), ("Max", max.await), ("Vera", void.await)]);
        ids.insert("Wendy", welcome.await);
        for (name, person) in &people {
            ids.insert(name, person.id.clone());
        }
        access::group(server.db(), "asked", &[]).await;
        for (request, name, group) in [
            ("Hal's request", "Hal", "asked"),
            ("Wendy's request", "Wendy", "team"),
        ] {
            let id = asks(&server, &ids[name], RequestKind::Join, group).await;
            ids.insert(request, id);
        }
        let stage = Self {
            server,
            people,
            ids,
        };
        stage.furnish().await;
        stage
    }

    async fn furnish(&self) {
        let (server, db) = (&self.server, self.server.db());
        let account = async |name| access::find(db, self.id(name)).await;
        access::group(db, "audits", &[]).await;
        access::group(db, "given", &[]).await;
        let given = json!({
            "account_id": self.id("Dan"), "group_id": "given", "status": 0, "created_at": NOW,
            "source": "federation:lion", "confirmed_at": NOW,
        });
        insert(server, "memberships", given).await;
        give_group_right(db, "audits", AUDIT).await;
        access::appoint(db, &account("Chloe").await, "audits").await;
        access::administers(db, &account("Petra").await, 8).await;
        access::join(db, &account("Gus").await, "team", Status::Enabled).await;
        let limit = json!({ "group_id": "audits", "organisation_id": "nb", "kind": 1 });
        insert(server, "group_limits", limit).await;
        joins(server, self.id("Max"), "other", "2026-12-31").await;
        let asked = ProductRow {
            client_id: Some("report".to_owned()),
            ..access::product(9)
        };
        access::save(db, asked, &[]).await;
        for id in ["Mod", "full"] {
            let module = json!({
                "id": id, "product_id": 7, "code": id, "name": id, "description": "", "sort": 0, "status": 0,
                "created_at": NOW, "version": 1,
            });
            insert(server, "modules", module).await;
        }
        let application = Client {
            client_id: "report".to_owned(),
            source: Source::Admin,
            name: "Report".to_owned(),
            redirect_uris: vec!["https://report.example.com/callback".to_owned()],
            ..Client::default()
        };
        let saved = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { clients::save(tx, &application, NOW).await })
        });
        saved.await.unwrap();
        server.state().clients.reload().await.unwrap();
        access::join(db, &account("Chloe").await, "team", Status::Enabled).await;
        add_sso(server, 700_001).await;
        let role = json!({
            "id": "role", "product_id": 7, "name": "Role", "description": "", "status": 0, "created_at": NOW,
        });
        insert(server, "roles", role).await;
        let given = json!({ "role_id": "role", "account_id": self.id("Dan"), "created_at": NOW });
        insert(server, "role_accounts", given).await;
        set(
            server,
            "UPDATE access_rights SET module_id = $2 WHERE id = $1",
            "edit",
            "full",
        )
        .await;
        let script = json!({ "client_id": "script", "metadata": {
            "name": "Script", "redirect_uris": ["https://script.example.com/"], "token_endpoint_auth_method": "none",
        }});
        self.ask("Ada", "admin/application/add", &script)
            .await
            .data();
        for (id, name) in [("wish", "Hal"), ("own", "Ada")] {
            let wish = json!({
                "id": id, "account_id": self.id(name), "agency_id": "north", "state": 0, "created_at": NOW,
            });
            insert(server, "agency_requests", wish).await;
        }
    }

    /// The id of an account or a request.
    pub fn id(&self, name: &str) -> &str {
        &self.ids[name]
    }

    pub fn person(&self, name: &str) -> &Person {
        &self.people[name]
    }

    pub async fn send(&self, case: &Case) -> Answered {
        self.ask(case.by, &case.call, &case.body).await
    }

    /// Sends one request; `call` as in [`Case`].
    pub async fn ask(&self, by: &str, call: &str, body: &Value) -> Answered {
        let get = call.strip_prefix("GET ");
        let path = format!("{API}/{}", get.unwrap_or(call));
        match (self.people.get(by), get) {
            (Some(person), Some(_)) => self.server.get_as(person, &path).await,
            (Some(person), None) => self.server.post_as(person, &path, body).await,
            (None, Some(_)) => self.server.get(&path, &[]).await,
            (None, None) => self.server.post(&path, &[], body).await,
        }
    }
}
