//! The OpenID provider: its endpoints, and the pages they show.

pub mod pages;
