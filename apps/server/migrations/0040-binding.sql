-- Numbers of identities that people bind: their own at once, somebody else's once its owner agrees.

create table app.kyc_binding_request (
  id uuid primary key,
  -- Who wants it.
  user_id uuid not null references app.person,
  -- As it was typed, and no reference: there may be no such record, and nobody is told.
  auth_no text not null check (auth_no ~ '^MK-[0-9A-HJKMNP-TV-Y]{10}$'),
  -- The record whose owner was told; null: nobody's yet, or for ever.
  record_id uuid references app.kyc_record,
  use text not null check (use in ('system', 'card')),
  state text not null check (state in ('open', 'accepted', 'refused', 'expired', 'cancelled')),
  -- What for, and how to reach whoever asks, sealed; null once it was erased.
  texts bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the record was looked for, apart from the call that asked; null: not yet.
  sought_at timestamptz,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'accepted' or record_id is not null),
  check (record_id is null or sought_at is not null)
);
create index kyc_binding_of_user on app.kyc_binding_request (user_id, id desc);
create index kyc_binding_of_record on app.kyc_binding_request (record_id, id desc) where record_id is not null;
create index kyc_binding_unsought on app.kyc_binding_request (id) where sought_at is null;
create index kyc_binding_open on app.kyc_binding_request (expires_at) where state = 'open';
create index kyc_binding_by_age on app.kyc_binding_request (expires_at) where state <> 'accepted';

-- Numbers that are not one's own are counted as tries.
alter table app.attempt drop constraint attempt_kind_check,
  add constraint attempt_kind_check
    check (kind in ('login', 'payPassword', 'second', 'google', 'recoveryCode', 'kycNumber'));
