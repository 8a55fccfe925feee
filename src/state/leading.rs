//! How a browser is led on, within our origin and out of it (design 8, "Forms in real browsers").

use axum::response::Response;

use super::visitor::Visitor;
use crate::http::redirect::{self, see_other};
use crate::pages::leaving::LeavingPage;
use crate::pages::page::Frame;
use crate::sessions::sign_in_flow;

impl Visitor {
    /// Redirects the browser to `address`, a path of ours. What may lead out by a redirect of its own is led to by a page,
    /// which ends the chain that a form of ours may have begun.
    pub fn lead_on(&self, address: &str) -> Response {
        let path = address.split('?').next().unwrap_or_default();
        let leads_out = [sign_in_flow::AUTHORIZE, sign_in_flow::LOGOUT].contains(&path);
        if !leads_out && address.len() <= redirect::LONGEST {
            return see_other(address);
        }
        let frame = self.frame(None, None, None);
        let address = frame.link(address);
        self.leaving(frame, &address, None)
    }

    /// Leads the browser to `address` of the application `name`: by a page if a form of ours may have led here
    /// (`after_form`), or if the address is too long for a redirect behind proxies; otherwise by a redirect. No page is
    /// shown in a frame, so there it is always a redirect.
    pub fn lead_out(&self, frame: Frame, address: &str, name: &str, after_form: bool) -> Response {
        let is_ours = self.state.own_path(address).is_some();
        let needs_page = after_form && !is_ours || address.len() > redirect::LONGEST;
        if needs_page && self.is_navigating() {
            return self.leaving(frame, address, Some(name));
        }
        see_other(address)
    }

    fn leaving(&self, frame: Frame, address: &str, name: Option<&str>) -> Response {
        let name = name.unwrap_or(&self.state.site.product).to_owned();
        let address = address.to_owned();
        let page = LeavingPage {
            frame,
            address,
            name,
        };
        page.respond()
    }
}
