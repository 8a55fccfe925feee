//! Every value that we issue is accepted back in every size: a table of kinds, doors and sizes. Accepted by POST at
//! every issued size, by GET up to the length of a request line.

use atrium::access::rights;
use atrium::audit::AuditContext;
use atrium::clients::GroupsClaim;
use atrium::directory::{ClaimValue, SetClaimsError, Status, set_claims};
use atrium::groups;
use atrium::random::Random;
use axum::body::Body;
use hyper::Request;
use serde_json::{Value, json};

use crate::access::stage;
use crate::signin::reset_password;
use crate::support::app::{Answer, TestApp, form};
use crate::support::browser::{Browser, Page};
use crate::support::legacy_app::{acc_login, launched, user_info};
use crate::support::people::PASSWORD;
use crate::support::relying_party::{Ask, Rp, refresh_of};

/// The longest request line that nginx takes by default, in bytes, with the method and the version.
const REQUEST_LINE: usize = 8_192 - "GET  HTTP/1.1\r\n".len();
const BACK: &str = "http://localhost:9100/";

/// The kinds of values that an application, a browser or a person gets from us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    IdToken,
    Code,
    /// The application's own value, which the answer returns.
    State,
    /// The sign-in flow in the pages of a sign-in.
    Flow,
    Refresh,
    Access,
    UserToken,
    LaunchToken,
    Link,
}

/// Where it is brought back, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    AuthorizeByGet,
    AuthorizeByPost,
    /// Also through the pages of a sign-in.
    SignInByGet,
    SignInByPost,
    Cancel,
    FormPost,
    LogoutByGet,
    LogoutByPost,
    /// After the question to the person.
    LogoutAsked,
    Token,
    Page,
    Form,
    Language,
    UserInfoByGet,
    UserInfoByPost,
    UserInfoForm,
    Introspection,
    Revocation,
    AccessTokenHeader,
    Bearer,
    ResetPassword,
}

/// The size of an issued value: the number of groups with long names (from [`WIDE`] on also with the longest claims),
/// or the bytes of a `state`, of a sign-in's request or of an access token's audiences.
type Sizes = &'static [usize];

const WIDE: usize = 1_000;

/// Every kind that this version issues, the doors that take it, and the sizes in which it is issued. `api::paging`
/// tests cursors; Atrium issues no request URIs or device codes.
#[rustfmt::skip]
const TABLE: &[(Kind, &[Door], Sizes)] = &[
    (Kind::IdToken, &[
        Door::AuthorizeByGet, Door::AuthorizeByPost, Door::SignInByGet, Door::SignInByPost,
        Door::LogoutByGet, Door::LogoutByPost,
    ], &[0, 20, 60, 100, 101, 240, WIDE, WIDE + 100]),
    (Kind::Code, &[Door::Token], &[0]),
    (Kind::State, &[
        Door::AuthorizeByGet, Door::AuthorizeByPost, Door::SignInByGet, Door::SignInByPost, Door::Cancel,
        Door::FormPost, Door::LogoutByGet, Door::LogoutByPost, Door::LogoutAsked,
    ], &[1, 1_000, 2_000, 2_001, 2_372, 4_000, 8_000]),
    (Kind::Flow, &[Door::Page, Door::Form, Door::Language], &[0, 500, 1_000, 1_400, 2_000, 8_000, 12_000]),
    (Kind::Refresh, &[Door::Token, Door::Introspection, Door::Revocation], &[0]),
    (Kind::Access, &[
        Door::UserInfoByGet, Door::UserInfoByPost, Door::UserInfoForm, Door::Introspection, Door::Revocation,
    ], &[0, 1, 20]),
    (Kind::UserToken, &[Door::AccessTokenHeader, Door::Bearer], &[0]),
    (Kind::LaunchToken, &[Door::AccessTokenHeader], &[0]),
    (Kind::Link, &[Door::ResetPassword], &[0]),
];

/// True if a GET of this path fits a request line.
fn fits(path: &str) -> bool {
    path.len() <= REQUEST_LINE
}

/// A text of `bytes`, with letters that JSON, HTML and addresses write otherwise.
fn odd(bytes: usize) -> String {
    const ODD: &str = "a\"&<%+ \u{e9}\u{1f600}/\\";
    let odd = ODD.repeat(bytes / ODD.len());
    let rest = "x".repeat(bytes - odd.len());
    odd + &rest
}

/// The end of a request: where the browser is sent.
fn end(page: &Page) -> String {
    let to = page.header("location").to_owned();
    assert!(!to.is_empty(), "{} {}", page.status, page.text());
    to
}

