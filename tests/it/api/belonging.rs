//! Changing where one belongs: C-006, C-012, C-013, C-015, C-016, T-48, T-49, F-59, "Agency and brand".
//! The expectations are literals.

use atrium::catalogue::products;
use atrium::clock::DAY;
use atrium::config::AgencyChange;
use atrium::db::DbError;
use atrium::directory::organisations::{save_agency, save_brand};
use serde_json::{Value, json};

use super::accounts::{ada, ben, entries, house, in_chinese, info};
use super::lists::ListCase;
use super::request_scenes::set;
use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const ASSIGN: &str = "/api/security/user/assign-agency";
const SELECT: &str = "/api/security/user/acc-user/agency-select";
const ALIAS: &str = "/api/security/acc-user/agency-select";
const AGENCIES: &str = "/api/security/acc-user/agency";
const BRANDS: &str = "/api/security/acc-user/brand";
const BRAND: &str = "/api/security/user/brand/brand-select";
const LIST: &str = "/api/security/admin/agency-request/list";
const DECIDE: &str = "/api/security/admin/agency-request/decide";

/// Three requests, of three states and ages.
async fn three(server: &Server) -> Person {
    house(server).await;
    for (at, name, state) in [(2, "Late", 0), (0, "First", 2), (1, "Second", 1)] {
        let id = server.account(name, |_| {}).await;
        let row = json!({
            "id": format!("r{at}"), "account_id": id, "from_agency_id": "north", "agency_id": "south",
            "state": state, "created_at": NOW + at,
        });
        let inserted = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "agency_requests", &row).await })
        });
        inserted.await.unwrap();
    }
    ada(server).await
}

pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::directory::AGENCY_REQUESTS,
    always: "",
    name: "username",
    seed: |server| Box::pin(three(server)),
    orders: &[("created", &["First", "Second", "Late"])],
    found: &[
        ("state=0", &["Late"]),
        ("state=2", &["First"]),
        ("state=3", &[]),
    ],
    refused: &[("state=4", "state")],
};

/// A member of North, its client and its brand.
async fn dan(server: &Server) -> Person {
    let at_north = |new: &mut atrium::directory::NewAccount| {
        new.agency_id = Some("north".to_owned());
        new.company_id = Some("nc".to_owned());
        new.brand_id = Some("nb".to_owned());
        "Dan".clone_into(&mut new.full_name);
    };
    server.person("DanMember", at_north).await
}

/// Agency, client and brand of the account, by id.
async fn place(server: &Server, person: &Person) -> [Value; 3] {
    let shown = info(server, person, &person.id).await;
    ["agencyId", "clientId", "brandId"].map(|name| shown[name].clone())
}

async fn choose(server: &Server, person: &Person, agency_id: &str) -> Value {
    let answer = server
        .post_as(person, ASSIGN, &json!({ "agencyId": agency_id }))
        .await;
    answer.data()
}

/// The first request that waits.
async fn waiting(server: &Server, person: &Person) -> Value {
    let page = server
        .get_as(person, &format!("{LIST}?state=0"))
        .await
        .data();
    page["list"][0].clone()
}

/// T-49, C-006, P-11: a person without an agency chooses one, at once and with an entry.
#[tokio::test]
async fn the_first_agency_is_chosen_freely() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let eve = server.person("EveNew", |_| {}).await;
        let expected = json!({ "agencyId": "north", "agencyName": "North", "waits": false });
        assert_eq!(choose(&server, &eve, "north").await, expected);
        assert_eq!(place(&server, &eve).await[0], "north");
        let trail = entries(server.db(), "account.changed", &eve.id).await;
        let change = json!([{ "field": "agency", "from": null, "to": "North (north)" }]);
        assert_eq!(trail.last().unwrap().2["changes"], change);
    }
}

