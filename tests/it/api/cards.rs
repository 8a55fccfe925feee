//! C-058, C-063, C-064: the cards of all lists, of one's agency, and the detail of one. The expectations are literals.

use atrium::catalogue::{Feature, Link, ProductFile, ProductStatus};
use atrium::directory::Status;
use serde_json::{Value, json};

use crate::access::{self, appoint, group, join, product, save};
use crate::support::database;
use crate::support::product_api::{Person, Server, borrowed};

const LIST: &str = "/api/security/app/list";
const TEAM: &str = "/api/security/app/v2/list-by-team";
const INFO: &str = "/api/security/app/v2/list-info";
const APPLY_OPTION: &str = "/api/security/app/applyOption?productId=";

async fn ids(server: &Server, person: &Person, path: &str) -> Vec<i64> {
    let cards = server.get_as(person, path).await.data();
    let cards = cards.as_array().unwrap().iter();
    cards.map(|card| card["id"].as_i64().unwrap()).collect()
}

/// A member of the agency north.
async fn dan(server: &Server) -> Person {
    let account = access::account(server.db(), "DanMember", Some("north")).await;
    server.signed_in(&account.id).await
}

/// C-058, G-29, K-30: every card that the home page has, list by list, or those with a part of the name or the code.
#[tokio::test]
async fn every_card_is_in_one_list() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for (id, name, type_id, sort, hidden, status) in [
            (2, "Zeta", 2, 1, false, ProductStatus::On),
            (3, "媒体日历", 1, 2, false, ProductStatus::On),
            (4, "Alpha", 1, 1, false, ProductStatus::On),
            (5, "Hidden", 1, 3, true, ProductStatus::On),
            (6, "Off", 1, 3, false, ProductStatus::Off),
            (34, "Brief site", 1, 3, false, ProductStatus::On),
        ] {
            let mut row = product(id);
            name.clone_into(&mut row.name);
            (row.type_id, row.sort, row.hidden, row.status) = (type_id, sort, hidden, status);
            save(server.db(), row, &[]).await;
        }
        let dan = dan(&server).await;
        assert_eq!(ids(&server, &dan, LIST).await, [4, 3, 2]);
        for (query, expected) in [
            ("context=app2", &[2][..]),
            ("context=%E6%97%A5%E5%8E%86", &[3]),
            ("context=ALPH", &[4]),
            ("context=nothing", &[]),
            ("pageSize=2&pageNum=2", &[2]),
        ] {
            assert_eq!(
                ids(&server, &dan, &format!("{LIST}?{query}")).await,
                expected,
                "{query}"
            );
        }
        for bad in ["pageSize=0", "pageSize=101", "pageNum=0", "pageNum=x"] {
            assert_eq!(
                server.get_as(&dan, &format!("{LIST}?{bad}")).await.status(),
                100_012
            );
        }
        let by_type = "/api/security/app/v2/list-by-type?typeId=1";
        assert_eq!(ids(&server, &dan, by_type).await, [4, 3]);
    }
}

/// C-063, G-33: only products that name the person's agency; none for a person without one.
#[tokio::test]
async fn a_team_has_the_products_of_its_agency() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        save(server.db(), product(2), &["north", "south"]).await;
        save(server.db(), product(3), &["south"]).await;
        save(server.db(), product(4), &[]).await;
        save(server.db(), product(16), &["north"]).await;
        let dan = dan(&server).await;
        assert_eq!(ids(&server, &dan, TEAM).await, [2]);
        let eve = server.person("EveOther", |_| {}).await;
        assert_eq!(ids(&server, &eve, TEAM).await, [] as [i64; 0]);
    }
}

async fn info(server: &Server, person: &Person, id: i64) -> Value {
    server
        .get_as(person, &format!("{INFO}?appId={id}"))
        .await
        .data()
}

