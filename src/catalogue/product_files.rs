//! The files of a product, for people who may open it (contract E-10, F-23).

use super::products;
use crate::clients::Registry;
use crate::db::{DbError, Reads};
use crate::directory::Account;
use crate::files::references::{self, Owner};

/// In front of the name of a file that is kept here.
const FILES: &str = "/files/f/";

/// The name of a new file of the product `id`, made with the random `unique`. It says whose file it is, so that no other
/// product can name it.
pub fn new_name(id: i64, unique: &str) -> String {
    format!("{id}-{unique}")
}

/// The address of the file with this name, as a product has it. It says which file it is, and leads nowhere by itself.
pub fn address(name: &str) -> String {
    format!("{FILES}{name}")
}

/// The name of the file at the address `text`, if it is one of the product `id` that is kept here.
pub fn file_in(text: &str, id: i64) -> Option<&str> {
    let name = text.strip_prefix(FILES)?;
    let unique = name.strip_prefix(&format!("{id}-"))?;
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (unique.len() == 36 && unique.bytes().all(is_plain)).then_some(name)
}

/// A product as the owner of its files.
pub(super) fn owner(id: &str) -> Owner<'_> {
    Owner("product-file", id)
}

/// True if `account` may read the file `name` of the product `id` now: it may open the product, and the product has the file.
///
/// # Errors
/// The database failed.
pub async fn may_read(
    view: &mut dyn Reads,
    account: &Account,
    (id, name): (i64, &str),
    clients: &Registry,
) -> Result<bool, DbError> {
    let product = products::by_number(view, account, id, clients).await?;
    if !product.is_some_and(|product| product.has_access()) {
        return Ok(false);
    }
    let names = references::of(view, owner(&id.to_string())).await?;
    Ok(names.iter().any(|known| known == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack T8: a product names only files that were uploaded for it.
    #[test]
    fn attack_t8_a_file_belongs_to_one_product() {
        let name = new_name(7, "0a1b2c3d-0000-4000-8000-0123456789ab");
        let kept = address(&name);
        assert_eq!(file_in(&kept, 7), Some(name.as_str()));
        for other in [8, 70, 0, -7] {
            assert_eq!(file_in(&kept, other), None);
        }
        for text in [
            "",
            "/files/f/",
            "/files/f/7-",
            "/files/f/7-../x",
            &kept[1..],
        ] {
            assert_eq!(file_in(text, 7), None, "{text}");
        }
    }
}
