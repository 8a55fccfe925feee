-- What an entry is about, and which call wrote it. The indexes over the new columns are empty at
-- first and so made at once; a job gives older entries their object (audit::objects).
ALTER TABLE audit_entries ADD COLUMN object_kind TEXT;
ALTER TABLE audit_entries ADD COLUMN object_id TEXT;
ALTER TABLE audit_entries ADD COLUMN call TEXT;

CREATE INDEX audit_entries_by_object ON audit_entries (object_kind, object_id, at, id)
  WHERE object_kind IS NOT NULL;
CREATE INDEX audit_entries_by_call ON audit_entries (call, at, id) WHERE call IS NOT NULL;
CREATE INDEX audit_entries_by_kind ON audit_entries (kind, at, id);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, at, id)
  WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_by_address ON audit_entries (address, at, id)
  WHERE address IS NOT NULL;
