//! The sign-in door: how many may arrive, its forms, its cookies and whom each page was shown to.

mod arrivals;
mod cookies;
mod forms;
mod persons;
