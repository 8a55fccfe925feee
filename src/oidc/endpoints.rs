//! The path that other endpoints accept in addition to their own.

/// The token endpoint: also the audience of client assertions (RFC 7523 section 3).
pub const TOKEN: &str = "/oauth2/token";
