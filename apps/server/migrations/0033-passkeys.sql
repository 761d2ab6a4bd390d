-- Passkeys (security.md 2): what a person proves themselves with by one touch, at log-in and for a second verification.

-- How an authenticator knows whose keys it holds: random, so that nobody who reads a key learns a number of ours.
create table app.passkey_person (
  user_id uuid primary key references app.person,
  handle bytea not null unique check (length(handle) = 32)
);

create table app.passkey (
  id uuid primary key,
  -- As the authenticator calls it.
  credential bytea not null unique check (length(credential) between 1 and 1023),
  user_id uuid not null references app.passkey_person,
  -- COSE, as it was registered.
  public_key bytea not null check (length(public_key) <= 2000),
  -- How often the authenticator says that the key was used; 0 for ever where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- The make of the authenticator; zeros where it does not say.
  aaguid uuid not null,
  -- Other devices of the person have it too.
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 40),
  -- `doubtful`: its counter went back, so there may be a copy; it proves nothing any more.
  state text not null default 'active' check (state in ('active', 'doubtful')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- A key that a code alone approved approves money only some hours later.
  approves_money_from timestamptz not null
);
create index passkey_of_user on app.passkey (user_id);

-- A challenge that waits for its answer: each is answered once.
create table app.passkey_ticket (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('login', 'add')),
  challenge bytea not null check (length(challenge) = 32),
  user_id uuid references app.person,
  expires_at timestamptz not null,
  check ((purpose = 'add') = (user_id is not null))
);
create index passkey_ticket_expiry on app.passkey_ticket (expires_at);
