//! The OpenID Provider, one test a line of the acceptance list.

mod authorize_requests;
