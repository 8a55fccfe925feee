-- Applications for an account whose address is confirmed. `id` is the one in the confirmation link, so that the link works
-- once. The name and address stay here when a refused account gives them up. `state`: 0 waits, 1 approved, 2 refused.
CREATE TABLE account_applications (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  username TEXT NOT NULL,
  email TEXT NOT NULL,
  wanted_group TEXT NOT NULL,
  group_id TEXT REFERENCES groups (id),
  reason TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  state BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  decided_at BIGINT,
  decided_by TEXT REFERENCES accounts (id),
  answer TEXT NOT NULL DEFAULT ''
);
CREATE INDEX account_applications_by_state ON account_applications (state, created_at, id);
CREATE INDEX account_applications_by_creation ON account_applications (created_at, id);
CREATE INDEX account_applications_by_account ON account_applications (account_id);
CREATE INDEX account_applications_by_decision ON account_applications (decided_at);
CREATE INDEX account_applications_by_group ON account_applications (group_id, created_at, id);
