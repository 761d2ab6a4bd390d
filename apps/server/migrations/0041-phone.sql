-- The phone that takes the photos of a record whose form is filled in elsewhere: one for each record, the newest alone.

create table app.kyc_phone (
  record_id uuid primary key references app.kyc_record,
  -- The session in which the link was made: where that ends, the phone brings nothing more.
  session_id uuid not null references app.session,
  -- SHA-256 of the link's secret, and of the key that the phone which opened it drew itself; null: nobody opened it yet.
  link_hash bytea not null unique check (octet_length(link_hash) = 32),
  key_hash bytea unique check (octet_length(key_hash) = 32),
  -- Until when it may be opened; once it is, until when the phone may bring photos.
  expires_at timestamptz not null
);
