//! The access codes that depend on an organisation, in the database: codes of groups that are limited to it, and of
//! roles for it or for its kind (decision 0043). Drafts and disabled things count too, because they may be confirmed or
//! switched on later.

use crate::db::{DbError, Reads, fetch_all, statements};
use crate::directory::OrganisationKind;

/// SQL: the codes of the product `$2` from groups whose limit `l` passes `$limited`.
macro_rules! codes_of_groups {
    ($limited:literal) => {
        concat!(
            "SELECT x.code, x.published_code FROM products p CROSS JOIN access_rights x CROSS JOIN group_rights gr \
             CROSS JOIN groups g WHERE p.app_name = $2 AND x.product_id = p.id AND gr.right_id = x.id \
             AND g.id = gr.group_id AND g.deleted = 0 AND EXISTS (SELECT 1 FROM group_limits l \
             WHERE l.group_id = gr.group_id AND (",
            $limited,
            "))"
        )
    };
}

/// SQL: the codes of the product `$2` from roles that pass `$limited` themselves or by an assignment. Both have the
/// name `o` in it.
macro_rules! codes_of_roles {
    ($limited:literal) => {
        concat!(
            "SELECT x.code, x.published_code FROM products p CROSS JOIN roles r CROSS JOIN role_rights rr \
             CROSS JOIN access_rights x WHERE p.app_name = $2 AND r.product_id = p.id AND rr.role_id = r.id \
             AND x.id = rr.right_id AND (EXISTS (SELECT 1 FROM roles o WHERE o.id = r.id AND (",
            $limited,
            ")) OR EXISTS (SELECT 1 FROM role_accounts o WHERE o.role_id = r.id AND (",
            $limited,
            ")))"
        )
    };
}

statements! {
    /// An agency decides about its companies and their brands.
    OF_AGENCY = concat!(
        codes_of_groups!("(l.kind = 0 AND l.organisation_id IN (SELECT c.id FROM companies c WHERE c.agency_id = $1)) \
            OR (l.kind = 1 AND l.organisation_id IN (SELECT b.id FROM brands b JOIN companies c ON c.id = b.company_id \
            WHERE c.agency_id = $1))"),
        " UNION ",
        codes_of_roles!("(o.account_type IN (1, 2) AND o.org_id = $1) OR (o.account_type = 3 \
            AND o.org_id IN (SELECT c.id FROM companies c WHERE c.agency_id = $1))"),
        " LIMIT 10000");
    /// A role for everybody with a company depends on every company.
    OF_COMPANY = concat!(
        codes_of_groups!("(l.kind = 0 AND l.organisation_id = $1) \
            OR (l.kind = 1 AND l.organisation_id IN (SELECT b.id FROM brands b WHERE b.company_id = $1))"),
        " UNION ",
        codes_of_roles!("o.account_type = 3 AND COALESCE(o.org_id, $1) = $1"),
        " LIMIT 10000");
    OF_BRAND = concat!(codes_of_groups!("l.kind = 1 AND l.organisation_id = $1"), " LIMIT 10000");
}

/// The codes of the product `app_name` that depend on the organisation. Divisions and industries decide nothing.
pub async fn codes(
    view: &mut dyn Reads,
    kind: OrganisationKind,
    id: &str,
    app_name: &str,
) -> Result<Vec<String>, DbError> {
    let sql = match kind {
        OrganisationKind::Agency => OF_AGENCY,
        OrganisationKind::Company => OF_COMPANY,
        OrganisationKind::Brand => OF_BRAND,
        OrganisationKind::Division | OrganisationKind::Industry => return Ok(Vec::new()),
    };
    if id.contains('\0') {
        return Ok(Vec::new());
    }
    let rows = fetch_all!(view, (Option<String>, Option<String>), sql, id, app_name)?;
    let codes = rows
        .into_iter()
        .flat_map(|(draft, published)| [draft, published]);
    Ok(codes.flatten().collect())
}
