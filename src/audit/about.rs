//! What each event is about.

use super::event::Event;
use super::object::{About, ObjectKind};

impl Event {
    /// Where this kind of event finds its object.
    pub(super) fn about(&self) -> About<'_> {
        match self {
            Self::SignInSucceeded { .. }
            | Self::SignInRefused { .. }
            | Self::FactorAsked { .. }
            | Self::FactorChanged { .. }
            | Self::IdentityLinked { .. }
            | Self::IdentityUnlinked { .. }
            | Self::IdentityRefused { .. }
            | Self::PasskeyAdded { .. }
            | Self::PasskeyRenamed { .. }
            | Self::PasskeyRemoved { .. }
            | Self::GrantRevoked { .. }
            | Self::ConsentGiven { .. }
            | Self::ConsentWithdrawn {}
            | Self::AccountChanged { .. }
            | Self::AccountDeletion { .. }
            | Self::AgencyRequested { .. }
            | Self::AgencyRequestDecided { .. }
            | Self::AccountApplicationDecided { .. }
            | Self::PasswordChanged { .. }
            | Self::PasswordAsked {}
            | Self::AddressRefused { .. }
            | Self::MemberAdded { .. }
            | Self::MemberChanged { .. }
            | Self::StandInChanged { .. }
            | Self::MemberRemoved {}
            | Self::PersonInvited {}
            | Self::RequestMade { .. }
            | Self::RequestDecided { .. }
            | Self::HomeSeen {}
            | Self::DataExported {}
            | Self::PeopleSearched {}
            | Self::RoleGiven { .. }
            | Self::RoleTaken {}
            | Self::LinkSent { .. }
            | Self::LimitReached { .. }
            | Self::AssistantQuotaChanged { .. }
            | Self::RightRefused { .. } => About::Account,
            Self::TokenGranted { .. }
            | Self::TokensGranted { .. }
            | Self::TokenRefused { .. }
            | Self::ClientRefused { .. }
            | Self::RequestRefused { .. }
            | Self::TokenRevoked { .. }
            | Self::CodeReplayed {}
            | Self::RefreshReused {}
            | Self::AuthorizationRefused { .. }
            | Self::AccessRefused { .. }
            | Self::ClientChanged { .. }
            | Self::LaunchGranted { .. }
            | Self::LaunchRefused { .. }
            | Self::LogoutDelivered { .. } => About::Client,
            Self::SessionEnded { .. } => About::Session,
            Self::KeyCreated { kid, .. }
            | Self::KeyRotated { kid, .. }
            | Self::KeyRetired { kid, .. }
            | Self::KeyWithdrawn { kid, .. } => About::This(ObjectKind::Key, kid),
            Self::AccessRightChanged { id, .. } => About::This(ObjectKind::AccessRight, id),
            Self::RoleChanged { id, .. } => About::This(ObjectKind::Role, id),
            Self::ProductChanged { id, .. } => About::This(ObjectKind::Product, id),
            Self::ModuleChanged { id, .. } => About::This(ObjectKind::Module, id),
            Self::AnnouncementChanged { id, .. } => About::This(ObjectKind::Announcement, id),
            Self::SurveyChanged { id, .. } | Self::SurveyResultsRead { id, .. } => {
                About::This(ObjectKind::Survey, id)
            }
            Self::FeedbackChanged { id, .. } => About::This(ObjectKind::Feedback, id),
            Self::JobRetried { job, .. } => About::This(ObjectKind::Job, job),
            // The entry itself names a changed group, organisation or mapping (`Entry::object`).
            Self::GroupChanged { .. }
            | Self::RegistrationInvitation { .. }
            | Self::OrganisationChanged { .. }
            | Self::IrisMappingChanged { .. }
            | Self::TrailExported { .. }
            | Self::ListExported { .. }
            | Self::FileUploaded { .. }
            | Self::RefusalsSuppressed { .. }
            | Self::ProviderChanged { .. }
            | Self::HomeTileChanged { .. }
            | Self::AssistantVersionChanged { .. }
            | Self::AssistantVersionTested { .. }
            | Self::EntriesDropped { .. } => About::Nothing,
        }
    }
}
