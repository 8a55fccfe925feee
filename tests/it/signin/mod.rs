//! The sign-in door: its forms, its cookies and whom each page was shown to.

mod cookies;
mod forms;
mod persons;
