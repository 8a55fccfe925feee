//! Keys: what signs, what is believed, and what is refused.

mod assertions;
mod dpop;
mod password_transport;
mod rotation;
mod tokens;
mod withdrawal;
