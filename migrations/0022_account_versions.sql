-- version grows with each change of an account, so that an administrator who changes an older state hears
-- of it; changed_by is the account id of who made the last change, or cli; without changed_at nothing has
-- changed since the account was made. password_expires_at is the last moment of a password that an
-- administrator was shown.
ALTER TABLE accounts ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE accounts ADD COLUMN changed_at BIGINT;
ALTER TABLE accounts ADD COLUMN changed_by TEXT;
ALTER TABLE accounts ADD COLUMN password_expires_at BIGINT;
