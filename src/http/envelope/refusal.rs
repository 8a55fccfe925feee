//! Why somebody may not do something, and whom to ask.

use serde::Serialize;
use utoipa::ToSchema;

use crate::i18n::language::Language;
use crate::i18n::texts::{Key, Texts};

/// Who can help a person who was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Helper {
    Nobody,
    GroupManagers,
    ProductAdministrator,
    Administrators,
    SuperAdministrators,
}

/// A refusal with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub why: Key,
    /// The name of the right that is missing, if it is not the one of the call. The caller does not see it.
    pub right: Option<&'static str>,
    pub helper: Helper,
    /// The names of the people who can help, if the caller may know them.
    pub names: Vec<String>,
}

/// Why the caller may not do this, and whom to ask. An unknown object is refused like one that
/// the caller has no right to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusalReason {
    /// The reason, in the user's language.
    pub why: String,
    /// Who can help.
    pub helper: Helper,
    /// Whom to ask, as a sentence in the user's language; empty if nobody can help.
    pub ask: String,
    /// The names of the people who can help, if the caller may know them.
    pub names: Vec<String>,
}

impl Refusal {
    /// A refusal without names.
    pub const fn new(why: Key, helper: Helper) -> Self {
        Self {
            why,
            right: None,
            helper,
            names: Vec::new(),
        }
    }

    pub(super) fn show(&self, language: Language) -> RefusalReason {
        RefusalReason {
            why: Texts::of(language).get(self.why.0).to_owned(),
            helper: self.helper,
            ask: self.ask(language),
            names: self.names.clone(),
        }
    }

    /// Reason and advice, for a reader who sees only this text.
    pub(super) fn message(&self, language: Language) -> String {
        let RefusalReason { why, ask, .. } = self.show(language);
        let space = match language {
            Language::EnUs if !ask.is_empty() => " ",
            _ => "",
        };
        format!("{why}{space}{ask}")
    }

    fn ask(&self, language: Language) -> String {
        let (some, named) = match self.helper {
            Helper::Nobody => return String::new(),
            Helper::GroupManagers => (Key("refusal.ask_manager"), Key("refusal.ask_managers")),
            Helper::ProductAdministrator => (
                Key("refusal.ask_product"),
                Key("refusal.ask_product_administrator"),
            ),
            Helper::Administrators => (
                Key("refusal.ask_administrator"),
                Key("refusal.ask_administrator"),
            ),
            Helper::SuperAdministrators => (
                Key("refusal.ask_super_administrator"),
                Key("refusal.ask_super_administrator"),
            ),
        };
        if self.names.is_empty() {
            return Texts::of(language).get(some.0).to_owned();
        }
        let names = self.names.join(match language {
            Language::EnUs => ", ",
            Language::ZhCn => "、",
        });
        Texts::of(language).fill(named.0, "names", &names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reason_and_advice_are_in_both_languages() {
        let refusal = |helper, names: &[&str]| Refusal {
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            ..Refusal::new(Key("refusal.no_right"), helper)
        };
        let said = |refusal: &Refusal| Language::ALL.map(|language| refusal.message(language));
        let english = "Your account doesn’t have the right to do this.";
        let chinese = "您的账号没有执行此操作的权限。";
        for (refusal, en, zh) in [
            (refusal(Helper::Nobody, &[]), "", ""),
            (
                refusal(Helper::Administrators, &[]),
                " Ask an administrator.",
                "请联系管理员。",
            ),
            (
                refusal(Helper::SuperAdministrators, &[]),
                " Ask a super administrator.",
                "请联系超级管理员。",
            ),
            (
                refusal(Helper::GroupManagers, &[]),
                " Ask a manager of the group.",
                "请联系该用户组的管理员。",
            ),
            (
                refusal(Helper::GroupManagers, &["Chloe", "{names}"]),
                " Ask a manager of the group: Chloe, {names}.",
                "请联系该用户组的管理员：Chloe、{names}。",
            ),
            (
                refusal(Helper::ProductAdministrator, &["Ben"]),
                " Ask the administrator of the product: Ben.",
                "请联系该产品的管理员：Ben。",
            ),
        ] {
            let expected = [format!("{english}{en}"), format!("{chinese}{zh}")];
            assert_eq!(said(&refusal), expected);
        }
    }
}
