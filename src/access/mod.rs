//! Who may open and do what: products, groups, access codes, and the log of openings.

pub mod group_claims;
pub mod openings;
pub mod products;
pub mod rights;
pub mod standing;
pub mod store;

pub use group_claims::GroupClaims;
pub use openings::Opening;
pub use products::{Link, Product};
pub use rights::{AccessList, Role, SSO};
pub use standing::{Closed, ProductState};