/// Introspection knows `token` until it is revoked.
async fn known(rp: &Rp<'_>, door: Door, token: &str, said: &str) {
    let told = async || {
        rp.post("/oauth2/introspect", &[("token", token)])
            .await
            .json()
    };
    assert_eq!(told().await["active"], true, "{said}");
    if door == Door::Revocation {
        let answer = rp.post("/oauth2/revoke", &[("token", token)]).await;
        assert_eq!(answer.status, 200, "{said}");
        assert_eq!(told().await, json!({"active": false}), "{said}");
    }
}

struct Stage<'a> {
    app: &'a TestApp,
    rp: Rp<'a>,
    /// Dan is signed in here.
    person: Browser<'a>,
}

impl<'a> Stage<'a> {
    async fn set(app: &'a TestApp) -> Self {
        stage::furnish(app).await;
        stage::join(app, "DanMember", Status::Enabled).await;
        let audiences = |count: usize| (0..count).map(|n| format!("https://{n}.resource.example"));
        stage::change_client(app, "basic", |client| {
            client.id_token_claims = true;
            client.groups_claim = GroupsClaim::All;
            client.scopes.push("groups".to_owned());
            client.resources = audiences(20).collect();
        })
        .await;
        let person = app.browser();
        person.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        Self { app, rp, person }
    }

    /// Gives Dan the longest claims that are taken.
    async fn widen(&self) {
        let dan = self.app.account("DanMember").await.id;
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
        let link = format!("https://p.test/{}", "x".repeat(1_980));
        for claim in [
            "name",
            "given_name",
            "family_name",
            "middle_name",
            "nickname",
            "preferred_username",
            "gender",
            "address.formatted",
            "address.street_address",
            "address.locality",
            "address.region",
            "address.postal_code",
            "address.country",
            "profile",
            "picture",
            "website",
        ] {
            let mut is_taken = false;
            for many in [1_000, 500, 300, 200, 100, 50, 20, 0] {
                let value = match claim {
                    "profile" | "picture" | "website" => link.clone(),
                    _ => family.repeat(many),
                };
                let claim = claim.to_owned();
                let (id, wishes) = (dan.clone(), vec![ClaimValue { claim, value }]);
                let audit = AuditContext::of_operator(self.app.now(), &Random::system(), "test");
                let set = self.app.db().write::<_, SetClaimsError, _>(move |tx| {
                    Box::pin(async move { set_claims(tx, &id, &wishes, &audit).await })
                });
                is_taken = set.await.is_ok();
                if is_taken {
                    break;
                }
            }
            assert!(is_taken, "{claim}");
        }
    }

    /// Dan is in `many` groups with long names and has as many roles; the ID token of the longest nonce.
    async fn id_token(&self, many: usize) -> String {
        if many >= WIDE {
            self.widen().await;
        }
        let many = many % WIDE;
        let (dan, now) = (self.app.account("DanMember").await.id, self.app.now());
        self.app
            .write(move |tx| {
                Box::pin(async move {
                    rights::give_group(tx, &dan, "BASIC", "EDITORS").await?;
                    for number in 0..240 {
                        let (id, name) = (format!("g{number}"), format!("{number:g>95}"));
                        groups::save(tx, &id, &name, "", now).await?;
                        let status = if number < many {
                            rights::save_code(tx, "BASIC", "EDITORS", &format!("{number:r>95}"))
                                .await?;
                            Status::Enabled
                        } else {
                            Status::Disabled
                        };
                        groups::set_membership(tx, &dan, &id, status, now).await?;
                    }
                    Ok(())
                })
            })
            .await;
        let ask = self.rp.ask("openid profile email address phone groups");
        let ask = ask.with("nonce", &odd(512));
        let tokens = self.rp.tokens_of(&self.person, &ask).await;
        self.rp.id_token(&tokens).await;
        tokens["id_token"].as_str().unwrap().to_owned()
    }

    /// Sends `ask` from `browser` and completes the pages of a sign-in. Returns the answer to the application.
    async fn authorized(&self, browser: &Browser<'_>, ask: &Ask, by_post: bool) -> Page {
        let page = if by_post {
            let pairs = ask.pairs();
            let posted = browser.post_across("/oauth2/authorize", &pairs, "http://localhost:9100");
            browser.follow(posted.await).await
        } else {
            browser.go(&ask.url()).await
        };
        browser.walk(page, "DanMember").await
    }

