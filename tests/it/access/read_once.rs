//! A handler gets the group that the guard has read, and does not read it again.

use atrium::access::Object;
use atrium::db::{Conn, DbError, Engine, ReadTx, Reads};
use atrium::groups::facts;

use super::find;
use super::request_room::Room;

/// A view that counts its statements.
struct Counted {
    view: ReadTx,
    statements: usize,
}

impl Reads for Counted {
    fn conn(&mut self) -> Conn<'_> {
        self.statements += 1;
        self.view.conn()
    }

    fn engine(&self) -> Engine {
        self.view.engine()
    }

    fn ended(&mut self, well: bool) {
        self.view.ended(well);
    }

    fn failed(&mut self, error: sqlx::Error) -> DbError {
        self.view.failed(error)
    }
}

/// The guard reads who decides for the group and what the group gives. For each member of it that a handler asks about,
/// only the pending request is read.
#[tokio::test]
async fn the_group_of_a_call_is_read_once() {
    for room in Room::each().await {
        room.asked(&room.eve, None).await;
        let chloe = find(&room.database.db, &room.chloe).await;
        let view = room.database.db.view().await.unwrap();
        let mut view = Counted {
            view,
            statements: 0,
        };
        let found = facts::group(&mut view, (&chloe, "2026-11-21"), "media")
            .await
            .unwrap();
        let Object::Group(group) = found else {
            panic!("{found:?} is no group")
        };
        assert_eq!(view.statements, 2);
        // Eve has asked; Dan has not.
        for person in [&room.dan, &room.eve] {
            let named = (person.as_str(), group.clone());
            let member = facts::member(&mut view, &chloe, named).await.unwrap();
            let Object::Membership {
                group: of_member,
                account_id,
                ..
            } = &member
            else {
                panic!("{member:?} is no membership")
            };
            assert_eq!((of_member, account_id), (&group, person));
        }
        assert_eq!(view.statements, 2 + 2);
    }
}