/// T-49, trap T14: a later change waits; approved, it moves the person at once and removes client and brand
/// of the old agency. The entries say who asked, who decided and what changed.
#[tokio::test]
async fn attack_t14_a_later_agency_waits_for_an_administrator() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (dan, ada) = (dan(&server).await, ada(&server).await);
        let expected = json!({ "agencyId": "north", "agencyName": "North", "waits": true });
        assert_eq!(choose(&server, &dan, "south").await, expected);
        assert_eq!(place(&server, &dan).await, ["north", "nc", "nb"]);
        let request = waiting(&server, &ada).await;
        let expected = json!({
            "requestId": request["requestId"], "userId": dan.id, "username": "DanMember", "fullName": "Dan",
            "fromAgencyId": "north", "fromAgencyName": "North", "agencyId": "south", "agencyName": "South",
            "state": 0, "createdAt": NOW, "decidedAt": null, "decidedBy": null, "reason": "",
        });
        assert_eq!(request, expected);
        let decision =
            json!({ "userId": dan.id, "requestId": request["requestId"], "approve": true });
        let decided = server.post_as(&ada, DECIDE, &decision).await.data();
        let shown = [
            &decided["state"],
            &decided["decidedBy"],
            &decided["decidedAt"],
        ];
        assert_eq!(shown, [&json!(1), &json!("Ada Super"), &json!(NOW)]);
        assert_eq!(place(&server, &dan).await, ["south", "", ""]);
        let asked = entries(server.db(), "agency.requested", &dan.id).await;
        assert_eq!(asked.len(), 1);
        assert_eq!(
            (&asked[0].0, &asked[0].2),
            (&dan.id, &json!({ "from": "north", "to": "south" }))
        );
        let decided = entries(server.db(), "agency.request_decided", &dan.id).await;
        assert_eq!(decided[0].0, ada.id);
        assert_eq!(decided[0].2, json!({ "state": "approved", "to": "south" }));
        let changed = entries(server.db(), "account.changed", &dan.id).await;
        let change = json!([
            { "field": "agency", "from": "North (north)", "to": "South (south)" },
            { "field": "company", "from": "North Client (nc)", "to": null },
            { "field": "brand", "from": "North Brand (nb)", "to": null },
        ]);
        assert_eq!(changed.last().unwrap().2["changes"], change);
    }
}

/// C-012: a later choice replaces the one that waits, the same one again changes nothing, and the present agency
/// withdraws it.
#[tokio::test]
async fn one_request_waits_at_most() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let saved = server
            .db()
            .write::<_, DbError, _>(|tx| Box::pin(save_agency(tx, "east", "East", NOW)));
        saved.await.unwrap();
        let (dan, ada) = (dan(&server).await, ada(&server).await);
        for agency in ["south", "south", "east"] {
            assert_eq!(choose(&server, &dan, agency).await["waits"], true);
        }
        let waits = server.get_as(&ada, &format!("{LIST}?state=0")).await.data();
        assert_eq!(
            (&waits["total"], &waits["list"][0]["agencyId"]),
            (&json!(1), &json!("east"))
        );
        let withdrawn = server.get_as(&ada, &format!("{LIST}?state=3")).await.data();
        assert_eq!(withdrawn["total"], 1);
        let options = server.get_as(&dan, SELECT).await.data();
        let marks = |at: usize| {
            ["agencyId", "selected", "requested", "needsApproval"]
                .map(|name| options[at][name].clone())
        };
        assert_eq!(
            marks(0),
            [json!("east"), json!(false), json!(true), json!(true)]
        );
        assert_eq!(
            marks(1),
            [json!("north"), json!(true), json!(false), json!(false)]
        );
        assert_eq!(choose(&server, &dan, "north").await["waits"], false);
        assert_eq!(waiting(&server, &ada).await, Value::Null);
        assert_eq!(place(&server, &dan).await, ["north", "nc", "nb"]);
    }
}

/// Why the person's request for each agency was refused, in the order of the list.
async fn refusals(server: &Server, person: &Person) -> Vec<Value> {
    let options = server.get_as(person, SELECT).await.data();
    let options = options.as_array().unwrap().iter();
    options.map(|option| option["refusal"].clone()).collect()
}

