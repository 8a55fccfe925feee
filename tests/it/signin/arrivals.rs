//! How many sign-ins one address may begin (attack 44).

use atrium::clock::{MINUTE, SECOND};
use axum::body::Body;
use axum::http::Request;

use crate::support::app::TestApp;
use crate::support::relying_party::Ask;

/// An address may begin `most` sign-ins that are rows.
async fn storing(most: u32) -> TestApp {
    TestApp::start_with(|config| config.limits.address_sign_in_flows = most).await
}

/// A request that is too long for a sealed flow, so its flow is a row.
fn long_ask(app: &TestApp) -> Ask {
    app.rp("asking")
        .ask("openid")
        .with("state", &"s".repeat(3_000))
}

/// Attack 44: each way to begin a sign-in that stores a row counts for one address. Above the limit such sign-ins begin
/// at a slow rate; other addresses and sign-ins without a row are not affected.
#[tokio::test]
async fn one_address_begins_so_many_sign_ins() {
    let app = storing(12).await;
    let ask = long_ask(&app);
    let [office, home] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(|at| app.browser().at(at));
    for _ in 0..6 {
        assert_eq!(office.get(&ask.url()).await.status, 303);
        let posted = office.post("/oauth2/authorize", &ask.pairs()).await;
        assert_eq!(posted.status, 303);
    }
    for page in [
        office.get(&ask.url()).await,
        office.post("/oauth2/authorize", &ask.pairs()).await,
    ] {
        assert_eq!(page.status, 429, "{}", page.url);
        assert!(page.header("content-type").starts_with("text/html"));
        assert_eq!(page.header("retry-after"), "1", "{}", page.url);
    }
    assert_eq!(office.get("/login").await.status, 303, "without a row");
    assert_eq!(home.get(&ask.url()).await.status, 303);
    app.clock.advance(SECOND);
    assert_eq!(office.get(&ask.url()).await.status, 303, "one a second");
    assert_eq!(office.get(&ask.url()).await.status, 429);
    app.clock.advance(10 * MINUTE);
    for _ in 0..2 {
        assert_eq!(office.get(&ask.url()).await.status, 303, "another window");
    }
}

/// Attack 16: a stranger behind the same address cannot keep out a person who has signed in before.
#[tokio::test]
async fn a_browser_that_is_known_begins_on_its_own_account() {
    let app = storing(3).await;
    let [colleague, stranger] = [[192, 0, 2, 1]; 2].map(|at| app.browser().at(at));
    let page = colleague.go("/login").await;
    colleague.sign_in(&page, "DanMember").await;
    let ask = long_ask(&app);
    while stranger.get(&ask.url()).await.status != 429 {}
    assert_eq!(colleague.get(&ask.url()).await.status, 303);
}

/// Attack 44: a page elsewhere that loads our addresses as images begins no sign-in for its visitors (Fetch
/// Metadata Request Headers, section 2.1). A program sends no destination.
#[tokio::test]
async fn an_image_begins_no_sign_in() {
    let app = TestApp::start().await;
    let ask = app.rp("asking").ask("openid");
    for path in ["/login".to_owned(), ask.url()] {
        for (destination, status) in [("image", 400), ("empty", 400), ("document", 303)] {
            let request = Request::get(&path).header("sec-fetch-dest", destination);
            let answer = app.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!(answer.status, status, "{path} {destination}");
        }
    }
}
