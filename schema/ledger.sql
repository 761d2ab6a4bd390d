-- The schema ledger after all migrations. Made by `node scripts/schema.ts`, held to the database by a test: change it
-- by a migration. Its functions and views stand in apps/server/migrations/functions and views, its rights in grants.

-- The double-entry ledger. A posting moves units of one asset from one account to another, so an unbalanced
-- journal cannot be written down. Balances change in one place, the trigger ledger.apply_postings. The application
-- role may read, and otherwise only EXECUTE the functions named in grants/ledger.sql.
--
-- Error codes of this schema, beside PostgreSQL's own (23514 account_no_overdraft = insufficient balance):
--   MG001 this row is append-only, or changes only through a ledger function
--   MG002 a journal without a posting cannot be committed
--   MG003 a journal is sealed: postings are added only in the transaction that made it
--   MG004 fenced: the lease has another epoch
--   MG005 the key was used before with another request
--   MG006 malformed arguments: missing, ragged or too many
--   MG007 halted: the auditor found broken books, no money moves until an operator resumes
--   MG008 no such hold for this owner
--   MG009 the hold is closed already
--   MG010 a held account changes only together with its hold
--   MG011 this journal cannot be reversed (unknown, reversed before, itself a reversal, or part of a hold)
--   MG012 the books are still broken, or two different persons are missing: not resumed
--   MG013 more than the hold contains
create schema ledger;

-- numeric(38,0) would silently round 1.5 to 2, and to PostgreSQL NaN is greater than every number. The scale test
-- also keeps "5.0" out, which would leave balances written with a decimal point.
create domain ledger.units as numeric constraint units_are_whole check (scale(value) = 0
  and value > '-100000000000000000000000000000000000000' and value < '100000000000000000000000000000000000000');

-- 0001-ledger
create table ledger.asset (
  id smallint primary key check (id > 0),
  code text not null unique check (code ~ '^[A-Z0-9_]{2,24}$'),
  -- one ledger unit is 10^-scale
  scale smallint not null check (scale >= 0 and scale <= 18)
);
create trigger asset_append_only before delete or update or truncate on ledger.asset
  for each statement execute function ledger.refuse_change();

-- The chart of accounts: who may have which kind, and whether it may be negative. What mirrors the world outside
-- (chain, card, fund, suspense, demo) may be negative for the house; debt is what a person owes, never above zero.
-- 0001-ledger
create table ledger.chart (
  kind text not null check (kind ~ '^[a-z]{2,20}$'),
  -- true: a person's, false: the house's
  is_owned boolean not null,
  floor_zero boolean not null,
  primary key (kind, is_owned),
  constraint chart_rule unique (kind, is_owned, floor_zero)
);
create trigger chart_append_only before delete or update or truncate on ledger.chart
  for each statement execute function ledger.refuse_change();

-- room for heap-only updates: hot rows lost five times their speed without it
-- 0001-ledger
create table ledger.account (
  id bigint generated always as identity primary key,
  balance ledger.units not null default 0,
  -- how many legs were applied
  moves bigint not null default 0,
  asset_id smallint not null references ledger.asset(id),
  -- true: may never be negative
  floor_zero boolean not null,
  is_owned boolean not null generated always as (owner_id is not null) stored,
  -- null: an account of the house
  owner_id uuid,
  kind text not null,
  constraint account_once unique nulls not distinct (owner_id, asset_id, kind),
  constraint account_asset unique (id, asset_id),
  constraint account_chart foreign key (kind, is_owned, floor_zero) references ledger.chart(kind, is_owned, floor_zero),
  constraint account_no_overdraft check (balance::numeric >= 0 or not floor_zero),
  constraint account_debt_is_owed check (balance::numeric <= 0 or kind <> 'debt')
) with (fillfactor=40);
-- Few accounts, looked at each minute.
create index account_of_partners on ledger.account (asset_id, kind) where kind in ('transit', 'trust', 'fund', 'suspense',
  'unearned');
create trigger account_never_deleted before delete or truncate on ledger.account
  for each statement execute function ledger.refuse_change();
-- Depth 0 is a statement written by hand; inside ledger.apply_postings the depth is at least 1.
create trigger account_changes_by_posting before update on ledger.account
  for each statement when (pg_trigger_depth() = 0) execute function ledger.refuse_change();
create trigger account_opens_empty before insert on ledger.account
  for each row when (new.balance::numeric <> 0 or new.moves <> 0) execute function ledger.refuse_change();

-- 0001-ledger
create table ledger.journal (
  id bigint generated always as identity primary key,
  -- survives savepoints, which xmin does not
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  reverses bigint references ledger.journal(id),
  scope text not null,
  key text not null,
  kind text not null,
  request_hash bytea not null,
  reference text,
  constraint journal_once unique (scope, key),
  constraint journal_scope check (length(scope) >= 1 and length(scope) <= 80),
  constraint journal_key check (length(key) >= 8 and length(key) <= 80),
  constraint journal_kind check (kind ~ '^[A-Za-z][A-Za-z0-9._-]{0,39}$'),
  constraint journal_request_hash check (length(request_hash) = 32),
  constraint journal_reference check (length(reference) <= 200)
);
create unique index journal_reversed_once on ledger.journal (reverses) where reverses is not null;
create trigger journal_append_only before delete or update or truncate on ledger.journal
  for each statement execute function ledger.refuse_change();
