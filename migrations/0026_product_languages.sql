-- Name and description of products in Chinese; empty if they are the same as in the first language.
ALTER TABLE products ADD COLUMN name_zh TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN description_zh TEXT NOT NULL DEFAULT '';
