-- The organisations an account may belong to; their names stand in the portal's header.
CREATE TABLE agencies (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE companies (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  agency_id TEXT REFERENCES agencies (id),
  created_at BIGINT NOT NULL
);

CREATE TABLE brands (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  company_id TEXT REFERENCES companies (id),
  created_at BIGINT NOT NULL
);

-- People who may sign in. The *_key columns hold the folded spelling that is compared.
-- Flags are 0 or 1; status is 0 enable, 1 processing, 2 disable; expire_date is yyyy-MM-dd, the
-- last valid day in the configured zone; claims is a JSON object of further OpenID claims.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE,
  email TEXT,
  email_key TEXT UNIQUE,
  email_verified BIGINT NOT NULL,
  full_name TEXT NOT NULL,
  password_hash TEXT,
  password_changed_at BIGINT,
  must_change_password BIGINT NOT NULL,
  status BIGINT NOT NULL,
  expire_date TEXT,
  lang TEXT NOT NULL,
  agency_id TEXT REFERENCES agencies (id),
  company_id TEXT REFERENCES companies (id),
  brand_id TEXT REFERENCES brands (id),
  sup_admin BIGINT NOT NULL,
  user_manager BIGINT NOT NULL,
  lion_id TEXT UNIQUE,
  wechat_bound BIGINT NOT NULL,
  claims TEXT NOT NULL,
  login_count BIGINT NOT NULL,
  last_login_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- The words an account is found by, folded and in hexadecimal: letters and digits of one case
-- sort alike under every collation, so a range over them is a prefix search on both engines.
CREATE TABLE account_terms (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  PRIMARY KEY (account_id, term)
);
CREATE INDEX account_terms_by_term ON account_terms (term, account_id);