-- ledger.post_batch looks at all its journals at once instead; no other function can make an empty one.
create constraint trigger journal_not_empty after insert on ledger.journal deferrable initially deferred
  for each row when (current_setting('ledger.in_batch', true) is distinct from 'on')
    execute function ledger.journal_has_postings();
-- Asked once for a batch, at its first journal.
create constraint trigger journal_batch_not_empty after insert on ledger.journal deferrable initially deferred
  for each row when (new.id::text = current_setting('ledger.batch_first', true))
    execute function ledger.batch_has_postings();

-- Three references are kept by ledger.apply_postings for a whole statement at once instead of row by row, at a third of
-- the cost: the journal exists and was made in this very transaction, both accounts exist, and both are of the posting's
-- asset. Journals and accounts are never deleted and never change their id or asset, so they stay kept.
-- 0001-ledger · 0015-explain
create table ledger.posting (
  journal_id bigint not null,
  from_account bigint not null,
  to_account bigint not null,
  line smallint not null,
  asset_id smallint not null,
  units ledger.units not null,
  -- Each posting says which move of both its accounts it is, counted from 1 as ledger.account.moves counts them. Ids of
  -- journals are drawn before accounts are locked, so their order is not the order in which balances changed; moves are
  -- numbered under the locks, so it is theirs, and "the balance after it" is a balance that was.
  --
  -- One more error code of this schema:
  --   MG014 postings are not numbered as the next moves of their accounts
  from_move bigint not null,
  to_move bigint not null,
  primary key (journal_id, line),
  constraint posting_line check (line >= 1 and line <= 512),
  constraint posting_units check (units::numeric > 0),
  constraint posting_two_accounts check (from_account <> to_account)
);
create unique index posting_from_move on ledger.posting (from_account, from_move);
create unique index posting_to_move on ledger.posting (to_account, to_move);
create trigger posting_append_only before delete or update or truncate on ledger.posting
  for each statement execute function ledger.refuse_change();
create trigger posting_apply after insert on ledger.posting referencing new table as fresh
  for each statement execute function ledger.apply_postings();

-- 0001-ledger
create table ledger.hold (
  id uuid primary key,
  account_id bigint not null,
  held_account_id bigint not null,
  asset_id smallint not null,
  units ledger.units not null,
  state text not null default 'open' check (state in ('open', 'captured', 'released')),
  placed_journal bigint not null unique references ledger.journal(id),
  closed_journal bigint unique references ledger.journal(id),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  constraint hold_account_id_asset_id_fkey foreign key (account_id, asset_id) references ledger.account(id, asset_id),
  constraint hold_held_account_id_asset_id_fkey foreign key (held_account_id, asset_id) references ledger.account(id,
    asset_id),
  constraint hold_units check (units::numeric > 0),
  constraint hold_closed check ((state = 'open') = (closed_journal is null))
);
create index hold_open on ledger.hold (held_account_id) where state = 'open';
create index hold_expiring on ledger.hold (expires_at) where state = 'open';
create trigger hold_never_deleted before delete or truncate on ledger.hold
  for each statement execute function ledger.refuse_change();
create trigger hold_closes_once before update on ledger.hold
  for each row when (old.state <> 'open' or new.state = 'open' or old.id is distinct from new.id
    or old.account_id is distinct from new.account_id or old.held_account_id is distinct from new.held_account_id
    or old.asset_id is distinct from new.asset_id or old.units::numeric is distinct from new.units::numeric
    or old.placed_journal is distinct from new.placed_journal or old.created_at is distinct from new.created_at)
    execute function ledger.refuse_change();

-- 0001-ledger
create table ledger.lease (
  name text primary key check (length(name) >= 1 and length(name) <= 80),
  epoch bigint not null,
  holder text not null check (length(holder) >= 1 and length(holder) <= 80),
  expires_at timestamptz not null
);

-- Every stop of the money, kept for ever; money is halted while one row is not resumed.
-- 0001-ledger
create table ledger.halt (
  id bigint generated always as identity primary key,
  halted_at timestamptz not null default clock_timestamp(),
  reason text not null check (length(reason) >= 1 and length(reason) <= 1000),
  resumed_at timestamptz,
  resumed_by text,
  second_by text,
  resume_reason text,
  constraint halt_two_persons check (resumed_at is null or resumed_by is not null and second_by is not null
    and resumed_by <> second_by and resume_reason is not null)
);
create unique index halt_one_open on ledger.halt ((true)) where resumed_at is null;
create trigger halt_never_deleted before delete or truncate on ledger.halt
  for each statement execute function ledger.refuse_change();

-- What the auditor has proven: per account the sum of all postings up to audit_mark.journal_id.
-- 0001-ledger
create table ledger.audited (
  account_id bigint primary key references ledger.account(id),
  balance ledger.units not null,
  moves bigint not null
);

-- 0001-ledger
create table ledger.audit_mark (
  is_only boolean default true primary key check (is_only),
  -- every journal up to here is finished and counted in ledger.audited
  journal_id bigint not null default 0,
  -- the next mark, usable once every transaction up to seen_tx has ended
  seen_id bigint not null default 0,
  seen_tx xid8,
  audited_at timestamptz,
  full_at timestamptz
);
