-- The list of access rights finds the ones that are on, or off, at present.
CREATE INDEX access_rights_by_published_status ON access_rights (published_status, created_at, id);
