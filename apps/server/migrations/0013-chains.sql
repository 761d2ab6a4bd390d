-- Chains: what is watched on them, deposits, on-chain transfers and the rules that hold some of them back.

-- What the house pays for gas; what it has in the world is the balance of `chain`, negated.
insert into ledger.chart (kind, is_owned, floor_zero) values ('gas', false, false);

-- As in 0001, by the index: "is not distinct from" cannot use one, and every first deposit asks.
create or replace function ledger.open_account(p_owner uuid, p_asset smallint, p_kind text) returns bigint
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_id bigint;
begin
  loop
    if p_owner is null then
      select id into v_id from ledger.account where owner_id is null and asset_id = p_asset and kind = p_kind;
    else
      select id into v_id from ledger.account where owner_id = p_owner and asset_id = p_asset and kind = p_kind;
    end if;
    exit when v_id is not null;
    -- An unknown kind has no rule in the chart; its account is then refused by account_chart.
    insert into ledger.account (asset_id, owner_id, kind, floor_zero)
      values (p_asset, p_owner, p_kind, coalesce((select c.floor_zero from ledger.chart c
        where c.kind = p_kind and c.is_owned = (p_owner is not null)), true))
      on conflict on constraint account_once do nothing returning id into v_id;
    exit when v_id is not null;
  end loop;
  return v_id;
end $$;

-- What may leave on chains is part of what may be paid out at all (domain.md B.2).
alter table app.payout_limit add column chain_usd_per_day numeric, add column chain_usd_per_month numeric;
update app.payout_limit l set chain_usd_per_day = v.usd, chain_usd_per_month = v.usd * 10
  from (values (0, 125), (1, 1000), (2, 50000), (3, 100000)) as v (kyc_level, usd) where v.kyc_level = l.kyc_level;
alter table app.payout_limit alter column chain_usd_per_day set not null, alter column chain_usd_per_month set not null,
  add constraint payout_limit_of_chains check (chain_usd_per_day <= usd_per_day and chain_usd_per_month <= usd_per_month);

create table app.chain (
  code text primary key check (code ~ '^[a-z0-9]{2,16}$'),
  name text not null,
  -- What people call its tokens: ERC20.
  standard text not null,
  family text not null check (family in ('evm', 'tron')),
  -- The account of the house that mirrors what we hold on this chain.
  ledger_kind text not null,
  -- The block holding the transaction counts one.
  confirmations smallint not null check (confirmations between 1 and 200),
  -- A reorganisation deeper than this is no accident: the chain halts and a person looks.
  reorg_max smallint not null check (reorg_max between 1 and 1000),
  -- tag: the chain says what is final; depth: so many blocks below the head are.
  finality text not null check (finality in ('tag', 'depth')),
  finality_depth smallint check (finality_depth between 1 and 1000),
  block_ms integer not null check (block_ms > 0),
  -- Pages of an explorer with {id} in them; null: there is none to show.
  explorer_transaction text,
  explorer_account text,
  position smallint not null,
  is_open boolean not null default true,
  check ((finality = 'depth') = (finality_depth is not null))
);
insert into app.chain (code, name, standard, family, ledger_kind, confirmations, reorg_max, finality, block_ms,
    explorer_transaction, explorer_account, position)
  values ('eth', 'Ethereum', 'ERC20', 'evm', 'chain', 12, 64, 'tag', 12000,
    'https://etherscan.io/tx/{id}', 'https://etherscan.io/address/{id}', 1);

