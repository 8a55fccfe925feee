-- What people may do in a product (contract E-35, G-43). kind is 0 menu, 1 button, 2 api; status is 0 on, 1 off; built_in
-- is 1 for the codes that Atrium itself checks, which nobody changes. The published_ columns decide; without published_code
-- the right was never confirmed. draft is 1 while anything of the right waits to be confirmed (contract G-54), its
-- assignments too. name_key and search_text are folded; search_number is the row's number in the search index.
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
CREATE UNIQUE INDEX access_rights_by_search_number ON access_rights (search_number);

-- One index for each order of the list, and for each filter in its usual order.
CREATE INDEX access_rights_by_creation ON access_rights (created_at, id);
CREATE INDEX access_rights_by_name ON access_rights (name_key, id);
CREATE INDEX access_rights_by_code ON access_rights (code, id);
CREATE INDEX access_rights_by_product ON access_rights (product_id, created_at, id);
CREATE INDEX access_rights_by_module ON access_rights (module_id, created_at, id);
CREATE INDEX access_rights_by_published_module ON access_rights (published_module_id);
CREATE INDEX access_rights_by_status ON access_rights (status, created_at, id);
CREATE INDEX access_rights_by_kind ON access_rights (kind, created_at, id);
CREATE INDEX access_rights_by_draft ON access_rights (draft, created_at, id);

-- Below, state is 0 published, 1 added, 2 removed: 0 and 2 decide, 0 and 1 are what will decide after the right is
-- confirmed.

-- The companies (kind 0), divisions (1) and brands (2) of a right. They are delivered and decide nothing.
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
CREATE UNIQUE INDEX roles_by_search_number ON roles (search_number);
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

-- Rights are asked for by the code of their product.
CREATE INDEX products_by_code ON products (app_name, id);
