//! The address of a card (contract C-010, F-02, decision 0075).

use atrium::catalogue::Link;

use crate::access::{product, save};
use crate::support::base_path::ORIGIN;
use crate::support::product_api::{Answered, HOST, PASSWORD, Server};
use crate::support::server_browser::{Browser, own};
use crate::support::{database, rows};

const OURS: [(&str, &str); 2] = [
    ("sec-fetch-site", "same-origin"),
    ("sec-fetch-dest", "document"),
];

/// The address of the legacy product.
const THERE: &str = "http://localhost:8082/";

/// A plain product, a legacy one, one that is closed, and one with two addresses.
async fn products(server: &Server) {
    for (id, client, link) in [
        (1, None, "https://plain.example/"),
        (3, Some("old-query"), THERE),
        (5, Some("old-query"), "https://elsewhere.example/"),
    ] {
        let mut row = product(id);
        row.everyone = true;
        row.client_id = client.map(str::to_owned);
        link.clone_into(&mut row.link);
        save(server.db(), row, &[]).await;
    }
    save(server.db(), product(6), &[]).await;
    let mut several = product(8);
    several.everyone = true;
    several.links = ["Plans", "Reports"]
        .map(|name| Link {
            name: name.to_owned(),
            url: format!("https://{}.example/", name.to_lowercase()),
        })
        .to_vec();
    save(server.db(), several, &[]).await;
}

async fn signed_in(server: &Server) -> Browser<'_> {
    let mut browser = Browser::new(server);
    let page = browser.follow("/login").await;
    let done = sign_in(&mut browser, &page).await;
    assert_eq!(done.http, 303, "{done:?}");
    browser
}

async fn sign_in(browser: &mut Browser<'_>, page: &Answered) -> Answered {
    let fields = [("account", "dan"), ("password", PASSWORD)];
    browser.submit(page, "/login", &fields).await
}

async fn launch_tokens(server: &Server) -> i64 {
    rows::in_each_table(server.db()).await["launch_tokens"]
}

/// A link of ours and the address bar lead to the product, with a token only where it takes one; the openings count.
#[tokio::test]
async fn a_card_leads_to_its_product() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        server.account("dan", |_| {}).await;
        let mut browser = signed_in(&server).await;
        for site in ["same-origin", "none"] {
            let sent = [("sec-fetch-site", site), ("sec-fetch-dest", "document")];
            let there = browser.open_with("/open/1", &sent).await;
            assert_eq!(there.header("location"), "https://plain.example/");
            let there = browser.open_with("/open/3", &sent).await;
            let location = there.header("location");
            assert!(
                location.starts_with("http://localhost:8082/?token="),
                "{there:?}"
            );
            assert_eq!(there.header("referrer-policy"), "no-referrer");
            // Its application has not registered that origin (trap T2).
            let there = browser.open_with("/open/5", &sent).await;
            assert_eq!(there.header("location"), "https://elsewhere.example/");
        }
        assert_eq!(launch_tokens(&server).await, 2);
        let openings = rows::in_each_table(server.db()).await["product_openings"];
        assert_eq!(openings, 3, "once a minute each");
    }
}

/// What another site begins, and what the browser does not say, gets a page with a button and no token; a form of another
/// site is refused.
#[tokio::test]
async fn attack_t1_another_site_launches_nothing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        server.account("dan", |_| {}).await;
        let mut browser = signed_in(&server).await;
        let document = ("sec-fetch-dest", "document");
        for sent in [
            &[][..],
            &[("sec-fetch-site", "cross-site"), document],
            &[("sec-fetch-site", "same-site"), document],
            &[
                ("sec-fetch-site", "same-origin"),
                ("sec-fetch-dest", "iframe"),
            ],
        ] {
            let page = browser.open_with("/open/3", sent).await;
            assert_eq!(page.http, 200, "{sent:?}: {page:?}");
            let way = format!("name=\"way\" value=\"{THERE}\"");
            assert!(page.text.contains(&way), "{page:?}");
            assert!(page.text.contains("Product 3"), "{page:?}");
            assert!(!page.text.contains("token="), "{page:?}");
            assert_eq!(page.header("location"), "");
        }
        // The switch of the language on that page is a link of ours, and no button.
        let page = browser.open_with("/open/3?lang=zh-cn", &OURS).await;
        assert!(page.text.contains("是否打开此应用"), "{page:?}");
        let ahead = [OURS[0], OURS[1], ("sec-purpose", "prefetch;prerender")];
        let page = browser.open_with("/open/3", &ahead).await;
        assert_eq!(page.http, 503, "loaded in advance: {page:?}");
        assert_eq!(page.text, "");
        let foreign = browser
            .press("/open/3", THERE, "https://evil.example")
            .await;
        assert_eq!(foreign.http, 403, "{foreign:?}");
        // An address that the product does not have, or no longer.
        for other in ["", "0", "https://evil.example/"] {
            let back = browser.press("/open/3", other, ORIGIN).await;
            assert_eq!(own(back.header("location")), Some("/open/3"), "{back:?}");
        }
        assert_eq!(launch_tokens(&server).await, 0);
        let there = browser.press("/open/3", THERE, ORIGIN).await;
        let location = there.header("location");
        assert!(
            location.starts_with("http://localhost:8082/?token="),
            "{there:?}"
        );
        assert_eq!(launch_tokens(&server).await, 1);
    }
}

