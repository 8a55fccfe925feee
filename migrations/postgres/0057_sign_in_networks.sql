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
  ((3071 + octet_length(target) + octet_length(progress)) / 2048 * 2048) STORED;
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

-- Whatever changes the sums locks the row of all first, before it locks a flow, so that two writes never wait for each
-- other. An insert locks no flow of others before its trigger does the same.
CREATE FUNCTION lock_sign_in_networks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM sign_in_networks WHERE network = '' FOR UPDATE;
  RETURN NULL;
END $$;
CREATE TRIGGER journeys_locked BEFORE DELETE OR UPDATE OF progress, held ON journeys
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
CREATE TRIGGER journeys_counted AFTER INSERT OR DELETE OR UPDATE OF progress, held ON journeys
  FOR EACH ROW EXECUTE FUNCTION count_sign_in_flow();