/// C-064, E-10, F-23, P-09: the detail has texts for everybody, but addresses and files only with access; it says why
/// not, which group grants it and who manages that group.
#[tokio::test]
async fn the_detail_says_why_and_whom_to_ask() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let mut row = product(7);
        row.links = vec![Link {
            name: "Docs".into(),
            url: "https://docs.example/".into(),
        }];
        row.features_benefits = vec![Feature {
            title: "Fast".into(),
            description: "Saves time.".into(),
        }];
        row.snapshots = vec!["https://cdn.example/1.png".into()];
        row.files = vec![ProductFile {
            description: "Handbook".into(),
            url: "https://cdn.example/h.pdf".into(),
        }];
        save(server.db(), row, &[]).await;
        group(server.db(), "g7", &[7]).await;
        let chloe = access::account(server.db(), "ChloeManager", None).await;
        appoint(server.db(), &chloe, "g7").await;
        let dan = dan(&server).await;
        let shown = info(&server, &dan, 7).await;
        let features = json!([{ "title": "Fast", "description": "Saves time." }]);
        for (field, value) in [
            ("hasAccess", json!(false)),
            ("link", json!("")),
            ("links", json!([])),
            ("files", json!([])),
            ("featuresBenefits", features),
            ("snapshots", json!(["https://cdn.example/1.png"])),
            ("reason", json!("noGroup")),
            ("whomToAsk", json!("groupManagers")),
            ("grantedBy", json!([])),
        ] {
            assert_eq!(shown[field], value, "{field}");
        }
        let group = &shown["groups"][0];
        assert_eq!(
            (&group["groupName"], &group["adminMsg"]),
            (&json!("Group g7"), &json!("Write to us."))
        );
        join(
            server.db(),
            &access::find(server.db(), &dan.id).await,
            "g7",
            Status::Enabled,
        )
        .await;
        let shown = info(&server, &dan, 7).await;
        for (field, value) in [
            ("hasAccess", json!(true)),
            ("link", json!("https://app7.example/")),
            (
                "files",
                json!([{ "description": "Handbook", "url": "https://cdn.example/h.pdf" }]),
            ),
            ("reason", Value::Null),
            ("whomToAsk", Value::Null),
            ("grantedBy", json!(["Group g7"])),
            ("groups", json!([])),
        ] {
            assert_eq!(shown[field], value, "{field}");
        }
    }
}

/// Attack 14: every call that takes a number treats a product that is off as unknown, for people who could not open it
/// anyway. C-010, C-017, C-059, C-060, C-064.
#[tokio::test]
async fn attack_14_a_product_that_is_off_is_unknown_by_its_number() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for id in [6, 8] {
            let mut off = product(id);
            off.status = ProductStatus::Off;
            let agencies: &'static [&str] = if id == 8 { &["south"] } else { &[] };
            save(server.db(), off, agencies).await;
        }
        group(server.db(), "g6", &[6]).await;
        group(server.db(), "g8", &[8]).await;
        let dan = dan(&server).await;
        let account = access::find(server.db(), &dan.id).await;
        join(server.db(), &account, "g8", Status::Enabled).await;
        for path in [
            INFO.to_owned() + "?appId=",
            APPLY_OPTION.to_owned(),
            "/api/security/user/prompt-group-admin?productId=".to_owned(),
            "/api/security/app/login-count?productId=".to_owned(),
            "/api/security/app/apply?productId=".to_owned(),
            "/api/security/app/apply?groupId=g6&productId=".to_owned(),
        ] {
            let of = async |id: i64| {
                let mut answer = server.get_as(&dan, &format!("{path}{id}")).await.json();
                answer["requestId"] = Value::Null;
                answer
            };
            let unknown = of(99).await;
            assert_ne!(unknown["status"], 0);
            for id in [6, 8] {
                assert_eq!(of(id).await, unknown, "{path}{id}");
            }
        }
        for path in ["/api/security/app/login-count", "/api/security/app/apply"] {
            let of = async |id: i64| {
                let body = json!({ "productId": id, "groupId": "g6" });
                let mut answer = server.post_as(&dan, path, &body).await.json();
                answer["requestId"] = Value::Null;
                answer
            };
            let unknown = of(99).await;
            for id in [6, 8] {
                assert_eq!(of(id).await, unknown, "{path} {id}");
            }
        }
        // Nothing was asked for either.
        let mine = "/api/security/user/user-group/my-requests";
        assert_eq!(server.get_as(&dan, mine).await.data()["total"], 0);
    }
}

