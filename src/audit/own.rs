//! Which entries the owner of an account reads: sign-ins, changes of ways in, locks, deletions and stand-ins.

/// SQL: the kinds of these entries.
macro_rules! own_kinds {
    () => {
        "('sign_in.succeeded', 'sign_in.refused', 'factor.changed', 'identity.linked', \
          'identity.unlinked', 'passkey.added', 'passkey.renamed', 'passkey.removed', 'password.changed', 'link.sent', \
          'account.data_exported', 'account.deletion', 'account.stand_in')"
    };
}

/// SQL: the other entries, which are few of their kind. A quote in a text is escaped, so no text looks like this.
macro_rules! own_locks {
    () => {
        " OR (e.kind || '' = 'account.changed' AND (e.detail LIKE '%\"change\":\"locked\"%' \
          OR e.detail LIKE '%\"change\":\"unlocked\"%'))"
    };
}

pub(super) use {own_kinds, own_locks};

/// True if the owner of an account reads entries of this kind.
pub(super) fn is_own(kind: &str) -> bool {
    own_kinds!().contains(&format!("'{kind}'"))
}
