-- The refresh token that the valid one took the place of, by hash. Where the client's entry says so, it may come once more
-- shortly after, because its answer was lost.
ALTER TABLE grants ADD COLUMN refresh_spent_hash TEXT;
