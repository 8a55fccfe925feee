//! Sign-in flows that nobody has proved anything in: they have no row (decision 0036).

use atrium::clock::{Clock, DAY, HOUR, MINUTE};
use atrium::keys::SealedKind;
use atrium::random::Random;
use atrium::sessions::sealed_flows;
use atrium::sessions::sign_in_flow::SignInFlow;
use futures_util::future::join_all;
use serde_json::json;

use crate::support::app::{ISSUER, TestApp};
use crate::support::browser::{Browser, Page};
use crate::support::database::{self, TestDatabase};
use crate::support::noise::Noise;
use crate::support::people::PASSWORD;
use crate::support::{clients, html, people, rows, worker};

const LEGACY: &str = "/login?callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold&appName=OLD";
pub(super) const FILLED: &[(&str, &str)] = &[("account", "DanMember"), ("password", PASSWORD)];
/// Characters of the id of a row.
pub(super) const ID: usize = 43;
/// Where a page brings its flow.
pub(super) const PLACES: [&str; 7] = [
    "/login",
    "/login/password",
    "/login/account",
    "/consent",
    "/login/access",
    "/login/launch",
    "/oauth2/authorize/resume",
];

/// A server on which no routine job writes.
pub(super) async fn quiet(database: &TestDatabase) -> TestApp {
    let clock = Clock::fixed(Clock::system().now());
    people::add_all(&database.db, clock.now()).await;
    worker::hold_routines(&database.db, clock.now()).await;
    TestApp::build(database.db.clone(), clock, &clients::text(), |_| {}).await
}

pub(super) async fn stored_flows(app: &TestApp) -> i64 {
    rows::in_each_table(app.db()).await["sign_in_flows"]
}

/// The value of the page's form that leads to its flow.
pub(super) fn handle_of(page: &Page) -> String {
    let form = page.form("csrf");
    let form = form.unwrap_or_else(|| panic!("{}", page.text()));
    form.value("flow").unwrap().to_owned()
}

pub(super) fn opened(app: &TestApp, handle: &str) -> SignInFlow {
    let state = app.state();
    let flow = sealed_flows::open(handle, &state.issuer, &state.keys, app.now());
    flow.unwrap_or_else(|| panic!("{handle} is not sealed"))
}

/// Sends the button of a page that leaves the sign-in. Returns the redirect.
pub(super) async fn cancel(browser: &Browser<'_>, page: &Page) -> Page {
    let form = page.form("csrf").unwrap();
    let pairs = ["csrf", "flow"].map(|name| (name, form.value(name).unwrap()));
    browser.post("/login/cancel", &pairs).await
}

async fn leave(browser: &Browser<'_>, page: &Page) -> Page {
    let left = cancel(browser, page).await;
    browser.follow(left).await
}

/// Attack 44: a stranger who begins a sign-in, reads its page in each language, sends an empty form and
/// leaves writes nothing, by each way to begin.
#[tokio::test]
async fn attack_44_a_strangers_sign_in_leaves_no_row() {
    for database in database::each_engine().await {
        let app = quiet(&database).await;
        let rp = app.rp("asking");
        let ask = rp.ask("openid profile").with("prompt", "login");
        let before = rows::in_each_table(app.db()).await;
        for path in ["/login", LEGACY, ask.url().as_str(), "POST"] {
            let browser = app.browser();
            let page = if path == "POST" {
                let pairs = ask.pairs();
                let posted = browser.post_across("/oauth2/authorize", &pairs, "https://rp.test");
                browser.follow(posted.await).await
            } else {
                browser.go(path).await
            };
            let empty = browser
                .submit(&page, &[("account", ""), ("password", "")])
                .await;
            assert!(empty.form("password").is_some(), "{}", empty.text());
            let chinese = browser.go(&format!("{}&lang=zh-cn", page.url)).await;
            assert!(chinese.text().contains("lang=\"zh-CN\""));
            let left = leave(&browser, &chinese).await;
            if path != "/login" && path != LEGACY {
                assert_eq!(rp.outcome(&ask, &left).error(), "access_denied");
            }
        }
        app.state().recorder.stop().await;
        for (table, many) in rows::in_each_table(app.db()).await {
            // The clients' refusals, which have a quota.
            let refused = if table == "audit_entries" { 2 } else { 0 };
            assert_eq!(
                many,
                before[&table] + refused,
                "{table}, {:?}",
                app.db().engine()
            );
        }
    }
}

