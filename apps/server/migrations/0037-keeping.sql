-- Identities are kept for a term and no longer: what is known of a person is destroyed, here and at the company that had it.

-- When the company confirmed that it forgot; null: it was not asked, or has not answered.
alter table app.identity_disclosure add column erased_at timestamptz;
create index identity_disclosure_open on app.identity_disclosure (record_id) where erased_at is null;

-- An authority ordered that a record is kept beyond its term. One stands at a time; those that were lifted stay.
create table app.identity_hold (
  id uuid primary key,
  record_id uuid not null references app.kyc_record,
  reason text not null check (length(reason) between 1 and 1000),
  since timestamptz not null,
  placed_by text not null,
  placed_second text not null,
  lifted_at timestamptz,
  lifted_by text,
  lifted_second text,
  lift_reason text check (length(lift_reason) between 1 and 1000),
  check (placed_by <> placed_second),
  check (num_nulls(lifted_at, lifted_by, lifted_second, lift_reason) in (0, 4)),
  check (lifted_by <> lifted_second)
);
create unique index identity_hold_standing on app.identity_hold (record_id) where lifted_at is null;

-- Records that ended, by when: the nightly job takes the oldest first.
create index kyc_record_ended on app.kyc_record (changed_at, id) where status = 'disabled';
