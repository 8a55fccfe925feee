//! The refusals of changes of products and modules.

use std::borrow::Cow;

use crate::catalogue::{
    ModuleError, ModuleField, ModuleRule, ProductError, ProductField, ProductRule,
};
use crate::http::envelope::{ApiError, Fault};
use crate::i18n::texts::Key;

impl From<ProductError> for ApiError {
    fn from(error: ProductError) -> Self {
        match error {
            ProductError::Unknown => Self::illegal("projectId"),
            ProductError::Invalid(faults) => {
                let fault = |fault: &crate::catalogue::ProductFault| {
                    words(Fault::new(name(fault.field), key(fault.rule)), fault.rule)
                };
                Self::Invalid(faults.iter().map(fault).collect())
            }
            ProductError::Taken => {
                Self::Exists(vec![Fault::new("appName", Key("product.code_taken"))])
            }
            ProductError::Conflict(change) => Self::Conflict(change.into()),
            ProductError::NotAllowed(_) => Self::NotAuthorized,
            ProductError::Db(error) => error.into(),
        }
    }
}

/// The contract's literal messages (V-27, V-29, G-67); our own words for our own rules.
const fn key(rule: ProductRule) -> Key {
    match rule {
        ProductRule::Filled => Key("Please input valid format"),
        ProductRule::Chosen => Key("please select or enter"),
        ProductRule::Name => Key("Only support 100 characters;"),
        ProductRule::Text => Key("product.text"),
        ProductRule::Hidden => Key("text.hidden"),
        ProductRule::Code => Key("product.code"),
        ProductRule::Stays => Key("product.code_stays"),
        ProductRule::Address => Key("claim.link"),
        ProductRule::Most(_) => Key("product.most"),
        ProductRule::Known => Key("product.known"),
        ProductRule::LastOfApplication => Key("product.last_of_application"),
        ProductRule::Range => Key("product.range"),
    }
}

fn words(fault: Fault, rule: ProductRule) -> Fault {
    match rule {
        ProductRule::Most(most) => fault.with("most", most.to_string()),
        _ => fault,
    }
}

/// The name of the field in the product API; one of a list has its position.
fn name(field: ProductField) -> Cow<'static, str> {
    Cow::Borrowed(match field {
        ProductField::Name => "name",
        ProductField::AppName => "appName",
        ProductField::Application => "applicationId",
        ProductField::Type => "typeId",
        ProductField::TypeName => "typeName",
        ProductField::Administrator => "adminId",
        ProductField::Administrators => "adminIds",
        ProductField::Icon => "iconimgUrl",
        ProductField::Link => "link",
        ProductField::Links => "links",
        ProductField::Features => "featuresBenefits",
        ProductField::Snapshots => "snapshots",
        ProductField::Files => "files",
        ProductField::Agencies => "agencyIds",
        ProductField::Sort => "sort",
        ProductField::LinkName(at) => return Cow::Owned(format!("links[{at}].name")),
        ProductField::LinkUrl(at) => return Cow::Owned(format!("links[{at}].url")),
        ProductField::Attribute(at) => return Cow::Owned(format!("attribute{}", at + 1)),
        ProductField::FeatureTitle(at) => return in_list("featuresBenefits", at, "title"),
        ProductField::FeatureText(at) => return in_list("featuresBenefits", at, "description"),
        ProductField::Snapshot(at) => return Cow::Owned(format!("snapshots[{at}]")),
        ProductField::FileText(at) => return in_list("files", at, "description"),
        ProductField::FileUrl(at) => return in_list("files", at, "url"),
    })
}

fn in_list(list: &str, at: usize, member: &str) -> Cow<'static, str> {
    Cow::Owned(format!("{list}[{at}].{member}"))
}

impl From<ModuleError> for ApiError {
    fn from(error: ModuleError) -> Self {
        match error {
            ModuleError::UnknownProduct => Self::illegal("projectId"),
            ModuleError::Unknown => Self::illegal("moduleId"),
            ModuleError::Invalid(faults) => Self::Invalid(
                faults
                    .iter()
                    .map(|fault| Fault::new(module_name(fault.field), module_key(fault.rule)))
                    .collect(),
            ),
            ModuleError::Taken => {
                Self::Exists(vec![Fault::new("moduleCode", Key("module.code_taken"))])
            }
            ModuleError::Conflict(change) => Self::Conflict(change.into()),
            ModuleError::HasRights(count) => {
                let fault = Fault::new("moduleId", Key("module.has_rights"));
                Self::Invalid(vec![fault.with("count", count.to_string())])
            }
            ModuleError::Db(error) => error.into(),
        }
    }
}

const fn module_key(rule: ModuleRule) -> Key {
    match rule {
        ModuleRule::Filled => Key("Please input valid format"),
        ModuleRule::Name => Key("Only support 100 characters;"),
        ModuleRule::Text => Key("module.text"),
        ModuleRule::Hidden => Key("text.hidden"),
        ModuleRule::Code => Key("module.code"),
        ModuleRule::Range => Key("product.range"),
    }
}

const fn module_name(field: ModuleField) -> &'static str {
    match field {
        ModuleField::Code => "moduleCode",
        ModuleField::Name => "moduleName",
        ModuleField::Description => "desc",
        ModuleField::Sort => "sort",
    }
}
