-- Accounts that will be erased. They are disabled until then; `status_before` is the status that they get back if the deletion
-- is taken back. `asked_by` is the account that asked for it: its own id if that was the owner. `erasing` is 1 once the erasure
-- has begun, which nobody takes back.
CREATE TABLE account_deletions (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  asked_by TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  erase_at BIGINT NOT NULL,
  status_before BIGINT NOT NULL,
  erasing BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX account_deletions_by_time ON account_deletions (erase_at);

-- The names of erased accounts, by hash, until somebody else may have them.
CREATE TABLE former_names (
  name_hash TEXT PRIMARY KEY,
  free_at BIGINT NOT NULL
);
CREATE INDEX former_names_by_time ON former_names (free_at);

-- For the erasure of the person who decided or granted.
CREATE INDEX requests_by_decider ON requests (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX memberships_by_granter ON memberships (granted_by) WHERE granted_by IS NOT NULL;
CREATE INDEX account_applications_by_decider ON account_applications (decided_by) WHERE decided_by IS NOT NULL;

-- A giver who was erased still counts: the id stays until the owner proves another way in.
CREATE TABLE way_givers_kept (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  giver_id TEXT NOT NULL,
  password BIGINT NOT NULL,
  email BIGINT NOT NULL,
  lion_id BIGINT NOT NULL,
  chose_password BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, giver_id)
);
INSERT INTO way_givers_kept (account_id, giver_id, password, email, lion_id, chose_password)
  SELECT account_id, giver_id, password, email, lion_id, chose_password FROM way_givers;
DROP TABLE way_givers;
ALTER TABLE way_givers_kept RENAME TO way_givers;