    /// Checks that `door` takes an ID token or a `state` of this size.
    async fn asked(&self, kind: Kind, door: Door, value: &str) {
        let named = match kind {
            Kind::IdToken => "id_token_hint",
            _ => "state",
        };
        let said = format!("{kind:?} at {door:?}, {} bytes", value.len());
        let by_post = matches!(
            door,
            Door::AuthorizeByPost | Door::SignInByPost | Door::LogoutByPost | Door::LogoutAsked
        );
        if matches!(
            door,
            Door::LogoutByGet | Door::LogoutByPost | Door::LogoutAsked
        ) {
            return self.left(named, door, value, by_post, &said).await;
        }
        let mut ask = self.rp.ask("openid").with(named, value);
        if door == Door::FormPost {
            ask = ask.with("response_mode", "form_post");
        }
        if !by_post && !fits(&ask.url()) {
            return;
        }
        let stranger = self.app.browser();
        let browser = match door {
            Door::SignInByGet | Door::SignInByPost | Door::Cancel => &stranger,
            _ => &self.person,
        };
        let page = if door == Door::Cancel {
            let page = browser.go(&ask.url()).await;
            let form = page.form("password").unwrap();
            let pairs = ["csrf", "flow"].map(|name| (name, form.value(name).unwrap()));
            let left = browser.post("/login/cancel", &pairs).await;
            browser.follow(left).await
        } else {
            self.authorized(browser, &ask, by_post).await
        };
        if door != Door::FormPost {
            end(&page);
        }
        if door == Door::SignInByPost {
            self.back(browser, &ask, &said).await;
        }
        // It compares the `state`, too.
        let outcome = self.rp.outcome(&ask, &page);
        match door {
            Door::Cancel => assert_eq!(outcome.error(), "access_denied", "{said}"),
            _ => assert!(!outcome.code().is_empty(), "{said}"),
        }
    }

    /// Back, in the browser that has just signed in: the page of the sign-in leads to the application again.
    async fn back(&self, browser: &Browser<'_>, ask: &Ask, said: &str) {
        browser.forget();
        let pairs = ask.pairs();
        let posted = browser.post_across("/oauth2/authorize", &pairs, "http://localhost:9100");
        let page = browser.follow(posted.await).await;
        let signed_in = browser.sign_in(&page, "DanMember").await;
        assert!(
            !self.rp.outcome(ask, &signed_in).code().is_empty(),
            "{said}"
        );
        let again = browser.get(page.url.as_str()).await;
        assert!(fits(&end(&again)), "{said}");
        let again = browser.follow(again).await;
        assert!(!self.rp.outcome(ask, &again).code().is_empty(), "{said}");
    }

    /// Checks it at the doors of the sign-out.
    async fn left(&self, named: &str, door: Door, value: &str, by_post: bool, said: &str) {
        let browser = self.app.browser();
        browser.sign_in_directly("DanMember").await;
        let mut pairs = vec![("post_logout_redirect_uri", BACK), (named, value)];
        let own;
        if named == "state" && door != Door::LogoutAsked {
            let tokens = self.rp.tokens(&browser, "openid").await;
            own = tokens["id_token"].as_str().unwrap().to_owned();
            pairs.push(("id_token_hint", &own));
        } else if named == "state" {
            pairs.push(("client_id", "basic"));
        }
        let path = format!("/oauth2/logout?{}", form(&pairs));
        let mut page = if by_post {
            let posted = browser.post_across("/oauth2/logout", &pairs, "http://localhost:9100");
            let posted = posted.await;
            assert!(end(&posted).len() < 4_000, "{said}");
            browser.follow(posted).await
        } else if fits(&path) {
            browser.get(&path).await
        } else {
            return;
        };
        if page.form("logout").is_some() {
            page = browser.submit(&page, &[("logout", "yes")]).await;
        }
        let to = end(&page);
        let (to, query) = to.split_once('?').unwrap_or((&to, ""));
        assert_eq!(to, BACK, "{said}");
        let back = url::form_urlencoded::parse(query.as_bytes()).next();
        let back = back.map(|(_, state)| state.into_owned());
        assert_eq!(
            back.as_deref(),
            (named == "state").then_some(value),
            "{said}"
        );
    }

    /// A sign-in flow of a request with a hint of `bytes`, in the address, the form and the language link of its page.
    async fn flow(&self, door: Door, bytes: usize) {
        let browser = self.app.browser();
        let ask = self.rp.ask("openid").with("login_hint", &odd(bytes));
        let pairs = ask.pairs();
        let posted = browser.post_across("/oauth2/authorize", &pairs, "http://localhost:9100");
        let mut page = browser.follow(posted.await).await;
        let flow = page
            .form("password")
            .unwrap()
            .value("flow")
            .unwrap()
            .to_owned();
        match door {
            Door::Page => page = browser.get(&format!("/login?flow={flow}")).await,
            Door::Language => page = browser.get(&format!("{}&lang=zh-cn", page.url)).await,
            _ => {}
        }
        let page = browser.sign_in(&page, "DanMember").await;
        assert!(
            !self.rp.outcome(&ask, &page).code().is_empty(),
            "{door:?}, {bytes}"
        );
    }

