-- What only SQLite has: the search index, and triggers.

-- Names are found by any part of them. A row of search_grams holds the grams of one name; its number comes from
-- search_numbers and stands in the row that has the name.
CREATE TABLE search_numbers (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  noun TEXT NOT NULL
);
CREATE VIRTUAL TABLE search_grams USING fts5(
  grams, content='', contentless_delete=1, detail=none, tokenize='ascii'
);

-- With the text in the index, matches of a search are counted without reading their rows. The numbers are unique, because
-- search_numbers makes them.
CREATE INDEX accounts_by_search_number ON accounts (search_number, search_text);
CREATE INDEX groups_by_search_number ON groups (search_number, search_text);
CREATE INDEX products_by_search_number ON products (search_number, search_text);
CREATE INDEX agencies_by_search_number ON agencies (search_number, search_text);
CREATE INDEX companies_by_search_number ON companies (search_number, search_text);
CREATE INDEX brands_by_search_number ON brands (search_number, search_text);
CREATE INDEX divisions_by_search_number ON divisions (search_number, search_text);
CREATE INDEX industries_by_search_number ON industries (search_number, search_text);
CREATE INDEX iris_mappings_by_search_number ON iris_mappings (search_number, search_text);
CREATE INDEX modules_by_search_number ON modules (search_number, search_text);
CREATE INDEX access_rights_by_search_number ON access_rights (search_number, search_text);
CREATE INDEX roles_by_search_number ON roles (search_number, search_text);
CREATE INDEX requests_by_search_number ON requests (search_number, search_text);
CREATE INDEX clients_by_search_number ON clients (search_number, search_text);

-- Keep groups.managed_until.
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

-- Keep memberships.account_number.
CREATE TRIGGER memberships_numbered AFTER INSERT ON memberships BEGIN
  UPDATE memberships SET account_number = (SELECT a.search_number FROM accounts a WHERE a.id = NEW.account_id)
  WHERE account_id = NEW.account_id AND group_id = NEW.group_id;
END;
CREATE TRIGGER accounts_numbered AFTER UPDATE OF search_number ON accounts
WHEN NEW.search_number IS NOT OLD.search_number BEGIN
  UPDATE memberships SET account_number = NEW.search_number WHERE account_id = NEW.id;
END;

-- Count the sign-in flows that nobody holds in sign_in_networks, where '' is the row of all networks.
INSERT INTO sign_in_networks (network, wider, flows, bytes, last_at) VALUES ('', NULL, 0, 0, 0);
CREATE TRIGGER sign_in_flows_counted AFTER INSERT ON sign_in_flows WHEN NEW.held = 0 BEGIN
  INSERT INTO sign_in_networks (network, wider, flows, bytes, last_at)
  SELECT network, wider, 1, NEW.weight, NEW.created_at FROM (
    SELECT '' AS network, NULL AS wider
    UNION ALL SELECT NEW.widest_network, ''
    UNION ALL SELECT NEW.wider_network, COALESCE(NEW.widest_network, '')
    UNION ALL SELECT NEW.network, COALESCE(NEW.wider_network, NEW.widest_network, '')
  ) WHERE network IS NOT NULL
  ON CONFLICT (network) DO UPDATE SET flows = flows + 1, bytes = bytes + excluded.bytes,
    last_at = MAX(last_at, excluded.last_at);
END;
CREATE TRIGGER sign_in_flows_uncounted AFTER DELETE ON sign_in_flows WHEN OLD.held = 0 BEGIN
  UPDATE sign_in_networks SET flows = flows - 1, bytes = bytes - OLD.weight
  WHERE network IN ('', OLD.network, OLD.wider_network, OLD.widest_network);
  DELETE FROM sign_in_networks
  WHERE network IN (OLD.network, OLD.wider_network, OLD.widest_network) AND flows <= 0;
END;
CREATE TRIGGER sign_in_flows_held_from_now AFTER UPDATE OF held ON sign_in_flows WHEN OLD.held = 0 AND NEW.held = 1 BEGIN
  UPDATE sign_in_networks SET flows = flows - 1, bytes = bytes - OLD.weight
  WHERE network IN ('', OLD.network, OLD.wider_network, OLD.widest_network);
  DELETE FROM sign_in_networks
  WHERE network IN (OLD.network, OLD.wider_network, OLD.widest_network) AND flows <= 0;
END;
CREATE TRIGGER sign_in_flows_grown AFTER UPDATE OF progress ON sign_in_flows
WHEN OLD.held = 0 AND NEW.held = 0 AND OLD.weight <> NEW.weight BEGIN
  UPDATE sign_in_networks SET bytes = bytes + NEW.weight - OLD.weight
  WHERE network IN ('', OLD.network, OLD.wider_network, OLD.widest_network);
END;
