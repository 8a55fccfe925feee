//! The requests of `samples.rs` that are about groups: their members, and people who ask for them.

use atrium::audit::Origin;
use atrium::db::DbError;
use atrium::directory::{NewAccount, Status};
use atrium::groups::requests::{Asked, ask};
use atrium::groups::{self, RequestError, RequestKind, Wish};
use atrium::limits::Limits;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::expected_rights::Asker;
use super::scene::Scene;
use crate::access;
use crate::support::product_api::{Answered, NOW, Person, Server};
use crate::support::{database, rows};

/// Adds the group `id`, if it is not there.
pub async fn group(server: &Server, id: &str) {
    let id = id.to_owned();
    let saved = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { groups::save(tx, &id, &id, "", NOW).await })
    });
    saved.await.unwrap();
}

/// The account asks for the group, or for more time in it. Returns the id of the request.
pub async fn asks(server: &Server, account_id: &str, kind: RequestKind, group_id: &str) -> String {
    asks_to_open(server, account_id, (kind, group_id), None).await
}

/// The same, to open a product. Returns the id of the request.
pub async fn asks_to_open(
    server: &Server,
    account_id: &str,
    (kind, group_id): (RequestKind, &str),
    product_id: Option<i64>,
) -> String {
    let account = access::find(server.db(), account_id).await;
    let audit = server.state().audit(server.clock.now(), &Origin::default());
    let audit = audit.by(account_id);
    let (group_id, zone) = (group_id.to_owned(), server.state().zone.clone());
    let asked = server.db().write::<_, RequestError, _>(move |tx| {
        Box::pin(async move {
            let wish = Wish {
                reason: "For the spring campaign".to_owned(),
                product_id,
                ..Wish::default()
            };
            let rules = (&zone, &Limits::default());
            ask(tx, &account, (kind, &group_id), wish, rules, &audit).await
        })
    });
    match asked.await.unwrap() {
        Asked::Pending(id) => id,
        Asked::Member => panic!("a member already"),
    }
}

/// Makes the account a member until this day.
pub async fn joins(server: &Server, account_id: &str, group_id: &str, ends_on: &'static str) {
    let (account, group) = (account_id.to_owned(), group_id.to_owned());
    let joined = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            groups::set_membership(tx, &account, &group, Status::Enabled, NOW).await?;
            let sql = "UPDATE memberships SET ends_on = $2 WHERE account_id = $1";
            rows::set(tx, sql, &account, ends_on).await
        })
    });
    joined.await.unwrap();
}

/// The group that the caller may manage, and a person who asks to join it.
pub fn of_asking<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let (id, _) = scene.somebody().await;
        group(scene.server, &scene.group_id()).await;
        asks(scene.server, &id, RequestKind::Join, &scene.group_id()).await;
        json!({ "groupId": scene.group_id(), "userId": id })
    })
}

/// That group, and one of its members.
pub fn of_member<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let (id, _) = scene.somebody().await;
        group(scene.server, &scene.group_id()).await;
        joins(scene.server, &id, &scene.group_id(), "2027-01-31").await;
        json!({ "groupId": scene.group_id(), "userId": id, "endsOn": "2027-02-28" })
    })
}

/// That group, and the asker as its member.
pub fn of_oneself<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        group(scene.server, &scene.group_id()).await;
        joins(
            scene.server,
            &scene.account_id,
            &scene.group_id(),
            "2027-01-31",
        )
        .await;
        json!({ "groupId": scene.group_id(), "userId": scene.account_id, "endsOn": "2027-02-28" })
    })
}

/// That group, and an account that is not in it.
pub fn of_stranger<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let (_, username) = scene.somebody().await;
        group(scene.server, &scene.group_id()).await;
        json!({ "groupId": scene.group_id(), "username": username })
    })
}

/// That group, and a search.
pub fn of_group<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        group(scene.server, &scene.group_id()).await;
        json!({ "groupId": scene.group_id(), "context": "asker" })
    })
}

/// That group, and an address to invite.
pub fn of_invitation<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let email = format!("somebody{}@demo.test", scene.number);
        let username = format!("somebody{}", scene.number);
        let address = email.clone();
        scene
            .server
            .account(&username, |new| new.email = Some(address))
            .await;
        group(scene.server, &scene.group_id()).await;
        json!({ "type": 1, "groupId": scene.group_id(), "emailList": [{ "email": email }] })
    })
}

/// A request of somebody for the group that the asker may manage, with a decision.
pub fn request<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let (id, _) = scene.somebody().await;
        group(scene.server, &scene.group_id()).await;
        let id = asks(scene.server, &id, RequestKind::Join, &scene.group_id()).await;
        json!({ "id": id, "ids": [id], "requestId": id, "status": "approved" })
    })
}

