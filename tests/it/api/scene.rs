//! The state that one asker of `everybody.rs` needs for one request.

use atrium::access::rights;
use atrium::catalogue::{ProductRow, ProductStatus, products};
use atrium::db::DbError;
use atrium::directory::Status;
use atrium::directory::organisations;
use atrium::groups;
use serde_json::{Value, json};

use super::expected_rights::Asker;
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::product_api::{NOW, Server};
use crate::support::rows;
use crate::support::{passkeys, wechat};

/// One asker with one request.
pub struct Scene<'s> {
    pub server: &'s Server,
    /// Different in every scene; names and ids are made with it.
    pub number: i64,
    /// The account of the asker; empty for [`Asker::Anonymous`].
    pub account_id: String,
    pub asker: Asker,
}

/// A product that is off.
pub fn off(id: i64) -> ProductRow {
    ProductRow {
        id,
        status: ProductStatus::Off,
        ..ProductRow::default()
    }
}

impl Scene<'_> {
    /// The form of a new account.
    pub fn form(&self) -> Value {
        let username = format!("NewPerson{}", self.number);
        let email = format!("{username}@demo.test");
        json!({ "username": username, "email": email, "password": "Tulip7Kite" })
    }

    /// The agency `another`.
    pub async fn agency(&self) {
        let saved = self.server.db().write::<_, DbError, _>(|tx| {
            Box::pin(organisations::save_agency(tx, "another", "Another", NOW))
        });
        saved.await.unwrap();
    }

    /// A brand that belongs to no client.
    pub async fn brand(&self) {
        let saved = self.server.db().write::<_, DbError, _>(|tx| {
            Box::pin(organisations::save_brand(
                tx,
                "anybodys",
                "Anybody's",
                None,
                NOW,
            ))
        });
        saved.await.unwrap();
    }

    /// The answer for a new passkey of the asker.
    pub async fn new_passkey(&self) -> Value {
        let mut device = Authenticator::new(ORIGIN);
        let made = passkeys::made(self.server.state(), &self.account_id, &mut device);
        let (state, credential) = made.await;
        json!({ "state": state, "name": "Key", "credential": credential })
    }

    /// A passkey of the asker: its id, and a new name.
    pub async fn passkey(&self) -> Value {
        let mut device = Authenticator::new(ORIGIN);
        let id = passkeys::added(self.server.state(), &self.account_id, &mut device).await;
        json!({ "id": id, "name": "Other" })
    }

    /// A link for the asker, of another session.
    pub async fn messaging_app_link(&self) -> Value {
        let (session, _) = self.server.user_token(&self.account_id).await;
        let mini_program = self.server.state().mini_program.as_ref().unwrap();
        mini_program.invite(&session, NOW).await.unwrap();
        let mut links = wechat::SHARED.links().into_iter().rev();
        let own = links.find(|link| mini_program.open(link, &self.account_id, NOW).is_ok());
        json!({ "wechatToken": own.unwrap() })
    }

    /// An IRIS mapping: its id.
    pub async fn iris_mapping(&self) -> String {
        let id = format!("iris{}", self.number);
        let row = json!({ "id": id, "iris_code": id, "iris_name": "Ink", "status": 0, "created_at": NOW, "version": 1 });
        self.insert("iris_mappings", row).await;
        id
    }

    /// A request of this account for the agency `another`: its id.
    pub async fn agency_request(&self, account_id: &str) -> String {
        self.agency().await;
        let id = format!("request{}", self.number);
        let row = json!({ "id": id, "account_id": account_id, "agency_id": "another", "state": 0, "created_at": NOW });
        self.insert("agency_requests", row).await;
        id
    }

    /// An application for an account that names this group: its id.
    pub async fn account_application(&self, group_id: Option<&str>) -> String {
        let username = format!("applicant{}", self.number);
        let email = format!("{username}@demo.test");
        let account = (username.as_str(), email.as_str());
        account_application(self.server, account, group_id, NOW).await
    }

    /// Makes an invitation to register for the group, sent by the asker.
    pub async fn registration_invitation(&self, group_id: &str) -> String {
        let id = format!("invitation{}", self.number);
        let email = format!("{id}@demo.test");
        let row = json!({
            "id": id, "group_id": group_id, "email": email, "email_key": email, "invited_by": self.account_id,
            "created_at": NOW, "expires_at": NOW + 1,
        });
        self.insert("registration_invitations", row).await;
        id
    }

    /// Makes an access right of a new product.
    pub async fn right(&self, id: &str) {
        let product = self.product(false).await;
        let row = json!({
            "id": id, "product_id": product, "code": id, "name": id, "kind": 1, "description": "", "status": 0,
            "created_at": NOW,
        });
        self.insert("access_rights", row).await;
    }

    /// Makes an industry.
    pub async fn industry(&self) -> String {
        let id = format!("industry{}", self.number);
        let row = json!({ "id": id, "name": id, "status": 0, "created_at": NOW, "version": 1 });
        self.insert("industries", row).await;
        id
    }

    pub async fn insert(&self, table: &'static str, row: Value) {
        let inserted = self.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, table, &row).await })
        });
        inserted.await.unwrap();
    }

    /// The account name of the asker.
    pub fn username(&self) -> String {
        format!("asker{}", self.number)
    }

    /// The group that [`Asker::Manager`] manages.
    pub fn group_id(&self) -> String {
        format!("mine{}", self.number)
    }

    /// Somebody else, an ordinary member: the id and the name of the account.
    pub async fn somebody(&self) -> (String, String) {
        let username = format!("somebody{}", self.number);
        let id = self.server.account(&username, |_| {}).await;
        (id, username)
    }

    /// A product that is open to `everyone`, or to nobody yet.
    pub async fn product(&self, everyone: bool) -> i64 {
        let id = 1_000 + self.number;
        let row = ProductRow {
            id,
            name: format!("Product {id}"),
            app_name: format!("APP{id}"),
            type_id: 1,
            link: format!("https://app{id}.example/"),
            everyone,
            ..ProductRow::default()
        };
        self.save(row).await
    }

    /// Makes a group that grants the product; the manager of the scene is its only member.
    pub async fn grant_to_members(&self, product_id: i64) {
        let (group, account) = (self.group_id(), self.account_id.clone());
        let is_member = self.asker == Asker::Manager;
        let granted = self.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                groups::save(tx, &group, &group, "", NOW).await?;
                groups::grant(tx, &group, product_id).await?;
                if is_member {
                    groups::set_membership(tx, &account, &group, Status::Enabled, NOW).await?;
                }
                Ok(())
            })
        });
        granted.await.unwrap();
    }

    /// Gives the asker an access group of Atrium with these codes.
    pub async fn give_codes(&self, codes: Vec<&'static str>) {
        let name = format!("AG{}", self.number);
        self.give_codes_to(&self.account_id, name, codes).await;
    }

    pub async fn give_codes_to(&self, id: &str, name: String, codes: Vec<&'static str>) {
        let id = id.to_owned();
        let given = self.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                for code in codes {
                    rights::save_code(tx, "SSO", &name, code).await?;
                }
                rights::give_group(tx, &id, "SSO", &name).await
            })
        });
        given.await.unwrap();
    }

    /// Makes a group that nobody manages; its id begins with `name`.
    pub async fn manages_nothing(&self, name: &str) {
        let group = format!("{name}{}", self.number);
        let saved = self.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { groups::save(tx, &group, &group, "", NOW).await })
        });
        saved.await.unwrap();
    }

    /// Makes the asker the manager of a new group.
    pub async fn manages(&self, group: String) {
        let id = self.account_id.clone();
        let appointed = self.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                groups::save(tx, &group, &group, "", NOW).await?;
                groups::appoint(tx, &group, &id).await
            })
        });
        appointed.await.unwrap();
    }

    /// Makes the asker an administrator of a new product with this code.
    pub async fn administers(&self, app_name: String) {
        let (id, product) = (self.account_id.clone(), 500_000 + self.number);
        let row = ProductRow {
            app_name,
            ..off(product)
        };
        let appointed = self.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                products::save(tx, &row, NOW).await?;
                rights::appoint(tx, product, &id).await
            })
        });
        appointed.await.unwrap();
    }
}

/// A waiting application of a new account; its id is that of the account.
pub async fn account_application(
    server: &Server,
    (username, email): (&str, &str),
    group_id: Option<&str>,
    at: i64,
) -> String {
    let address = email.to_owned();
    let id = server
        .account(username, |new| {
            new.email = Some(address);
            new.email_verified = true;
            new.status = Status::Processing;
        })
        .await;
    let mut row = json!({
        "id": id, "account_id": id, "username": username, "email": email, "wanted_group": group_id.unwrap_or_default(),
        "reason": "I plan media.", "token_hash": id, "state": 0, "created_at": at,
    });
    if let Some(group_id) = group_id {
        row["group_id"] = json!(group_id);
    }
    let inserted = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, "account_applications", &row).await })
    });
    inserted.await.unwrap();
    id
}
