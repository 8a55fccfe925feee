//! C-071: who may change what of a product (attacks 3 and 34). The expectations are
//! literals.

use serde_json::{Value, json};

use super::accounts::{ada, ben, house};
use super::product_changes::{ADD, DETAILS, EDIT, UPDATE, details, holder, post, whole};
use crate::access;
use crate::support::database;
use crate::support::product_api::{Person, Server};

const LIST_ADD: &str = "operation_access.ProductManagement.ProductList.add";

/// The administrator of product 7, who has no other right.
async fn of_seven(server: &Server) -> Person {
    access::save(server.db(), access::product(7), &[]).await;
    let dan = server.person("DanMember", |_| {}).await;
    let account = access::find(server.db(), &dan.id).await;
    access::administers(server.db(), &account, 7).await;
    dan
}

/// Attack T13, attack 3: an address of a product is https and nothing else; what was imported stays.
#[tokio::test]
async fn attack_t13_an_address_of_a_product_is_https() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let mut imported = access::product(7);
        imported.link = "/".to_owned();
        access::save(server.db(), imported, &[]).await;
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:1",
            "data:text/html,x",
            "http://a.example/",
            "//a.example",
            "https://a@b.example/",
        ] {
            for (field, value) in [
                ("link", json!(bad)),
                ("iconimgUrl", json!(bad)),
                ("links[0].url", json!([{ "name": "A", "url": bad }])),
                ("snapshots[0]", json!([bad])),
                ("files[0].url", json!([{ "description": "A", "url": bad }])),
            ] {
                let name = field.split('[').next().unwrap();
                let mut body = json!({ "projectId": 7 });
                body[name] = value;
                let answer = post(&server, &ada, UPDATE, &body).await;
                assert_eq!(
                    (&answer["status"], &answer["field"]),
                    (&json!(100_012), &json!(field)),
                    "{bad}"
                );
            }
        }
        let kept = json!({ "projectId": 7, "name": "Renamed", "link": "/" });
        assert_eq!(post(&server, &ada, UPDATE, &kept).await["status"], 0);
    }
}

/// C-071: the administrator of a product writes its texts, and learns what else needs whom.
#[tokio::test]
async fn a_products_administrator_writes_its_texts() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let dan = of_seven(&server).await;
        let texts = json!({
            "projectId": 7, "name": "Product 7", "attribute1": "What", "attribute2": "How", "attribute3": "Whom",
            "featuresBenefits": [{ "title": "T", "description": "D" }], "snapshots": ["https://a.example/1.png"],
            "files": [{ "description": "F", "url": "https://a.example/f.pdf" }],
        });
        assert_eq!(post(&server, &dan, UPDATE, &texts).await["status"], 0);
        let shown = details(&server, &dan, 7).await;
        assert_eq!(
            (&shown["attribute2"], &shown["mayEdit"]),
            (&json!("How"), &json!(false))
        );
        for more in [
            json!({ "name": "Another" }),
            json!({ "everyone": true }),
            json!({ "applicationId": "demo-app" }),
            json!({ "agencyIds": ["north"] }),
            json!({ "link": "https://evil.example/" }),
            json!({ "adminIds": [] }),
            json!({ "hidden": true }),
        ] {
            let mut body = more.clone();
            body["projectId"] = 7.into();
            body["attribute1"] = "Not this either".into();
            let answer = post(&server, &dan, UPDATE, &body).await;
            assert_eq!(answer["status"], 100_013, "{more}");
            assert!(
                answer["msg"]
                    .as_str()
                    .unwrap()
                    .starts_with("You may change only the texts")
            );
        }
        assert_eq!(details(&server, &dan, 7).await["attribute1"], "What");
        // Another product looks like an unknown one.
        access::save(server.db(), access::product(8), &[]).await;
        for id in [8, 99] {
            let body = json!({ "projectId": id, "attribute1": "X" });
            let answer = post(&server, &dan, UPDATE, &body).await;
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_013), &Value::Null)
            );
            let answer = server
                .get_as(&dan, &format!("{DETAILS}?projectId={id}"))
                .await;
            assert_eq!(answer.status(), 100_013);
        }
    }
}

/// Attack 34, "Nobody above himself": only super administrators say who administers product SSO, and only they
/// make one.
#[tokio::test]
async fn attack_34_nobody_appoints_himself_to_product_sso() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let eva = holder(&server, "EvaEditor", EDIT).await;
        let ben = ben(&server).await;
        let ada = ada(&server).await;
        for person in [&eva, &ben] {
            for body in [
                json!({ "adminIds": [eva.id] }),
                json!({ "adminId": eva.id }),
            ] {
                let mut body = body;
                body["projectId"] = 1.into();
                let answer = post(&server, person, UPDATE, &body).await;
                assert_eq!(answer["status"], 100_013, "{answer}");
            }
        }
        assert_eq!(
            details(&server, &ada, 1).await["administrators"][0]["userId"],
            ben.id
        );
        let body = json!({ "projectId": 1, "adminIds": [eva.id, ben.id] });
        assert_eq!(post(&server, &ada, UPDATE, &body).await["status"], 0);
        // Now she administers Atrium.
        let answer = server.get_as(&eva, "/api/security/admin/user/list").await;
        assert_eq!(answer.status(), 0);
    }
}

/// Attack 34: without a product SSO, a lesser person cannot create one and administer it.
#[tokio::test]
async fn attack_34_nobody_makes_a_product_sso() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let eva = holder(&server, "EvaAdder", LIST_ADD).await;
        for code in ["SSO", "sso", "ＳＳＯ"] {
            let mut body = whole(&eva.id, &eva.id);
            body["appName"] = code.into();
            body["agencyIds"] = json!([]);
            let answer = post(&server, &eva, ADD, &body).await;
            assert_ne!(answer["status"], 0, "{code}");
        }
        let answer = server.get_as(&eva, "/api/security/admin/user/list").await;
        assert_eq!(answer.status(), 100_013);
        let mut body = whole(&eva.id, &eva.id);
        (body["appName"], body["agencyIds"]) = ("SSO".into(), json!([]));
        assert_eq!(
            post(&server, &ada(&server).await, ADD, &body).await["status"],
            0
        );
    }
}

/// G-38: an application that no product names any longer would be open to everybody. Its last product keeps it until
/// its entry says who may open it; of two products that stop at the same moment one stays.
#[tokio::test]
async fn the_last_product_of_an_application_does_not_open_it_to_everybody() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        for id in [7, 8] {
            let mut product = access::product(id);
            product.client_id = Some("demo-app".to_owned());
            access::save(server.db(), product, &[]).await;
        }
        let take = async |id: i64, to: &str| {
            let body = json!({ "projectId": id, "applicationId": to });
            let answer = server.post_as(&ada, UPDATE, &body).await.json();
            let field = answer["faults"][0]["field"].as_str().unwrap_or_default();
            (answer["status"].as_i64().unwrap(), field.to_owned())
        };
        let both = tokio::join!(take(7, ""), take(8, ""));
        let mut both = [both.0, both.1];
        both.sort();
        let refused = (100_012, "applicationId".to_owned());
        assert_eq!(both, [(0, String::new()), refused.clone()]);
        for id in [7, 8] {
            let named = details(&server, &ada, id).await["applicationId"] == json!("demo-app");
            for to in ["", "old-query"] {
                if named {
                    assert_eq!(take(id, to).await, refused, "{to}");
                }
            }
        }
        for id in [7, 8] {
            assert_eq!(take(id, "demo-app").await.0, 0);
        }
        assert_eq!(take(7, "old-query").await.0, 0, "8 names it still");
    }
}
