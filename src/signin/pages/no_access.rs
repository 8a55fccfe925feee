//! The page for a person to whom the application is closed: which one, why, and whom to ask.

use askama::Template;

use crate::access::{Closed, GroupContact};
use crate::i18n::language::Language;
use crate::i18n::texts::Key;
use crate::pages::page::{CsrfToken, Frame, Page};
use crate::pages::tile::AppTile;

/// The page of the step "no access". It answers POST `/login/access` with `choice`, which is `another`
/// for another account.
#[derive(Template)]
#[template(path = "signin/no_access.html")]
pub struct NoAccessPage {
    /// The frame.
    pub frame: Frame,
    /// What binds the forms to this browser and to the sign-in under way.
    pub csrf: CsrfToken,
    /// The application.
    pub app: AppTile,
    /// Who is signed in, by the name that the portal shows.
    pub person: String,
    /// Why it is closed to them.
    pub reason: Closed,
    /// The groups that open it, and who manages them.
    pub groups: Vec<GroupContact>,
    /// Who administers it, where no group can let the person in.
    pub admins: Vec<String>,
    /// True when the application can be told that the person was refused.
    pub can_return: bool,
}

impl NoAccessPage {
    /// Why it is closed.
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

    /// Names in one line, as the reader's language lists them.
    fn listed(&self, names: &[String]) -> String {
        names.join(match self.frame.language {
            Language::EnUs => ", ",
            Language::ZhCn => "、",
        })
    }
}

impl Page for NoAccessPage {
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
            can_return: true,
        };
        let contact = |group: &str, managers: &[&str], words: &str| GroupContact {
            group_name: say(group),
            managers: managers.iter().map(|name| say(name)).collect(),
            admin_msg: say(words),
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
            ("old_application", old),
        ]
    }
}