/// Two tabs, a reload and a change of language still work. A change of language makes a new value with the same id, and
/// both work.
#[tokio::test]
async fn tabs_reloads_and_languages_go_on_working() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let browser = app.browser();
    let asks = ["one", "two"].map(|state| rp.ask("openid").with("state", state));
    let first = browser.go(&asks[0].url()).await;
    let second = browser.go(&asks[1].url()).await;
    let reloaded = browser.get(first.url.as_str()).await;
    assert_eq!(handle_of(&reloaded), handle_of(&first));
    let chinese = browser.get(&format!("{}&lang=zh-cn", first.url)).await;
    let (before, after) = (handle_of(&first), handle_of(&chinese));
    assert_ne!(before, after);
    assert_eq!(opened(&app, &before).id, opened(&app, &after).id);
    let switched = browser.get(&format!("/login?flow={after}")).await;
    assert!(switched.text().contains("lang=\"zh-CN\""), "without asking");

    let ended = browser.submit(&second, FILLED).await;
    rp.outcome(&asks[1], &ended).code();
    // The first tab knows nothing of the session: the person signs in there too, in either language.
    let ended = browser.submit(&chinese, FILLED).await;
    rp.outcome(&asks[0], &ended).code();
}

/// Attack 10: the first good proof makes the flow a row, which outranks every copy of the value. So Back, a second
/// submit and an old copy repeat no step: they lead to a new request.
#[tokio::test]
async fn attack_10_an_old_copy_of_a_flow_repeats_nothing() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let rp = app.rp("asking");
        let browser = app.browser();
        let ask = rp.ask("openid");
        let page = browser.go(&ask.url()).await;
        let handle = handle_of(&page);
        let id = opened(&app, &handle).id;
        let consent = browser.submit(&page, FILLED).await;
        assert_eq!(handle_of(&consent), id, "a row from now on");
        assert_eq!((id.len(), stored_flows(&app).await), (ID, 1));
        // Back: the page of the first step leads on to the second.
        let back = browser.go(&format!("/login?flow={handle}")).await;
        assert!(back.form("decision").is_some(), "{}", back.text());
        let again = browser.submit(&page, FILLED).await;
        assert!(again.form("decision").is_some(), "{}", again.text());
        let left_out = browser
            .go(&format!("/oauth2/authorize/resume?flow={handle}"))
            .await;
        assert!(left_out.form("decision").is_some(), "{}", left_out.text());
        let allowed = browser.submit(&consent, &[("decision", "allow")]).await;
        rp.outcome(&ask, &allowed).code();
        // Ended: every copy restarts the request.
        for path in PLACES.iter().filter(|path| !path.ends_with("launch")) {
            let page = browser.get(&format!("{path}?flow={handle}")).await;
            let to = page.header("location").to_owned();
            assert!(to.starts_with("/oauth2/authorize?"), "{path} {to}");
        }
        let submitted = browser.send_form(&page, "password", FILLED).await;
        let to = submitted.header("location").to_owned();
        assert!(to.starts_with("/oauth2/authorize?"), "{to}");
        assert_eq!(stored_flows(&app).await, 1);
    }
}

