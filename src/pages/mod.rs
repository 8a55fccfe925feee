//! Shared by the pages of all endpoints: layout, assets, and the pages that any endpoint may show.
//!
//! # How to add a page
//!
//! 1. Write a struct with samples and an askama template. The page of a step is in `signin/pages/`.
//! 2. Add its words to `templates/locales/*.json`.
//! 3. Add a line to `every_page` in `tests/it/pages.rs`. `INSTA_UPDATE=always cargo test pages` writes the snapshots.
//! 4. Write its own addresses as `frame.link("/login")`, because `server.public_url` may have a path (decision 0049).
//!    Redirect with `see_other`, which gets the path in `app/base_path.rs`.
//! 5. For an address of any other door, add its route (`get` and `post` of `http/routing.rs`) and a line to `DOORS` in
//!    `tests/it/support/doors.rs`.

pub mod assets;
pub mod expired;
pub mod goodbye;
pub mod handbook;
pub mod leaving;
pub mod notices;
pub mod page;
pub mod page_error;
pub mod qr_code;
pub mod tile;
pub mod visit;
