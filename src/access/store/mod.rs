//! The tables of `access`, one file each. Only this module uses them.

/// SQL: true if the product `p` names the client with this id and `appName`. It is the same rule as
/// [`crate::clients::Registry::of_product`], which starts from the product.
macro_rules! names_client {
    ($client_id:literal, $app_name:literal) => {
        concat!(
            "(p.client_id = ",
            $client_id,
            " OR (p.client_id IS NULL AND p.app_name = ",
            $app_name,
            "))"
        )
    };
}

/// SQL: true if the group `g` gives anything to the account `a`: it is on, and its companies and brands, if it
/// has any, contain those of the account.
macro_rules! gives_to_account {
    () => {
        "g.status = 0 AND NOT EXISTS (SELECT 1 FROM group_limits l WHERE l.group_id = g.id AND l.kind IN (0, 1) \
         AND NOT EXISTS (SELECT 1 FROM group_limits k WHERE k.group_id = g.id AND k.kind = l.kind \
         AND k.organisation_id = CASE l.kind WHEN 0 THEN a.company_id ELSE a.brand_id END))"
    };
}

pub mod group_details;
pub mod group_industries;
pub mod group_list;
pub mod group_people;
pub mod group_rights;
pub mod groups;
pub mod module_list;
pub mod modules;
pub mod openings;
pub mod product_list;
pub mod product_records;
pub mod products;
pub mod rights;
