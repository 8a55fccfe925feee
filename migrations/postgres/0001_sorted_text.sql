-- Text that is sorted by code points, as SQLite sorts it, whatever the locale of the database. SQLite takes this name for its
-- own TEXT, so a migration for both engines declares such a column as `name_key sorted_text`.
CREATE DOMAIN sorted_text AS TEXT COLLATE "C";
