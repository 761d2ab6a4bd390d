-- What the orders of a day may give away against the index, for each person and market: so many percent of the person's
-- worth, or so many US dollars, whichever is more. Orders that buy for no more than the index and sell for no less count 0.
alter table app.market
  add column loss_percent numeric not null default 1 check (loss_percent > 0 and loss_percent <= 100),
  add column loss_usd numeric not null default 20 check (loss_usd >= 0);

-- The index in price steps when the order entered the book, and what it gives away: what it took and what stands open,
-- measured by that, in price steps times amount steps. Nothing is known of the index at orders of before.
alter table app.trade_order
  add column index_price bigint check (index_price > 0),
  add column given bigint not null default 0 check (given >= 0);
create index trade_order_given on app.trade_order (user_id, symbol, created_at) where given > 0;

-- Somebody allowed a market more than that for a day, with a code that named the sum: in the quote asset, as `given`.
create table app.trade_allowance (
  id uuid primary key,
  user_id uuid not null references app.person,
  symbol text not null references app.market,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  until timestamptz not null check (until > created_at)
);
create index trade_allowance_of_user on app.trade_allowance (user_id, symbol, until);
