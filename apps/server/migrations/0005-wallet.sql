-- What screens say about assets, prices, limits; the transfers and the bills that tell their story.
create table app.asset (
  ledger_id smallint primary key references ledger.asset (id),
  code text not null unique,
  name text not null,
  kind text not null check (kind in ('coin', 'fiat')),
  -- Decimals that screens show at least.
  decimals smallint not null check (decimals between 0 and 18),
  -- Smallest and largest internal transfer, in ledger units; null: no such bound.
  transfer_min ledger.units not null,
  transfer_max ledger.units,
  position smallint not null,
  is_open boolean not null default true
);

insert into ledger.asset (id, code, scale) values
  (1, 'USDT', 8), (2, 'BTC', 8), (3, 'ETH', 8), (4, 'TRX', 8), (5, 'USDC', 8),
  (11, 'USD', 2), (12, 'EUR', 2), (13, 'HKD', 2), (14, 'CNY', 2), (15, 'JPY', 2), (16, 'RUB', 2);
insert into app.asset (ledger_id, code, name, kind, decimals, transfer_min, position) values
  (1, 'USDT', 'Tether', 'coin', 2, 1000000, 1),
  (2, 'BTC', 'Bitcoin', 'coin', 8, 100, 2),
  (3, 'ETH', 'Ethereum', 'coin', 8, 1000, 3),
  (4, 'TRX', 'TRON', 'coin', 2, 1000000, 4),
  (5, 'USDC', 'USD Coin', 'coin', 2, 1000000, 5),
  (11, 'USD', 'US Dollar', 'fiat', 2, 1, 11),
  (12, 'EUR', 'Euro', 'fiat', 2, 1, 12),
  (13, 'HKD', 'Hong Kong Dollar', 'fiat', 2, 1, 13),
  (14, 'CNY', 'Chinese Yuan', 'fiat', 2, 1, 14),
  (15, 'JPY', 'Japanese Yen', 'fiat', 0, 100, 15),
  (16, 'RUB', 'Russian Ruble', 'fiat', 2, 1, 16);

-- What one unit of an asset is worth in US dollars, as a source last said.
create table app.rate (
  asset text primary key references app.asset (code),
  usd numeric not null check (usd > 0 and usd < 1e15),
  usd_24h_ago numeric not null check (usd_24h_ago > 0 and usd_24h_ago < 1e15),
  source text not null,
  -- Decimals that screens show of the price.
  decimals smallint not null check (decimals between 0 and 8),
  fetched_at timestamptz not null
);

-- Internal transfers a level may pay out per 24 hours and per 30 days, in US dollars (domain.md B.2).
create table app.payout_limit (
  kyc_level smallint primary key check (kyc_level between 0 and 3),
  usd_per_day numeric not null,
  usd_per_month numeric not null
);
insert into app.payout_limit values (0, 125, 1250), (1, 2000, 20000), (2, 50000, 500000), (3, 100000, 1000000);

create table app.transfer (
  id uuid primary key,
  sender_id uuid not null references app.person,
  recipient_id uuid not null references app.person,
  asset text not null references app.asset (code),
  units ledger.units not null check (units > 0),
  -- Worth in US dollars when it was made, for the limits of the day and the month.
  usd numeric,
  note text check (length(note) <= 140),
  journal_id bigint not null references ledger.journal (id),
  challenge_id uuid references app.challenge,
  created_at timestamptz not null,
  check (sender_id <> recipient_id)
);
create index transfer_of_sender on app.transfer (sender_id, created_at desc);

-- One line of a user's history: a projection of its business object, never the source of truth.
create table app.bill (
  id uuid primary key,
  user_id uuid not null references app.person,
  type text not null check (type in ('UNKNOWN', 'COLLECTION', 'TRANSFER', 'TRANSFER_REFUND', 'LOCK_RECOVERY', 'LOCK_INCREASE',
    'LOCK_REDUCE', 'CURRENCY_TRADE', 'CURRENCY_TRADE_RECOVERY', 'BUY_CARD', 'BUY_KYC', 'CARD_RECHARGE_UTGL',
    'CARD_RECHARGE_MUSE', 'CARD_RECHARGE_REFUND')),
  status text not null check (status in ('running', 'waiting', 'pending', 'confirming', 'success', 'failed', 'can-trade')),
  direction text not null check (direction in ('in', 'out')),
  asset text not null references app.asset (code),
  units ledger.units not null check (units > 0),
  fee_units ledger.units not null default 0 check (fee_units >= 0),
  counterparty text,
  note text check (length(note) <= 140),
  order_number text not null unique,
  pay_type text not null check (pay_type in ('internal', 'onChain')),
  sending_address text,
  receiving_address text,
  chain text,
  journal_id bigint references ledger.journal (id),
  transfer_id uuid references app.transfer,
  created_at timestamptz not null,
  submitted_at timestamptz,
  finished_at timestamptz
);
create index bill_of_user on app.bill (user_id, id desc);
create index bill_of_journal on app.bill (journal_id, user_id);

create table app.bill_step (
  bill_id uuid not null references app.bill,
  line smallint not null,
  status text not null,
  at timestamptz not null,
  primary key (bill_id, line)
);
