-- Names are found by any part of them. A row of search_grams holds the grams of one name; its number
-- comes from search_numbers and stands in the row that has the name.
CREATE TABLE search_numbers (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  noun TEXT NOT NULL
);
CREATE TABLE search_grams (
  rowid BIGINT PRIMARY KEY,
  grams TEXT COLLATE "C" NOT NULL
);
CREATE INDEX search_grams_by_gram ON search_grams USING gin (string_to_array(grams, ' '));

-- Lists have the order of SQLite, by code points, whatever the locale of the database.
ALTER TABLE accounts ALTER COLUMN username_key TYPE TEXT COLLATE "C";
ALTER TABLE accounts ALTER COLUMN email_key TYPE TEXT COLLATE "C";

-- full_name_key and search_text are folded; search_number is the row's number in the search index. An
-- account that has none yet is indexed behind the requests.
ALTER TABLE accounts ADD COLUMN full_name_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN search_number BIGINT;
ALTER TABLE accounts ADD COLUMN search_text TEXT COLLATE "C" NOT NULL DEFAULT '';
-- What may be NULL is sorted without it, so that both engines agree and one comparison finds a place.
ALTER TABLE accounts ADD COLUMN email_order TEXT COLLATE "C"
  GENERATED ALWAYS AS (COALESCE(email_key, '')) STORED,
  ADD COLUMN last_login_order BIGINT
  GENERATED ALWAYS AS (COALESCE(last_login_at, 0)) STORED;
CREATE UNIQUE INDEX accounts_by_search_number ON accounts (search_number);

-- One index for each order of the list of accounts, and for each filter in its usual order.
CREATE INDEX accounts_by_full_name ON accounts (full_name_key, id);
CREATE INDEX accounts_by_email ON accounts (email_order, id);
CREATE INDEX accounts_by_creation ON accounts (created_at, id);
CREATE INDEX accounts_by_last_login ON accounts (last_login_order, id);
CREATE INDEX accounts_by_status_and_creation ON accounts (status, created_at, id);
CREATE INDEX accounts_by_agency ON accounts (agency_id, created_at, id);
CREATE INDEX accounts_by_company ON accounts (company_id, created_at, id);
CREATE INDEX accounts_by_super_administrator ON accounts (sup_admin, created_at, id);
CREATE INDEX accounts_by_password_state ON accounts (must_change_password, created_at, id);
