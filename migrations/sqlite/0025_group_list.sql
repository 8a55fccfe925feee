-- The list of groups: name_key and search_text are folded; search_number is the row's number in the search
-- index. A group that has none yet is indexed in the background.
ALTER TABLE groups ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN search_number BIGINT;
ALTER TABLE groups ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX groups_by_search_number ON groups (search_number);

-- One index for each order of the list, and for the filter by status in its usual order.
CREATE INDEX groups_by_creation ON groups (created_at, id);
CREATE INDEX groups_by_name ON groups (name_key, id);
CREATE INDEX groups_by_status ON groups (status, created_at, id);

-- Off is 2, as the product API says it.
UPDATE groups SET status = 2 WHERE status = 1;
