-- Counters of failed tries. `name` is a hash: neither an account nor an address can be read here.
CREATE TABLE limit_counters (
  name TEXT PRIMARY KEY,
  window_ends BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  pending BIGINT NOT NULL,
  reserved_at BIGINT NOT NULL,
  reserved_before BIGINT NOT NULL,
  delayed_until BIGINT NOT NULL
);
CREATE INDEX limit_counters_by_end ON limit_counters (window_ends);

-- What happened, for good: rows are added and read, never changed.
CREATE TABLE audit_entries (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  kind TEXT NOT NULL,
  actor_id TEXT,
  account_id TEXT,
  client_id TEXT,
  session_id TEXT,
  address TEXT,
  request_id TEXT,
  detail TEXT NOT NULL
);
CREATE INDEX audit_entries_by_time ON audit_entries (at, id);
CREATE INDEX audit_entries_by_account ON audit_entries (account_id, at, id)
  WHERE account_id IS NOT NULL;
CREATE INDEX audit_entries_by_client ON audit_entries (client_id, at, id)
  WHERE client_id IS NOT NULL;

-- Work for later. A row goes when its work is done; one that was given up stays for a while.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  queued_at BIGINT NOT NULL,
  run_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  lease_holder TEXT,
  lease_until BIGINT NOT NULL,
  last_error TEXT,
  given_up_at BIGINT
);
CREATE INDEX jobs_by_due ON jobs (run_at, id) WHERE given_up_at IS NULL;
