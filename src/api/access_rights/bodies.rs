//! Access rights as the product API shows them (contract E-35, G-43).

use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::{
    AccessListRow, AccessRight, Assigned, AssignmentState, RightDetails, RightFields, RightKind,
    ScopeKind, right_words,
};
use crate::days::date_time;

use crate::http::number::Number;
use crate::i18n::language::Language;

pub use crate::catalogue::ProductStatusNumber;

/// Whether an assignment decides.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AssignmentDraft {
    /// It decides.
    Published,
    /// It will decide once the access right is confirmed.
    Added,
    /// It decides until the access right is confirmed.
    Removed,
}

impl From<AssignmentState> for AssignmentDraft {
    fn from(state: AssignmentState) -> Self {
        match state {
            AssignmentState::Published => Self::Published,
            AssignmentState::Added => Self::Added,
            AssignmentState::Removed => Self::Removed,
        }
    }
}

/// The access right as the list shows it.
fn listed(right: &AccessRight, zone: &TimeZone, language: Language) -> AccessListRow {
    let fields = right.fields.clone();
    let written = (fields.name, fields.description);
    let (access_name, desc) = right_words(right.built_in, &fields.code, written, language);
    AccessListRow {
        access_id: right.id.clone(),
        access_name,
        access_code: fields.code,
        kind: fields.kind,
        module_id: fields.module_id.unwrap_or_default(),
        module_name: fields.module_name.unwrap_or_default(),
        project_id: right.product_id,
        project_name: right.product_name.clone(),
        project_name_zh: String::new(),
        desc,
        status: Number(fields.status),
        published_status: right.published.as_ref().map(|live| Number(live.status)),
        built_in: right.built_in,
        draft: right.draft,
        published: right.published.is_some(),
        created_at: right.created_at,
        c_time: date_time(right.created_at, zone),
        version: right.version,
    }
}

/// An access right with the ids of all that it is assigned to, as they will decide once it is confirmed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessInfo {
    /// The access right.
    #[serde(flatten)]
    pub access: AccessListRow,
    /// The groups that give it to their members.
    pub group_ids: Vec<String>,
    /// The clients that it is for.
    pub client_ids: Vec<String>,
    /// The divisions that it is for.
    pub division_ids: Vec<String>,
    /// The brands that it is for.
    pub brand_ids: Vec<String>,
}

impl AccessInfo {
    pub(super) fn of(details: &RightDetails, zone: &TimeZone, language: Language) -> Self {
        let scopes = |kind| ids(details.scopes_of(kind));
        Self {
            access: listed(&details.right, zone, language),
            group_ids: ids(details.groups.iter()),
            client_ids: scopes(ScopeKind::Company),
            division_ids: scopes(ScopeKind::Division),
            brand_ids: scopes(ScopeKind::Brand),
        }
    }
}

fn ids<'a>(assigned: impl Iterator<Item = &'a Assigned>) -> Vec<String> {
    let selected = assigned.filter(|one| one.state.is_selected());
    selected.map(|one| one.id.clone()).collect()
}

/// A thing that an access right is assigned to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignedThing {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether the assignment decides.
    pub state: AssignmentDraft,
}

impl From<Assigned> for AssignedThing {
    fn from(Assigned { id, name, state }: Assigned) -> Self {
        let state = state.into();
        Self { id, name, state }
    }
}

/// The published fields of an access right.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedAccess {
    /// Its name.
    pub access_name: String,
    /// Its code.
    pub access_code: String,
    /// What it opens.
    #[serde(rename = "type")]
    pub kind: RightKind,
    /// The name of its module, or empty.
    pub module_name: String,
    /// A description, or empty.
    pub desc: String,
    /// Whether it is on.
    pub status: ProductStatusNumber,
}

impl From<RightFields> for PublishedAccess {
    fn from(fields: RightFields) -> Self {
        Self {
            access_name: fields.name,
            access_code: fields.code,
            kind: fields.kind,
            module_name: fields.module_name.unwrap_or_default(),
            desc: fields.description,
            status: Number(fields.status),
        }
    }
}

/// An access right, its published fields, and all that it is assigned to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessDetails {
    /// The access right, as it will be once it is confirmed.
    #[serde(flatten)]
    pub access: AccessListRow,
    /// What decides now; null if it was never confirmed.
    pub published_access: Option<PublishedAccess>,
    /// The groups that give it to their members.
    pub groups: Vec<AssignedThing>,
    /// The roles that give it.
    pub roles: Vec<AssignedThing>,
    /// The clients that it is for.
    pub clients: Vec<AssignedThing>,
    /// The divisions that it is for.
    pub divisions: Vec<AssignedThing>,
    /// The brands that it is for.
    pub brands: Vec<AssignedThing>,
}

impl AccessDetails {
    pub(super) fn of(details: RightDetails, zone: &TimeZone, language: Language) -> Self {
        let things = |all: Vec<Assigned>| all.into_iter().map(AssignedThing::from).collect();
        let scopes = |kind| things(details.scopes_of(kind).cloned().collect());
        Self {
            clients: scopes(ScopeKind::Company),
            divisions: scopes(ScopeKind::Division),
            brands: scopes(ScopeKind::Brand),
            access: listed(&details.right, zone, language),
            published_access: details.right.published.map(|fields| {
                let written = (fields.name.clone(), fields.description.clone());
                let built_in = details.right.built_in;
                let (name, description) = right_words(built_in, &fields.code, written, language);
                PublishedAccess::from(RightFields {
                    name,
                    description,
                    ..fields
                })
            }),
            groups: things(details.groups),
            roles: things(details.roles),
        }
    }
}

/// An access right in a tree.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessChoice {
    /// The access right's id.
    pub access_id: String,
    /// Its name.
    pub access_name: String,
    /// Its code.
    pub access_code: String,
    /// What it opens.
    #[serde(rename = "type")]
    pub kind: RightKind,
    /// Whether it is on.
    pub status: ProductStatusNumber,
    /// True if the role or group will give it once it is confirmed.
    pub selected: bool,
    /// Whether its assignment decides; null if there is none.
    pub state: Option<AssignmentDraft>,
}

/// A module with its access rights.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleAccess {
    /// The module's id; empty for the access rights without a module.
    pub module_id: String,
    /// The module's name; empty for the access rights without a module.
    pub module_name: String,
    /// The access rights of the module.
    pub access: Vec<AccessChoice>,
}

/// The rights of a product by their modules, in the order of the modules' names; those without a module come last.
pub fn tree(
    rights: Vec<(AccessRight, Option<AssignmentState>)>,
    language: Language,
) -> Vec<ModuleAccess> {
    let mut modules: Vec<ModuleAccess> = Vec::new();
    for (right, state) in rights {
        let fields = right.fields;
        let module_id = fields.module_id.unwrap_or_default();
        let written = (fields.name, fields.description);
        let (access_name, _) = right_words(right.built_in, &fields.code, written, language);
        let choice = AccessChoice {
            access_id: right.id,
            access_name,
            access_code: fields.code,
            kind: fields.kind,
            status: Number(fields.status),
            selected: state.is_some_and(AssignmentState::is_selected),
            state: state.map(AssignmentDraft::from),
        };
        match modules
            .iter_mut()
            .find(|module| module.module_id == module_id)
        {
            Some(module) => module.access.push(choice),
            None => modules.push(ModuleAccess {
                module_id,
                module_name: fields.module_name.unwrap_or_default(),
                access: vec![choice],
            }),
        }
    }
    let place = |module: &ModuleAccess| (module.module_id.is_empty(), module.module_name.clone());
    modules.sort_by_cached_key(place);
    modules
}
