//! SQL conditions that several stores share: what a group or a right gives to an account, and the rows of the products
//! that an account administers.

use crate::db::list::{Filter, Kind};

/// SQL: the company of the account `a`, if it belongs to the account's agency today or to none. Administrators move
/// companies and brands. An earlier choice counts only while it could still be made (decision 0043).
macro_rules! company_of_today {
    () => {
        "(SELECT tc.id FROM companies tc WHERE tc.id = a.company_id \
         AND (tc.agency_id IS NULL OR tc.agency_id = a.agency_id))"
    };
}

/// SQL: the brand of the account `a`, if it belongs to the account's company today or to none.
macro_rules! brand_of_today {
    () => {
        concat!(
            "(SELECT tb.id FROM brands tb WHERE tb.id = a.brand_id AND (tb.company_id IS NULL OR tb.company_id = ",
            $crate::access::conditions::company_of_today!(),
            "))"
        )
    };
}

/// SQL: true if the group `g` gives anything to the account `a`: the group is on, and its companies and brands, if it
/// has any, include those of the account.
macro_rules! gives_to_account {
    () => {
        concat!(
            "g.status = 0 AND NOT EXISTS (SELECT 1 FROM group_limits l WHERE l.group_id = g.id AND l.kind IN (0, 1) \
             AND NOT EXISTS (SELECT 1 FROM group_limits k WHERE k.group_id = g.id AND k.kind = l.kind \
             AND k.organisation_id = CASE l.kind WHEN 0 THEN ",
            $crate::access::conditions::company_of_today!(),
            " ELSE ",
            $crate::access::conditions::brand_of_today!(),
            " END))"
        )
    };
}

/// SQL: true if the account `a` has the type and is of the organisation that a role, or an assignment of one,
/// asks for (types 1 and 2 refer to the agency, 3 to the company).
macro_rules! is_for_account {
    ($of:literal) => {
        concat!(
            "CASE WHEN ",
            $of,
            ".account_type IS NULL THEN ",
            $of,
            ".org_id IS NULL \
             WHEN ",
            $of,
            ".account_type IN (1, 2) THEN a.agency_id IS NOT NULL \
             AND COALESCE(",
            $of,
            ".org_id, a.agency_id) = a.agency_id \
             WHEN ",
            $of,
            ".account_type = 3 THEN COALESCE(",
            $of,
            ".org_id, ",
            $crate::access::conditions::company_of_today!(),
            ") = ",
            $crate::access::conditions::company_of_today!(),
            " ELSE FALSE END"
        )
    };
}

/// SQL: true if the right `x` gives anything: it is published as on, and its module is on.
macro_rules! is_published {
    () => {
        "x.published_status = 0 AND NOT EXISTS (SELECT 1 FROM modules m \
         WHERE m.id = x.published_module_id AND m.status = 1)"
    };
}

pub(crate) use {brand_of_today, company_of_today, gives_to_account, is_for_account, is_published};

/// Only rows of products that an account administers. `product_id` is the column with the product's id.
pub const fn administered(product_id: &'static str) -> Filter {
    Filter::among(
        "administrator",
        product_id,
        ["product_admins d", "d.product_id", "d.account_id = {}"],
        &[Kind::Text],
    )
}
