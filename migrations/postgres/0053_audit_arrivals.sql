-- Entries of the audit log as they arrive. A task moves them to audit_entries, which has an index for each filter: an entry
-- touches one page here and about ten there (decision 0098).
CREATE TABLE audit_arrivals (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  kind TEXT NOT NULL,
  actor_id TEXT,
  account_id TEXT,
  client_id TEXT,
  session_id TEXT,
  address TEXT,
  request_id TEXT,
  detail TEXT NOT NULL,
  object_kind TEXT,
  object_id TEXT,
  call TEXT,
  segment TEXT NOT NULL
);
