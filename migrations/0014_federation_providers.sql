-- Corporate providers that super administrators added. `settings` is JSON; `credential`, the client secret or private key,
-- is sealed under the master secret.
CREATE TABLE federation_providers (
  id TEXT PRIMARY KEY,
  settings TEXT NOT NULL,
  enabled BIGINT NOT NULL,
  method TEXT NOT NULL,
  credential TEXT NOT NULL,
  master_id TEXT NOT NULL,
  icon TEXT,
  added_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
CREATE INDEX federated_identities_by_provider ON federated_identities (provider, issuer);