-- One currency on one chain (domain.md B.1). Amounts in ledger units unless a column says otherwise.
create table app.chain_asset (
  chain text not null references app.chain,
  asset text not null references app.asset (code),
  -- The token contract; null: the chain's own coin.
  contract bytea check (octet_length(contract) = 20),
  -- Decimals of the chain's base unit.
  chain_scale smallint not null check (chain_scale between 0 and 30),
  deposit_is_open boolean not null default true,
  deposit_min ledger.units not null check (deposit_min > 0),
  -- Deposits worth this or more in US dollars stay locked until finality; null: none does.
  lock_usd numeric,
  -- Deposits worth this or more are credited only when two providers agree.
  proof_usd numeric not null default 10000,
  payout_is_open boolean not null default true,
  payout_min ledger.units not null check (payout_min > 0),
  payout_max ledger.units not null,
  -- fixed: always fee_units; quoted: what the network costs now and a fifth more, fee_units at least.
  fee_mode text not null check (fee_mode in ('fixed', 'quoted')),
  fee_units ledger.units not null check (fee_units >= 0),
  minutes smallint not null,
  -- Transfers worth this or more in US dollars wait for a person.
  review_usd numeric not null default 10000,
  -- Deposits and transfers worth this or more wait until their owner has answered questions; null: none does.
  risk_usd numeric default 50000,
  -- The hot account should hold hot_target; below hot_min the operators hear of it.
  hot_min ledger.units not null default 0,
  hot_target ledger.units not null default 0,
  -- A deposit address holding this much is emptied into the hot account.
  sweep_min ledger.units not null,
  position smallint not null,
  primary key (chain, asset),
  check (payout_max >= payout_min),
  check (payout_min > fee_units)
);
create unique index chain_asset_contract on app.chain_asset (chain, contract) nulls not distinct;
insert into app.chain_asset (chain, asset, contract, chain_scale, deposit_min, lock_usd, payout_min, payout_max,
    fee_mode, fee_units, minutes, sweep_min, hot_min, hot_target, position) values
  ('eth', 'USDT', '\xdac17f958d2ee523a2206206994597c13d831ec7', 6, 1000000000, 1000, 2000000000, 1000000000000,
    'fixed', 500000000, 5, 50000000000, 1000000000000, 5000000000000, 1),
  ('eth', 'USDC', '\xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 6, 1000000000, 1000, 2000000000, 1000000000000,
    'fixed', 500000000, 5, 50000000000, 1000000000000, 5000000000000, 2),
  ('eth', 'ETH', null, 18, 500000, 1000, 500000, 1500000000,
    'quoted', 50000, 5, 10000000, 1000000000, 5000000000, 3);

-- What a chain is known by and how far it was read; one row, moved by compare-and-set on its hash.
create table app.chain_cursor (
  chain text primary key references app.chain,
  network_id numeric not null,
  genesis text not null,
  height bigint not null,
  hash text not null,
  finalized_height bigint not null,
  -- When the node last answered.
  read_at timestamptz not null,
  -- Nothing is read or paid until a person resumes.
  halted_at timestamptz,
  halted_reason text,
  check ((halted_at is null) = (halted_reason is null))
);

-- One currency on one chain that stopped: neither credited nor paid until a person resumes it.
create table app.chain_halt (
  id uuid primary key,
  chain text not null,
  asset text not null,
  reason text not null check (length(reason) between 1 and 1000),
  halted_at timestamptz not null,
  resumed_at timestamptz,
  resumed_by text,
  second_by text,
  resume_reason text,
  foreign key (chain, asset) references app.chain_asset (chain, asset)
);
create unique index chain_halt_open on app.chain_halt (chain, asset) where resumed_at is null;

-- What lies on a chain and in no deposit, or the other way round: found at the beginning, or accepted by two persons.
create table app.chain_difference (
  id uuid primary key,
  chain text not null,
  asset text not null,
  -- Chain units; negative: less is there than the books said.
  amount numeric not null check (amount <> 0 and scale(amount) = 0),
  -- Of them booked, in ledger units.
  units ledger.units not null,
  journal_id bigint references ledger.journal (id),
  reason text not null check (length(reason) between 1 and 1000),
  accepted_by text not null,
  second_by text,
  accepted_at timestamptz not null,
  foreign key (chain, asset) references app.chain_asset (chain, asset)
);

-- Accounts that are ours on every chain of a family. A person's are drawn from a pool that was derived before.
create table app.chain_address (
  id bigint generated always as identity primary key,
  family text not null check (family in ('evm', 'tron')),
  purpose text not null check (purpose in ('deposit', 'hot', 'gas')),
  path_index integer not null check (path_index >= 0),
  account bytea not null check (octet_length(account) = 20),
  -- Of the extended public key it was derived from: it is derived again and compared when it is first shown.
  key_fingerprint bytea not null check (octet_length(key_fingerprint) = 4),
  user_id uuid references app.person,
  -- What its owner knows it by; in the order of giving, which that of deriving is not where two draw at once.
  given_id uuid unique,
  label text check (length(label) <= 40),
  created_at timestamptz not null,
  given_at timestamptz,
  unique (family, purpose, path_index),
  unique (family, account),
  check ((user_id is null) = (given_at is null)),
  check ((user_id is null) = (given_id is null)),
  check (user_id is null or purpose = 'deposit')
);
create index chain_address_of_user on app.chain_address (user_id, family, given_id desc) where user_id is not null;
create index chain_address_pool on app.chain_address (family, id) where user_id is null and purpose = 'deposit';