/// Attack 10, decision 0036: the flow of a signed-in person is a row from its beginning, even if it began as a
/// stranger's. So an answer counts once: neither its form nor its address gives a second code.
#[tokio::test]
async fn attack_10_an_answer_of_a_member_counts_once() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let rp = app.rp("asking");
        let ask = rp.ask("openid").with("prompt", "consent");
        let browser = app.browser();
        let stranger = browser.go(&ask.url()).await;
        browser.sign_in_directly("DanMember").await;
        let resumed = format!("/oauth2/authorize/resume?flow={}", handle_of(&stranger));
        for path in [ask.url(), resumed] {
            let consent = browser.go(&path).await;
            assert_eq!(handle_of(&consent).len(), ID, "{path}");
            let allowed = browser
                .send_form(&consent, "decision", &[("decision", "allow")])
                .await;
            let end = allowed.location().unwrap();
            let code = browser.follow(allowed).await;
            rp.outcome(&ask, &code).code();
            let form = browser
                .send_form(&consent, "decision", &[("decision", "allow")])
                .await;
            for again in [form, browser.get(end.as_str()).await] {
                let to = again.header("location").to_owned();
                assert!(to.starts_with("/oauth2/authorize?"), "{to}");
            }
        }
    }
}

/// Attack 44: the rows of a member's flows count for the account, by every way to begin one.
#[tokio::test]
async fn attack_44_a_members_flows_are_bounded() {
    let app = TestApp::start_with(|config| config.limits.account_writes = 10).await;
    let rp = app.rp("asking");
    let ask = rp.ask("openid");
    let browser = app.browser();
    let stranger = browser.go(&ask.url()).await;
    browser.sign_in_directly("DanMember").await;
    let resumed = format!("/oauth2/authorize/resume?flow={}", handle_of(&stranger));
    let paths = [ask.url(), resumed, LEGACY.to_owned()];
    for n in 0..10 {
        assert_eq!(browser.get(&paths[n % 3]).await.status, 303, "{n}");
    }
    for path in &paths {
        assert_eq!(browser.get(path).await.status, 429, "{path}");
    }
    assert_eq!(stored_flows(&app).await, 10);
    let other = app.browser();
    other.sign_in_directly("ChloeManager").await;
    assert_eq!(other.get(&ask.url()).await.status, 303);
}

/// A value that is proved several times at once makes one row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flow_that_is_proved_twice_makes_one_row() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        let page = browser.go(&app.rp("asking").ask("openid").url()).await;
        let proofs = (0..6).map(|_| browser.send_form(&page, "password", FILLED));
        let targets: Vec<String> = join_all(proofs)
            .await
            .iter()
            .map(|proved| proved.header("location").to_owned())
            .collect();
        let id = opened(&app, &handle_of(&page)).id;
        let target = format!("/oauth2/authorize/resume?flow={id}");
        assert_eq!(targets, vec![target; 6]);
        assert_eq!(stored_flows(&app).await, 1);
    }
}

/// Attack 8: a value works only in the browser that it was sealed for, and does not reveal the request to another one.
/// Each browser with the value of a posted request begins its own flow, as if it had followed a link with that value
/// (decision 0003).
#[tokio::test]
async fn attack_8_a_sealed_flow_belongs_to_one_browser() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("login_hint", "hush");
    let (one, two) = (app.browser(), app.browser());
    let page = one.go(&ask.url()).await;
    two.go("/login").await;
    for path in PLACES {
        let stolen = two.get(&format!("{path}?flow={}", handle_of(&page))).await;
        assert_eq!(stolen.status, 400, "{path}");
        assert_eq!(html::button_link(&stolen.text()).as_deref(), Some("/"));
        assert!(!stolen.text().contains("hush"));
    }
    let stolen = two.send_form(&page, "password", FILLED).await;
    assert_eq!(stolen.status, 400);
    assert!(two.session_cookie().is_none());

    let posted = one.post("/oauth2/authorize", &ask.pairs()).await;
    let to = posted.header("location").to_owned();
    for path in PLACES.iter().filter(|path| !path.ends_with("resume")) {
        let to = to.replace("/oauth2/authorize/resume", path);
        assert_eq!(one.get(&to).await.status, 400, "{path}: it has no browser");
    }
    let [here, there] = [one.go(&to).await, two.go(&to).await];
    app.clock.advance(MINUTE);
    let late = two.get(&to).await;
    assert_eq!(late.status, 400, "the redirect follows at once");
    assert!(!late.text().contains("hush"));
    let ids = [&here, &there].map(|page| opened(&app, &handle_of(page)).id);
    assert_ne!(ids[0], ids[1]);
    for (browser, page) in [(&one, &here), (&two, &there)] {
        let ended = browser.submit(page, FILLED).await;
        rp.outcome(&ask, &ended).code();
    }
}

