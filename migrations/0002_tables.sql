-- The tables of both engines. What differs between them is in sqlite/ and postgres/; the numbers of the three folders are one
-- series.
--
-- Columns of many tables: times are milliseconds since 1970 unless a comment says otherwise. Names that end in _key, and
-- search_text, are folded: the spelling that is compared, sorted and searched. search_number is the row's number in the search
-- index. version grows with each change, so that a change of an older state is refused. changed_by is an account id or
-- `cli`; a row without changed_at has not changed since it was made. Each order of a list, and each of its filters, has an
-- index. Sweeps have one over the time at which they delete.

-- Facts about this installation, such as whether `seed --demo` made it.
CREATE TABLE installation (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- Work that one process at a time may do, such as making keys.
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  held_until BIGINT NOT NULL
);

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

-- The organisations of accounts: agencies, companies (clients), brands and divisions, and industries. status is 0 on, 1 off.
-- An organisation that is off is not offered, but what belongs to it stays.
CREATE TABLE agencies (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  status BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  -- An https address; empty for the logo that the portal draws from the name (contract G-31).
  logo_url TEXT NOT NULL DEFAULT ''
);
CREATE INDEX agencies_by_creation ON agencies (created_at, id);
CREATE INDEX agencies_by_name ON agencies (name_key, id);
CREATE INDEX agencies_by_status ON agencies (status, created_at, id);
-- Two organisations of one parent have different names, in any spelling.
CREATE UNIQUE INDEX agencies_by_own_name ON agencies (name_key) WHERE name_key <> '';

