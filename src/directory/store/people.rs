//! The names of many accounts, with one statement.

use crate::db::{Conn, DbError, Reads, statements};

/// The names of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonName {
    pub username: String,
    /// The name in pages: the full name, or else the account name.
    pub name: String,
}

/// The number of ids per statement; unused ones are bound to an id that does not exist.
pub(in crate::directory) const AT_ONCE: usize = 64;

statements! {
    NAMES = "SELECT id, username, full_name FROM accounts WHERE id IN ( \
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, \
            $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, \
            $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, \
            $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64)";
}

/// The names of the accounts in `ids`, of which only the first [`AT_ONCE`] are read.
pub(in crate::directory) async fn names(
    view: &mut impl Reads,
    ids: &[&str],
) -> Result<Vec<(String, PersonName)>, DbError> {
    macro_rules! run {
        ($conn:expr) => {{
            let mut query = sqlx::query_as::<_, (String, String, String)>(NAMES);
            for id in ids
                .iter()
                .copied()
                .chain(std::iter::repeat(""))
                .take(AT_ONCE)
            {
                query = query.bind(id.to_owned());
            }
            query.fetch_all(&mut *$conn).await
        }};
    }
    let rows = match view.conn() {
        Conn::Sqlite(conn) => run!(conn),
        Conn::Postgres(conn) => run!(conn),
    };
    let rows = rows.map_err(DbError::from)?;
    let named = |(id, username, full_name): (String, String, String)| {
        let name = if full_name.is_empty() {
            username.clone()
        } else {
            full_name
        };
        (id, PersonName { username, name })
    };
    Ok(rows.into_iter().map(named).collect())
}
