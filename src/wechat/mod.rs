//! The messaging app (`WeChat`): a QR code opens the group's mini program, which leads back to a page of the portal, where
//! the person links the app with the account (D-25, E-41, C-130, C-131).
//!
//! - `platform.rs`: what the platform is asked, and what it answers;
//! - `shared_token.rs`: its access token, one for all processes;
//! - `sealed.rs`: what callers get instead of that token, and the links;
//! - `mini_program.rs`: the QR code, and what it leads to.

mod error;
mod mini_program;
mod platform;
mod sealed;
mod shared_token;
mod store;

pub use error::{WechatError, WechatSettingError};
pub use mini_program::{Invitation, MiniProgram};

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[("wechat/store.rs", store::STATEMENTS)];