CREATE TABLE companies (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  agency_id TEXT REFERENCES agencies (id),
  created_at BIGINT NOT NULL,
  status BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX companies_by_creation ON companies (created_at, id);
CREATE INDEX companies_by_name ON companies (name_key, id);
CREATE INDEX companies_by_status ON companies (status, created_at, id);
CREATE INDEX companies_by_agency ON companies (agency_id, created_at, id);
CREATE UNIQUE INDEX companies_by_own_name ON companies (COALESCE(agency_id, ''), name_key) WHERE name_key <> '';

CREATE TABLE brands (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  company_id TEXT REFERENCES companies (id),
  created_at BIGINT NOT NULL,
  status BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX brands_by_creation ON brands (created_at, id);
CREATE INDEX brands_by_name ON brands (name_key, id);
CREATE INDEX brands_by_status ON brands (status, created_at, id);
CREATE INDEX brands_by_company ON brands (company_id, created_at, id);
CREATE UNIQUE INDEX brands_by_own_name ON brands (COALESCE(company_id, ''), name_key) WHERE name_key <> '';

CREATE TABLE divisions (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  company_id TEXT REFERENCES companies (id),
  status BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  changed_at BIGINT,
  changed_by TEXT,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX divisions_by_creation ON divisions (created_at, id);
CREATE INDEX divisions_by_name ON divisions (name_key, id);
CREATE INDEX divisions_by_status ON divisions (status, created_at, id);
CREATE INDEX divisions_by_company ON divisions (company_id, created_at, id);
CREATE UNIQUE INDEX divisions_by_own_name ON divisions (COALESCE(company_id, ''), name_key) WHERE name_key <> '';

CREATE TABLE industries (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  status BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  changed_at BIGINT,
  changed_by TEXT,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX industries_by_creation ON industries (created_at, id);
CREATE INDEX industries_by_name ON industries (name_key, id);
CREATE INDEX industries_by_status ON industries (status, created_at, id);
CREATE UNIQUE INDEX industries_by_own_name ON industries (name_key) WHERE name_key <> '';

-- People who may sign in. The *_key columns hold the folded spelling that is compared.
-- Flags are 0 or 1; status is 0 enable, 1 processing, 2 disable; expire_date is yyyy-MM-dd, the
-- last valid day in the configured zone; claims is a JSON object of further OpenID claims. lang is empty until the
-- person chooses a language. password_expires_at is the last moment of a password that an administrator was shown.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  username_key sorted_text NOT NULL UNIQUE,
  email TEXT,
  email_key sorted_text UNIQUE,
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
  updated_at BIGINT NOT NULL,
  full_name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text sorted_text NOT NULL DEFAULT '',
  -- The engines sort NULL differently, so lists are sorted by columns without it.
  email_order sorted_text GENERATED ALWAYS AS (COALESCE(email_key, '')) STORED,
  last_login_order BIGINT GENERATED ALWAYS AS (COALESCE(last_login_at, 0)) STORED,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT,
  password_expires_at BIGINT
);
-- The few accounts that wait for approval or are switched off are listed without reading the rest.
CREATE INDEX accounts_by_status ON accounts (status, username_key);
-- The index of one filter has the columns of the others, so that several filters are checked without reading the row.
CREATE INDEX accounts_by_full_name ON accounts (full_name_key, id);
CREATE INDEX accounts_by_email ON accounts (email_order, id);
CREATE INDEX accounts_by_creation ON accounts (created_at, id);
CREATE INDEX accounts_by_last_login ON accounts (last_login_order, id);
CREATE INDEX accounts_by_status_and_creation
  ON accounts (status, created_at, id, agency_id, company_id, sup_admin, must_change_password);
CREATE INDEX accounts_by_agency
  ON accounts (agency_id, created_at, id, status, company_id, sup_admin, must_change_password);
CREATE INDEX accounts_by_company
  ON accounts (company_id, created_at, id, status, agency_id, sup_admin, must_change_password);
CREATE INDEX accounts_by_super_administrator
  ON accounts (sup_admin, created_at, id, status, agency_id, company_id, must_change_password);
CREATE INDEX accounts_by_password_state
  ON accounts (must_change_password, created_at, id, status, agency_id, company_id, sup_admin);

-- Who chose a way into an account for its owner: its password, email address or corporate id, or made the account. The
-- row stays until the owner proves a way in that this person did not choose. password, email and lion_id are 1 if the
-- person chose the present one.
CREATE TABLE way_givers (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  giver_id TEXT NOT NULL REFERENCES accounts (id),
  password BIGINT NOT NULL,
  email BIGINT NOT NULL,
  lion_id BIGINT NOT NULL,
  PRIMARY KEY (account_id, giver_id)
);

-- The links of emails that work once. A row is a link that still works until it expires; using or voiding a link deletes
-- its row. Of one account and purpose there is one link at most: a newer one replaces it.
CREATE TABLE one_time_links (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  purpose TEXT NOT NULL,
  email_key TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX one_time_links_by_account ON one_time_links (account_id, purpose);
CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

-- The last day (yyyy-MM-dd) on which a person has seen the hint about groups; status is 1 seen, 0 reset.
CREATE TABLE click_states (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  day TEXT NOT NULL,
  status BIGINT NOT NULL
);

-- People who asked for another agency: state is 0 waiting, 1 approved, 2 refused, 3 withdrawn. A person has at most one that
-- waits. reason is what the administrator who refused gave.
CREATE TABLE agency_requests (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  from_agency_id TEXT REFERENCES agencies (id),
  agency_id TEXT NOT NULL REFERENCES agencies (id),
  state BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  decided_at BIGINT,
  decided_by TEXT,
  reason TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX agency_requests_that_wait ON agency_requests (account_id) WHERE state = 0;
CREATE INDEX agency_requests_by_creation ON agency_requests (created_at, id);
CREATE INDEX agency_requests_by_state ON agency_requests (state, created_at, id);

-- What IRIS calls an organisation, and who that is here: an agency, a company and the
-- account that answers for it, each of them or none (contract G-49).
CREATE TABLE iris_mappings (
  id TEXT PRIMARY KEY,
  iris_code TEXT NOT NULL,
  iris_name TEXT NOT NULL,
  agency_id TEXT REFERENCES agencies (id),
  company_id TEXT REFERENCES companies (id),
  account_id TEXT REFERENCES accounts (id),
  status BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  changed_at BIGINT,
  changed_by TEXT,
  code_key sorted_text NOT NULL DEFAULT '',
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX iris_mappings_by_creation ON iris_mappings (created_at, id);
CREATE INDEX iris_mappings_by_code ON iris_mappings (code_key, id);
CREATE INDEX iris_mappings_by_name ON iris_mappings (name_key, id);
CREATE INDEX iris_mappings_by_status ON iris_mappings (status, created_at, id);
CREATE INDEX iris_mappings_by_agency ON iris_mappings (agency_id, created_at, id);
CREATE INDEX iris_mappings_by_company ON iris_mappings (company_id, created_at, id);
CREATE INDEX iris_mappings_by_account ON iris_mappings (account_id);
CREATE UNIQUE INDEX iris_mappings_by_own_code ON iris_mappings (code_key) WHERE code_key <> '';

-- How often each cached thing changed: every process asks for this and reads anew what moved.
CREATE TABLE changes (
  topic TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);

-- Which subjects of a topic changed, such as one account: the version of the topic at its last change. A large cache reads
-- what came after the version it saw, and forgets only that.
CREATE TABLE subject_changes (
  topic TEXT NOT NULL,
  subject TEXT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (topic, subject)
);
CREATE INDEX subject_changes_by_version ON subject_changes (topic, version);

-- Relying and legacy applications. metadata is a JSON object of everything not asked for by
-- column; secret_hashes a JSON array of SHA-256 values, several while a secret is exchanged.
CREATE TABLE clients (
  client_id sorted_text PRIMARY KEY,
  source TEXT NOT NULL,
  enabled BIGINT NOT NULL,
  app_name TEXT UNIQUE,
  metadata TEXT NOT NULL,
  secret_hashes TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  -- The name and the kind in metadata, for the list of applications.
  name TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT '',
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  version BIGINT NOT NULL DEFAULT 1,
  changed_by TEXT,
  -- When the application last got a token or a launch token; 0 is never.
  last_used_at BIGINT NOT NULL DEFAULT 0,
  -- Tokens and grants of a client that began at this time or before are not valid.
  not_before BIGINT NOT NULL DEFAULT 0,
  -- Consents for a client that were given at this time or before do not count any more.
  consents_not_before BIGINT NOT NULL DEFAULT 0,
  -- Offline grants of a client that began at this time or before are not valid.
  offline_not_before BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX clients_by_creation ON clients (created_at, client_id);
CREATE INDEX clients_by_name ON clients (name_key, client_id);
CREATE INDEX clients_by_last_use ON clients (last_used_at, client_id);
CREATE INDEX clients_by_source ON clients (source, created_at, client_id);
CREATE INDEX clients_by_kind ON clients (kind, created_at, client_id);
CREATE INDEX clients_by_state ON clients (enabled, created_at, client_id);

-- The browser's binding (tower-sessions): which SSO session a cookie points to.
CREATE TABLE browser_sessions (
  id_hash TEXT PRIMARY KEY,
  data TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX browser_sessions_expires_at ON browser_sessions (expires_at);

-- One sign-in of one person in one browser; everything else hangs off it.
CREATE TABLE sso_sessions (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  auth_time BIGINT NOT NULL,
  acr TEXT NOT NULL,
  amr TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  ended_at BIGINT,
  end_reason TEXT,
  -- Where the session began: the address of the request and the name that the browser gave itself.
  address TEXT,
  browser TEXT
);
CREATE INDEX sso_sessions_account ON sso_sessions (account_id, ended_at);
CREATE INDEX sso_sessions_last_seen ON sso_sessions (last_seen_at);
-- Sessions that have not ended, for those whose time is over: few, beside many that ended.
CREATE INDEX sso_sessions_open_seen ON sso_sessions (last_seen_at) WHERE ended_at IS NULL;
CREATE INDEX sso_sessions_open_made ON sso_sessions (created_at) WHERE ended_at IS NULL;

-- Sign-in flows that their pages cannot carry (decision 0036): what a flow leads to, and how far it has come.
CREATE TABLE sign_in_flows (
  id TEXT PRIMARY KEY,
  browser TEXT NOT NULL,
  target TEXT NOT NULL,
  progress TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT,
  -- What strangers may store is capped (decision 0031). A flow is `held` once a person stands behind it; all others count
  -- for the networks of the address where they began. Triggers count them in sign_in_networks.
  network TEXT NOT NULL DEFAULT 'unknown',
  wider_network TEXT,
  widest_network TEXT,
  held BIGINT NOT NULL DEFAULT 0,
  -- In bytes: the texts, and about as much as the rest of a row and its indexes take, rounded up, so that flows of nearly the
  -- same length weigh the same.
  weight BIGINT GENERATED ALWAYS AS
    ((3071 + octet_length(target) + octet_length(progress)) / 2048 * 2048) STORED
);
CREATE INDEX sign_in_flows_created_at ON sign_in_flows (created_at);
-- By the end of their pages, because PostgreSQL would rather walk the index of `created_at` and skip all other networks.
CREATE INDEX sign_in_flows_by_network ON sign_in_flows (network, expires_at) WHERE held = 0;
CREATE INDEX sign_in_flows_ended ON sign_in_flows (expires_at) WHERE ended_at IS NOT NULL;
CREATE INDEX sign_in_flows_held ON sign_in_flows (expires_at) WHERE held = 1;

-- The flows that nobody holds, and their weight: of each network, and of all under the name ''.
CREATE TABLE sign_in_networks (
  network TEXT PRIMARY KEY,
  wider TEXT,
  flows BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  -- When its newest flow began.
  last_at BIGINT NOT NULL
);
CREATE INDEX sign_in_networks_by_bytes ON sign_in_networks (wider, bytes DESC, last_at);

-- What an account has allowed a client to see, remembered until it is withdrawn.
CREATE TABLE consents (
  account_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  granted_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, client_id)
);

-- A code waits for its one exchange; `context` is the grant that it will become.
CREATE TABLE authorization_codes (
  hash TEXT PRIMARY KEY,
  grant_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  context TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX authorization_codes_expires_at ON authorization_codes (expires_at);

-- What a client may do for an account; its tokens die with it.
CREATE TABLE grants (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  session_id TEXT,
  offline BIGINT NOT NULL,
  context TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT,
  revoke_reason TEXT,
  -- The family of the grant's refresh tokens: what all its tokens share, and the one that is valid, both by hash.
  refresh_family_hash TEXT,
  refresh_hash TEXT,
  refresh_jkt TEXT,
  refresh_issued_at BIGINT,
  -- When the valid one expires unless it is used.
  refresh_expires_at BIGINT,
  -- The refresh token that the valid one took the place of, by hash. Where the client's entry says so, it may come once more
  -- shortly after, because its answer was lost.
  refresh_spent_hash TEXT
);
CREATE INDEX grants_session ON grants (session_id);
CREATE INDEX grants_account ON grants (account_id, client_id);
CREATE INDEX grants_created_at ON grants (created_at);

-- Opaque access tokens, by hash. Without a grant: client_credentials.
CREATE TABLE access_tokens (
  hash TEXT PRIMARY KEY,
  grant_id TEXT,
  client_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  audience TEXT NOT NULL,
  dpop_jkt TEXT,
  issued_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX access_tokens_expires_at ON access_tokens (expires_at);
CREATE INDEX access_tokens_grant ON access_tokens (grant_id);

-- Signed access tokens (at+jwt) that were revoked before they expired, by their jti.
CREATE TABLE revoked_jtis (
  jti TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX revoked_jtis_expires_at ON revoked_jtis (expires_at);

-- Identifiers that may be seen once: client assertions and DPoP proofs at the token endpoint.
CREATE TABLE seen_jtis (
  hash TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX seen_jtis_expires_at ON seen_jtis (expires_at);

-- Counters of failed tries. `name` is a hash: neither an account nor an address can be read here.
CREATE TABLE limit_counters (
  name TEXT PRIMARY KEY,
  window_ends BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  pending BIGINT NOT NULL,
  reserved_at BIGINT NOT NULL,
  reserved_before BIGINT NOT NULL,
  delayed_until BIGINT NOT NULL,
  -- How many failures a counter allows. Of too many counters, those that are the least used up go first (decision 0005).
  most BIGINT NOT NULL DEFAULT 1
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
  detail TEXT NOT NULL,
  -- What the entry is about, and which call wrote it.
  object_kind TEXT,
  object_id TEXT,
  call TEXT
);
CREATE INDEX audit_entries_by_time ON audit_entries (at, id);
CREATE INDEX audit_entries_by_account ON audit_entries (account_id, at, id)
  WHERE account_id IS NOT NULL;
CREATE INDEX audit_entries_by_client ON audit_entries (client_id, at, id)
  WHERE client_id IS NOT NULL;
CREATE INDEX audit_entries_by_object ON audit_entries (object_kind, object_id, at, id)
  WHERE object_kind IS NOT NULL;
CREATE INDEX audit_entries_by_call ON audit_entries (call, at, id) WHERE call IS NOT NULL;
CREATE INDEX audit_entries_by_kind ON audit_entries (kind, at, id);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, at, id)
  WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_by_address ON audit_entries (address, at, id)
  WHERE address IS NOT NULL;

-- Work for later. A row goes when its work is done; one that was given up stays for a while.
CREATE TABLE jobs (
  id sorted_text PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  queued_at BIGINT NOT NULL,
  run_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  lease_holder TEXT,
  lease_until BIGINT NOT NULL,
  last_error TEXT,
  given_up_at BIGINT,
  -- Jobs that stand in each other's way share a lane, such as the notices to one application.
  lane TEXT NOT NULL DEFAULT '',
  -- 1 if given_up_at is set, for filters.
  given_up BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX jobs_by_due ON jobs (run_at, id) WHERE given_up_at IS NULL;
-- A job that waits for a date has the thing that it waits for as its lane, and is deleted with it.
CREATE INDEX jobs_by_lane ON jobs (lane, kind) WHERE lane <> '';
CREATE INDEX jobs_by_creation ON jobs (queued_at, id);
CREATE INDEX jobs_by_kind ON jobs (kind, queued_at, id);
CREATE INDEX jobs_by_state ON jobs (given_up, queued_at, id);
-- How many jobs of each kind wait or were given up, and when the first of them is due.
CREATE INDEX jobs_by_kind_and_state ON jobs (kind, given_up, run_at);
CREATE INDEX jobs_given_up_at ON jobs (given_up_at) WHERE given_up_at IS NOT NULL;

-- The last round of each routine, and its last failure; milliseconds.
CREATE TABLE routine_rounds (
  name TEXT PRIMARY KEY,
  every_ms BIGINT NOT NULL,
  began_at BIGINT NOT NULL,
  took_ms BIGINT NOT NULL,
  failed_at BIGINT,
  error TEXT
);

-- The answers of calls that created something, for a day, by the key that the caller sent with them.
CREATE TABLE answered_calls (
  -- MAC of the account, the call and the key.
  name TEXT PRIMARY KEY,
  -- MAC of what was sent.
  sent TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX answered_calls_created_at ON answered_calls (created_at);

-- What the cards of the portal open. Ids are the small numbers that the specification names;
-- status is 0 on, 1 off; everyone is 1 for a product that needs no group; links is a JSON array of
-- {name, url}; client_id names the application behind it. features_benefits is a JSON array of {title, description},
-- snapshots one of addresses, files one of {description, url}; hidden is 1 for a product that the home page leaves out
-- (contract G-29).
CREATE TABLE products (
  id BIGINT PRIMARY KEY,
  name TEXT NOT NULL,
  app_name TEXT NOT NULL,
  client_id TEXT,
  type_id BIGINT NOT NULL,
  type_name TEXT,
  admin_id TEXT REFERENCES accounts (id),
  icon_url TEXT NOT NULL,
  link TEXT NOT NULL,
  links TEXT NOT NULL,
  attribute1 TEXT NOT NULL,
  attribute2 TEXT NOT NULL,
  attribute3 TEXT NOT NULL,
  link_dialog BIGINT NOT NULL,
  everyone BIGINT NOT NULL,
  status BIGINT NOT NULL,
  sort BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  features_benefits TEXT NOT NULL DEFAULT '[]',
  snapshots TEXT NOT NULL DEFAULT '[]',
  files TEXT NOT NULL DEFAULT '[]',
  hidden BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT
);
CREATE INDEX products_by_type ON products (type_id, sort, id);
CREATE INDEX products_by_client ON products (client_id);
CREATE INDEX products_by_app ON products (app_name);
CREATE INDEX products_by_creation ON products (created_at, id);
CREATE INDEX products_by_order ON products (sort, id);
CREATE INDEX products_by_name ON products (name_key, id);
CREATE INDEX products_by_status ON products (status, created_at, id);
CREATE INDEX products_by_code ON products (app_name, id);

-- The agencies whose people may use a product; none means all.
CREATE TABLE product_agencies (
  product_id BIGINT NOT NULL REFERENCES products (id),
  agency_id TEXT NOT NULL REFERENCES agencies (id),
  PRIMARY KEY (product_id, agency_id)
);
CREATE INDEX product_agencies_by_agency ON product_agencies (agency_id, product_id);

-- Who administers a product; whoever administers SSO administers Atrium itself.
CREATE TABLE product_admins (
  product_id BIGINT NOT NULL REFERENCES products (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (account_id, product_id)
);
CREATE INDEX product_admins_by_product ON product_admins (product_id, account_id);

-- The parts of a product that its access rights belong to (contract G-42). status is 0 on, 1 off.
CREATE TABLE modules (
  id TEXT PRIMARY KEY,
  product_id BIGINT NOT NULL REFERENCES products (id),
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  sort BIGINT NOT NULL,
  status BIGINT NOT NULL,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT,
  UNIQUE (product_id, code)
);
CREATE INDEX modules_by_creation ON modules (created_at, id);
CREATE INDEX modules_by_order ON modules (sort, id);
CREATE INDEX modules_by_name ON modules (name_key, id);
CREATE INDEX modules_by_product ON modules (product_id, sort, id);
CREATE INDEX modules_by_status ON modules (status, created_at, id);

-- Groups give products to their members. status is 0 on, 2 off. visible is 0 for everybody, 1 for the agencies and people
-- below, its members and its managers (contract G-55). deleted is 1 for a deleted group, which is off too: its row stays,
-- because memberships and audit entries name it. A request is due after due_days and refused after refuse_days, both
-- calendar days of the server's zone. A membership lasts max_days at most; NULL is without an end.
CREATE TABLE groups (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  admin_msg TEXT NOT NULL,
  status BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text sorted_text NOT NULL DEFAULT '',
  due_days BIGINT NOT NULL DEFAULT 5,
  refuse_days BIGINT NOT NULL DEFAULT 10,
  max_days BIGINT,
  description TEXT NOT NULL DEFAULT '',
  visible BIGINT NOT NULL DEFAULT 0,
  deleted BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT,
  -- The last day (yyyy-MM-dd) on which a manager of the group can sign in: 9999-12-31 without an end, '' if none can.
  -- Triggers derive it from group_managers and accounts, so that the few groups whose requests wait for administrators are
  -- found without reading every manager.
  managed_until sorted_text NOT NULL DEFAULT ''
);
CREATE INDEX groups_by_creation ON groups (created_at, id);
CREATE INDEX groups_by_name ON groups (name_key, id);
CREATE INDEX groups_by_status ON groups (status, created_at, id);
CREATE INDEX groups_kept_by_creation ON groups (deleted, created_at, id);
CREATE INDEX groups_kept_by_name ON groups (deleted, name_key, id);
CREATE INDEX groups_by_visibility ON groups (visible, created_at, id);
CREATE INDEX groups_by_last_manager ON groups (managed_until, id);

-- Who sees a group that is not visible to everybody, besides its members and managers.
CREATE TABLE group_visible_agencies (
  group_id TEXT NOT NULL REFERENCES groups (id),
  agency_id TEXT NOT NULL REFERENCES agencies (id),
  PRIMARY KEY (group_id, agency_id)
);
CREATE INDEX group_visible_agencies_by_agency ON group_visible_agencies (agency_id, group_id);

CREATE TABLE group_visible_accounts (
  group_id TEXT NOT NULL REFERENCES groups (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (group_id, account_id)
);
CREATE INDEX group_visible_accounts_by_account ON group_visible_accounts (account_id, group_id);

-- The organisations that a group is limited to; none of a kind means all. kind is 0 company, 1 brand, 2 division,
-- 3 industry. A member whose company or brand is not among them has nothing from the group; divisions and
-- industries are only told to those who ask.
CREATE TABLE group_limits (
  group_id TEXT NOT NULL REFERENCES groups (id),
  kind BIGINT NOT NULL,
  organisation_id TEXT NOT NULL,
  PRIMARY KEY (group_id, kind, organisation_id)
);
CREATE INDEX group_limits_by_organisation ON group_limits (kind, organisation_id, group_id);

-- The brands of an industry whose data a group is given (contract G-56). An industry without brands here means all.
CREATE TABLE group_industry_brands (
  group_id TEXT NOT NULL REFERENCES groups (id),
  industry_id TEXT NOT NULL,
  brand_id TEXT NOT NULL REFERENCES brands (id),
  PRIMARY KEY (group_id, industry_id, brand_id)
);
CREATE INDEX group_industry_brands_by_brand ON group_industry_brands (brand_id, group_id);

CREATE TABLE group_products (
  group_id TEXT NOT NULL REFERENCES groups (id),
  product_id BIGINT NOT NULL REFERENCES products (id),
  PRIMARY KEY (group_id, product_id)
);
CREATE INDEX group_products_by_product ON group_products (product_id, group_id);

CREATE TABLE group_managers (
  group_id TEXT NOT NULL REFERENCES groups (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (account_id, group_id)
);
CREATE INDEX group_managers_by_group ON group_managers (group_id, account_id);

-- Who decides about the requests of a group that are overdue.
CREATE TABLE group_stand_ins (
  group_id TEXT NOT NULL REFERENCES groups (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (account_id, group_id)
);
CREATE INDEX group_stand_ins_by_group ON group_stand_ins (group_id, account_id);

-- status is 0 enabled, 1 in process, 2 disabled. ends_on is the last valid day (yyyy-MM-dd) in the server's zone, NULL
-- without an end. A row with status 1 has a pending request. outcome says why a row has status 2: 0 disabled by an
-- administrator, 1 expired, 2 refused, 3 withdrawn, 4 refused because nobody decided, 5 invited. Rows with outcome 2 or
-- more are no members and are deleted after kept_until.
CREATE TABLE memberships (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  group_id TEXT NOT NULL REFERENCES groups (id),
  status BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  ends_on TEXT,
  warned_at BIGINT,
  granted_by TEXT REFERENCES accounts (id),
  granted_at BIGINT,
  outcome BIGINT NOT NULL DEFAULT 0,
  kept_until BIGINT,
  -- The search_number of the account, kept by triggers, so that a name is searched among many members without reading
  -- their accounts.
  account_number BIGINT,
  PRIMARY KEY (account_id, group_id)
);
CREATE INDEX memberships_by_group ON memberships (group_id, status, account_id);
CREATE INDEX memberships_by_end ON memberships (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX memberships_by_number ON memberships (group_id, status, account_number);

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
CREATE INDEX requests_by_creation ON requests (created_at, id);
CREATE INDEX requests_by_state ON requests (state, created_at, id);
CREATE INDEX requests_by_account ON requests (account_id, created_at, id);
CREATE INDEX requests_by_group ON requests (group_id, state, created_at, id);
CREATE INDEX requests_by_product ON requests (product_id, created_at, id) WHERE product_id IS NOT NULL;

-- What people may do in a product (contract E-35, G-43). kind is 0 menu, 1 button, 2 api; status is 0 on, 1 off; built_in
-- is 1 for the codes that Atrium itself checks, which nobody changes. The published_ columns decide; without published_code
-- the right was never confirmed. draft is 1 while anything of the right waits to be confirmed (contract G-54), its
-- assignments too.
CREATE TABLE access_rights (
  id TEXT PRIMARY KEY,
  product_id BIGINT NOT NULL REFERENCES products (id),
  module_id TEXT REFERENCES modules (id),
  code sorted_text NOT NULL,
  name TEXT NOT NULL,
  kind BIGINT NOT NULL,
  description TEXT NOT NULL,
  status BIGINT NOT NULL,
  built_in BIGINT NOT NULL DEFAULT 0,
  draft BIGINT NOT NULL DEFAULT 1,
  published_module_id TEXT REFERENCES modules (id),
  published_code TEXT,
  published_name TEXT,
  published_kind BIGINT,
  published_description TEXT,
  published_status BIGINT,
  published_at BIGINT,
  published_by TEXT,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT,
  UNIQUE (product_id, code),
  UNIQUE (product_id, published_code)
);
CREATE INDEX access_rights_by_creation ON access_rights (created_at, id);
CREATE INDEX access_rights_by_name ON access_rights (name_key, id);
CREATE INDEX access_rights_by_code ON access_rights (code, id);
CREATE INDEX access_rights_by_product ON access_rights (product_id, created_at, id);
CREATE INDEX access_rights_by_module ON access_rights (module_id, created_at, id);
CREATE INDEX access_rights_by_published_module ON access_rights (published_module_id);
CREATE INDEX access_rights_by_status ON access_rights (status, created_at, id);
CREATE INDEX access_rights_by_kind ON access_rights (kind, created_at, id);
CREATE INDEX access_rights_by_draft ON access_rights (draft, created_at, id);

-- The companies (kind 0), divisions (1) and brands (2) of a right. They are delivered and decide nothing. state, as in
-- group_rights and role_rights, is 0 published, 1 added, 2 removed: 0 and 2 decide, 0 and 1 will after the right is confirmed.
CREATE TABLE access_right_scopes (
  right_id TEXT NOT NULL REFERENCES access_rights (id),
  kind BIGINT NOT NULL,
  value TEXT NOT NULL,
  state BIGINT NOT NULL,
  PRIMARY KEY (right_id, kind, value)
);

-- The rights that a group gives to its members. product_id is that of the right, so that the many groups of a person are
-- looked up for one product.
CREATE TABLE group_rights (
  group_id TEXT NOT NULL REFERENCES groups (id),
  product_id BIGINT NOT NULL REFERENCES products (id),
  right_id TEXT NOT NULL REFERENCES access_rights (id),
  state BIGINT NOT NULL,
  PRIMARY KEY (group_id, product_id, right_id)
);
CREATE INDEX group_rights_by_right ON group_rights (right_id, group_id, state);

-- Roles of a product (contract E-32, G-45). account_type is 1 internal, 2 corporate identity, 3 client, or NULL for all;
-- org_id is an agency for 1 and 2, a company for 3, or NULL for all.
CREATE TABLE roles (
  id TEXT PRIMARY KEY,
  product_id BIGINT NOT NULL REFERENCES products (id),
  name TEXT NOT NULL,
  account_type BIGINT,
  org_id TEXT,
  description TEXT NOT NULL,
  status BIGINT NOT NULL,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT,
  UNIQUE (product_id, name)
);
CREATE INDEX roles_by_creation ON roles (created_at, id);
CREATE INDEX roles_by_name ON roles (name_key, id);
CREATE INDEX roles_by_product ON roles (product_id, created_at, id);
CREATE INDEX roles_by_status ON roles (status, created_at, id);

CREATE TABLE role_rights (
  role_id TEXT NOT NULL REFERENCES roles (id),
  right_id TEXT NOT NULL REFERENCES access_rights (id),
  state BIGINT NOT NULL,
  PRIMARY KEY (role_id, right_id)
);
CREATE INDEX role_rights_by_right ON role_rights (right_id, role_id, state);

-- Who has a role. account_type and org_id may narrow it further, as in roles; they take effect at once.
CREATE TABLE role_accounts (
  role_id TEXT NOT NULL REFERENCES roles (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  account_type BIGINT,
  org_id TEXT,
  created_at BIGINT NOT NULL,
  created_by TEXT,
  PRIMARY KEY (account_id, role_id)
);
CREATE INDEX role_accounts_by_role ON role_accounts (role_id, created_at, account_id);

-- Access groups of a project (an appName) and the access codes that each brings.
CREATE TABLE access_group_codes (
  app_name TEXT NOT NULL,
  access_group TEXT NOT NULL,
  code TEXT NOT NULL,
  PRIMARY KEY (app_name, access_group, code)
);

CREATE TABLE account_access_groups (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  app_name TEXT NOT NULL,
  access_group TEXT NOT NULL,
  PRIMARY KEY (account_id, app_name, access_group)
);

-- Openings of a product: one row for a person, product and minute, and how many there were.
CREATE TABLE product_openings (
  account_id TEXT NOT NULL,
  product_id BIGINT NOT NULL,
  minute BIGINT NOT NULL,
  PRIMARY KEY (account_id, product_id, minute)
);
CREATE INDEX product_openings_by_time ON product_openings (product_id, minute);
-- Single openings are forgotten by their age.
CREATE INDEX product_openings_by_minute ON product_openings (minute);

CREATE TABLE opening_counts (
  account_id TEXT NOT NULL,
  product_id BIGINT NOT NULL,
  openings BIGINT NOT NULL,
  PRIMARY KEY (account_id, product_id)
);

-- Launch tokens of legacy applications, by hash: what travels as ?token= (mode query), or
-- what was answered for a launch code (mode code; from_code is that code's hash).
CREATE TABLE launch_tokens (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  from_code TEXT,
  issued_at BIGINT NOT NULL,
  use_by BIGINT NOT NULL,
  first_used_at BIGINT,
  revoked_at BIGINT
);
CREATE INDEX launch_tokens_by_session ON launch_tokens (session_id);
CREATE INDEX launch_tokens_by_code ON launch_tokens (from_code) WHERE from_code IS NOT NULL;
CREATE INDEX launch_tokens_by_time ON launch_tokens (issued_at);

-- Launch codes (mode code), by hash: exchanged once.
CREATE TABLE launch_codes (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX launch_codes_by_end ON launch_codes (expires_at);

-- Per application: when tokens last travelled in a query and when one was last used, to see when all its users have moved
-- to codes. Times are in whole minutes.
CREATE TABLE launch_usage (
  client_id TEXT PRIMARY KEY,
  query_tokens BIGINT NOT NULL,
  query_issued_at BIGINT,
  query_used_at BIGINT,
  code_exchanged_at BIGINT
);

-- userToken of acc-login, by hash: dead with its session.
CREATE TABLE user_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  issued_at BIGINT NOT NULL
);
CREATE INDEX user_tokens_by_session ON user_tokens (session_id);
CREATE INDEX user_tokens_issued_at ON user_tokens (issued_at);
