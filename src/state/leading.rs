//! How a browser is led on, within our origin and out of it.

use axum::response::Response;

use super::visitor::Visitor;
use crate::http::redirect::{self, see_other};
use crate::pages::leaving::LeavingPage;
use crate::pages::page::Frame;
use crate::sessions::sign_in_flow;

/// A way out to an application.
pub struct WayOut<'a> {
    pub address: &'a str,
    /// The application's name.
    pub name: &'a str,
    /// True if a form of ours may have led here.
    pub after_form: bool,
    /// True if the session of this browser has just ended: a page of ours tells the portal's tabs. A GET logout with a valid
    /// hint is a plain redirect, after which the tabs leave at their next call (decision 0047).
    pub ended: bool,
}

impl Visitor {
    /// Redirects the browser to `address`, a path of ours. An address that may itself redirect to another site is
    /// reached by a page, because a form of ours may have begun the chain of redirects.
    pub fn lead_on(&self, address: &str) -> Response {
        let path = address.split('?').next().unwrap_or_default();
        let leads_out = [sign_in_flow::AUTHORIZE, sign_in_flow::LOGOUT].contains(&path);
        if !leads_out && address.len() <= redirect::LONGEST {
            return see_other(address);
        }
        let frame = self.frame(None, None, None);
        let address = frame.link(address);
        let product = &self.state.site.product;
        let page = LeavingPage {
            frame,
            address,
            name: product.clone(),
            ended: false,
        };
        page.respond()
    }

    /// Leads the browser out: by a page if a form of ours may have led here, or if the address is too long for a redirect
    /// behind proxies; otherwise by a redirect. No page is shown in a frame, so there it is always a redirect.
    pub fn lead_out(&self, frame: Frame, way: &WayOut<'_>) -> Response {
        let leaves_us = way.ended || self.state.own_path(way.address).is_none();
        let needs_page = way.after_form && leaves_us || way.address.len() > redirect::LONGEST;
        if !needs_page || !self.is_navigating() {
            return see_other(way.address);
        }
        let page = LeavingPage {
            frame,
            address: way.address.to_owned(),
            name: way.name.to_owned(),
            ended: way.ended,
        };
        page.respond()
    }
}
