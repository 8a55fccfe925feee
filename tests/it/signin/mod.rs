//! The sign-in door: how many may arrive, its forms, its cookies, its refusals, pages left open, and
//! whom each page was shown to.

mod arrivals;
mod cookies;
mod forms;
mod left_open;
mod persons;
mod refusals;
