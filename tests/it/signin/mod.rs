//! The sign-in door: limits, forms, cookies, guesses, identities, the queue of hashes, floods, refusals, pages left open, sealed
//! flows, pages shown to another person, and the way out to an application.

mod account_writes;
mod arrivals;
mod cancelled;
pub mod certified_keys;
mod commits;
mod cookies;
mod corporate;
mod corporate_answers;
mod corporate_only;
mod corporate_sign_out;
mod corporate_strength;
mod flood;
mod forms;
mod given_groups;
mod guessing;
mod hash_queue;
mod identities;
mod known_providers;
mod leaving;
mod left_open;
mod lock;
mod new_browser;
mod openers;
mod persons;
mod problem_words;
pub mod provider_icons;
mod refusals;
mod required_factors;
pub mod reset_password;
mod sealed_cookies;
mod sealed_flows;
mod second_factor;
mod senders;
mod stored_providers;
mod temporary_codes;
mod writes;