/// F-23: a product that is closed looks like one that does not exist: the portal's page says why, or that it knows nothing.
#[tokio::test]
async fn f_23_a_closed_product_and_an_unknown_one_lead_to_one_page() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        server.account("dan", |_| {}).await;
        let mut browser = signed_in(&server).await;
        for id in [6, 99] {
            let path = format!("/open/{id}");
            let asked = format!("/ask/{id}");
            let there = browser.open_with(&path, &OURS).await;
            assert_eq!(own(there.header("location")), Some(&*asked), "{there:?}");
            let there = browser.press(&path, THERE, ORIGIN).await;
            assert_eq!(own(there.header("location")), Some(&*asked), "{there:?}");
        }
        for path in [
            "/open/x",
            "/open/0",
            "/open/-1",
            "/open/99999999999999999999",
        ] {
            assert_eq!(browser.open_with(path, &OURS).await.http, 404, "{path}");
        }
    }
}

/// Who is not signed in signs in first, and is led on.
#[tokio::test]
async fn a_sign_in_on_the_way_leads_back() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        server.account("dan", |_| {}).await;
        let mut browser = Browser::new(&server);
        let begun = browser.open_with("/open/1", &OURS).await;
        let login = own(begun.header("location")).unwrap().to_owned();
        assert!(login.starts_with("/login?callbackUrl="), "{begun:?}");
        let page = browser.follow(&login).await;
        let done = sign_in(&mut browser, &page).await;
        assert_eq!(own(done.header("location")), Some("/open/1"), "{done:?}");
        let there = browser.open_with("/open/1", &OURS).await;
        assert_eq!(there.header("location"), "https://plain.example/");
    }
}

/// F-31: with several addresses the person chooses.
#[tokio::test]
async fn f_31_several_addresses_are_a_choice() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        server.account("dan", |_| {}).await;
        let mut browser = signed_in(&server).await;
        let page = browser.open_with("/open/8", &OURS).await;
        assert_eq!(page.http, 200, "{page:?}");
        for text in ["Plans", "Reports", "value=\"https://reports.example/\""] {
            assert!(page.text.contains(text), "{text}: {page:?}");
        }
        let there = browser
            .press("/open/8", "https://reports.example/", ORIGIN)
            .await;
        assert_eq!(there.header("location"), "https://reports.example/");
    }
}

/// OpenID Connect Core section 4, F-31: the card of an application that has a login address begins a sign-in there, which
/// leads to the address of the product. An address elsewhere opens as it is.
#[tokio::test]
async fn a_card_begins_a_sign_in_at_the_application() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            let file = &config.clients.file;
            let entries = std::fs::read_to_string(file).unwrap();
            let more = r#"
[[client]]
client_id = "begins"
name = "Begins"
secret = "begins-secret-0123456789abcdef01"
redirect_uris = ["https://begins.example/callback"]
initiate_login_uri = "https://begins.example/login"
"#;
            std::fs::write(file, entries + more).unwrap();
        })
        .await;
        for (id, link) in [
            (1, "https://begins.example/spring"),
            (2, "https://docs.example/"),
        ] {
            let mut row = product(id);
            row.everyone = true;
            row.client_id = Some("begins".to_owned());
            link.clone_into(&mut row.link);
            save(server.db(), row, &[]).await;
        }
        server.account("dan", |_| {}).await;
        let mut browser = signed_in(&server).await;
        let there = browser.open_with("/open/1", &OURS).await;
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("iss", &HOST)
            .append_pair("target_link_uri", "https://begins.example/spring")
            .finish();
        let wanted = format!("https://begins.example/login?{query}");
        assert_eq!(there.header("location"), wanted);
        let there = browser.open_with("/open/2", &OURS).await;
        assert_eq!(there.header("location"), "https://docs.example/");
    }
}

/// R-03, S-28: a link of ours names one of several addresses; another address is not opened, and another site opens none.
#[tokio::test]
async fn a_link_names_one_of_several_addresses() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        server.account("dan", |_| {}).await;
        let mut browser = signed_in(&server).await;
        let plans = "/open/8?way=https%3A%2F%2Fplans.example%2F";
        let there = browser.open_with(plans, &OURS).await;
        assert_eq!(there.header("location"), "https://plans.example/");
        let cross = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-dest", "document"),
        ];
        for (path, sent) in [
            (plans, &cross),
            ("/open/8?way=https%3A%2F%2Fevil.example%2F", &OURS),
            ("/open/8", &OURS),
        ] {
            let page = browser.open_with(path, sent).await;
            assert_eq!(page.http, 200, "{path}");
            assert!(page.text.contains("https://reports.example/"), "{page:?}");
            assert!(!page.text.contains("value=\"https://evil"), "{page:?}");
        }
    }
}
