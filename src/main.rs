//! Atrium.
fn main() {}
