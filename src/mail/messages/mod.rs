//! The emails. Each has a file with a struct of its data and its body.
//!
//! # How to add an email
//!
//! 1. Write a file in `mail/messages/`: its data, its body, a sample. `link()` names a `LinkPurpose` if it has a
//!    one-time link; `directory/one_time_links.rs` has the lifetime of each. `thread()` names the request that several
//!    emails are about.
//! 2. Add its line to `mails!` in `mail/messages/mod.rs`.
//! 3. Add its words to both files of `templates/mail/locales/`; `.when` says when it is sent.
//! 4. Run the tests and look at the snapshots.

mod account_erased;
mod account_locked;
mod address_changed;
mod address_known;
mod address_link;
mod address_replaced;
mod address_set;
mod address_taken;
mod address_taken_back;
mod agency_approved;
mod agency_refused;
mod application_approved;
mod application_asked;
mod application_link;
mod application_refused;
mod codes_guessed;
mod deletion_asked;
mod deletion_begun;
mod deletion_taken_back;
mod factor_changed;
mod factor_reminder;
mod feedback_answered;
mod forgotten_password;
mod group_invitation;
mod identity_linked;
mod identity_unlinked;
mod member_added;
mod membership_ending;
mod new_browser;
mod passkey_added;
mod passkey_removed;
mod passkey_renamed;
mod password_asked;
mod password_changed;
mod registration_invitation;
mod request_approved;
mod request_asked;
mod request_overdue;
mod request_refused;
mod request_summary;
mod stand_in_named;
mod welcome;

use serde::{Deserialize, Serialize};

pub use account_erased::AccountErased;
pub use account_locked::AccountLocked;
pub use address_changed::AddressChanged;
pub use address_known::AddressKnown;
pub use address_link::AddressLink;
pub use address_replaced::AddressReplaced;
pub use address_set::AddressSet;
pub use address_taken::AddressTaken;
pub use address_taken_back::AddressTakenBack;
pub use agency_approved::AgencyApproved;
pub use agency_refused::AgencyRefused;
pub use application_approved::ApplicationApproved;
pub use application_asked::ApplicationAsked;
pub use application_link::ApplicationLink;
pub use application_refused::ApplicationRefused;
pub use codes_guessed::CodesGuessed;
pub use deletion_asked::DeletionAsked;
pub use deletion_begun::DeletionBegun;
pub use deletion_taken_back::DeletionTakenBack;
pub use factor_changed::{FactorChange, FactorChanged};
pub use factor_reminder::FactorReminder;
pub use feedback_answered::FeedbackAnswered;
pub use forgotten_password::ForgottenPassword;
pub use group_invitation::GroupInvitation;
pub use identity_linked::IdentityLinked;
pub use identity_unlinked::IdentityUnlinked;
pub use member_added::MemberAdded;
pub use membership_ending::MembershipEnding;
pub use new_browser::NewBrowser;
pub use passkey_added::PasskeyAdded;
pub use passkey_removed::PasskeyRemoved;
pub use passkey_renamed::PasskeyRenamed;
pub use password_asked::PasswordAsked;
pub use password_changed::PasswordChanged;
pub use registration_invitation::RegistrationInvitation;
pub use request_approved::RequestApproved;
pub use request_asked::RequestAsked;
pub use request_overdue::RequestOverdue;
pub use request_refused::RequestRefused;
pub use request_summary::{RequestSummary, WaitingRequest};
pub use stand_in_named::StandInNamed;
pub use welcome::Welcome;

use super::body::{Body, Written};
use super::context::MailContext;
use super::link::LinkRequest;
use super::thread::Thread;

/// What every email provides.
trait Message {
    /// The body in the language of `context`.
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c>;

    /// The one-time link that it needs when it is sent to `email`.
    fn link<'a>(&'a self, _email: &'a str) -> Option<LinkRequest<'a>> {
        None
    }

    /// What it is about, if there are several emails about it.
    fn thread(&self) -> Option<Thread<'_>> {
        None
    }

    /// A sample for administrators and tests.
    fn sample() -> Self;
}