/// A refusal needs a reason, which stays. The person alone sees it, for 90 days or until the next request.
#[tokio::test]
async fn a_refusal_has_a_reason() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (dan, ada) = (dan(&server).await, ada(&server).await);
        choose(&server, &dan, "south").await;
        let id = waiting(&server, &ada).await["requestId"].clone();
        let decide = |reason: &str| json!({ "userId": dan.id, "requestId": id, "approve": false, "reason": reason });
        for reason in ["", "  ", &"x".repeat(501)] {
            let refused = server.post_as(&ada, DECIDE, &decide(reason)).await;
            assert_eq!(refused.status(), 100_012);
            assert_eq!(refused.json()["field"], "reason");
        }
        let undecided = json!({ "userId": dan.id, "requestId": id });
        assert_eq!(
            server.post_as(&ada, DECIDE, &undecided).await.json()["field"],
            "approve"
        );
        let decided = server
            .post_as(&ada, DECIDE, &decide("Not your client"))
            .await
            .data();
        assert_eq!(
            (&decided["state"], &decided["reason"]),
            (&json!(2), &json!("Not your client"))
        );
        assert_eq!(place(&server, &dan).await, ["north", "nc", "nb"]);
        let shown = [Value::Null, json!("Not your client")];
        let nothing = [Value::Null, Value::Null];
        assert_eq!(refusals(&server, &dan).await, shown);
        assert_eq!(refusals(&server, &ada).await, nothing);
        // Somebody who was moved there meanwhile does not see it either.
        let moved = "UPDATE accounts SET agency_id = $2 WHERE id = $1";
        set(&server, moved, &dan.id, "south").await;
        assert_eq!(refusals(&server, &dan).await, nothing);
        set(&server, moved, &dan.id, "north").await;
        server.clock.advance(90 * DAY);
        let dan = server.signed_in(&dan.id).await;
        assert_eq!(refusals(&server, &dan).await, shown);
        let decided =
            "UPDATE agency_requests SET decided_at = CAST($2 AS BIGINT) WHERE account_id = $1";
        set(&server, decided, &dan.id, NOW - 1).await;
        assert_eq!(refusals(&server, &dan).await, nothing, "too old");
        set(&server, decided, &dan.id, NOW).await;
        assert_eq!(choose(&server, &dan, "south").await["waits"], true);
        assert_eq!(refusals(&server, &dan).await, nothing, "asked again");
        assert_eq!(choose(&server, &dan, "north").await["waits"], false);
        assert_eq!(refusals(&server, &dan).await, nothing, "withdrawn");
    }
}

/// Attack 34: the id of one person's request does not decide for another; an unknown one is unknown; nobody
/// decides about their own.
#[tokio::test]
async fn a_request_is_decided_for_its_own_person() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (dan, ada, ben) = (dan(&server).await, ada(&server).await, ben(&server).await);
        let eve = server
            .person("EveNew", |new| new.agency_id = Some("north".to_owned()))
            .await;
        choose(&server, &dan, "south").await;
        let id = waiting(&server, &ada).await["requestId"].clone();
        for (user, request) in [(&eve.id, id.clone()), (&dan.id, json!("nothing"))] {
            let decision = json!({ "userId": user, "requestId": request, "approve": true });
            let refused = server.post_as(&ada, DECIDE, &decision).await;
            assert_eq!(refused.status(), 100_012);
            assert_eq!(refused.json()["field"], "requestId");
        }
        assert_eq!(place(&server, &eve).await[0], "north");
        // He asked as a member and became an administrator.
        let row = json!({
            "id": "own", "account_id": ben.id, "agency_id": "south", "state": 0, "created_at": NOW,
        });
        let inserted = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "agency_requests", &row).await })
        });
        inserted.await.unwrap();
        let decision = json!({ "userId": ben.id, "requestId": "own", "approve": true });
        let refused = server.post_as(&ben, DECIDE, &decision).await;
        assert_eq!(refused.status(), 100_013);
        assert_eq!(
            refused.json()["msg"],
            "You can’t decide about your own request. Ask an administrator."
        );
    }
}

