//! What the account list says about the rights of the caller.

use super::accounts::{LIST, three_accounts};
use crate::support::database;
use crate::support::product_api::Server;

/// A row offers what the server allows with that account: not an administrator's password, nor
/// one's own status.
#[tokio::test]
async fn a_row_has_the_callers_rights() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ben = three_accounts(&server).await;
        server.account("AdaSuper", |new| new.sup_admin = true).await;
        let rows = server.get_as(&ben, LIST).await.data()["list"].clone();
        let rights = |name: &str, right: &str| {
            let mut rows = rows.as_array().unwrap().iter();
            let row = rows.find(|row| row["username"] == name).unwrap();
            row["rights"][right].as_bool().unwrap()
        };
        for (name, [edit, sign_in, status, password, roles]) in [
            ("DanMember", [true, true, true, true, true]),
            ("AdaSuper", [true, false, false, false, false]),
            ("BenAdmin", [true, false, false, false, false]),
        ] {
            assert_eq!(rights(name, "edit"), edit, "{name}");
            assert_eq!(rights(name, "signIn"), sign_in, "{name}");
            assert_eq!(rights(name, "status"), status, "{name}");
            assert_eq!(rights(name, "password"), password, "{name}");
            assert_eq!(rights(name, "roles"), roles, "{name}");
        }
    }
}
