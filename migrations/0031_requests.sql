-- How a group decides: a request is due after due_days and refused after refuse_days, both calendar days of the server's
-- zone. A membership lasts max_days at most; NULL is without an end.
ALTER TABLE groups ADD COLUMN due_days BIGINT NOT NULL DEFAULT 5;
ALTER TABLE groups ADD COLUMN refuse_days BIGINT NOT NULL DEFAULT 10;
ALTER TABLE groups ADD COLUMN max_days BIGINT;

-- Who decides about the requests of a group that are overdue.
CREATE TABLE group_stand_ins (
  group_id TEXT NOT NULL REFERENCES groups (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (account_id, group_id)
);
CREATE INDEX group_stand_ins_by_group ON group_stand_ins (group_id, account_id);

-- ends_on is the last valid day (yyyy-MM-dd) in the server's zone, NULL without an end. A row with status 1 has a pending
-- request. outcome says why a row has status 2: 0 disabled by an administrator, 1 expired, 2 refused, 3 withdrawn,
-- 4 refused because nobody decided, 5 invited. Rows with outcome 2 or more are no members and are deleted after kept_until.
ALTER TABLE memberships ADD COLUMN ends_on TEXT;
ALTER TABLE memberships ADD COLUMN warned_at BIGINT;
ALTER TABLE memberships ADD COLUMN granted_by TEXT REFERENCES accounts (id);
ALTER TABLE memberships ADD COLUMN granted_at BIGINT;
ALTER TABLE memberships ADD COLUMN outcome BIGINT NOT NULL DEFAULT 0;
ALTER TABLE memberships ADD COLUMN kept_until BIGINT;
CREATE INDEX memberships_by_end ON memberships (kept_until) WHERE kept_until IS NOT NULL;

-- What people asked for. kind is 0 to join a group, 1 to extend a membership; state is 0 pending, 1 approved,
-- 2 refused, 3 withdrawn, 4 refused because nobody decided. product_id is the product that the person wanted. The names are
-- those at the time of the request, for the search.
CREATE TABLE requests (
  id TEXT PRIMARY KEY,
  kind BIGINT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  group_id TEXT NOT NULL REFERENCES groups (id),
  product_id BIGINT REFERENCES products (id),
  reason TEXT NOT NULL,
  wanted_days BIGINT,
  state BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  created_at BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  refuse_at BIGINT NOT NULL,
  reminded_at BIGINT,
  decided_at BIGINT,
  decided_by TEXT REFERENCES accounts (id),
  decision_reason TEXT NOT NULL DEFAULT '',
  username TEXT NOT NULL,
  email TEXT,
  group_name TEXT NOT NULL,
  product_name TEXT,
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT ''
);
-- One pending request for a person and group.
CREATE UNIQUE INDEX requests_pending ON requests (account_id, group_id) WHERE state = 0;
CREATE UNIQUE INDEX requests_by_search_number ON requests (search_number);
CREATE INDEX requests_by_creation ON requests (created_at, id);
CREATE INDEX requests_by_state ON requests (state, created_at, id);
CREATE INDEX requests_by_account ON requests (account_id, created_at, id);
CREATE INDEX requests_by_group ON requests (group_id, state, created_at, id);
CREATE INDEX requests_by_product ON requests (product_id, created_at, id) WHERE product_id IS NOT NULL;

-- The last day (yyyy-MM-dd) on which a person has seen the hint about groups; status is 1 seen, 0 reset.
CREATE TABLE click_states (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  day TEXT NOT NULL,
  status BIGINT NOT NULL
);

-- A job that waits for a date has the thing that it waits for as its lane, and is deleted with it.
CREATE INDEX jobs_by_lane ON jobs (lane, kind) WHERE lane <> '';

-- Whoever is in process so far has asked, so everybody in process has a request.
INSERT INTO requests (id, kind, account_id, group_id, reason, state, created_at, due_at, refuse_at, username, email, group_name)
SELECT 'asked-' || m.account_id || '-' || m.group_id, 0, m.account_id, m.group_id, '', 0, m.created_at,
  m.created_at + 432000000, m.created_at + 864000000, a.username, a.email, g.name
FROM memberships m JOIN accounts a ON a.id = m.account_id JOIN groups g ON g.id = m.group_id WHERE m.status = 1;
