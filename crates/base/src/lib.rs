//! What everything of Atrium stands on: the clock, days, random values, the settings, the two languages, and the name of
//! the product.

pub mod clock;
pub mod config;
pub mod days;
pub mod i18n;
pub mod random;
pub mod site;
