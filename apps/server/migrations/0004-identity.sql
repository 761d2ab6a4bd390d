-- People, their devices and sessions, the codes that prove a contact, and second verifications.
create table app.person (
  id uuid primary key,
  username text not null check (username ~ '^[A-Za-z0-9]{4,20}$'),
  username_key text not null generated always as (lower(username)) stored,
  nickname text not null check (length(nickname) between 1 and 40),
  uid text not null check (uid ~ '^[1-9][0-9]{8}$'),
  email text check (length(email) <= 254),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text not null,
  invite_code text not null check (invite_code ~ '^[A-Z0-9]{6}$'),
  invited_by uuid references app.person,
  language text not null check (language in ('en', 'zh-Hans', 'zh-Hant', 'ja', 'ru')),
  fiat text not null default 'USD' check (fiat in ('USD', 'HKD', 'CNY', 'EUR', 'JPY', 'RUB')),
  kyc_level smallint not null default 1 check (kyc_level between 0 and 3),
  -- Payouts of every kind are frozen until then (domain.md B.2).
  freeze_until timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null,
  constraint person_username_once unique (username_key),
  constraint person_email_once unique (email),
  constraint person_phone_once unique (phone),
  constraint person_uid_once unique (uid),
  constraint person_invite_code_once unique (invite_code),
  constraint person_reachable check (email is not null or phone is not null),
  constraint person_email_lower check (email = lower(email))
);

create table app.device (
  user_id uuid not null references app.person,
  id text not null check (length(id) between 8 and 64),
  name text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (user_id, id)
);

create table app.session (
  id uuid primary key,
  user_id uuid not null references app.person,
  device_id text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  days smallint not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (user_id, device_id) references app.device (user_id, id)
);
create index session_of_user on app.session (user_id) where revoked_at is null;

-- Wrong tries of one secret of one subject. Counted before the secret is looked at, so that a hundred parallel
-- guesses are a hundred tries; cleared by a right one.
create table app.attempt (
  kind text not null check (kind in ('login', 'payPassword')),
  subject text not null check (length(subject) between 1 and 300),
  -- Wrong ones since window_at.
  failures integer not null,
  window_at timestamptz not null,
  -- Locks in a row: each is twice as long as the one before where the rule says so.
  locks integer not null default 0,
  locked_until timestamptz,
  last_at timestamptz not null,
  primary key (kind, subject)
);

create table app.payment_password (
  user_id uuid primary key references app.person,
  hash text not null,
  changed_at timestamptz not null
);

-- Six digits that prove a contact. One live row per scene and target; a new code replaces the old one.
create table app.contact_code (
  scene text not null check (scene in ('register')),
  target text not null,
  code_hash bytea not null check (length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (scene, target)
);

-- Second verification: a code bound to exactly one operation.
create table app.challenge (
  id uuid primary key,
  user_id uuid not null references app.person,
  kind text not null,
  digest bytea not null check (length(digest) = 32),
  method text not null check (method in ('email', 'sms')),
  code_hash bytea not null check (length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- used: consumed by its operation; void: too many wrong codes or another operation.
  state text not null default 'open' check (state in ('open', 'used', 'void')),
  used_at timestamptz
);
create index challenge_of_user on app.challenge (user_id, used_at desc);
