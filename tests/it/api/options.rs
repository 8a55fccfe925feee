//! C-099, C-100, G-52 through the door.

use atrium::db::DbError;
use atrium::directory::organisations::{save_agency, save_company};
use serde_json::{Value, json};

use crate::support::database;
use crate::support::product_api::{NOW, Server};

const AGENCY: &str = "/api/security/common/option/agency";
const CLIENT: &str = "/api/security/common/option/client";

async fn organisations(server: &Server) {
    server
        .db()
        .write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                for (id, name) in [
                    ("1", "émeraude"),
                    ("2", "Nord"),
                    ("3", "蓝岸广告"),
                    ("4", "nordlys"),
                ] {
                    save_agency(tx, id, name, NOW).await?;
                }
                for (id, name, agency) in [
                    ("a", "Zebra", Some("2")),
                    ("b", "Harbour", None),
                    ("c", "Abbey", Some("4")),
                ] {
                    save_company(tx, id, name, agency, NOW).await?;
                }
                Ok(())
            })
        })
        .await
        .unwrap();
}

fn names(data: &Value, field: &str) -> Vec<String> {
    let list = data.as_array().unwrap();
    list.iter()
        .map(|one| one[field].as_str().unwrap().to_owned())
        .collect()
}

/// Both engines find and order alike: any part, any spelling, Chinese too.
#[tokio::test]
async fn agencies_and_clients_to_choose_from() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        organisations(&server).await;
        let dan = server.person("dan", |_| {}).await;
        let all = server.get_as(&dan, AGENCY).await.data();
        let first = json!({"agencyId": "2", "agencyName": "Nord"});
        assert_eq!(all[0], first);
        for (query, expected) in [
            ("", vec!["Nord", "nordlys", "émeraude", "蓝岸广告"]),
            ("?context=ORD", vec!["Nord", "nordlys"]),
            ("?context=%C3%89M", vec!["émeraude"]),
            ("?context=%E5%B2%B8", vec!["蓝岸广告"]),
            ("?context=zzz", vec![]),
            ("?pageNum=2&pageSize=3", vec!["蓝岸广告"]),
        ] {
            let data = server
                .get_as(&dan, &format!("{AGENCY}{query}"))
                .await
                .data();
            assert_eq!(names(&data, "agencyName"), expected, "{query}");
        }
        for (query, expected) in [
            ("", vec!["Abbey", "Harbour", "Zebra"]),
            ("?agencyId=2", vec!["Harbour", "Zebra"]),
            ("?agencyId=2&context=a", vec!["Harbour", "Zebra"]),
            ("?agencyId=9", vec!["Harbour"]),
        ] {
            let data = server
                .get_as(&dan, &format!("{CLIENT}{query}"))
                .await
                .data();
            assert_eq!(names(&data, "clientName"), expected, "{query}");
        }
        for query in ["?pageNum=0", "?pageSize=0", "?pageSize=101", "?pageNum=x"] {
            let refused = server.get_as(&dan, &format!("{AGENCY}{query}")).await;
            assert_eq!(refused.status(), 100_012, "{query}");
        }
    }
}
