-- How much worse than a fresh index an order may be for its owner, in percent: a buy above it, a sell below. The other
-- side keeps its band, so that resting far from the market still works.
alter table app.market add column give_percent numeric not null default 2
  check (give_percent > 0 and give_percent < 100);
