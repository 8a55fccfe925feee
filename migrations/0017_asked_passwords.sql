-- 1 if the owner forgot the password and waits for an administrator.
ALTER TABLE accounts ADD COLUMN password_asked BIGINT NOT NULL DEFAULT 0;
CREATE INDEX accounts_by_password_asked
  ON accounts (password_asked, created_at, id, status, agency_id, company_id, sup_admin, must_change_password);
