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

pub mod group_details;
pub mod group_list;
pub mod group_rights;
pub mod groups;
pub mod openings;
pub mod product_list;
pub mod products;
pub mod rights;