    async fn access(&self, door: Door, audiences: usize, format: &str) {
        let rp = self.app.rp(format);
        let mut ask = rp.ask("openid email");
        if format == "basic" {
            for n in 0..audiences {
                let resource = format!("https://{n}.resource.example");
                ask.params.push(("resource".to_owned(), resource));
            }
        }
        let tokens = rp.tokens_of(&self.person, &ask).await;
        let token = tokens["access_token"].as_str().unwrap();
        let said = format!("{door:?}, {format}, {audiences} audiences");
        let bearer = format!("Bearer {token}");
        let answer = match door {
            Door::UserInfoByGet => {
                let request = Request::get("/oauth2/userinfo").header("authorization", &bearer);
                self.app.send(request.body(Body::empty()).unwrap()).await
            }
            Door::UserInfoByPost => {
                let headers = [("authorization", bearer.as_str())];
                self.app.post_form("/oauth2/userinfo", &headers, &[]).await
            }
            Door::UserInfoForm => {
                let pairs = [("access_token", token)];
                self.app.post_form("/oauth2/userinfo", &[], &pairs).await
            }
            _ => return known(&rp, door, token, &said).await,
        };
        assert_eq!(answer.status, 200, "{said} {}", answer.text());
        assert_eq!(answer.json()["email"], "dan@demo.test");
    }

    async fn own_api(&self, header: (&str, &str)) -> Answer {
        let request = Request::post("/api/security/user/info")
            .header("content-type", "application/json")
            .header(header.0, header.1);
        self.app.send(request.body(Body::from("{}")).unwrap()).await
    }

    async fn takes(&self, kind: Kind, door: Door, size: usize, value: &str) {
        let (app, rp) = (self.app, &self.rp);
        match kind {
            Kind::IdToken | Kind::State => self.asked(kind, door, value).await,
            Kind::Flow => self.flow(door, size).await,
            Kind::Code => {
                let ask = rp.ask("openid");
                let code = rp.code(&self.person, &ask).await;
                assert_eq!(rp.exchange(&ask, &code).await.status, 200);
            }
            Kind::Refresh => {
                let tokens = rp.tokens(&self.person, "openid offline_access").await;
                match door {
                    Door::Token => assert_eq!(rp.refresh(refresh_of(&tokens)).await.status, 200),
                    _ => known(rp, door, refresh_of(&tokens), "refresh token").await,
                }
            }
            Kind::Access => {
                for format in ["basic", "jwt", "jwt-rsa"] {
                    self.access(door, size, format).await;
                }
            }
            Kind::UserToken => {
                let token = acc_login(app, "DanMember", PASSWORD).await;
                let bearer = format!("Bearer {token}");
                let answer = match door {
                    Door::Bearer => self.own_api(("authorization", &bearer)).await,
                    _ => self.own_api(("access-token", &token)).await,
                };
                assert_eq!(answer.json()["status"], 0, "{}", answer.text());
            }
            Kind::LaunchToken => {
                let token = launched(&self.person, "OLD", "http://localhost:9200/").await;
                let answer = user_info(app, &token, "OLD").await.json();
                assert_eq!(answer["status"], 0, "{answer}");
            }
            Kind::Link => {
                let (browser, token) = (app.browser(), reset_password::token(app).await);
                let page = browser.go("/reset-password").await;
                let page = browser.submit(&page, &[("token", &token)]).await;
                assert!(page.form("new_password").is_some(), "{}", page.text());
            }
        }
    }
}

#[tokio::test]
async fn what_we_issue_we_take_back() {
    let app = TestApp::start_with(|config| config.limits.account_writes = 100_000).await;
    let stage = Stage::set(&app).await;
    for (kind, doors, sizes) in TABLE {
        for size in *sizes {
            let value = match kind {
                Kind::IdToken => stage.id_token(*size).await,
                _ => odd(*size),
            };
            for door in *doors {
                stage.takes(*kind, *door, *size, &value).await;
            }
        }
    }
    // The table is complete: it has every issued value that may come back.
    let discovery = app.get("/.well-known/openid-configuration").await.json();
    for endpoint in [
        "pushed_authorization_request_endpoint",
        "device_authorization_endpoint",
    ] {
        assert_eq!(discovery[endpoint], Value::Null);
    }
}
