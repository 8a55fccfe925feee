//! Lists the SQL texts of a store, so that a test can prepare each of them on both engines.

/// Declares SQL texts as constants and lists them all in `STATEMENTS`.
#[macro_export]
macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident = $sql:expr;)+) => {
        $($(#[$doc])* const $name: &str = $sql;)+
        /// Every SQL text of this store, by name; a test prepares each on both engines.
        pub const STATEMENTS: &[(&str, &str)] = &[$((stringify!($name), $name)),+];
    };
}
