-- managed_until is the last day (yyyy-MM-dd) on which a manager of the group can sign in: 9999-12-31 without an end, ''
-- if none can. It repeats what group_managers and accounts say, so that the few groups whose requests wait for
-- administrators are found without asking for every manager. The triggers keep it true, whoever writes.
ALTER TABLE groups ADD COLUMN managed_until sorted_text NOT NULL DEFAULT '';

CREATE FUNCTION note_managers(touched TEXT[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  -- Of two changes of one group the second waits here, and then reads what the first has committed.
  PERFORM 1 FROM groups WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE;
  UPDATE groups SET managed_until = (
    SELECT COALESCE(MAX(COALESCE(a.expire_date, '9999-12-31') COLLATE "C"), '')
    FROM group_managers m JOIN accounts a ON a.id = m.account_id
    WHERE m.group_id = groups.id AND a.status = 0)
  WHERE id = ANY (touched);
END $$;

CREATE FUNCTION managers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_managers(ARRAY[OLD.group_id]);
  ELSE
    -- Waits for a change of the account that does not see this row yet.
    PERFORM 1 FROM accounts WHERE id = NEW.account_id FOR SHARE;
    PERFORM note_managers(ARRAY[NEW.group_id]);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION manager_account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_managers(ARRAY(SELECT group_id FROM group_managers WHERE account_id = NEW.id));
  RETURN NULL;
END $$;

SELECT note_managers(ARRAY(SELECT id FROM groups));
CREATE INDEX groups_by_last_manager ON groups (managed_until, id);
CREATE TRIGGER managers_changed AFTER INSERT OR DELETE ON group_managers
  FOR EACH ROW EXECUTE FUNCTION managers_changed();
CREATE TRIGGER manager_account_changed AFTER UPDATE OF status, expire_date ON accounts
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status OR NEW.expire_date IS DISTINCT FROM OLD.expire_date)
  EXECUTE FUNCTION manager_account_changed();
