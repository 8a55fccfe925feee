//! The address of a card: `/open/{id}` leads to the product, with a launch token for an application that takes one (contract
//! C-010, F-02, decision 0075). The address itself never carries a token. `?way=` names one of several addresses (S-28).
//!
//! It launches at once only if the person has asked for it here: by a link of ours, or by an address that was typed or
//! kept, as the browser says (Fetch Metadata). Everything else gets a page with a button, so that no other site launches
//! anything (attack T1).

use std::sync::Arc;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use url::Url;

use super::pages::{OpenPage, WayIn};
use crate::catalogue::{Link, Product, products};
use crate::clients::Callback;
use crate::http::form::Posted;
use crate::http::params::{Params, with_query};
use crate::i18n::language;
use crate::i18n::texts::Key;
use crate::pages::page::{PagePolicy, respond};
use crate::pages::page_error::PageError;
use crate::sessions::browser::SignedIn;
use crate::sessions::card::{Card, CardError, Opened};
use crate::sessions::launch::LaunchLifetimes;
use crate::sessions::sign_in_flow::Step;
use crate::site::offered;
use crate::state::AppState;
use crate::state::leading::WayOut;
use crate::state::visitor::{HandlerError, Visitor};

/// The address of the card of the product `id`.
pub const PATH: &str = "/open/{id}";
/// The field of the form, and of the query, with the address of the product that was chosen.
const WAY: &str = "way";

/// A product's id in the address.
type Named = Result<Path<String>, PathRejection>;

/// `GET /open/{id}`.
pub async fn get(id: Named, visitor: Visitor) -> Response {
    let led = arrive(&visitor, id).await;
    led.unwrap_or_else(|error| visitor.error_response(error))
}

/// `POST /open/{id}`: a button of the page.
pub async fn post(id: Named, visitor: Visitor, Posted(form): Posted) -> Response {
    let led = match form {
        Ok(form) => choose(&visitor, id, &form).await,
        Err(bad) => Err(bad.into()),
    };
    led.unwrap_or_else(|error| visitor.error_response(error))
}

async fn arrive(visitor: &Visitor, id: Named) -> Result<Response, HandlerError> {
    let headers = &visitor.visit.headers;
    if headers.contains_key("sec-purpose") {
        // Loaded in advance. The browser asks again when the person really comes.
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    }
    let visit = visit(visitor, id).await?;
    // The language switch of the page below is a link of ours, too.
    let asked = is_asked_for(headers) && visitor.visit.query.get(language::QUERY).is_none();
    let only = || (visit.ways.len() == 1 && !visit.product.link_dialog).then(|| &visit.ways[0]);
    let chosen = visitor.visit.query.get(WAY);
    let way = match chosen {
        Some(chosen) => visit.ways.iter().find(|link| link.url == chosen),
        None => only(),
    };
    if let Some(url) = way.filter(|_| asked).map(|link| link.url.clone()) {
        return launch(visitor, visit, &url).await;
    }
    let (id, account) = (visit.product.id, visit.signed_in.account);
    let frame = visitor.frame(None, None, account.lang.as_deref());
    let (product, _) = visit.product.in_language(frame.language);
    let name = &product.name;
    let title = frame.with("open.title", "app", name);
    let several = visit.ways.len() > 1;
    let ways = visit.ways.into_iter().map(|link| WayIn {
        url: link.url,
        name: if several { link.name } else { title.clone() },
    });
    let page = OpenPage {
        action: path_of(id),
        ways: ways.collect(),
        why: if several {
            Key("open.choose")
        } else {
            Key("open.asked")
        },
        person: account.display_name().to_owned(),
        title,
        frame,
    };
    Ok(respond(StatusCode::OK, &page, &PagePolicy::form()))
}

async fn choose(visitor: &Visitor, id: Named, form: &Params) -> Result<Response, HandlerError> {
    visitor.check_sender()?;
    let visit = visit(visitor, id).await?;
    let way = form.get(WAY).unwrap_or_default();
    if visit.ways.iter().all(|link| link.url != way) {
        // Somebody may have changed the addresses in between.
        return Err(HandlerError::Elsewhere(path_of(visit.product.id)));
    }
    launch(visitor, visit, way).await
}

/// A person at the address of a product that is open to them.
struct Visit {
    signed_in: SignedIn,
    product: Product,
    ways: Vec<Link>,
}

/// Leads to the sign-in first, and back here. The portal's page says why a product is closed; it does not tell one that does
/// not exist apart.
async fn visit(visitor: &Visitor, id: Named) -> Result<Visit, HandlerError> {
    let id = id.ok().and_then(|Path(id)| id.parse::<i64>().ok());
    let id = id.filter(|id| *id > 0).ok_or(PageError::NotFound)?;
    let Some(signed_in) = visitor.signed_in().await? else {
        let back = path_of(id);
        let login = with_query(Step::Identify.path(), &[("callbackUrl", &back)]);
        return Err(HandlerError::Elsewhere(login));
    };
    let state = &visitor.state;
    let product = {
        let mut tx = state.db.read().await?;
        products::by_number(&mut tx, &signed_in.account, id, &state.clients).await?
    };
    let product = product.filter(Product::has_access);
    let product = product.ok_or_else(|| closed(id))?;
    let ways = ways(&product, state);
    if ways.is_empty() {
        return Err(closed(id));
    }
    Ok(Visit {
        signed_in,
        product,
        ways,
    })
}

