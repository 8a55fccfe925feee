-- What only PostgreSQL has: the search index, and triggers.

-- Names are found by any part of them. A row of search_grams holds the grams of one name; its number comes from
-- search_numbers and stands in the row that has the name.
-- It has the text beside the grams, so that matches are counted without reading their rows.
CREATE TABLE search_numbers (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  noun TEXT NOT NULL
);
CREATE TABLE search_grams (
  rowid BIGINT PRIMARY KEY,
  grams TEXT COLLATE "C" NOT NULL,
  text TEXT COLLATE "C" NOT NULL
);
CREATE INDEX search_grams_by_gram ON search_grams USING gin (string_to_array(grams, ' '));

CREATE UNIQUE INDEX accounts_by_search_number ON accounts (search_number);
CREATE UNIQUE INDEX groups_by_search_number ON groups (search_number);
CREATE UNIQUE INDEX products_by_search_number ON products (search_number);
CREATE UNIQUE INDEX agencies_by_search_number ON agencies (search_number);
CREATE UNIQUE INDEX companies_by_search_number ON companies (search_number);
CREATE UNIQUE INDEX brands_by_search_number ON brands (search_number);
CREATE UNIQUE INDEX divisions_by_search_number ON divisions (search_number);
CREATE UNIQUE INDEX industries_by_search_number ON industries (search_number);
CREATE UNIQUE INDEX iris_mappings_by_search_number ON iris_mappings (search_number);
CREATE UNIQUE INDEX modules_by_search_number ON modules (search_number);
CREATE UNIQUE INDEX access_rights_by_search_number ON access_rights (search_number);
CREATE UNIQUE INDEX roles_by_search_number ON roles (search_number);
CREATE UNIQUE INDEX requests_by_search_number ON requests (search_number);
CREATE UNIQUE INDEX clients_by_search_number ON clients (search_number);

-- Keep groups.managed_until.
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

CREATE TRIGGER managers_changed AFTER INSERT OR DELETE ON group_managers
  FOR EACH ROW EXECUTE FUNCTION managers_changed();
CREATE TRIGGER manager_account_changed AFTER UPDATE OF status, expire_date ON accounts
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status OR NEW.expire_date IS DISTINCT FROM OLD.expire_date)
  EXECUTE FUNCTION manager_account_changed();

-- Keep memberships.account_number.
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

-- Count the sign-in flows that nobody holds in sign_in_networks, where '' is the row of all networks.
INSERT INTO sign_in_networks (network, wider, flows, bytes, last_at) VALUES ('', NULL, 0, 0, 0);

-- Whatever changes the sums locks the row of all first, before it locks a flow, so that two writes never wait for each
-- other. An insert locks no flow of others before its trigger does the same.
CREATE FUNCTION lock_sign_in_networks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM sign_in_networks WHERE network = '' FOR UPDATE;
  RETURN NULL;
END $$;
CREATE TRIGGER sign_in_flows_locked BEFORE DELETE OR UPDATE OF progress, held ON sign_in_flows
  FOR EACH STATEMENT EXECUTE FUNCTION lock_sign_in_networks();

CREATE FUNCTION count_sign_in_flow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF OLD.held = 0 THEN
      UPDATE sign_in_networks SET flows = flows - 1, bytes = bytes - OLD.weight
      WHERE network IN ('', OLD.network, OLD.wider_network, OLD.widest_network);
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.held = 0 THEN
      INSERT INTO sign_in_networks AS sums (network, wider, flows, bytes, last_at)
      SELECT network, wider, 1, NEW.weight, NEW.created_at FROM (
        SELECT '' AS network, NULL AS wider
        UNION ALL SELECT NEW.widest_network, ''
        UNION ALL SELECT NEW.wider_network, COALESCE(NEW.widest_network, '')
        UNION ALL SELECT NEW.network, COALESCE(NEW.wider_network, NEW.widest_network, '')
      ) places WHERE network IS NOT NULL
      ON CONFLICT (network) DO UPDATE SET flows = sums.flows + 1, bytes = sums.bytes + excluded.bytes,
        last_at = GREATEST(sums.last_at, excluded.last_at);
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM sign_in_networks
    WHERE network IN (OLD.network, OLD.wider_network, OLD.widest_network) AND flows <= 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sign_in_flows_counted AFTER INSERT OR DELETE OR UPDATE OF progress, held ON sign_in_flows
  FOR EACH ROW EXECUTE FUNCTION count_sign_in_flow();