/// C-064, G-38, P-09: each reason has its name and who can help; G-29: a hidden product is described too.
#[tokio::test]
async fn each_reason_has_its_words() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for id in [4, 6, 8] {
            let mut off = product(id);
            off.status = ProductStatus::Off;
            off.attributes = ["Introduction", "Usage", "Ask Chloe"].map(str::to_owned);
            off.icon_url = "https://cdn.example/icon.png".to_owned();
            off.snapshots = vec!["https://cdn.example/1.png".to_owned()];
            let agencies: &'static [&str] = if id == 8 { &["south"] } else { &[] };
            save(server.db(), off, agencies).await;
        }
        group(server.db(), "g4", &[4, 8]).await;
        save(server.db(), product(5), &["south"]).await;
        save(server.db(), product(16), &[]).await;
        save(server.db(), product(7), &[]).await;
        group(server.db(), "g7", &[7]).await;
        group(server.db(), "g16", &[16]).await;
        let dan = dan(&server).await;
        let account = access::find(server.db(), &dan.id).await;
        join(server.db(), &account, "g4", Status::Enabled).await;
        join(server.db(), &account, "g7", Status::Processing).await;
        join(server.db(), &account, "g16", Status::Disabled).await;
        // Attack 14: the numbers 1, 2, 3 … tell nothing about products that are off, except the name to people who
        // could open them before.
        let off = info(&server, &dan, 4).await;
        assert_eq!(off["name"], "Product 4");
        for text in ["attribute1", "attribute2", "attribute3", "iconimgUrl"] {
            assert_eq!(off[text], "", "{text}");
        }
        for list in ["featuresBenefits", "snapshots", "files"] {
            assert_eq!(off[list], json!([]), "{list}");
        }
        for path in [INFO.to_owned() + "?appId=", APPLY_OPTION.to_owned()] {
            let of = async |id: i64| server.get_as(&dan, &format!("{path}{id}")).await.json();
            let mut unknown = of(99).await;
            unknown["requestId"] = Value::Null;
            assert_eq!(unknown["status"], 100_012);
            for id in [6, 8] {
                let mut answer = of(id).await;
                answer["requestId"] = Value::Null;
                assert_eq!(answer, unknown, "{path}{id}");
            }
        }
        for (id, reason, whom) in [
            (4, "off", "productAdministrator"),
            (5, "agency", "productAdministrator"),
            (7, "pending", "groupManagers"),
            (16, "membershipEnded", "groupManagers"),
        ] {
            let shown = info(&server, &dan, id).await;
            assert_eq!(
                (&shown["reason"], &shown["whomToAsk"]),
                (&json!(reason), &json!(whom)),
                "{id}"
            );
            let groups = shown["groups"].as_array().unwrap().len();
            assert_eq!(groups == 0, whom == "productAdministrator", "{id}");
        }
        for (query, field) in [("appId=99", "appId"), ("appId=x", "appId"), ("", "appId")] {
            let answer = server.get_as(&dan, &format!("{INFO}?{query}")).await.json();
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!(field))
            );
        }
    }
}

/// K-28, C-058, C-061, C-064, C-067: name and description are in the reader's language, if the product has them in Chinese;
/// a search finds both names.
#[tokio::test]
async fn a_reader_sees_products_in_their_language() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let mut planner = product(7);
        planner.everyone = true;
        planner.name = "Media planner".to_owned();
        planner.name_zh = "媒介计划".to_owned();
        planner.attributes[0] = "Plans media.".to_owned();
        planner.description_zh = "规划媒介投放。".to_owned();
        save(server.db(), planner, &[]).await;
        save(server.db(), product(8), &[]).await;
        let dan = dan(&server).await;
        let read = async |path: &str, cookie: &str| {
            let mut headers = server.dpop(&dan, "GET", path, &json!({}));
            headers.push(("cookie", cookie.to_owned()));
            server.get(path, &borrowed(&headers)).await.data()
        };
        let (english, chinese) = ("lang=en-us", "lang=zh-cn");
        for (cookie, shown) in [
            (english, ["Media planner", "媒介计划", "Plans media."]),
            (chinese, ["媒介计划", "Media planner", "规划媒介投放。"]),
        ] {
            let cards = read("/api/security/app/v2/list-by-type?typeId=1", cookie).await;
            let one = read(&format!("{INFO}?appId=7"), cookie).await;
            for card in [&cards[0], &one] {
                let found = ["name", "otherName", "attribute1"].map(|field| &card[field]);
                assert_eq!(json!(found), json!(shown), "{cookie}");
            }
            let same = ["name", "otherName"].map(|field| &cards[1][field]);
            assert_eq!(json!(same), json!(["Product 8", ""]), "{cookie}");
        }
        for context in ["planner", "%E8%AE%A1%E5%88%92"] {
            let path = format!("{LIST}?context={context}");
            assert_eq!(ids(&server, &dan, &path).await, [7], "{context}");
        }
        let asked = read(&format!("{APPLY_OPTION}7"), chinese).await;
        assert_eq!(asked["accesses"][0]["productName"], "媒介计划");
    }
}
