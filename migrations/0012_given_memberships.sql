-- The source of a membership that follows a claim of a corporate provider (federation:<id>), and the last sign-in there.
ALTER TABLE memberships ADD COLUMN source TEXT;
ALTER TABLE memberships ADD COLUMN confirmed_at BIGINT;
CREATE INDEX memberships_by_confirmation ON memberships (confirmed_at) WHERE confirmed_at IS NOT NULL;
-- When somebody took the identity from its account.
ALTER TABLE federated_identities ADD COLUMN unlinked_at BIGINT;
