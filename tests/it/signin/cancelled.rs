//! A cancelled sign-in answers the application and stores nothing (decision 0036).

use super::sealed_flows::{FILLED, cancel, handle_of, opened, quiet, stored_flows};
use crate::support::browser::Page;
use crate::support::database;

/// The flow in the address that `page` redirects to.
fn flow_in_location(page: &Page) -> String {
    let to = page.location().expect("a redirect");
    let mut query = to.query_pairs();
    let flow = query.find(|(name, _)| name == "flow");
    flow.expect("with a flow").1.into_owned()
}

/// Decision 0036, attack 10: a cancelled flow is another value with the same id. It answers `access_denied` each time
/// that it is opened, and writes nothing. A person who goes Back and signs in gets one code with this `state`, because
/// nobody had proved anything. From then on the row outranks both values, and nothing repeats.
#[tokio::test]
async fn attack_10_back_after_a_cancel_gives_one_code() {
    for database in database::each_engine().await {
        let app = quiet(&database).await;
        let rp = app.rp("basic");
        let ask = rp.ask("openid").with("state", "once");
        let browser = app.browser();
        let page = browser.go(&ask.url()).await;
        let cancelled = flow_in_location(&cancel(&browser, &page).await);
        let ids = [&handle_of(&page), &cancelled].map(|handle| opened(&app, handle).id);
        assert_eq!(ids[0], ids[1]);
        assert!(opened(&app, &cancelled).progress.cancelled);
        let denial = format!("/oauth2/authorize/resume?flow={cancelled}");
        for _ in 0..2 {
            let denied = browser.get(&denial).await;
            assert_eq!(rp.outcome(&ask, &denied).error(), "access_denied");
        }
        // A cancelled flow has no next step.
        let step = browser.get(&format!("/login?flow={cancelled}")).await;
        assert_eq!(
            step.location().expect("to its end").path(),
            "/oauth2/authorize/resume"
        );
        assert_eq!(stored_flows(&app).await, 0);

        let back = browser.submit(&page, FILLED).await;
        rp.outcome(&ask, &back).code();
        assert_eq!(stored_flows(&app).await, 1);
        for handle in [&handle_of(&page), &cancelled] {
            let again = browser
                .get(&format!("/oauth2/authorize/resume?flow={handle}"))
                .await;
            let to = again.header("location").to_owned();
            assert!(to.starts_with("/oauth2/authorize?"), "begins anew: {to}");
        }
        assert_eq!(stored_flows(&app).await, 1);
    }
}
