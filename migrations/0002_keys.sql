-- Our own private keys, each sealed under the master secret named by master_id.
-- purpose: signing | password_transport; state: next (published, not yet in use), active,
-- retiring (published until retire_at), retired (the private part is gone).
-- public_key: a JWK for signing, base64 SubjectPublicKeyInfo for password transport.
CREATE TABLE signing_keys (
  kid TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  alg TEXT NOT NULL,
  public_key TEXT NOT NULL,
  private_sealed TEXT,
  master_id TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  active_at BIGINT NOT NULL,
  retire_at BIGINT
);
