//! The path that other endpoints use besides their own.

/// The token endpoint: also the audience of client assertions (RFC 7523 section 3).
pub const TOKEN: &str = "/oauth2/token";
