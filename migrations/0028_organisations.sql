-- Agencies, companies (clients), brands, divisions and industries are edited by administrators. status is 0 on, 1 off: one
-- that is off is not offered, and what belongs to it stays. version grows with each change; changed_by is an account id or
-- cli, and without changed_at nothing has changed since the row was made. name_key and search_text are folded;
-- search_number is the row's number in the search index. A row that has none yet is indexed in the background.
ALTER TABLE agencies ADD COLUMN status BIGINT NOT NULL DEFAULT 0;
ALTER TABLE agencies ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE agencies ADD COLUMN changed_at BIGINT;
ALTER TABLE agencies ADD COLUMN changed_by TEXT;
ALTER TABLE agencies ADD COLUMN name_key sorted_text NOT NULL DEFAULT '';
ALTER TABLE agencies ADD COLUMN search_number BIGINT;
ALTER TABLE agencies ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
-- An https address; empty for the logo that the portal draws from the name (contract G-31).
ALTER TABLE agencies ADD COLUMN logo_url TEXT NOT NULL DEFAULT '';

ALTER TABLE companies ADD COLUMN status BIGINT NOT NULL DEFAULT 0;
ALTER TABLE companies ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE companies ADD COLUMN changed_at BIGINT;
ALTER TABLE companies ADD COLUMN changed_by TEXT;
ALTER TABLE companies ADD COLUMN name_key sorted_text NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN search_number BIGINT;
ALTER TABLE companies ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

ALTER TABLE brands ADD COLUMN status BIGINT NOT NULL DEFAULT 0;
ALTER TABLE brands ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE brands ADD COLUMN changed_at BIGINT;
ALTER TABLE brands ADD COLUMN changed_by TEXT;
ALTER TABLE brands ADD COLUMN name_key sorted_text NOT NULL DEFAULT '';
ALTER TABLE brands ADD COLUMN search_number BIGINT;
ALTER TABLE brands ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

-- Divisions of companies, and industries: groups and access rights name them.
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

-- One index for each order of a list, and for each filter in its usual order.
CREATE UNIQUE INDEX agencies_by_search_number ON agencies (search_number);
CREATE INDEX agencies_by_creation ON agencies (created_at, id);
CREATE INDEX agencies_by_name ON agencies (name_key, id);
CREATE INDEX agencies_by_status ON agencies (status, created_at, id);
CREATE UNIQUE INDEX companies_by_search_number ON companies (search_number);
CREATE INDEX companies_by_creation ON companies (created_at, id);
CREATE INDEX companies_by_name ON companies (name_key, id);
CREATE INDEX companies_by_status ON companies (status, created_at, id);
CREATE INDEX companies_by_agency ON companies (agency_id, created_at, id);
CREATE UNIQUE INDEX brands_by_search_number ON brands (search_number);
CREATE INDEX brands_by_creation ON brands (created_at, id);
CREATE INDEX brands_by_name ON brands (name_key, id);
CREATE INDEX brands_by_status ON brands (status, created_at, id);
CREATE INDEX brands_by_company ON brands (company_id, created_at, id);
CREATE UNIQUE INDEX divisions_by_search_number ON divisions (search_number);
CREATE INDEX divisions_by_creation ON divisions (created_at, id);
CREATE INDEX divisions_by_name ON divisions (name_key, id);
CREATE INDEX divisions_by_status ON divisions (status, created_at, id);
CREATE INDEX divisions_by_company ON divisions (company_id, created_at, id);
CREATE UNIQUE INDEX industries_by_search_number ON industries (search_number);
CREATE INDEX industries_by_creation ON industries (created_at, id);
CREATE INDEX industries_by_name ON industries (name_key, id);
CREATE INDEX industries_by_status ON industries (status, created_at, id);
CREATE UNIQUE INDEX iris_mappings_by_search_number ON iris_mappings (search_number);
CREATE INDEX iris_mappings_by_creation ON iris_mappings (created_at, id);
CREATE INDEX iris_mappings_by_code ON iris_mappings (code_key, id);
CREATE INDEX iris_mappings_by_name ON iris_mappings (name_key, id);
CREATE INDEX iris_mappings_by_status ON iris_mappings (status, created_at, id);
CREATE INDEX iris_mappings_by_agency ON iris_mappings (agency_id, created_at, id);
CREATE INDEX iris_mappings_by_company ON iris_mappings (company_id, created_at, id);
CREATE INDEX iris_mappings_by_account ON iris_mappings (account_id);

-- Two rows of one parent have different names, in any spelling; two mappings have different codes.
CREATE UNIQUE INDEX agencies_by_own_name ON agencies (name_key) WHERE name_key <> '';
CREATE UNIQUE INDEX companies_by_own_name ON companies (COALESCE(agency_id, ''), name_key) WHERE name_key <> '';
CREATE UNIQUE INDEX brands_by_own_name ON brands (COALESCE(company_id, ''), name_key) WHERE name_key <> '';
CREATE UNIQUE INDEX divisions_by_own_name ON divisions (COALESCE(company_id, ''), name_key) WHERE name_key <> '';
CREATE UNIQUE INDEX industries_by_own_name ON industries (name_key) WHERE name_key <> '';
CREATE UNIQUE INDEX iris_mappings_by_own_code ON iris_mappings (code_key) WHERE code_key <> '';

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
