//! The harness: a database of its own for each test, on SQLite and, when
//! `ATRIUM_TEST_POSTGRES` names a server, on PostgreSQL too.

pub mod database;
pub mod jose;
