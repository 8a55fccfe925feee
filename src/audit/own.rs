//! Which entries the owner of an account reads: sign-ins and changes of ways in.

/// SQL: the kinds of these entries.
macro_rules! own_kinds {
    () => {
        "('sign_in.succeeded', 'sign_in.refused', 'factor.changed', 'identity.linked', 'passkey.added', \
          'passkey.renamed', 'passkey.removed', 'password.changed', 'link.sent')"
    };
}

pub(super) use own_kinds;

/// True if the owner of an account reads entries of this kind.
pub(super) fn is_own(kind: &str) -> bool {
    own_kinds!().contains(&format!("'{kind}'"))
}