/// Two administrators decide at the same moment: one decision counts, the other gets a conflict.
#[tokio::test]
async fn of_two_decisions_at_once_one_counts() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (dan, ada, ben) = (dan(&server).await, ada(&server).await, ben(&server).await);
        choose(&server, &dan, "south").await;
        let id = waiting(&server, &ada).await["requestId"].clone();
        let approval = json!({ "userId": dan.id, "requestId": id, "approve": true });
        let refusal =
            json!({ "userId": dan.id, "requestId": id, "approve": false, "reason": "No" });
        let (one, other) = tokio::join!(
            server.post_as(&ada, DECIDE, &approval),
            server.post_as(&ben, DECIDE, &refusal)
        );
        let (won, lost, by) = if one.status() == 0 {
            (&one, &other, "Ada Super")
        } else {
            (&other, &one, "BenAdmin")
        };
        assert_eq!((won.status(), lost.status()), (0, 100_012));
        assert_eq!(lost.json()["conflict"], json!({ "by": by, "at": NOW }));
        let agency = if by == "Ada Super" { "south" } else { "north" };
        assert_eq!(place(&server, &dan).await[0], agency);
        assert_eq!(
            entries(server.db(), "agency.request_decided", &dan.id)
                .await
                .len(),
            1
        );
    }
}

/// C-006: two first choices at the same moment: one is the agency, the other waits.
#[tokio::test]
async fn of_two_first_choices_at_once_one_waits() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let eve = server.person("EveNew", |_| {}).await;
        let (one, other) = tokio::join!(
            choose(&server, &eve, "north"),
            choose(&server, &eve, "south")
        );
        let mut waits = [one["waits"].clone(), other["waits"].clone()];
        waits.sort_by_key(Value::to_string);
        assert_eq!(waits, [json!(false), json!(true)]);
        assert_eq!(one["agencyId"], other["agencyId"]);
    }
}

/// P-11: with `accounts.agency_change = "free"` nobody waits, and an open session has the new access with its
/// next request (G-38).
#[tokio::test]
async fn a_free_change_takes_effect_at_once() {
    for database in database::each_engine().await {
        let change = |config: &mut atrium::config::Config| {
            config.accounts.agency_change = AgencyChange::Free;
        };
        let server = Server::with(&database.db, change).await;
        house(&server).await;
        let mut product = access::product(7);
        product.everyone = true;
        access::save(server.db(), product, &[]).await;
        let allowed = server
            .db()
            .write::<_, DbError, _>(|tx| Box::pin(products::allow_agency(tx, 7, "south")));
        allowed.await.unwrap();
        let dan = dan(&server).await;
        let open = "/api/security/app/login-count?productId=7";
        assert_eq!(server.get_as(&dan, open).await.status(), 100_013);
        let options = server.get_as(&dan, SELECT).await.data();
        assert_eq!(options[1]["needsApproval"], false);
        assert_eq!(choose(&server, &dan, "south").await["waits"], false);
        assert_eq!(server.get_as(&dan, open).await.status(), 0);
    }
}

/// A person who may change the agency of accounts changes their own at once.
#[tokio::test]
async fn an_administrator_does_not_wait() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ben = ben(&server).await;
        assert_eq!(choose(&server, &ben, "north").await["waits"], false);
        assert_eq!(choose(&server, &ben, "south").await["waits"], false);
        assert_eq!(place(&server, &ben).await[0], "south");
    }
}

