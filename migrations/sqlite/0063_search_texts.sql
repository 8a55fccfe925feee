-- With the text in the index, the matches of a search are counted without reading their rows. The numbers are unique, because
-- search_numbers makes them.
DROP INDEX accounts_by_search_number;
CREATE INDEX accounts_by_search_number ON accounts (search_number, search_text);
