-- Who chose a way into an account for its owner: its password, email address or corporate id, or made the account. The
-- row stays until the owner proves a way in that this person did not choose. password, email and lion_id are 1 if the
-- person chose the present one.
CREATE TABLE way_givers (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  giver_id TEXT NOT NULL REFERENCES accounts (id),
  password BIGINT NOT NULL,
  email BIGINT NOT NULL,
  lion_id BIGINT NOT NULL,
  PRIMARY KEY (account_id, giver_id)
);

-- So far only the audit log knows: who made an account, or gave it a random password. Nobody knows which of these ways
-- their owners have proved since, so they count as given until then.
INSERT INTO way_givers (account_id, giver_id, password, email, lion_id)
SELECT e.account_id, e.actor_id, 1, MAX(CASE WHEN e.kind = 'account.changed' THEN 1 ELSE 0 END),
  MAX(CASE WHEN e.kind = 'account.changed' THEN 1 ELSE 0 END)
FROM audit_entries e JOIN accounts a ON a.id = e.account_id JOIN accounts g ON g.id = e.actor_id
WHERE e.actor_id <> e.account_id AND ((e.kind = 'account.changed' AND e.detail LIKE '%"change":"created"%')
  OR (e.kind = 'password.changed' AND e.detail LIKE '%"by":"administrator"%'))
GROUP BY e.account_id, e.actor_id;
