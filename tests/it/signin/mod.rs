//! The sign-in door: how many may arrive, its forms, its cookies, what guesses learn, its refusals, pages left open, and
//! whom each page was shown to.

mod arrivals;
mod cookies;
mod forms;
mod guessing;
mod left_open;
mod openers;
mod persons;
mod refusals;
mod reset_password;