/// A request that makes a value too long is a row, and works the same; a redirect to the longest value has a head that
/// proxies take by default (nginx: 4 KiB).
#[tokio::test]
async fn a_long_request_is_a_row() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let mut longest = 0;
    for length in (0..3_000).step_by(50) {
        let ask = rp.ask("openid").with("login_hint", &"x".repeat(length));
        let answer = app.get(&ask.url()).await;
        let handle = answer.header("location").split_once("flow=").unwrap().1;
        if handle.len() == ID {
            continue;
        }
        longest = longest.max(handle.len());
        let head = answer.headers.iter();
        let head: usize = head
            .map(|(name, value)| name.as_str().len() + value.len() + 4)
            .sum();
        assert!(head < 4_000, "{head} of {}", handle.len());
    }
    assert!((2_700..=2_800).contains(&longest), "{longest}");
    let browser = app.browser();
    let ask = rp.ask("openid").with("login_hint", &"x".repeat(3_000));
    let page = browser.go(&ask.url()).await;
    assert_eq!(handle_of(&page).len(), ID);
    let code = rp
        .outcome(&ask, &browser.submit(&page, FILLED).await)
        .code();
    assert_eq!(rp.exchange(&ask, &code).await.status, 200);
    // A choice of language makes this one too long.
    let mut ask = rp.ask("openid");
    let mut page = browser.go("/login").await;
    browser.forget();
    for length in 1_000..2_000 {
        ask = rp.ask("openid").with("login_hint", &"x".repeat(length));
        let next = browser.go(&ask.url()).await;
        if handle_of(&next).len() == ID {
            break;
        }
        page = next;
    }
    assert!(handle_of(&page).len() > 2_790);
    let chinese = browser.get(&format!("{}&lang=zh-cn", page.url)).await;
    assert_eq!(handle_of(&chinese).len(), ID);
    let ended = browser.submit(&chinese, FILLED).await;
    let code = ended.header("location").to_owned();
    assert!(code.contains("code="), "{code} {}", ask.url());
}

/// The address of a page leads back for four days, and its form for longer.
#[tokio::test]
async fn an_old_page_leads_back() {
    let app = TestApp::start().await;
    let ask = app.rp("basic").ask("openid");
    let browser = app.browser();
    let page = browser.go(&ask.url()).await;
    let sealed = page.url.as_str();
    for (late, leads_back) in [(HOUR, true), (4 * DAY - HOUR - 1, true), (1, false)] {
        app.clock.advance(late);
        let expired = browser.get(sealed).await;
        assert_eq!(expired.status, 400);
        let link = html::button_link(&expired.text()).unwrap();
        assert_eq!(link.starts_with("/oauth2/authorize?"), leads_back, "{link}");
    }
    let expired = browser.submit(&page, FILLED).await;
    assert_eq!(expired.status, 400);
    let link = html::button_link(&expired.text()).unwrap();
    assert!(link.starts_with("/oauth2/authorize?"), "{link}");
}

