-- Names that things no longer have, for entries about the time before: until is when the name ended. A name that a thing still
-- has is only in the table of the thing.
CREATE TABLE audit_names (
  object_id TEXT NOT NULL,
  object_kind TEXT NOT NULL,
  until BIGINT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (object_id, object_kind, until)
);
CREATE INDEX audit_names_by_end ON audit_names (until);

-- The part of the audit log: changes, sign_ins or tokens (src/audit/segment.rs).
ALTER TABLE audit_entries ADD COLUMN segment TEXT NOT NULL DEFAULT 'changes';
UPDATE audit_entries SET segment = 'sign_ins' WHERE kind IN ('sign_in.succeeded', 'sign_in.refused', 'factor.asked',
  'identity.refused', 'session.ended', 'access.refused', 'right.refused', 'launch.granted', 'launch.refused', 'logout.delivered')
  OR (kind = 'audit.suppressed' AND (detail LIKE '%"sign_in.refused"%' OR detail LIKE '%"identity.refused"%'
    OR detail LIKE '%"access.refused"%' OR detail LIKE '%"launch.refused"%' OR detail LIKE '%"right.refused"%'));
UPDATE audit_entries SET segment = 'tokens' WHERE kind IN ('token.granted', 'token.refused', 'token.revoked', 'grant.revoked',
  'code.replayed', 'refresh.reused', 'client.refused', 'request.refused', 'authorization.refused')
  OR (kind = 'audit.suppressed' AND segment = 'changes');
CREATE INDEX audit_entries_by_segment ON audit_entries (segment, at, id);
