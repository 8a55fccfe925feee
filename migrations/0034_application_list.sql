-- The list of applications: name and kind repeat what metadata says; name_key and search_text are folded;
-- search_number is the row's number in the search index. The server fills them for older rows when it starts.
-- version grows with each change; changed_by is the account id of who made the last one. last_used_at is when the
-- application last got a token or a launch token; 0 is never.
ALTER TABLE clients ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN name_key sorted_text NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN search_number BIGINT;
ALTER TABLE clients ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE clients ADD COLUMN changed_by TEXT;
ALTER TABLE clients ADD COLUMN last_used_at BIGINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX clients_by_search_number ON clients (search_number);

-- One index for each order of the list, and for each filter in its usual order.
CREATE INDEX clients_by_creation ON clients (created_at, client_id);
CREATE INDEX clients_by_name ON clients (name_key, client_id);
CREATE INDEX clients_by_last_use ON clients (last_used_at, client_id);
CREATE INDEX clients_by_source ON clients (source, created_at, client_id);
CREATE INDEX clients_by_kind ON clients (kind, created_at, client_id);
CREATE INDEX clients_by_state ON clients (enabled, created_at, client_id);
