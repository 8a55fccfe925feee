-- Email addresses that the server of their reader refused for good: 1, since when, and the code of its answer.
ALTER TABLE accounts ADD COLUMN email_refused BIGINT NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN email_refused_at BIGINT;
ALTER TABLE accounts ADD COLUMN email_refused_code BIGINT;
CREATE INDEX accounts_by_email_refused
  ON accounts (email_refused, created_at, id, status, agency_id, company_id, sup_admin, must_change_password);