create table app.chain_block (
  chain text not null references app.chain,
  height bigint not null,
  hash text not null,
  parent text not null,
  mined_at timestamptz not null,
  is_canonical boolean not null default true,
  primary key (chain, hash)
);
create unique index chain_block_canonical on app.chain_block (chain, height) where is_canonical;
create index chain_block_height on app.chain_block (chain, height);

-- Every transfer to one of our accounts in every block that was read, kept when the block leaves the chain.
create table app.chain_transfer (
  chain text not null references app.chain,
  block_hash text not null,
  height bigint not null,
  tx_id text not null,
  position integer not null,
  contract bytea check (octet_length(contract) = 20),
  address_id bigint not null references app.chain_address,
  from_account bytea not null check (octet_length(from_account) = 20),
  -- Chain units.
  amount numeric not null check (amount > 0 and scale(amount) = 0),
  is_canonical boolean not null default true,
  primary key (chain, block_hash, tx_id, position)
);
create index chain_transfer_identity on app.chain_transfer (chain, tx_id, position);
create index chain_transfer_height on app.chain_transfer (chain, height) where is_canonical;

-- What came in, once for each (chain, transaction, position) of the canonical chain: where a transaction is mined again
-- and then pays something else or somebody else, that is a row of its own. State table: packages/chain/src/states.ts.
create table app.deposit (
  id uuid primary key,
  chain text not null references app.chain,
  tx_id text not null,
  position integer not null,
  address_id bigint not null references app.chain_address,
  -- Null: an account of the house, or an address that nobody was given.
  user_id uuid references app.person,
  -- Null: a coin that we do not list.
  asset text references app.asset (code),
  contract bytea check (octet_length(contract) = 20),
  from_account bytea not null check (octet_length(from_account) = 20),
  -- Chain units.
  amount numeric not null check (amount > 0 and scale(amount) = 0),
  state text not null check (state in ('confirming', 'dust', 'can-trade', 'success', 'orphaned', 'unsupported', 'held',
    'house', 'recovered', 'closed')),
  -- Where it stands on the canonical chain; null while it is on none.
  height bigint,
  block_hash text,
  -- Ledger units credited by this deposit, of them taken back after a reorganisation, of them booked as debt.
  units ledger.units not null default 0,
  taken_units ledger.units not null default 0,
  debt_units ledger.units not null default 0,
  -- Ledger units that payouts must leave in the account until finality.
  lock_units ledger.units not null default 0,
  -- How often a credit of it was taken back.
  turns smallint not null default 0,
  journal_id bigint references ledger.journal (id),
  bill_id uuid references app.bill,
  seen_at timestamptz not null,
  credited_at timestamptz,
  finished_at timestamptz,
  constraint deposit_once unique nulls not distinct (chain, tx_id, position, address_id, contract, amount),
  check ((height is null) = (block_hash is null)),
  check (taken_units >= 0 and debt_units >= 0 and taken_units + debt_units <= units),
  check (lock_units >= 0 and lock_units <= units)
);
create unique index deposit_on_chain on app.deposit (chain, tx_id, position) where height is not null;
create index deposit_at on app.deposit (chain, height);
create index deposit_of_user on app.deposit (user_id, id desc);
create index deposit_of_address on app.deposit (address_id);
create index deposit_open on app.deposit (chain, height) where state in ('confirming', 'can-trade', 'orphaned');
-- Credited, and in no block for the moment.
create index deposit_adrift on app.deposit (chain) where height is null and state in ('can-trade', 'success', 'house');
create index deposit_held on app.deposit (chain) where state = 'held';
create index deposit_dusty on app.deposit (user_id, chain, asset) where state = 'dust';
create index deposit_locked on app.deposit (user_id) where lock_units > 0;
create index deposit_of_bill on app.deposit (bill_id) where bill_id is not null;

