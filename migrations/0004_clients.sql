-- How often each cached thing changed: every process asks for this and reads anew what moved.
CREATE TABLE changes (
  topic TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);

-- Relying and legacy applications. metadata is a JSON object of everything not asked for by
-- column; secret_hashes a JSON array of SHA-256 values, several while a secret is exchanged.
CREATE TABLE clients (
  client_id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  enabled BIGINT NOT NULL,
  app_name TEXT UNIQUE,
  metadata TEXT NOT NULL,
  secret_hashes TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
