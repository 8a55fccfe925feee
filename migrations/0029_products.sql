-- features_benefits is a JSON array of {title, description}, snapshots one of addresses, files one of {description, url};
-- hidden is 1 for a product that the home page leaves out (contract G-29). version grows with each change, so that
-- an administrator who changes an older state hears of it; changed_by is the account id of who made the last change.
ALTER TABLE products ADD COLUMN features_benefits TEXT NOT NULL DEFAULT '[]';
ALTER TABLE products ADD COLUMN snapshots TEXT NOT NULL DEFAULT '[]';
ALTER TABLE products ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
ALTER TABLE products ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE products ADD COLUMN changed_at BIGINT;
ALTER TABLE products ADD COLUMN changed_by TEXT;

-- The parts of a product that its access rights belong to (contract G-42); status is 0 on, 1 off. name_key and
-- search_text are folded; search_number is the row's number in the search index.
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
CREATE UNIQUE INDEX modules_by_search_number ON modules (search_number);

-- One index for each order of the list, and for each filter in its usual order.
CREATE INDEX modules_by_creation ON modules (created_at, id);
CREATE INDEX modules_by_order ON modules (sort, id);
CREATE INDEX modules_by_name ON modules (name_key, id);
CREATE INDEX modules_by_product ON modules (product_id, sort, id);
CREATE INDEX modules_by_status ON modules (status, created_at, id);

-- Who administers a product, and the products that name an agency.
CREATE INDEX product_admins_by_product ON product_admins (product_id, account_id);
CREATE INDEX product_agencies_by_agency ON product_agencies (agency_id, product_id);
