-- Chinese names are found by their pinyin. search_text and the search index have the readings of a name beside it;
-- name_readings has the readings of the display name alone, for lists that show no more of a person.
ALTER TABLE accounts ADD COLUMN name_readings TEXT NOT NULL DEFAULT '';

-- Entries of the search index that were made before, of names that are not in ASCII alone. The routine index_names makes
-- them again, some at a time, and removes them from here.
CREATE TABLE search_unread (
  noun TEXT NOT NULL,
  number BIGINT NOT NULL,
  PRIMARY KEY (noun, number)
);
INSERT INTO search_unread (noun, number)
SELECT 'a', search_number FROM accounts WHERE search_number IS NOT NULL AND length(CAST(search_text AS BLOB)) <> length(search_text)
UNION ALL SELECT 'g', search_number FROM groups WHERE search_number IS NOT NULL AND length(CAST(search_text AS BLOB)) <> length(search_text)
UNION ALL SELECT 'p', search_number FROM products WHERE search_number IS NOT NULL AND length(CAST(search_text AS BLOB)) <> length(search_text);
