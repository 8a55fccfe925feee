//! Passkeys: the sign-in with one, what attackers try, a key after a password, the
//! caller's own keys, whose a key is, and what the host says of them.

mod attacks;
mod documents;
mod factor;
mod own;
mod owners;
mod sign_in;
mod words;
