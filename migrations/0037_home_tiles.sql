-- The tiles of home that administrators have set. A tile without a row is as in the settings.
CREATE TABLE home_tiles (
  slot TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  name_zh TEXT NOT NULL,
  description TEXT NOT NULL,
  description_zh TEXT NOT NULL,
  url TEXT NOT NULL,
  product_id BIGINT REFERENCES products (id),
  version BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  changed_by TEXT
);
