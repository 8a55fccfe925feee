//! The sign-in door: limits, forms, cookies, guesses, the queue of hashes, many sign-ins, refusals, pages left open, flows
//! that are sealed, pages that were shown to another person, and how a sign-in leaves us.

mod account_writes;
mod arrivals;
mod cancelled;
mod commits;
mod cookies;
mod flood;
mod forms;
mod guessing;
mod hash_queue;
mod leaving;
mod left_open;
mod openers;
mod persons;
mod problem_words;
mod refusals;
pub mod reset_password;
mod sealed_cookies;
mod sealed_flows;
mod senders;
mod writes;
