-- Rates from several sources, with what each said; what an operator sets for the app.

-- Assets whose prices behave alike are judged alike.
create table app.rate_class (
  class text primary key check (class ~ '^[a-z]{2,20}$'),
  -- A source farther than this from the median of all is left out of the price.
  apart_percent numeric not null check (apart_percent > 0 and apart_percent < 100),
  -- A price that moves farther than this at once is not taken before it is confirmed.
  jump_percent numeric not null check (jump_percent > 0 and jump_percent < 100),
  -- So many rounds in a row a majority of the sources must stay at the new price.
  confirm_rounds smallint not null check (confirm_rounds between 2 and 1000)
);
insert into app.rate_class values ('stable', 1, 2, 6), ('coin', 2, 10, 6), ('fiat', 1, 3, 6);

alter table app.asset
  add column rate_class text not null default 'coin' references app.rate_class (class),
  -- Decimals that screens show of the price.
  add column rate_decimals smallint not null default 2 check (rate_decimals between 0 and 8),
  -- The sign of a fiat currency.
  add column symbol text check (length(symbol) between 1 and 4);
update app.asset set rate_class = 'stable', rate_decimals = 4 where code in ('USDT', 'USDC');
update app.asset set rate_class = 'fiat', rate_decimals = 4 where kind = 'fiat';
update app.asset set rate_decimals = 5 where code = 'TRX';
update app.asset set rate_decimals = 6 where code in ('JPY', 'RUB');
update app.asset set symbol = signs.symbol
from (values ('USD', '$'), ('EUR', '€'), ('HKD', 'HK$'), ('CNY', 'CN¥'), ('JPY', '¥'), ('RUB', '₽')) as signs (code, symbol)
where asset.code = signs.code;

-- The accepted price: the median of the sources that agreed. How it is shown is the asset's.
alter table app.rate
  add column sources smallint not null default 1 check (sources > 0),
  alter column usd_24h_ago drop not null,
  drop column source,
  drop column decimals;

-- What each source said last. A row per source and asset: bounded by the settings, removed when a source is gone.
create table app.rate_source (
  source text not null check (length(source) between 1 and 255),
  asset text not null references app.asset (code),
  usd numeric not null check (usd > 0 and usd < 1e15),
  -- When the source saw that price; never later than we heard of it.
  seen_at timestamptz not null,
  -- taken: in the median; apart: too far from the others; late: too old to count.
  verdict text not null check (verdict in ('taken', 'apart', 'late')),
  primary key (source, asset)
);

-- Whether a source answers at all, so that its silence is told once.
create table app.rate_source_state (
  source text primary key check (length(source) between 1 and 255),
  is_answering boolean not null,
  since timestamptz not null
);

-- A price that jumped and waits for confirmation.
create table app.rate_jump (
  asset text primary key references app.asset (code),
  usd numeric not null check (usd > 0 and usd < 1e15),
  sources smallint not null check (sources > 0),
  -- Rounds in a row that the sources have stayed there.
  rounds integer not null check (rounds > 0),
  since timestamptz not null,
  seen_at timestamptz not null
);

-- Accepted prices of the last days, one in ten minutes: what a change over 24 hours is measured from.
create table app.rate_history (
  asset text not null references app.asset (code),
  at timestamptz not null,
  usd numeric not null check (usd > 0 and usd < 1e15),
  primary key (asset, at)
);
create index rate_history_old on app.rate_history (at);

-- What an operator set; a key without a row has the program's own value.
create table app.config_entry (
  key text primary key check (key ~ '^[a-z][A-Za-z]{1,30}$'),
  value jsonb not null check (octet_length(value::text) <= 60000),
  changed_at timestamptz not null
);
