//! The running server.

mod background;
mod base_path;
mod doors;
// Tests begin in the order of their names. The floods take longest, so their module is an early one.
mod floods;
mod probes;
