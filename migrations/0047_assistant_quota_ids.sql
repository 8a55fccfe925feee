-- What a row of assistant_quotas is called in a list and in its cursors. It says nothing of a group that the reader may not see.
ALTER TABLE assistant_quotas ADD COLUMN id sorted_text NOT NULL DEFAULT '';
UPDATE assistant_quotas SET id = CAST((SELECT COUNT(*) FROM assistant_quotas q WHERE q.subject_id < assistant_quotas.subject_id
  OR (q.subject_id = assistant_quotas.subject_id AND q.kind < assistant_quotas.kind)) AS TEXT);
DROP INDEX assistant_quotas_by_subject;
DROP INDEX assistant_quotas_by_change;
DROP INDEX assistant_quotas_by_words;
DROP INDEX assistant_quotas_by_kind;
CREATE INDEX assistant_quotas_by_id ON assistant_quotas (id);
CREATE INDEX assistant_quotas_by_change ON assistant_quotas (changed_at, id);
CREATE INDEX assistant_quotas_by_words ON assistant_quotas (words, id);
CREATE INDEX assistant_quotas_by_kind ON assistant_quotas (kind, changed_at, id);
