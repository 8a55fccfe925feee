//! Logout: `/oauth2/logout` for clients (OpenID Connect RP-Initiated Logout 1.0) and `/logout` for the person. The
//! person must confirm, unless the client shows that it knows this session.

pub mod backchannel;
pub mod received;
pub mod request;

use std::ops::Deref;

use axum::http::{StatusCode, Uri};
use axum::response::Response;

use crate::clock::{MINUTE, Millis};
use crate::db::DbError;
use crate::directory::Account;
use crate::http::cookies::{csrf_matches, csrf_token};
use crate::http::form::Posted;
use crate::http::params::Params;
use crate::http::redirect::see_other;
use crate::pages::goodbye::{LogoutPage, SignOutThere, SignedOutPage};
use crate::pages::page::{self, CsrfToken, Frame, PagePolicy};
use crate::pages::page_error::PageError;
use crate::random::hashed;
use crate::sessions::browser::{self, SignedIn};
use crate::sessions::end;
use crate::sessions::kept_logout::{Hint, KeptLogout};
use crate::sessions::provider_sessions::{self, TheirSession};
use crate::sessions::sign_in_flow::{self, SignInFlow, Target};
use crate::sessions::sign_in_flows;
use crate::state::leading::WayOut;
use crate::state::visitor::{HandlerError, Visitor};

use request::LogoutRequest;

/// Path for clients.
pub const PATH: &str = sign_in_flow::LOGOUT;
/// Path for the person; both paths post the confirmation here.
pub const PAGE: &str = "/logout";

/// The parameter by which a GET brings a posted request.
const FLOW: &str = "flow";
/// How long a GET may bring a posted request. The redirect follows at once; a later GET could only come from a log or a
/// copied address.
const BROUGHT_WITHIN: Millis = MINUTE;
/// The longest link to the question in another language, in bytes.
const LONGEST_LINK: usize = 4_000;

/// One request of a browser to sign out.
struct Leaver {
    visitor: Visitor,
    /// True for the answer to a form of ours.
    after_form: bool,
}

impl Deref for Leaver {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

/// `GET /logout`: the person wants to sign out. Its query is ignored; only a posted confirmation has one.
pub async fn page(visitor: Visitor) -> Response {
    let leaver = Leaver {
        visitor,
        after_form: false,
    };
    let nothing = Params::default();
    let request = LogoutRequest::read(&leaver.state, &nothing);
    let answered = leaver.asked(request, &nothing).await;
    answered.unwrap_or_else(|error| leaver.error_response(error))
}

/// `GET /oauth2/logout`.
pub async fn get(visitor: Visitor, uri: Uri) -> Response {
    let leaver = Leaver {
        visitor,
        after_form: false,
    };
    let answered = match Params::parse(uri.query().unwrap_or_default()) {
        Ok(params) => leaver.read(&params).await,
        Err(_) => Err(HandlerError::Page(
            PageError::BadRequest,
            "the query cannot be read",
        )),
    };
    answered.unwrap_or_else(|error| leaver.error_response(error))
}

/// `POST /oauth2/logout`: keeps the request and redirects to a GET of this server, because a browser sends no
/// `SameSite=Lax`
/// cookie with a form from another site. The GET reports errors, because only there is the signed-in person
/// known.
pub async fn post(visitor: Visitor, Posted(form): Posted) -> Response {
    let params = match form {
        Ok(params) => params,
        Err(bad) => return visitor.error_response(bad.into()),
    };
    let kept = request::keep(&visitor.state, &params);
    let flow = visitor.new_flow(Target::Logout(kept), Vec::new(), None);
    match visitor.keep_anywhere(flow).await {
        Ok(flow) => see_other(&flow.address()),
        Err(error) => visitor.error_response_to(&params, error),
    }
}

/// `POST /logout`: the person confirms.
pub async fn confirm(visitor: Visitor, Posted(form): Posted) -> Response {
    let leaver = Leaver {
        visitor,
        after_form: true,
    };
    let answered = match form {
        Ok(form) => leaver.confirmed(&form).await,
        Err(bad) => Err(bad.into()),
    };
    answered.unwrap_or_else(|error| leaver.error_response(error))
}

impl Leaver {
    /// Handles a GET: with the request itself, or with the one that was posted before.
    async fn read(&self, params: &Params) -> Result<Response, HandlerError> {
        let Some(handle) = params.get(FLOW) else {
            let request = LogoutRequest::read(&self.state, params);
            return self.asked(request, params).await;
        };
        match self.brought(handle).await? {
            Some(kept) => {
                let (request, params) = LogoutRequest::kept(&self.state, kept);
                self.asked(request, &params).await
            }
            None => self.asked(LogoutRequest::late(), params).await,
        }
    }