/// To the portal's page that says why the product does not open, and whom to ask.
fn closed(id: i64) -> HandlerError {
    HandlerError::Elsewhere(offered::ask_for(id))
}

fn path_of(id: i64) -> String {
    PATH.replace("{id}", &id.to_string())
}

/// The addresses that the person chooses from, or the one that the card leads to (contract F-31, G-22).
fn ways(product: &Product, state: &AppState) -> Vec<Link> {
    let leads = |url: &str| {
        let web = Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "https" | "http"));
        web || state.own_path(url).is_some()
    };
    let links = product.links.iter().filter(|link| leads(&link.url));
    let mut links: Vec<Link> = links.cloned().collect();
    if links.len() > 1 || product.link_dialog && !links.is_empty() {
        return links;
    }
    if leads(&product.link) {
        return vec![Link {
            name: product.name.clone(),
            url: product.link.clone(),
        }];
    }
    links.truncate(1);
    links
}

/// Counts the opening, issues the launch token, and leads out.
async fn launch(visitor: &Visitor, visit: Visit, url: &str) -> Result<Response, HandlerError> {
    let (state, id) = (&visitor.state, visit.product.id);
    let account = visit.signed_in.account;
    state.account_writes.spend(&account.id, visitor.now)?;
    let frame = visitor.frame(None, None, account.lang.as_deref());
    let card = Card {
        account: Arc::new(account),
        session: Arc::new(visit.signed_in.session),
        product_id: id,
    };
    let (clients, audit) = (state.clients.clone(), visitor.audit());
    let lifetimes = LaunchLifetimes::from(&state.config.sessions);
    let opened = state.db.write::<_, CardError, _>(move |tx| {
        Box::pin(async move { card.open(tx, &clients, lifetimes, &audit).await })
    });
    let mut opened = opened.await.map_err(|error| match error {
        CardError::Unknown | CardError::Closed => closed(id),
        CardError::Db(error) => error.into(),
    })?;
    // Somebody may have changed the addresses in between.
    if ways(&opened.product, state)
        .iter()
        .all(|link| link.url != url)
    {
        return Err(HandlerError::Elsewhere(path_of(id)));
    }
    let address = address(state, &opened, url)?;
    (opened.product, _) = opened.product.in_language(frame.language);
    let way = WayOut {
        address: &address,
        name: &opened.product.name,
        // The person may have signed in on the way here.
        after_form: true,
        ended: false,
    };
    Ok(visitor.lead_out(frame, &way))
}

/// Where the browser goes: `url` with its token; where the application starts a sign-in, which leads to `url`; or the page
/// that must ask first.
fn address(state: &AppState, opened: &Opened, url: &str) -> Result<String, HandlerError> {
    if let Some(app_name) = &opened.asks {
        let to = [("callbackUrl", url), ("appName", app_name)];
        return Err(HandlerError::Elsewhere(with_query(
            Step::Identify.path(),
            &to,
        )));
    }
    let product = &opened.product;
    let client = state
        .clients
        .of_product(product.client_id.as_deref(), &product.app_name);
    let Some(token) = &opened.token else {
        if let Some(path) = state.own_path(url) {
            return Err(HandlerError::Elsewhere(path));
        }
        let begun = client.and_then(|client| client.initiated(&state.issuer, url));
        return Ok(begun.unwrap_or_else(|| url.to_owned()));
    };
    let legacy = client.as_ref().and_then(|client| client.launches());
    let legacy = legacy.ok_or(PageError::UnknownClient)?;
    let callback = Callback::check(url, legacy).map_err(|_| PageError::CallbackUrl)?;
    Ok(callback.with("token", token))
}

/// True if the browser says that the person goes here from a page of ours, or by the address bar. It sends each of these
/// headers once.
fn is_asked_for(headers: &HeaderMap) -> bool {
    let only = |name: &str| {
        let mut all = headers.get_all(name).iter();
        let first = all.next().and_then(|value| value.to_str().ok());
        first.filter(|_| all.next().is_none())
    };
    let from_here = matches!(only("sec-fetch-site"), Some("same-origin" | "none"));
    let shown = only("sec-fetch-dest") == Some("document");
    from_here && shown
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn asked(sent: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(*name, HeaderValue::from_static(value));
        }
        is_asked_for(&headers)
    }

    /// Attack T1: only a navigation of the person's own launches.
    #[test]
    fn attack_t1_only_the_person_asks() {
        let document = ("sec-fetch-dest", "document");
        for site in ["same-origin", "none"] {
            assert!(asked(&[("sec-fetch-site", site), document]), "{site}");
        }
        for site in ["cross-site", "same-site", "", "SAME-ORIGIN"] {
            assert!(!asked(&[("sec-fetch-site", site), document]), "{site}");
        }
        let ours = ("sec-fetch-site", "same-origin");
        for sent in [
            &[][..],
            &[document],
            &[ours],
            &[ours, ("sec-fetch-dest", "iframe")],
            &[ours, ("sec-fetch-dest", "image")],
            &[ours, ("sec-fetch-site", "cross-site"), document],
        ] {
            assert!(!asked(sent), "{sent:?}");
        }
    }
}