/// A flow that began at one process continues at another, sealed or as a row.
#[tokio::test]
async fn a_flow_goes_on_at_another_process() {
    for database in database::each_engine().await {
        let own = TestApp::on(&database).await;
        let other = TestApp::beside(&own, database.again().await).await;
        for (state, is_stored) in [("s".to_owned(), false), ("s".repeat(3_000), true)] {
            let rp = own.rp("asking");
            let ask = rp.ask("openid").with("prompt", "consent");
            let ask = ask.with("state", &state);
            let (here, there) = (own.browser(), other.browser());
            let page = here.go(&ask.url()).await;
            assert_eq!(handle_of(&page).len() == ID, is_stored);
            let cookies = &own.state().cookies;
            there.set_cookie(&cookies.flow, &here.cookie(&cookies.flow).unwrap());
            let consent = there.submit(&page, FILLED).await;
            let session = there.session_cookie().unwrap();
            here.set_cookie(&cookies.session, &session);
            let allowed = here.submit(&consent, &[("decision", "allow")]).await;
            rp.outcome(&ask, &allowed).code();
        }
    }
}

/// Bad input: each door refuses, in its own format, our values of another kind in place of a flow, a flow in place of
/// another kind, sealed values of another kind, version, issuer or length, and random values.
#[tokio::test]
async fn what_is_no_flow_is_refused_in_the_shape_of_the_door() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid offline_access");
    let tokens = rp.tokens_of(&browser, &ask).await;
    let text = |name: &str| tokens[name].as_str().unwrap().to_owned();
    let stranger = app.browser();
    let page = stranger.go(&ask.url()).await;
    let flow = handle_of(&page);
    let (keys, random) = (&app.state().keys, Random::system());
    let kind = |name, version| SealedKind { name, version };
    let own = kind("sign-in flow", 1);
    let inside = keys.ring().open(own, &ISSUER, &flow).unwrap().text;
    let sealed = |kind, issuer: &str, text: &[u8]| {
        let sealed = keys.ring().seal(kind, issuer, text, &random);
        sealed.unwrap()
    };
    let again = sealed(own, &ISSUER, &inside);
    let at = async |path: &str, handle: &str| {
        let pairs = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("flow", handle)
            .finish();
        stranger.get(&format!("{path}?{pairs}")).await
    };
    assert_eq!(
        at("/login", &again).await.status,
        200,
        "the others differ in one thing"
    );
    let mut bad = vec![
        text("access_token"),
        text("refresh_token"),
        text("id_token"),
        rp.code(&browser, &ask).await,
        browser.session_cookie().unwrap(),
        stranger.cookie(&app.state().cookies.flow).unwrap(),
        sealed(kind("access token", 1), &ISSUER, &inside),
        sealed(kind("sign-in flow", 2), &ISSUER, &inside),
        sealed(own, "https://other.example", &inside),
        sealed(own, &ISSUER, json!({"id": "x"}).to_string().as_bytes()),
        sealed(
            own,
            &ISSUER,
            &[b" ".repeat(2_200).as_slice(), &inside].concat(),
        ),
        flow[..flow.len() - 1].to_owned(),
        format!("{flow}A"),
        format!(" {flow}"),
        format!("{flow}="),
    ];
    let noise = Noise::seeded(36);
    bad.extend((0..300).map(|n| flow[..8 + n % 40].to_owned() + &noise.graphic(900)));
    for (n, handle) in bad.iter().enumerate() {
        let path = PLACES[n % PLACES.len()];
        let page = at(path, handle).await;
        assert_eq!(page.status, 400, "{path} {handle}");
        assert!(page.header("content-type").starts_with("text/html"));
    }
    for path in PLACES {
        for handle in &bad[..15] {
            assert_eq!(at(path, handle).await.status, 400, "{path} {handle}");
        }
    }
    assert_eq!(stored_flows(&app).await, 0);

    assert_eq!(rp.refresh(&flow).await.error(), "invalid_grant");
    assert_eq!(rp.exchange(&ask, &flow).await.error(), "invalid_grant");
    let introspected = rp.post("/oauth2/introspect", &[("token", &flow)]).await;
    assert_eq!(introspected.json(), json!({"active": false}));
    browser.set_cookie(&app.state().cookies.session, &flow);
    let page = browser.go("/login").await;
    assert!(page.form("password").is_some(), "nobody is signed in by it");
}
