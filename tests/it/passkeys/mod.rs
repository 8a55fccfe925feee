//! Passkeys: the sign-in with one, what attackers try, the caller's own keys, and what the host says of them.

mod attacks;
mod documents;
mod own;
mod sign_in;
mod words;
