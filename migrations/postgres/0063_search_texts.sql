-- The search index has the text of a row beside its grams, so that matches are counted without reading their rows. A routine fills
-- it in for rows of older versions, in small writes. It finds them by the index.
ALTER TABLE search_grams ADD COLUMN text TEXT COLLATE "C";
CREATE INDEX search_grams_without_text ON search_grams (rowid) WHERE text IS NULL;
