-- Client ids end the orders of a list, which are the same on both engines.
ALTER TABLE clients ALTER COLUMN client_id TYPE TEXT COLLATE "C";