/// Somebody's request for a product, with a decision: the product that [`Asker::ProductAdministrator`] administers. The
/// group may open one `more`.
pub fn for_product<'a>(scene: &'a Scene<'a>, more: bool) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let mut products = vec![match scene.asker {
            Asker::ProductAdministrator => 500_000 + scene.number,
            _ => scene.product(false).await,
        }];
        if more {
            products.push(scene.product(false).await);
        }
        let (id, _) = scene.somebody().await;
        let group_id = format!("opens{}", scene.number);
        group(scene.server, &group_id).await;
        opens(scene.server, &group_id, &products).await;
        let about = (RequestKind::Join, &*group_id);
        let id = asks_to_open(scene.server, &id, about, products.first().copied()).await;
        json!({ "id": id, "status": "approved" })
    })
}

/// Makes the group open these products.
pub async fn opens(server: &Server, group_id: &str, products: &[i64]) {
    let (id, products) = (group_id.to_owned(), products.to_vec());
    let granted = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for product in products {
                groups::grant(tx, &id, product).await?;
            }
            Ok(())
        })
    });
    granted.await.unwrap();
}

/// A request of the asker, with a decision.
pub fn own_request<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let group_id = format!("asked{}", scene.number);
        group(scene.server, &group_id).await;
        let id = asks(
            scene.server,
            &scene.account_id,
            RequestKind::Join,
            &group_id,
        )
        .await;
        json!({ "id": id, "ids": [id], "requestId": id, "status": "approved" })
    })
}

/// A group that the asker can ask for.
pub fn to_ask<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let group_id = format!("asked{}", scene.number);
        group(scene.server, &group_id).await;
        json!({ "groupId": group_id, "actionId": 0, "reason": "For the spring campaign" })
    })
}

/// A group that the asker is in until a day.
pub fn to_leave<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let group_id = format!("asked{}", scene.number);
        group(scene.server, &group_id).await;
        joins(scene.server, &scene.account_id, &group_id, "2027-01-31").await;
        json!({ "groupId": group_id, "actionId": 3 })
    })
}

/// A product that exactly one group grants.
pub fn product<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let id = scene.product(false).await;
        let group_id = format!("asked{}", scene.number);
        group(scene.server, &group_id).await;
        let granted = scene.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { groups::grant(tx, &group_id, id).await })
        });
        granted.await.unwrap();
        json!({ "productId": id })
    })
}

/// Gives a new account an address.
pub fn with_email(new: &mut NewAccount) {
    new.email = Some(format!("{}@demo.test", new.username));
}

/// Makes the person a manager of the group.
pub async fn appoint(server: &Server, person: &Person, id: &str) {
    group(server, id).await;
    let (id, account) = (id.to_owned(), person.id.clone());
    let appointed = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { groups::appoint(tx, &id, &account).await })
    });
    appointed.await.unwrap();
}

/// Runs `sql` for the row `id`.
pub async fn set(server: &Server, sql: &'static str, id: &str, value: impl Into<Value>) {
    let (id, value) = (id.to_owned(), value.into());
    let changed = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::set(tx, sql, &id, value).await })
    });
    changed.await.unwrap();
}

/// Inserts a row.
pub async fn insert(server: &Server, table: &'static str, row: Value) {
    let inserted = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, table, &row).await })
    });
    inserted.await.unwrap();
}

const OWN: &str = "/api/security/user/user-group";

/// The manager Chloe of `media`, and Eve.
pub struct Team {
    pub server: Server,
    _database: database::TestDatabase,
    pub chloe: Person,
    pub eve: Person,
}

impl Team {
    pub async fn each() -> Vec<Self> {
        let mut teams = Vec::new();
        for database in database::each_engine().await {
            let server = Server::start(&database.db).await;
            let chloe = server.person("Chloe", with_email).await;
            let eve = server.person("Eve", with_email).await;
            appoint(&server, &chloe, "media").await;
            teams.push(Self {
                server,
                _database: database,
                chloe,
                eve,
            });
        }
        teams
    }

    pub async fn get(&self, person: &Person, path: &str) -> Value {
        self.server.get_as(person, path).await.data()
    }

    pub async fn post(&self, person: &Person, path: &str, body: Value) -> Answered {
        self.server.post_as(person, path, &body).await
    }

    /// The row of `media` in the person's list of groups.
    pub async fn row(&self, person: &Person) -> Value {
        let page = self
            .get(person, &format!("{OWN}/group-list?context=media"))
            .await;
        page["list"][0].clone()
    }

    pub async fn apply(&self, person: &Person, group_id: &str, action_id: i64) -> Answered {
        let body =
            json!({ "groupId": group_id, "actionId": action_id, "reason": "For the campaign" });
        self.post(person, &format!("{OWN}/apply"), body).await
    }
}
