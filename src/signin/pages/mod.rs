//! The pages of the sign-in steps, one file each: a typed context and its states.

mod account;
mod address;
mod application;
mod apply;
mod consent;
mod corporate;
mod deletion;
mod forgot;
mod invitation;
mod login;
mod no_access;
mod password;
mod reset;
mod second_factor;
mod trouble;

pub use account::SelectAccountPage;
pub use address::{AddressDonePage, AddressPage, AddressUndoDonePage, AddressUndoPage};
pub use application::{ApplicationPage, ApplicationTakenPage, ConfirmApplicationPage, Stage};
pub use apply::{ApplyPage, ApplySentPage, Companies};
pub use consent::{ConsentPage, ConsentScope};
pub use corporate::{CorporateEndPage, End};
pub use deletion::{DeletionUndoDonePage, DeletionUndoPage};
pub use forgot::{ForgotPasswordPage, ForgotProblem, ForgotSentPage};
pub use invitation::{InvitationDonePage, InvitationPage};
pub use login::{CorporateWay, Field, LinkingWay, LoginPage, LoginProblem, PasskeyWay};
pub use no_access::NoAccessPage;
pub use password::{ChangePasswordPage, PasswordProblem};
pub use reset::{
    LockDonePage, LockPage, ResetCodePage, ResetDonePage, ResetPasswordPage, ResetVoidPage,
};
pub use second_factor::{AddFactorPage, CodeProblem, RecoveryCodesPage, SecondFactorPage};
pub use trouble::TroublePage;
