//! Keys: signing, verifying, and refusing.

mod assertions;
mod dpop;
mod password_transport;
mod rotation;
mod sealing;
mod tokens;
mod withdrawal;
