-- Several filters at once: the index of one has the columns of the others, so that each of its entries is
-- judged without its row.
DROP INDEX accounts_by_status_and_creation;
DROP INDEX accounts_by_agency;
DROP INDEX accounts_by_company;
DROP INDEX accounts_by_super_administrator;
DROP INDEX accounts_by_password_state;
CREATE INDEX accounts_by_status_and_creation
  ON accounts (status, created_at, id, agency_id, company_id, sup_admin, must_change_password);
CREATE INDEX accounts_by_agency
  ON accounts (agency_id, created_at, id, status, company_id, sup_admin, must_change_password);
CREATE INDEX accounts_by_company
  ON accounts (company_id, created_at, id, status, agency_id, sup_admin, must_change_password);
CREATE INDEX accounts_by_super_administrator
  ON accounts (sup_admin, created_at, id, status, agency_id, company_id, must_change_password);
CREATE INDEX accounts_by_password_state
  ON accounts (must_change_password, created_at, id, status, agency_id, company_id, sup_admin);
