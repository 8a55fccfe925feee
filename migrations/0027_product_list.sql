-- The list of products for administrators: name_key and search_text are folded; search_number is the row's number in the
-- search index. A product that has none yet is indexed in the background.
ALTER TABLE products ADD COLUMN name_key sorted_text NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN search_number BIGINT;
ALTER TABLE products ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX products_by_search_number ON products (search_number);

-- One index for each order of the list, and for the filter by status in its usual order.
CREATE INDEX products_by_creation ON products (created_at, id);
CREATE INDEX products_by_order ON products (sort, id);
CREATE INDEX products_by_name ON products (name_key, id);
CREATE INDEX products_by_status ON products (status, created_at, id);
