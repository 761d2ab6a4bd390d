-- Puzzles whose answer was taken (docs/decisions/0054): the same answer would be right again until they end.
create table app.puzzle_used (
  nonce bytea primary key check (length(nonce) = 16),
  expires_at timestamptz not null
);
create index puzzle_used_by_end on app.puzzle_used (expires_at);
