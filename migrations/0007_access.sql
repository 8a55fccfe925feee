-- What the cards of the portal open. Ids are the small numbers that the specification names;
-- status is 0 on, 1 off; everyone is 1 for a product that needs no group; links is a JSON array of
-- {name, url}; client_id names the relying or old application behind it.
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
  created_at BIGINT NOT NULL
);
CREATE INDEX products_by_type ON products (type_id, sort, id);

-- The agencies whose people may use a product; none means all.
CREATE TABLE product_agencies (
  product_id BIGINT NOT NULL REFERENCES products (id),
  agency_id TEXT NOT NULL REFERENCES agencies (id),
  PRIMARY KEY (product_id, agency_id)
);

-- Who administers a product; whoever administers SSO administers Atrium itself.
CREATE TABLE product_admins (
  product_id BIGINT NOT NULL REFERENCES products (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (account_id, product_id)
);

-- Groups grant products to their members; status is 0 on, 1 off.
CREATE TABLE groups (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  admin_msg TEXT NOT NULL,
  status BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

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

-- status is 0 enabled, 1 in process, 2 disabled.
CREATE TABLE memberships (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  group_id TEXT NOT NULL REFERENCES groups (id),
  status BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, group_id)
);
CREATE INDEX memberships_by_group ON memberships (group_id, status, account_id);

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

CREATE TABLE opening_counts (
  account_id TEXT NOT NULL,
  product_id BIGINT NOT NULL,
  openings BIGINT NOT NULL,
  PRIMARY KEY (account_id, product_id)
);
