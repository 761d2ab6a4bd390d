-- People are compared with lists of sanctioned persons before an identity holds, and again whenever a list changes.

alter table app.kyc_record
  -- The version of the list that its person was compared with last; null: never, or what is known changed since.
  add column screened_version text check (length(screened_version) between 1 and 100),
  add column screened_at timestamptz,
  -- When that was last done or tried: whoever waited longest is next.
  add column screen_tried_at timestamptz,
  add constraint kyc_record_screened check ((screened_version is null) = (screened_at is null)),
  drop constraint kyc_record_reason_check,
  add constraint kyc_record_reason_check check (reason in ('attempts_used', 'refused', 'provider_away', 'duplicate',
    'withdrawn', 'operator', 'expired', 'screening'));
create index kyc_record_rescreen on app.kyc_record (screen_tried_at nulls first, id)
  where review = 'approved' and status <> 'disabled';

-- Somebody who is like an entry of a list. A person decides whether they are the same; a score never does.
create table app.screening_hit (
  id uuid primary key,
  record_id uuid not null references app.kyc_record,
  list_version text not null check (length(list_version) between 1 and 100),
  -- What the list calls the entry.
  list_id text not null check (list_id ~ '^[a-zA-Z0-9_.:-]{1,100}$'),
  score real not null check (score between 0 and 1),
  -- Name and list of the entry, and who was compared with it, under the key of the record; null once that was erased.
  sealed bytea,
  found_at timestamptz not null,
  -- clear: somebody else. confirm: the same. By whom, and when; null: it waits for a person.
  decision text check (decision in ('clear', 'confirm')),
  decided_by text,
  decided_at timestamptz,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null))
);
create unique index screening_hit_open on app.screening_hit (record_id, list_id) where decision is null;
create index screening_hit_of_record on app.screening_hit (record_id);
