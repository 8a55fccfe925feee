-- How administrators see the assistant. The versions that they add stand in the order of position, then of id. A deleted one has
-- status 2 and no key: figures still name it.
ALTER TABLE assistant_versions ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
ALTER TABLE assistant_versions ADD COLUMN changed_by TEXT;

-- Lists of quotas: newest first, and the largest first. Their rows are found by the person or group alone.
CREATE INDEX assistant_quotas_by_subject ON assistant_quotas (subject_id);
CREATE INDEX assistant_quotas_by_change ON assistant_quotas (changed_at, subject_id);
CREATE INDEX assistant_quotas_by_words ON assistant_quotas (words, subject_id);
CREATE INDEX assistant_quotas_by_kind ON assistant_quotas (kind, changed_at, subject_id);

-- What a row of assistant_days is called in a list: its whole key as one text.
ALTER TABLE assistant_days ADD COLUMN id sorted_text NOT NULL DEFAULT '';
UPDATE assistant_days SET id = CAST(day_at AS TEXT) || '/' || account_id || '/' || agency_id || '/' || CAST(version_id AS TEXT);
CREATE INDEX assistant_days_by_id ON assistant_days (id);
CREATE INDEX assistant_days_by_day ON assistant_days (day_at, id);
CREATE INDEX assistant_days_by_words ON assistant_days (words, id);
CREATE INDEX assistant_days_by_cost ON assistant_days (cost, id);
CREATE INDEX assistant_days_by_agency ON assistant_days (agency_id, day_at, id);
DROP INDEX assistant_days_by_account;
CREATE INDEX assistant_days_by_person ON assistant_days (account_id, day_at, id);