-- What came to a person below the minimum or below one ledger unit, in chain units: never lost, credited when it is enough.
create table app.deposit_dust (
  user_id uuid not null references app.person,
  chain text not null,
  asset text not null,
  -- Below zero by a few ledger units at most: a part of one that others had made whole left the chain.
  amount numeric not null check (scale(amount) = 0),
  primary key (user_id, chain, asset),
  foreign key (chain, asset) references app.chain_asset (chain, asset)
);

-- The terms of an on-chain transfer, good for a minute and for one use.
create table app.payout_quote (
  id uuid primary key,
  user_id uuid not null references app.person,
  chain text not null,
  asset text not null,
  account bytea not null check (octet_length(account) = 20),
  units ledger.units not null check (units > 0),
  fee_units ledger.units not null check (fee_units >= 0),
  -- The owner of the address where it is one of ours: then the transfer is internal and free.
  internal_user_id uuid references app.person,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (chain, asset) references app.chain_asset (chain, asset)
);
create index payout_quote_old on app.payout_quote (expires_at) where used_at is null;

-- An on-chain transfer. State table: packages/chain/src/states.ts.
create table app.payout (
  id uuid primary key,
  user_id uuid not null references app.person,
  chain text not null,
  asset text not null,
  account bytea not null check (octet_length(account) = 20),
  -- What the person is debited; the recipient gets it less the fee.
  units ledger.units not null,
  fee_units ledger.units not null check (fee_units >= 0),
  -- Worth when it was made, for the limits of the day and the month.
  usd numeric,
  note text check (length(note) <= 140),
  quote_id uuid not null unique references app.payout_quote,
  hold_id uuid not null unique,
  bill_id uuid not null unique references app.bill,
  challenge_id uuid references app.challenge,
  state text not null check (state in ('waiting', 'review', 'no-liquidity', 'sending', 'stuck', 'confirming', 'completed',
    'settled', 'cancelled', 'rejected', 'failed')),
  -- Why it waits, was refused or failed: a word that texts exist for.
  reason text check (reason ~ '^[a-z_]{2,40}$'),
  -- The transaction that is in a block, or was sent last.
  tx_id text,
  height bigint,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  finished_at timestamptz,
  foreign key (chain, asset) references app.chain_asset (chain, asset),
  check (units > fee_units)
);
create index payout_of_user on app.payout (user_id, created_at desc);
create index payout_to_account on app.payout (user_id, account, created_at desc);
create index payout_open on app.payout (chain, state, id) where finished_at is null;

create table app.payout_step (
  payout_id uuid not null references app.payout,
  line smallint not null,
  state text not null,
  at timestamptz not null,
  primary key (payout_id, line)
);

-- An account that sends, and the next nonce it was never used with. Dense: every number below has its slot.
create table app.lane (
  chain text not null references app.chain,
  account bytea not null check (octet_length(account) = 20),
  next_nonce bigint not null check (next_nonce >= 0),
  paused_at timestamptz,
  paused_reason text,
  primary key (chain, account),
  check ((paused_at is null) = (paused_reason is null))
);

-- From a deposit address to the hot account: gas first where a token needs it.
create table app.sweep (
  id uuid primary key,
  chain text not null,
  asset text not null,
  address_id bigint not null references app.chain_address,
  -- Where it goes: the hot account when it was planned.
  hot_account bytea not null check (octet_length(hot_account) = 20),
  -- Chain units that are moved.
  amount numeric not null check (amount > 0 and scale(amount) = 0),
  -- What was sent ahead for gas, in base units of the native coin; null where nothing was.
  gas_amount numeric check (gas_amount > 0 and scale(gas_amount) = 0),
  state text not null check (state in ('planned', 'fuelling', 'fuelled', 'sweeping', 'done', 'failed')),
  created_at timestamptz not null,
  finished_at timestamptz,
  foreign key (chain, asset) references app.chain_asset (chain, asset)
);
create unique index sweep_open on app.sweep (chain, asset, address_id) where finished_at is null;

