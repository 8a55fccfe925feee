//! The lists of agencies, companies, brands, divisions and industries.

use crate::db::list::{Column, Filter, Kind, List, Named, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;
use crate::directory::organisation::{OrganisationKind, OrganisationStatusNumber};

row! {
    /// An organisation in its list.
    #[derive(Default)]
    pub struct OrganisationListRow {
        /// The organisation's id.
        id: String,
        /// The organisation's name.
        name: String,
        /// The id of its parent: the agency of a client, the client of a brand or a division.
        parent_id: Option<String>,
        /// The name of what it belongs to.
        parent_name: Option<String>,
        /// The logo of an agency as a `data:` address; empty if it has none.
        logo: String,
        /// One that is off cannot be chosen in a form.
        status: OrganisationStatusNumber,
        /// Increases with each change.
        version: i64,
        /// When it was created, in milliseconds since 1970.
        created_at: i64,
        /// When it was last changed, or created, in milliseconds since 1970.
        changed_at: i64,
        /// Who changed it last: the id of an account, or `cli`.
        #[serde(skip)]
        changed_by: Option<String>,
    }
}

filters! {
    /// Filters of a list of organisations. An empty or missing field does not filter.
    pub struct OrganisationFilter of any {
        /// Words in the name. Each must occur somewhere in it and have two characters or more.
        context: String = WORDS,
        /// Only with this status.
        status: OrganisationStatusNumber = STATUS,
    }
}

filters! {
    /// Filters of a list of organisations that belong to another one.
    pub struct BelongingFilter of any {
        /// Words in the name. Each must occur somewhere in it and have two characters or more.
        context: String = WORDS,
        /// Only with this status.
        status: OrganisationStatusNumber = STATUS,
        /// Only those that belong to this one: the agency of a client, the client of a brand or a division.
        parent_id: String = Named("parentId"),
    }
}

/// The columns of an [`OrganisationListRow`] of the table `o`, with what it belongs to and its logo.
macro_rules! organisation_columns {
    ($parent_id:literal, $parent_name:literal, $logo:literal) => {
        concat!(
            "o.id, o.name, ",
            $parent_id,
            " AS parent_id, ",
            $parent_name,
            " AS parent_name, ",
            $logo,
            " AS logo, o.status, o.version, o.created_at, \
             COALESCE(o.changed_at, o.created_at) AS changed_at, o.changed_by"
        )
    };
    (agencies) => {
        organisation_columns!("CAST(NULL AS TEXT)", "CAST(NULL AS TEXT)", "o.logo_url")
    };
    (industries) => {
        organisation_columns!("CAST(NULL AS TEXT)", "CAST(NULL AS TEXT)", "''")
    };
    (companies) => {
        organisation_columns!("o.agency_id", "p.name", "''")
    };
    (of_company) => {
        organisation_columns!("o.company_id", "p.name", "''")
    };
}
const SORTS: &[Sort] = &[
    Sort::by("created", &[Column::number("o.created_at")]),
    Sort::by("name", &[Column::text("o.name_key")]),
];

const fn search(noun: Noun) -> Search {
    Search {
        noun,
        names: &["name"],
        sorted: &[("name_key", "name")],
        read: None,
        number: "o.search_number",
        text: "o.search_text",
        shown: None,
        besides: None,
    }
}

pub(in crate::directory) static STATUS: Filter =
    Filter::is("status", Column::number("o.status"), &["created"]);
static OF_AGENCY: Filter = Filter::is("parentId", Column::text("o.agency_id"), &["created"]);
static OF_COMPANY: Filter = Filter::is("parentId", Column::text("o.company_id"), &["created"]);

/// Companies of an agency and those without one.
static OF_AGENCY_OR_NONE: Filter = Filter::fragment(
    "parentOrNone",
    [
        "o.id IN (SELECT x.id FROM companies x WHERE x.agency_id = {} \
            UNION ALL SELECT x.id FROM companies x WHERE x.agency_id IS NULL)",
        "COALESCE(o.agency_id, '') IN ({}, '')",
    ],
    &[Kind::Text],
    &[],
);
/// Brands of a company and those without one.
static BRAND_OF_COMPANY_OR_NONE: Filter = Filter::fragment(
    "parentOrNone",
    [
        "o.id IN (SELECT x.id FROM brands x WHERE x.company_id = {} \
            UNION ALL SELECT x.id FROM brands x WHERE x.company_id IS NULL)",
        "COALESCE(o.company_id, '') IN ({}, '')",
    ],
    &[Kind::Text],
    &[],
);
/// Divisions of a company and those without one.
static DIVISION_OF_COMPANY_OR_NONE: Filter = Filter::fragment(
    "parentOrNone",
    [
        "o.id IN (SELECT x.id FROM divisions x WHERE x.company_id = {} \
            UNION ALL SELECT x.id FROM divisions x WHERE x.company_id IS NULL)",
        "COALESCE(o.company_id, '') IN ({}, '')",
    ],
    &[Kind::Text],
    &[],
);

/// Newest first (contract G-51).
const USUAL_SORT: &str = "-created";

pub static AGENCIES: List = List {
    name: "agencies",
    columns: organisation_columns!(agencies),
    table: "agencies o",
    joins: "",
    key: Column::text("o.id"),
    filters: &[&STATUS],
    sorts: SORTS,
    usual_sort: USUAL_SORT,
    search: Some(search(Noun::Agency)),
};

pub static COMPANIES: List = List {
    name: "companies",
    columns: organisation_columns!(companies),
    table: "companies o",
    joins: "LEFT JOIN agencies p ON p.id = o.agency_id",
    key: Column::text("o.id"),
    filters: &[&STATUS, &OF_AGENCY, &OF_AGENCY_OR_NONE],
    sorts: SORTS,
    usual_sort: USUAL_SORT,
    search: Some(search(Noun::Company)),
};

pub static BRANDS: List = List {
    name: "brands",
    columns: organisation_columns!(of_company),
    table: "brands o",
    joins: "LEFT JOIN companies p ON p.id = o.company_id",
    key: Column::text("o.id"),
    filters: &[&STATUS, &OF_COMPANY, &BRAND_OF_COMPANY_OR_NONE],
    sorts: SORTS,
    usual_sort: USUAL_SORT,
    search: Some(search(Noun::Brand)),
};

pub static DIVISIONS: List = List {
    name: "divisions",
    columns: organisation_columns!(of_company),
    table: "divisions o",
    joins: "LEFT JOIN companies p ON p.id = o.company_id",
    key: Column::text("o.id"),
    filters: &[&STATUS, &OF_COMPANY, &DIVISION_OF_COMPANY_OR_NONE],
    sorts: SORTS,
    usual_sort: USUAL_SORT,
    search: Some(search(Noun::Division)),
};

pub static INDUSTRIES: List = List {
    name: "industries",
    columns: organisation_columns!(industries),
    table: "industries o",
    joins: "",
    key: Column::text("o.id"),
    filters: &[&STATUS],
    sorts: SORTS,
    usual_sort: USUAL_SORT,
    search: Some(search(Noun::Industry)),
};

/// The list of a kind.
pub fn list_of(kind: OrganisationKind) -> &'static List {
    match kind {
        OrganisationKind::Agency => &AGENCIES,
        OrganisationKind::Company => &COMPANIES,
        OrganisationKind::Brand => &BRANDS,
        OrganisationKind::Division => &DIVISIONS,
        OrganisationKind::Industry => &INDUSTRIES,
    }
}

/// The filter for the organisations of a parent or without one, if the kind may have a parent.
pub(in crate::directory) fn parent_or_none(kind: OrganisationKind) -> Option<&'static Filter> {
    match kind {
        OrganisationKind::Agency | OrganisationKind::Industry => None,
        OrganisationKind::Company => Some(&OF_AGENCY_OR_NONE),
        OrganisationKind::Brand => Some(&BRAND_OF_COMPANY_OR_NONE),
        OrganisationKind::Division => Some(&DIVISION_OF_COMPANY_OR_NONE),
    }
}