/// Declares the enum of all emails. The name is stored in the queue, and the keys of the email's
/// texts begin with it.
macro_rules! mails {
    ($( $(#[$doc:meta])* $mail:ident = $name:literal, )*) => {
        /// An email. The queue stores it as JSON until it is sent, so it contains no secret.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        // The tag is the stored name, which queued emails have.
        #[serde(tag = "message")]
        #[non_exhaustive]
        pub enum Mail {
            $( $(#[$doc])* #[serde(rename = $name)] $mail($mail), )*
        }

        impl Mail {
            /// The stable name: in the queue, in the keys of its texts, and as a label of metrics.
            pub fn name(&self) -> &'static str {
                match self {
                    $( Self::$mail(_) => $name, )*
                }
            }

            pub fn write(&self, context: &MailContext<'_>) -> Result<Written, askama::Error> {
                match self {
                    $( Self::$mail(mail) => mail.body(context).write(), )*
                }
            }

            /// The one-time link that it needs when it is sent to `email`.
            pub fn link<'a>(&'a self, email: &'a str) -> Option<LinkRequest<'a>> {
                match self {
                    $( Self::$mail(mail) => mail.link(email), )*
                }
            }

            /// What it is about, if there are several emails about it.
            pub fn thread(&self) -> Option<Thread<'_>> {
                match self {
                    $( Self::$mail(mail) => mail.thread(), )*
                }
            }

            /// A sample of each email, for administrators and tests.
            pub fn samples() -> Vec<Self> {
                vec![$( Self::$mail($mail::sample()), )*]
            }
        }
    };
}

mails! {
    /// Informs the owner of an account that its password was changed (contract F-13).
    PasswordChanged = "password_changed",
    /// Informs the owner of an account that it is locked, and how to open it again.
    AccountLocked = "account_locked",
    /// Informs the owner of an account that somebody guesses codes of its second factor.
    CodesGuessed = "codes_guessed",
    /// Informs the owner of an account that a corporate identity was linked to it.
    IdentityLinked = "identity_linked",
    /// Informs the owner of an account that a corporate identity was unlinked from it.
    IdentityUnlinked = "identity_unlinked",
    /// Informs the owner of an account that a second factor was changed.
    FactorChanged = "factor_changed",
    /// Asks the owner of an account to add a second factor.
    FactorReminder = "factor_reminder",
    /// Informs the owner of an account about a sign-in with an unknown browser.
    NewBrowser = "new_browser",
    /// Informs the owner of an account that a passkey was added to it.
    PasskeyAdded = "passkey_added",
    /// Informs the owner of an account that a passkey was removed from it.
    PasskeyRemoved = "passkey_removed",
    /// Informs the owner of an account that a passkey has another name.
    PasskeyRenamed = "passkey_renamed",
    /// Lets the owner of an account choose a new password for a forgotten one (contract T-16).
    ForgottenPassword = "forgotten_password",
    /// Asks administrators to approve a new password.
    PasswordAsked = "password_asked",
    /// Asks an applicant to confirm the address (contract R-16).
    ApplicationLink = "application_link",
    /// Asks administrators to decide about an application for an account.
    ApplicationAsked = "application_asked",
    /// Informs a newcomer that the account is open.
    ApplicationApproved = "application_approved",
    /// Informs an applicant that there is no account.
    ApplicationRefused = "application_refused",
    /// Informs the owner of an address that somebody applied for an account with it.
    AddressKnown = "address_known",
    /// Asks the owner of an account to confirm another address.
    AddressLink = "address_link",
    /// Informs the owner of an address that somebody wants it for another account.
    AddressTaken = "address_taken",
    /// Informs the reader of the earlier address of an account that it was changed.
    AddressChanged = "address_changed",
    /// Informs the readers of both addresses that a change was taken back.
    AddressTakenBack = "address_taken_back",
    /// Informs the reader of an address that an account has it no longer.
    AddressReplaced = "address_replaced",
    /// Informs the readers of both addresses that an administrator changed the address.
    AddressSet = "address_set",
    /// Asks the owner of a new account to choose a password (contract F-16).
    Welcome = "welcome",
    /// Asks a person who decides for a group to look at a request.
    RequestAsked = "request_asked",
    /// Reminds those who decide, and stand-ins, of an overdue request.
    RequestOverdue = "request_overdue",
    /// Lists the requests that wait for a person who decides, once a day.
    RequestSummary = "request_summary",
    /// Informs a person that a manager is away and has named them as stand-in.
    StandInNamed = "stand_in_named",
    /// Informs a person that a request was approved (contract T-21).
    RequestApproved = "request_approved",
    /// Informs a person that a request was refused (contract T-21).
    RequestRefused = "request_refused",
    /// Warns a member that the membership ends.
    MembershipEnding = "membership_ending",
    /// Invites a person to a group (contract C-098).
    GroupInvitation = "group_invitation",
    /// Invites the reader of an address to register (contract C-098).
    RegistrationInvitation = "registration_invitation",
    /// Informs a person that a manager added them to a group (contract T-28).
    MemberAdded = "member_added",
    /// Informs a person that a change of agency was approved.
    AgencyApproved = "agency_approved",
    /// Informs a person that a change of agency was refused.
    AgencyRefused = "agency_refused",
    /// Informs a person that their feedback was answered.
    FeedbackAnswered = "feedback_answered",
    /// Informs the owner, who asked for it, when the account is erased.
    DeletionAsked = "deletion_asked",
    /// Informs the owner when the account is erased, without a link.
    DeletionBegun = "deletion_begun",
    /// Informs the owner that the account stays.
    DeletionTakenBack = "deletion_taken_back",
    /// Tells the former owner that the account is gone.
    AccountErased = "account_erased",
}
