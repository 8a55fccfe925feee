//! Names and texts of every noun: invisible characters are refused, and the longest valid name fits into the indexes of
//! both engines (attack 37, decision 0056).

use serde_json::{Value, json};

use super::group_stage::team;
use crate::support::database;
use crate::support::product_api::{Answered, Person, Server};

const HIDDEN: &str =
    "This has a character that can’t be seen. Type it again instead of pasting it.";
const OF_APPLICATIONS: &str =
    "Use 1 to 100 characters that can be seen, and no name of Atrium itself.";

/// Call, and its body with `$` for a name. `Dan` and `Chloe` stand for ids.
const NAMES: [(&str, &str); 20] = [
    ("announcement/add", r#"{"content":"News.","title":"$"}"#),
    (
        "survey/add",
        r#"{"description":"S.","url":"https://a.example/","endTime":"2027-01-01 09:00","surveyName":"$"}"#,
    ),
    ("organisation/add", r#"{"kind":"agency","name":"$"}"#),
    ("organisation/add", r#"{"kind":"client","name":"$"}"#),
    ("organisation/add", r#"{"kind":"brand","name":"$"}"#),
    ("organisation/add", r#"{"kind":"division","name":"$"}"#),
    ("organisation/add", r#"{"kind":"industry","name":"$"}"#),
    ("iris-mapping/add", r#"{"irisCode":"$","irisName":"A"}"#),
    ("iris-mapping/add", r#"{"irisCode":"b","irisName":"$"}"#),
    (
        "user-group/add",
        r#"{"appIds":[7],"groupAdmin":["Chloe"],"groupName":"$"}"#,
    ),
    ("role/add", r#"{"projectId":7,"roleName":"$"}"#),
    (
        "access/add",
        r#"{"projectId":7,"accessCode":"a.new","type":"api","accessName":"$"}"#,
    ),
    (
        "access/add-module",
        r#"{"projectId":7,"moduleCode":"New","moduleName":"$"}"#,
    ),
    ("app/upd", r#"{"projectId":7,"name":"$"}"#),
    ("app/upd", r#"{"projectId":7,"typeName":"$"}"#),
    (
        "app/upd",
        r#"{"projectId":7,"links":[{"name":"$","url":"https://a.example/"}]}"#,
    ),
    (
        "app/upd",
        r#"{"projectId":7,"files":[{"description":"$","url":"https://a.example/"}]}"#,
    ),
    ("user/update", r#"{"userId":"Dan","fullName":"$"}"#),
    (
        "user/update",
        r#"{"userId":"Dan","claims":{"nickname":"$"}}"#,
    ),
    (
        "application/add",
        r#"{"client_id":"new","metadata":{"name":"$","redirect_uris":["https://new.example.com/"]}}"#,
    ),
];

/// The same for texts of several lines.
const TEXTS: [(&str, &str); 6] = [
    ("user-group/upd", r#"{"groupId":"team","desc":"$"}"#),
    (
        "role/add",
        r#"{"projectId":7,"roleName":"Texts","desc":"$"}"#,
    ),
    (
        "access/add",
        r#"{"projectId":7,"accessCode":"a.texts","accessName":"Texts","type":"api","desc":"$"}"#,
    ),
    (
        "access/add-module",
        r#"{"projectId":7,"moduleCode":"Texts","moduleName":"Texts","desc":"$"}"#,
    ),
    ("app/upd", r#"{"projectId":7,"attribute1":"$"}"#),
    (
        "app/upd",
        r#"{"projectId":7,"featuresBenefits":[{"title":"Texts","description":"$"}]}"#,
    ),
];

struct Scene {
    server: Server,
    ada: Person,
    ids: [(&'static str, String); 2],
}

impl Scene {
    async fn set(database: &database::TestDatabase) -> Self {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let ids = [("\"Chloe\"", chloe), ("\"Dan\"", dan)];
        Self { server, ada, ids }
    }

    async fn send(&self, (call, body): (&str, &str), text: &str) -> Answered {
        let mut body = body.replace("\"$\"", &json!(text).to_string());
        for (name, id) in &self.ids {
            body = body.replace(name, &json!(id).to_string());
        }
        let body: Value = serde_json::from_str(&body).unwrap();
        let path = format!("/api/security/admin/{call}");
        self.server.post_as(&self.ada, &path, &body).await
    }

    async fn refuses(&self, case: (&str, &str), text: &str) {
        let refused = self.send(case, text).await;
        let said = format!("{case:?} {text:?}: {}", refused.text);
        assert_ne!(refused.status(), 0, "{said}");
        let words = if case.0.starts_with("application") {
            OF_APPLICATIONS
        } else {
            HIDDEN
        };
        assert!(refused.text.contains(words), "{said}");
    }
}

/// Attack 37 for a pile of accents, as in a name of the Stream-Safe Text Format with too many of them.
#[tokio::test]
async fn what_nobody_sees_is_refused_in_every_noun() {
    let piled = format!("Me{}dia", "\u{301}".repeat(40));
    let hidden = ["Me\u{202e}dia", "Me\u{200b}dia", "Me\u{1b}dia", &piled];
    for database in database::each_engine().await {
        let scene = Scene::set(&database).await;
        for case in NAMES {
            for name in hidden.into_iter().chain(["Me\ndia", "Me\r\ndia"]) {
                scene.refuses(case, name).await;
            }
        }
        for case in TEXTS {
            for text in hidden {
                scene.refuses(case, text).await;
            }
            let lines = scene.send(case, "Me\ndia\r\nfamily \u{1f468}\u{200d}\u{1f469}");
            let lines = lines.await;
            assert_eq!(lines.status(), 0, "{case:?}: {}", lines.text);
        }
    }
}

/// Marks of several scripts, from one code point to another. PostgreSQL compresses marks of a single one.
const MARKS: [(u32, u32); 6] = [
    (0x300, 0x333),
    (0x591, 0x5af),
    (0x610, 0x61a),
    (0x64b, 0x65f),
    (0x730, 0x74a),
    (0x7eb, 0x7f3),
];

/// A name of a hundred characters, each with a mark that grows in compatibility form and `more` others. PostgreSQL cannot
/// compress it.
fn incompressible(more: usize) -> String {
    let mut seed = 7_u32;
    let mut next = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    let mut name = String::new();
    for _ in 0..100 {
        name.extend(char::from_u32(0x4e00 + next(0x5000)));
        name.push('\u{f77}');
        for _ in 0..more {
            let (first, last) = MARKS[next(6) as usize];
            name.extend(char::from_u32(first + next(last - first + 1)));
        }
    }
    name
}

/// Attack 37: PostgreSQL takes 2,704 bytes of an index's row.
#[tokio::test]
async fn attack_37_an_index_takes_the_longest_name_of_every_noun() {
    for database in database::each_engine().await {
        let scene = Scene::set(&database).await;
        for case in NAMES {
            let mut taken = None;
            for more in (0..12).rev() {
                let name = incompressible(more);
                let answer = scene.send(case, &name).await;
                let said = format!("{case:?}, {more} marks: {}", answer.text);
                assert!([0, 100_012].contains(&answer.status()), "{said}");
                if answer.status() == 0 {
                    taken = Some(more);
                    break;
                }
            }
            assert_eq!(taken, Some(5), "{case:?}");
        }
    }
}
