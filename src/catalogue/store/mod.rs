//! The tables of `catalogue`, one file each. Only this module uses them.

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

pub mod access_right_list;
pub mod access_rights;
pub mod assignments;
pub mod effective;
pub mod erasure;
pub mod home;
pub mod home_tiles;
pub mod module_list;
pub mod modules;
pub mod names;
pub mod openings;
pub mod product_list;
pub mod product_records;
pub mod products;
pub mod role_list;
pub mod roles;