-- One nonce is for one payment, for ever.
create table app.slot (
  chain text not null,
  account bytea not null,
  nonce bigint not null,
  purpose text not null check (purpose in ('payout', 'topup', 'sweep')),
  payout_id uuid unique references app.payout,
  sweep_id uuid references app.sweep,
  state text not null check (state in ('reserved', 'live', 'final')),
  -- Once asked, a slot is only ever replaced by its cancel.
  is_cancelled boolean not null default false,
  -- Which of its attempts is in which block; null while none is.
  mined_line smallint,
  mined_height bigint,
  -- What the chain took for it, in base units of the native coin: known once it is final.
  gas_paid numeric check (gas_paid >= 0 and scale(gas_paid) = 0),
  created_at timestamptz not null,
  primary key (chain, account, nonce),
  foreign key (chain, account) references app.lane (chain, account),
  check ((mined_line is null) = (mined_height is null)),
  check ((state = 'final') = (gas_paid is not null)),
  check ((purpose = 'payout') = (payout_id is not null)),
  check ((purpose = 'payout') = (sweep_id is null))
);
create unique index slot_of_sweep on app.slot (sweep_id, purpose) where sweep_id is not null;
create index slot_open on app.slot (chain, account, nonce) where state <> 'final';

-- Signed bytes, stored before they are first sent, and never deleted.
create table app.slot_attempt (
  chain text not null,
  account bytea not null,
  nonce bigint not null,
  line smallint not null,
  kind text not null check (kind in ('pay', 'cancel')),
  tx_id text not null,
  raw bytea not null,
  gas numeric not null,
  fee_max numeric not null,
  tip numeric not null,
  created_at timestamptz not null,
  primary key (chain, account, nonce, line),
  unique (chain, tx_id),
  foreign key (chain, account, nonce) references app.slot (chain, account, nonce)
);

-- Accounts that nobody is paid from or to without a person having looked.
create table app.risk_account (
  family text not null check (family in ('evm', 'tron')),
  account bytea not null check (octet_length(account) = 20),
  reason text not null check (length(reason) between 1 and 200),
  added_at timestamptz not null,
  primary key (family, account)
);

-- A deposit or a transfer that a rule holds back: what is asked, what was answered, what a person decided.
create table app.risk_case (
  id uuid primary key,
  user_id uuid not null references app.person,
  rule text not null check (rule in ('amount', 'list', 'velocity')),
  deposit_id uuid references app.deposit,
  payout_id uuid references app.payout,
  state text not null check (state in ('open', 'answered', 'cleared', 'refused')),
  -- Words that texts exist for: origin, purpose, relation, document.
  asks text[] not null check (cardinality(asks) between 1 and 8),
  answers jsonb,
  deadline timestamptz,
  created_at timestamptz not null,
  answered_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  decided_reason text,
  check ((deposit_id is null) <> (payout_id is null))
);
create index risk_case_of_user on app.risk_case (user_id, id desc);
create unique index risk_case_of_deposit on app.risk_case (deposit_id) where deposit_id is not null;
create unique index risk_case_of_payout on app.risk_case (payout_id) where payout_id is not null;

create table app.risk_step (
  case_id uuid not null references app.risk_case,
  line smallint not null,
  state text not null,
  at timestamptz not null,
  primary key (case_id, line)
);

-- Where a file belongs to a case it is kept with it.
alter table app.file drop constraint file_kind_check,
  add constraint file_kind_check check (kind in ('avatar', 'export', 'attachment', 'evidence'));

alter table app.outbox drop constraint outbox_event_check;
alter table app.outbox add constraint outbox_event_check
  check (event in ('balance', 'bill', 'message', 'session', 'export', 'deposit'));

-- The bill whose story this one goes on with: a refund's transfer, a lock's deposit.
alter table app.bill add column belongs_to uuid references app.bill;
create index bill_belongs_to on app.bill (belongs_to) where belongs_to is not null;

-- The address book also holds accounts on chains; a new one waits a day before more than the single limit goes there.
alter table app.payee
  alter column payee_user_id drop not null,
  add column chain text references app.chain,
  add column asset text references app.asset (code),
  add column account bytea check (octet_length(account) = 20),
  add column locked_until timestamptz,
  add constraint payee_is_person_or_account check (
    (payee_user_id is null) <> (account is null) and (account is null) = (chain is null)
    and (account is null) = (asset is null));
create unique index payee_account_once on app.payee (user_id, chain, asset, account)
  where removed_at is null and account is not null;
