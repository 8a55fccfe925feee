-- The list of access rights leaves out the built-in ones at first.
CREATE INDEX access_rights_by_built_in ON access_rights (built_in, created_at, id);
