-- What lies on a chain and is nobody's is booked against suspense by the comparison itself, with the address where it lies.

alter table app.chain_difference
  -- Who gained or bore it.
  add column against text not null default 'suspense' check (against in ('treasury', 'suspense')),
  -- The deposit address that holds it; null: an account of the house does, or several together.
  add column address_id bigint references app.chain_address,
  -- The finalized block at which it was found; null: persons accepted it.
  add column height bigint,
  -- When it left suspense, by which journal, and to whom: nobody is the house, or the deposit that a rescan found.
  add column assigned_to uuid references app.person,
  add column assigned_journal_id bigint references ledger.journal (id),
  add column assigned_at timestamptz,
  add constraint chain_difference_assigned check (assigned_at is not null
    or (assigned_to is null and assigned_journal_id is null));
-- What our own accounts held before the first block that was read.
update app.chain_difference set against = 'treasury' where accepted_by = 'watcher';
alter table app.chain_difference alter column against drop default;
create index chain_difference_open on app.chain_difference (accepted_at)
  where assigned_at is null and against = 'suspense' and units > 0;

-- False: no node tells what contracts pay from within, so only plain transfers of the native coin are credited.
alter table app.chain_cursor add column sees_inner boolean not null default true;
