//! A sealed sign-in flow is never in a cookie, and is not used after its row (decision 0036).

use std::collections::BTreeSet;

use atrium::clock::{HOUR, MINUTE};

use super::sealed_flows::{FILLED, ID, PLACES, handle_of, opened, quiet, stored_flows};
use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::{database, html, worker};

/// Characters in a row that no two values share by chance.
const PART: usize = 40;

/// What a browser got in one sign-in.
#[derive(Default)]
struct Received {
    /// The values in addresses and forms that led to the flow.
    handles: BTreeSet<String>,
    /// The `Set-Cookie` lines.
    cookies: Vec<String>,
}

impl Received {
    fn add(&mut self, page: &Page) {
        let query = page.url.query_pairs().into_owned();
        let named = query.filter(|(name, _)| name.as_str() == "flow");
        self.handles.extend(named.map(|(_, value)| value));
        let form = page.form("csrf");
        let value = form.and_then(|form| form.value("flow").map(str::to_owned));
        self.handles.extend(value);
        let lines = page.headers.get_all("set-cookie").iter();
        self.cookies
            .extend(lines.map(|line| line.to_str().unwrap().to_owned()));
    }

    /// Adds `page` and each page that it redirects to at our origin. Returns the last.
    async fn follow(&mut self, browser: &Browser<'_>, mut page: Page) -> Page {
        self.add(&page);
        for _ in 0..10 {
            match page.location() {
                Some(to) if to.origin() == page.url.origin() => {
                    page = browser.get(to.as_str()).await;
                    self.add(&page);
                }
                _ => return page,
            }
        }
        panic!("redirects in a circle at {}", page.url);
    }
}

/// Decision 0036: addresses and forms carry a flow, never a cookie. No answer of a whole sign-in sets a
/// cookie that has a part of a value that leads to the flow, by each way to begin.
#[tokio::test]
async fn a_sealed_flow_is_never_in_a_cookie() {
    let app = TestApp::start().await;
    let rp = app.rp("asking");
    let ask = rp.ask("openid").with("prompt", "consent");
    // A posted request is a separate value, which the browser then claims.
    for (is_posted, sealed) in [(false, 2), (true, 3)] {
        let (browser, mut received) = (app.browser(), Received::default());
        let begun = if is_posted {
            let pairs = ask.pairs();
            let posted = browser.post_across("/oauth2/authorize", &pairs, "https://rp.test");
            posted.await
        } else {
            browser.get(&ask.url()).await
        };
        let page = received.follow(&browser, begun).await;
        let chinese = browser.get(&format!("{}&lang=zh-cn", page.url)).await;
        let chinese = received.follow(&browser, chinese).await;
        let wrong = [("account", "DanMember"), ("password", "Wrong2026*")];
        let refused = browser.send_form(&chinese, "password", &wrong).await;
        let refused = received.follow(&browser, refused).await;
        assert!(browser.session_cookie().is_none());
        let proved = browser.send_form(&refused, "password", FILLED).await;
        let consent = received.follow(&browser, proved).await;
        let decision = [("decision", "allow")];
        let allowed = browser.send_form(&consent, "decision", &decision).await;
        let ended = received.follow(&browser, allowed).await;
        rp.outcome(&ask, &ended).code();

        let Received { handles, cookies } = received;
        let rows = handles.iter().filter(|handle| handle.len() == ID);
        assert_eq!((rows.count(), handles.len()), (1, sealed + 1));
        let names = &app.state().cookies;
        for name in [&names.flow, &names.began, &names.session, &names.known] {
            let head = format!("{name}=");
            assert!(cookies.iter().any(|line| line.starts_with(&head)), "{name}");
        }
        for handle in &handles {
            for at in 0..=handle.len() - PART {
                let part = &handle[at..at + PART];
                let found = cookies.iter().find(|line| line.contains(part));
                assert_eq!(found, None, "has a part of {handle}");
            }
        }
    }
}

/// Decision 0036: a row outranks its value and outlives it. The server's sweep keeps the row of a finished sign-in
/// until an hour after its pages stopped working, even after a late proof. Until then the row says that the flow has
/// ended. After that each copy is refused because it expired.
#[tokio::test]
async fn the_row_of_a_sealed_flow_outlives_its_value() {
    for database in database::each_engine().await {
        let app = quiet(&database).await;
        let worker = worker::of_server(app.db(), app.now()).await;
        let mut routines = worker.routines().iter();
        let sweep = routines.find(|routine| routine.name() == "sign_in_flows_early");
        let sweep = sweep.unwrap();
        let lifetime = app.state().config.sessions.sign_in_lifetime;
        let rp = app.rp("asking");
        let ask = rp.ask("openid");
        let browser = app.browser();
        let page = browser.go(&ask.url()).await;
        let chinese = browser.get(&format!("{}&lang=zh-cn", page.url)).await;
        app.clock.advance(lifetime - MINUTE);
        let consent = browser.submit(&chinese, FILLED).await;
        let allowed = browser.submit(&consent, &[("decision", "allow")]).await;
        rp.outcome(&ask, &allowed).code();
        let session = browser.session_cookie();
        assert!(session.is_some());
        // The last moment of the value, the last moment of its row, and the first without a row.
        for (later, is_open, rows) in [(MINUTE - 1, true, 1), (HOUR + 1, false, 1), (1, false, 0)] {
            app.clock.advance(later);
            sweep.run(app.db(), app.now()).await.unwrap();
            assert_eq!(stored_flows(&app).await, rows, "{:?}", app.db().engine());
            for copy in [&page, &chinese] {
                let handle = handle_of(copy);
                assert_eq!(opened(&app, &handle).is_open(app.now()), is_open);
                let mut answers = vec![browser.send_form(copy, "password", FILLED).await];
                for path in PLACES.iter().filter(|path| !path.ends_with("launch")) {
                    answers.push(browser.get(&format!("{path}?flow={handle}")).await);
                }
                for answer in answers {
                    let path = answer.url.path();
                    // A return to the authorization endpoint restarts the request without asking.
                    let leads_on = rows == 1 || path.ends_with("resume");
                    let status = if leads_on { 200 } else { 400 };
                    assert_eq!(answer.status, status, "{path} {later}");
                    let to = if leads_on {
                        answer.header("location").to_owned()
                    } else {
                        html::button_link(&answer.text()).unwrap()
                    };
                    assert!(to.starts_with("/oauth2/authorize?"), "{path} {to}");
                }
            }
            assert_eq!(browser.session_cookie(), session, "nobody signed in again");
            assert_eq!(stored_flows(&app).await, rows);
        }
    }
}
