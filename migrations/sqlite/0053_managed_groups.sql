-- managed_until is the last day (yyyy-MM-dd) on which a manager of the group can sign in: 9999-12-31 without an end, ''
-- if none can. It repeats what group_managers and accounts say, so that the few groups whose requests wait for
-- administrators are found without asking for every manager. The triggers keep it true, whoever writes.
ALTER TABLE groups ADD COLUMN managed_until TEXT NOT NULL DEFAULT '';
UPDATE groups SET managed_until = (
  SELECT COALESCE(MAX(COALESCE(a.expire_date, '9999-12-31')), '')
  FROM group_managers m JOIN accounts a ON a.id = m.account_id
  WHERE m.group_id = groups.id AND a.status = 0);
CREATE INDEX groups_by_last_manager ON groups (managed_until, id);

CREATE TRIGGER group_managers_added AFTER INSERT ON group_managers BEGIN
  UPDATE groups SET managed_until = (
    SELECT COALESCE(MAX(COALESCE(a.expire_date, '9999-12-31')), '')
    FROM group_managers m JOIN accounts a ON a.id = m.account_id
    WHERE m.group_id = groups.id AND a.status = 0)
  WHERE id = NEW.group_id;
END;
CREATE TRIGGER group_managers_removed AFTER DELETE ON group_managers BEGIN
  UPDATE groups SET managed_until = (
    SELECT COALESCE(MAX(COALESCE(a.expire_date, '9999-12-31')), '')
    FROM group_managers m JOIN accounts a ON a.id = m.account_id
    WHERE m.group_id = groups.id AND a.status = 0)
  WHERE id = OLD.group_id;
END;
CREATE TRIGGER accounts_managing AFTER UPDATE OF status, expire_date ON accounts
WHEN NEW.status IS NOT OLD.status OR NEW.expire_date IS NOT OLD.expire_date BEGIN
  UPDATE groups SET managed_until = (
    SELECT COALESCE(MAX(COALESCE(a.expire_date, '9999-12-31')), '')
    FROM group_managers m JOIN accounts a ON a.id = m.account_id
    WHERE m.group_id = groups.id AND a.status = 0)
  WHERE id IN (SELECT group_id FROM group_managers WHERE account_id = NEW.id);
END;
