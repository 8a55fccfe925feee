//! The sign-in door: its steps, and the pages they show.

pub mod pages;
