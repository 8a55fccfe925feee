-- What strangers may store of sign-in flows is capped (decision 0031). A flow is `held` once a person stands behind it; all
-- others count for the networks of the address where they began. The triggers keep the sums true, also when a sweep or an
-- older version of the program writes.
ALTER TABLE journeys ADD COLUMN network TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE journeys ADD COLUMN wider_network TEXT;
ALTER TABLE journeys ADD COLUMN widest_network TEXT;
ALTER TABLE journeys ADD COLUMN held BIGINT NOT NULL DEFAULT 0;
-- In bytes: the texts, and about as much as the rest of a row and its indexes take, rounded up, so that flows of nearly the
-- same length weigh the same.
ALTER TABLE journeys ADD COLUMN weight BIGINT GENERATED ALWAYS AS
  ((3071 + length(CAST(target AS BLOB)) + length(CAST(progress AS BLOB))) / 2048 * 2048) VIRTUAL;
UPDATE journeys SET held = 1 WHERE progress LIKE '%"authenticated_at":%' OR progress LIKE '%"proved":%';
-- By the end of their pages, because PostgreSQL would rather walk the index of `created_at` and skip all other networks.
CREATE INDEX journeys_by_network ON journeys (network, expires_at) WHERE held = 0;
CREATE INDEX journeys_held ON journeys (created_at) WHERE held = 1;
CREATE INDEX journeys_ended ON journeys (created_at) WHERE ended_at IS NOT NULL;

-- The flows that nobody holds, and their weight: of each network, and of all under the name ''.
CREATE TABLE sign_in_networks (
  network TEXT PRIMARY KEY,
  wider TEXT,
  flows BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  -- When its newest flow began.
  last_at BIGINT NOT NULL
);
CREATE INDEX sign_in_networks_by_bytes ON sign_in_networks (wider, bytes DESC, last_at);
INSERT INTO sign_in_networks
  SELECT '', NULL, COUNT(*), COALESCE(SUM(weight), 0), 0 FROM journeys WHERE held = 0;
INSERT INTO sign_in_networks
  SELECT 'unknown', '', COUNT(*), SUM(weight), MAX(created_at) FROM journeys WHERE held = 0 HAVING COUNT(*) > 0;

CREATE TRIGGER journeys_counted AFTER INSERT ON journeys WHEN NEW.held = 0 BEGIN
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
CREATE TRIGGER journeys_uncounted AFTER DELETE ON journeys WHEN OLD.held = 0 BEGIN
  UPDATE sign_in_networks SET flows = flows - 1, bytes = bytes - OLD.weight
  WHERE network IN ('', OLD.network, OLD.wider_network, OLD.widest_network);
  DELETE FROM sign_in_networks
  WHERE network IN (OLD.network, OLD.wider_network, OLD.widest_network) AND flows <= 0;
END;
CREATE TRIGGER journeys_held_from_now AFTER UPDATE OF held ON journeys WHEN OLD.held = 0 AND NEW.held = 1 BEGIN
  UPDATE sign_in_networks SET flows = flows - 1, bytes = bytes - OLD.weight
  WHERE network IN ('', OLD.network, OLD.wider_network, OLD.widest_network);
  DELETE FROM sign_in_networks
  WHERE network IN (OLD.network, OLD.wider_network, OLD.widest_network) AND flows <= 0;
END;
CREATE TRIGGER journeys_grown AFTER UPDATE OF progress ON journeys
WHEN OLD.held = 0 AND NEW.held = 0 AND OLD.weight <> NEW.weight BEGIN
  UPDATE sign_in_networks SET bytes = bytes + NEW.weight - OLD.weight
  WHERE network IN ('', OLD.network, OLD.wider_network, OLD.widest_network);
END;
