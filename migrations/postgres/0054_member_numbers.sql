-- account_number repeats the search_number of the account, so that a name is searched among the many members of a group
-- without reading their accounts. The triggers keep it true, whoever writes.
ALTER TABLE memberships ADD COLUMN account_number BIGINT;
UPDATE memberships SET account_number = a.search_number FROM accounts a WHERE a.id = memberships.account_id;
CREATE INDEX memberships_by_number ON memberships (group_id, status, account_number);

CREATE FUNCTION number_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for a change of the number that does not see this row yet.
  SELECT a.search_number INTO NEW.account_number FROM accounts a WHERE a.id = NEW.account_id FOR KEY SHARE;
  RETURN NEW;
END $$;

CREATE FUNCTION number_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE memberships SET account_number = NEW.search_number WHERE account_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER memberships_numbered BEFORE INSERT ON memberships
  FOR EACH ROW EXECUTE FUNCTION number_membership();
CREATE TRIGGER accounts_numbered AFTER UPDATE OF search_number ON accounts
  FOR EACH ROW WHEN (NEW.search_number IS DISTINCT FROM OLD.search_number)
  EXECUTE FUNCTION number_memberships();