    /// The posted request that `handle` leads to; a stored one works once.
    async fn brought(&self, handle: &str) -> Result<Option<KeptLogout>, HandlerError> {
        let found = self.find_flow(handle).await?;
        let is_new = |flow: &SignInFlow| {
            let until = flow.created_at.saturating_add(BROUGHT_WITHIN);
            flow.ended_at.is_none() && self.now < until
        };
        let Some(flow) = found.filter(is_new) else {
            return Ok(None);
        };
        let row = flow.row_id();
        let Target::Logout(kept) = flow.target else {
            return Ok(None);
        };
        let Some(id) = row else {
            return Ok(Some(kept));
        };
        let now = self.now;
        let ended = self.state.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { sign_in_flows::end(tx, &id, now).await })
        });
        Ok(ended.await?.then_some(kept))
    }

    /// Ends the session, or asks for confirmation.
    async fn asked(
        &self,
        request: LogoutRequest,
        params: &Params,
    ) -> Result<Response, HandlerError> {
        if let Some(fault) = request.fault {
            self.refused(params, fault.reason(), fault.description());
        }
        let Some(signed_in) = self.signed_in().await? else {
            let ended = self.end().await?;
            // Nobody is signed in, so nobody can be asked; the named client registered the redirect address.
            return Ok(self.left(&request, ended).await);
        };
        let known = |hint: &Hint| {
            hint.session_id == signed_in.session.id && hint.account_id == signed_in.account.id
        };
        if request.hint.as_ref().is_some_and(known) {
            let ended = self.end().await?;
            return Ok(self.left(&request, ended).await);
        }
        Ok(self.question(&request, &signed_in))
    }

    /// Handles the confirmation. The form carries the logout request and the CSRF token of this browser.
    async fn confirmed(&self, form: &Params) -> Result<Response, HandlerError> {
        let request = LogoutRequest::of_answer(&self.state, form);
        if request.fault.is_some() {
            // The client was disabled while the question was open.
            return self.asked(request, form).await;
        }
        self.check_sender()?;
        let pointer = browser::pointer(&self.browser).await?;
        let Some(session_id) = pointer else {
            // The person signed out in another tab meanwhile: nothing is left to do.
            let redirect = None;
            let request = LogoutRequest {
                redirect,
                ..request
            };
            return Ok(self.left(&request, Ended::before()).await);
        };
        let secret = self.flow_secret().ok_or(HandlerError::NO_COOKIE)?;
        let sent = form.get("csrf").unwrap_or_default();
        if !csrf_matches(&secret, &form_id(&request, &session_id), sent) {
            return Err(HandlerError::OTHER_PAGE);
        }
        let ended = self.end().await?;
        Ok(self.left(&request, ended).await)
    }

    /// Asks for confirmation. The form is valid in this browser, for this session and this request only.
    fn question(&self, request: &LogoutRequest, signed_in: &SignedIn) -> Response {
        let had = self.flow_secret();
        let secret = had.clone().unwrap_or_else(|| self.state.random.token());
        let form_id = form_id(request, &signed_in.session.id);
        let account = &signed_in.account;
        let hinted = request.hint.as_ref();
        let fields = request.fields().into_iter();
        let fields = fields.map(|(name, value)| (name, value.to_owned()));
        let page = LogoutPage {
            frame: self.frame_of_question(request, account),
            csrf: CsrfToken {
                token: csrf_token(&secret, &form_id),
                flow: form_id,
                again: String::new(),
            },
            action: PAGE.to_owned(),
            fields: fields.collect(),
            person: account.display_name().to_owned(),
            asker: asker(request),
            means_another: hinted.is_some_and(|hint| hint.account_id != account.id),
            fault: request.fault,
            stay: "/".to_owned(),
        };
        let mut response = page::respond(status(request), &page, &PagePolicy::form());
        if had.is_none() {
            self.set_flow(&mut response, &secret);
        }
        response
    }

    /// The layout of the question. Its language switch leads to the question, also after a POST, whose handle works
    /// only for a moment.
    fn frame_of_question(&self, request: &LogoutRequest, account: &Account) -> Frame {
        let asked = request.ui_locales.as_deref();
        let frame = self.frame(None, asked, account.lang.as_deref());
        if self.visit.query.get(FLOW).is_none() {
            return frame;
        }
        let query = request.query();
        if query.len() > LONGEST_LINK {
            return frame.at(PAGE);
        }
        frame.at(&format!("{PATH}?{query}"))
    }

    /// Ends the session of this browser and everything that depends on it in one transaction, then forgets the browser.
    /// Also ends an expired session, so that its clients are notified.
    async fn end(&self) -> Result<Ended, HandlerError> {
        let state = &self.state;
        let Some(session_id) = browser::pointer(&self.browser).await? else {
            return Ok(Ended::default());
        };
        let (audit, clients) = (self.audit(), state.clients.clone());
        let ended = state.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let theirs = provider_sessions::find(tx, &session_id).await?;
                end::sign_out_of(tx, &session_id, &audit, &clients).await?;
                Ok(theirs)
            })
        });
        let theirs = ended.await?;
        browser::unbind(&self.browser).await?;
        Ok(Ended {
            session: true,
            theirs,
        })
    }

    /// The way to sign out where the session came from.
    async fn there(&self, theirs: &TheirSession) -> Option<SignOutThere> {
        let provider = self.state.providers.get(&theirs.provider)?;
        let hint = theirs.sid.as_ref().unwrap_or(&theirs.subject);
        let address = provider.sign_out(hint, self.now).await?;
        Some(SignOutThere {
            name: provider.label().to_owned(),
            address: address.into(),
        })
    }

    /// The response when nobody is signed in any more: it leads to the client, or is the signed-out page.
    async fn left(&self, request: &LogoutRequest, ended: Ended) -> Response {
        let (frame, asker) = (
            self.frame(None, request.ui_locales.as_deref(), None),
            asker(request),
        );
        if let Some(redirect) = &request.redirect {
            let way = WayOut {
                address: &redirect.address(),
                name: &asker.unwrap_or_default(),
                after_form: self.after_form || self.visit.query.get(FLOW).is_some(),
                ended: ended.session,
            };
            return self.lead_out(frame, &way);
        }
        let page = SignedOutPage {
            frame,
            asker,
            fault: request.fault,
            sent_nowhere: request.faulty,
            ended: ended.session,
            again: self.state.config.federation.sign_in_page().to_owned(),
            there: match &ended.theirs {
                Some(theirs) => self.there(theirs).await,
                None => None,
            },
        };
        page::respond(status(request), &page, &PagePolicy::form())
    }
}

/// What a sign-out ended.
#[derive(Default)]
struct Ended {
    /// False when nobody was signed in before.
    session: bool,
    /// What that session came from.
    theirs: Option<TheirSession>,
}

impl Ended {
    /// It ended in another tab.
    const fn before() -> Self {
        Self {
            session: true,
            theirs: None,
        }
    }
}

/// The name of the client that asks, if it is known.
fn asker(request: &LogoutRequest) -> Option<String> {
    request.client.as_ref().map(|client| client.name.clone())
}

fn status(request: &LogoutRequest) -> StatusCode {
    match request.fault {
        Some(_) => StatusCode::BAD_REQUEST,
        None => StatusCode::OK,
    }
}

/// The form's id: it identifies the request and the session.
fn form_id(request: &LogoutRequest, session_id: &str) -> String {
    hashed(&format!("logout {session_id} {}", request.query()))
}
