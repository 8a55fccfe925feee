-- account_number repeats the search_number of the account, so that a name is searched among the many members of a group
-- without reading their accounts. The triggers keep it true, whoever writes.
ALTER TABLE memberships ADD COLUMN account_number BIGINT;
UPDATE memberships SET account_number = (SELECT a.search_number FROM accounts a WHERE a.id = memberships.account_id);
CREATE INDEX memberships_by_number ON memberships (group_id, status, account_number);

CREATE TRIGGER memberships_numbered AFTER INSERT ON memberships BEGIN
  UPDATE memberships SET account_number = (SELECT a.search_number FROM accounts a WHERE a.id = NEW.account_id)
  WHERE account_id = NEW.account_id AND group_id = NEW.group_id;
END;
CREATE TRIGGER accounts_numbered AFTER UPDATE OF search_number ON accounts
WHEN NEW.search_number IS NOT OLD.search_number BEGIN
  UPDATE memberships SET account_number = NEW.search_number WHERE account_id = NEW.id;
END;