/// C-016, E-30, trap T14, V-22, X-19: none chosen, an unknown one, a client's id, one that is off, and nothing else of
/// the account in the body (mass assignment).
#[tokio::test]
async fn attack_t14_only_an_agency_that_is_offered_is_chosen() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (eve, ada) = (server.person("EveNew", |_| {}).await, ada(&server).await);
        let off = json!({ "kind": "agency", "id": "south", "status": 1 });
        let changed = server
            .post_as(&ada, "/api/security/admin/organisation/update", &off)
            .await;
        assert_eq!(changed.status(), 0);
        for id in ["", "nowhere", "nc", "south"] {
            let refused = server
                .post_as(&eve, ASSIGN, &json!({ "agencyId": id }))
                .await;
            assert_eq!(refused.status(), 100_012, "{id}");
            assert_eq!(refused.json()["field"], "agencyId", "{id}");
        }
        // A request for an agency that is off is not accepted either.
        let dan = dan(&server).await;
        let refused = server
            .post_as(&dan, ASSIGN, &json!({ "agencyId": "south" }))
            .await;
        assert_eq!(refused.json()["field"], "agencyId");
        let nothing = in_chinese(&server, &eve, ASSIGN, &json!({})).await;
        assert_eq!(nothing.json()["faults"][0]["msg"], "请选择");
        let greedy = json!({
            "agencyId": "north", "userId": ada.id, "supAdmin": 1, "clientId": "nc", "brandId": "nb", "userManager": true,
        });
        assert_eq!(server.post_as(&eve, ASSIGN, &greedy).await.status(), 0);
        assert_eq!(place(&server, &eve).await, ["north", "", ""]);
        let shown = info(&server, &eve, &eve.id).await;
        assert_eq!(
            [&shown["supAdmin"], &shown["userManager"]],
            [&json!(0), &json!(false)]
        );
        assert_eq!(place(&server, &ada).await[0], "");
        let listed = server.get_as(&eve, AGENCIES).await.data();
        let north =
            json!({ "id": "north", "agencyId": "north", "agencyName": "North", "logo": "" });
        assert_eq!(listed, json!([north]));
    }
}

/// F-59, C-012, F-70: the alias answers the same.
#[tokio::test]
async fn agencies_have_two_addresses() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let dan = dan(&server).await;
        let (one, other) = (
            server.get_as(&dan, SELECT).await,
            server.get_as(&dan, ALIAS).await,
        );
        assert_eq!(one.data(), other.data());
        assert_eq!(one.data().as_array().unwrap().len(), 2);
        let found = server
            .get_as(&dan, &format!("{SELECT}?context=s"))
            .await
            .data();
        assert_eq!(found[0]["agencyName"], "South");
    }
}

/// E-29, C-013, C-015, T-48, V-21: brands of one's own client and those without one; others are refused.
#[tokio::test]
async fn a_brand_is_one_of_ones_own_client() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let saved = server.db().write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                save_brand(tx, "sb", "South Brand", Some("sc"), NOW).await?;
                save_brand(tx, "free", "Free Brand", None, NOW).await
            })
        });
        saved.await.unwrap();
        let (dan, eve) = (dan(&server).await, server.person("EveNew", |_| {}).await);
        let names = async |person: &Person| {
            let found = server.get_as(person, BRANDS).await.data();
            let found = found.as_array().unwrap().iter();
            found
                .map(|one| one["brandName"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&dan).await, ["Free Brand", "North Brand"]);
        assert_eq!(names(&eve).await, ["Free Brand"]);
        let chosen = server
            .post_as(&dan, BRAND, &json!({ "brandId": "free" }))
            .await;
        assert_eq!(
            chosen.data(),
            json!({ "brandId": "free", "brandName": "Free Brand" })
        );
        assert_eq!(place(&server, &dan).await, ["north", "nc", "free"]);
        let trail = entries(server.db(), "account.changed", &dan.id).await;
        let change =
            json!([{ "field": "brand", "from": "North Brand (nb)", "to": "Free Brand (free)" }]);
        assert_eq!(trail.last().unwrap().2["changes"], change);
        for (person, id) in [(&dan, "sb"), (&eve, "nb"), (&dan, "nowhere"), (&dan, "")] {
            let refused = server
                .post_as(person, BRAND, &json!({ "brandId": id }))
                .await;
            assert_eq!(refused.status(), 100_012, "{id}");
            assert_eq!(refused.json()["field"], "brandId", "{id}");
        }
        let nothing = in_chinese(&server, &dan, BRAND, &json!({})).await;
        assert_eq!(nothing.json()["faults"][0]["msg"], "请选择");
    }
}
