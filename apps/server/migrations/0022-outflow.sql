-- A deposit that the books did not take as it is, and why: it waits by itself until two persons say that it is tried again,
-- and nobody behind it waits with it.
alter table app.deposit
  add column aside_at timestamptz,
  add column aside_reason text check (length(aside_reason) between 1 and 300),
  add constraint deposit_aside_has_reason check ((aside_at is null) = (aside_reason is null));
create index deposit_aside on app.deposit (chain) where aside_at is not null;

-- What the chain took of a transfer that was mined and failed, out of its fee, in ledger units: the rest came back. Null:
-- nothing of it was mined and failed. Such a transfer counts in the limits, since every one burns gas.
alter table app.payout
  add column kept_units ledger.units check (kept_units >= 0 and kept_units <= fee_units),
  add constraint payout_kept_of_failed check (kept_units is null or state = 'failed');
