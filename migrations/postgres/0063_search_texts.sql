-- The search index has the text of a row beside its grams, so that matches are counted without reading their rows. It is NULL
-- in a row of an older version of the program, which a server that still runs may write.
ALTER TABLE search_grams ADD COLUMN text TEXT COLLATE "C";
UPDATE search_grams s SET text = t.search_text FROM accounts t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM groups t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM products t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM agencies t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM companies t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM brands t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM divisions t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM industries t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM iris_mappings t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM modules t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM access_rights t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM roles t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM requests t WHERE t.search_number = s.rowid;
UPDATE search_grams s SET text = t.search_text FROM clients t WHERE t.search_number = s.rowid;
