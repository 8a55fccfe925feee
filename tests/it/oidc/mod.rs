//! The OpenID Provider, one test a line of the acceptance list.

mod authorize_requests;
mod back_channel_logout;
mod cors;
mod introspection;
mod logout;
mod nowhere;
mod revocation;
mod userinfo;
