-- An empty language is one that nobody chose: the reader's browser decides. Every account used to
-- begin in English, and choosing a language is what moves updated_at.
UPDATE accounts SET lang = '' WHERE lang = 'en-us' AND updated_at = created_at;
