//! The page for a person without access to the application: which application, why, and whom to ask.

use askama::Template;

use crate::access::Closed;
use crate::groups::GroupContact;
use crate::i18n::language::Language;
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, ServerPage};
use crate::pages::tile::AppTile;
use crate::site::offered;

/// The page of the step "no access". Its form posts `choice` to `/login/access`; `another` chooses another account.
#[derive(Template)]
#[template(path = "signin/no_access.html")]
pub struct NoAccessPage {
    pub frame: Frame,
    /// Binds the forms to this browser and sign-in flow.
    pub csrf: CsrfToken,
    pub app: AppTile,
    /// The signed-in person's name as the portal shows it.
    pub person: String,
    /// Why they have no access.
    pub reason: Closed,
    /// The groups that give access, and their managers.
    pub groups: Vec<GroupContact>,
    /// The application's administrators, if no group can let the person in.
    pub admins: Vec<String>,
    /// The address of the portal's page that asks for access, or that shows the request that is pending.
    pub ask: Option<String>,
    /// True when the error can be sent to the application.
    pub can_return: bool,
}

impl NoAccessPage {
    /// Where a person asks for the product with this id, or sees the request that is pending.
    pub fn way_to_ask(reason: Closed, product_id: Option<i64>) -> Option<String> {
        match reason {
            Closed::Pending => Some(offered::MY_REQUESTS.to_owned()),
            _ => product_id.map(offered::ask_for),
        }
    }

    /// The text of the link to `ask`.
    fn ask_text(&self) -> Key {
        match self.reason {
            Closed::Pending => Key("no_access.my_requests"),
            _ => Key("no_access.apply"),
        }
    }

    /// The text for `reason`.
    fn why(&self) -> Key {
        match self.reason {
            Closed::Pending => Key("no_access.pending"),
            Closed::NoGroup => Key("no_access.no_group"),
            Closed::Ended => Key("no_access.ended"),
            Closed::Agency => Key("no_access.agency"),
            Closed::Off => Key("no_access.off"),
            Closed::Unnamed => Key("no_access.unnamed"),
        }
    }

    /// The names in one line, in the list style of the page's language.
    fn listed(&self, names: &[String]) -> String {
        names.join(match self.frame.language {
            Language::EnUs => ", ",
            Language::ZhCn => "、",
        })
    }
}

impl ServerPage for NoAccessPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let page = |reason| Self {
            frame: frame.clone(),
            csrf: CsrfToken::sample(say),
            app: AppTile::sample(say),
            person: say("Dan Member"),
            reason,
            groups: Vec::new(),
            admins: Vec::new(),
            ask: None,
            can_return: true,
        };
        let contact = |group: &str, managers: &[&str], words: &str| GroupContact {
            group_id: group.to_owned(),
            group_name: say(group),
            managers: managers.iter().map(|name| say(name)).collect(),
            admin_msg: say(words),
            ..GroupContact::default()
        };
        let groups = vec![
            contact(
                "Brand team",
                &["Chloe Manager", "Ada Super"],
                "Write to Chloe with your brand and she lets you in the same day.",
            ),
            contact("Media team", &[], "For people who plan media."),
        ];
        let of_groups = |reason| Self {
            groups: groups.clone(),
            ask: NoAccessPage::way_to_ask(reason, Some(7)),
            ..page(reason)
        };
        let administered = |reason| Self {
            admins: vec![say("Ben Admin")],
            ..page(reason)
        };
        let old = Self {
            can_return: false,
            ..of_groups(Closed::NoGroup)
        };
        vec![
            ("pending", of_groups(Closed::Pending)),
            ("no_group", of_groups(Closed::NoGroup)),
            ("no_group_no_contact", page(Closed::NoGroup)),
            ("ended", of_groups(Closed::Ended)),
            ("agency", administered(Closed::Agency)),
            ("off", administered(Closed::Off)),
            ("unnamed", page(Closed::Unnamed)),
            ("legacy_application", old),
        ]
    }
}
