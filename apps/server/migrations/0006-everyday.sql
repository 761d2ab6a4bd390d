-- The everyday wallet: files, notices, content, recovery of passwords, payees, exports, support tickets.

-- What somebody brought or what was built for somebody; the bytes lie in the file store under the same id.
create table app.file (
  id uuid primary key,
  owner_id uuid not null references app.person,
  kind text not null check (kind in ('avatar', 'export', 'attachment')),
  name text not null check (length(name) between 1 and 200),
  media_type text not null check (length(media_type) <= 100),
  size bigint not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null,
  -- Removed after this moment; null: kept as long as something uses it.
  expires_at timestamptz
);
create index file_of_owner on app.file (owner_id, id);
create index file_expiring on app.file (expires_at) where expires_at is not null;

alter table app.person
  add column avatar_file_id uuid references app.file,
  add column region text check (region ~ '^[A-Z]{2}$'),
  -- Which notices also come by mail; those about security always do.
  add column mails_payments boolean not null default false,
  add column mails_announcements boolean not null default false;

-- Something a person should know, as kind and facts: the words are found when it is read, in the reader's language.
create table app.notice (
  id uuid primary key,
  user_id uuid not null references app.person,
  topic text not null check (topic in ('money', 'security', 'service')),
  kind text not null check (kind ~ '^[a-z][A-Za-z]{1,40}$'),
  facts jsonb not null check (octet_length(facts::text) <= 2000),
  -- The page of the app that tells more, as an address of the app.
  path text check (length(path) <= 300),
  created_at timestamptz not null,
  read_at timestamptz
);
create index notice_of_user on app.notice (user_id, id desc);
create index notice_unread on app.notice (user_id) where read_at is null;

-- Agreements, help pages and announcements: Markdown by id, language and version. The newest published version counts.
create table app.content (
  id text not null check (id ~ '^[a-z][a-z0-9-]{1,60}$'),
  kind text not null check (kind in ('agreement', 'help', 'announcement')),
  language text not null check (language in ('en', 'zh-Hans', 'zh-Hant', 'ja', 'ru')),
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 100000),
  published_at timestamptz not null,
  primary key (id, language, version)
);
create index content_of_kind on app.content (kind, published_at desc);

-- Announcements that a person has read.
create table app.announcement_read (
  user_id uuid not null references app.person,
  content_id text not null,
  read_at timestamptz not null,
  primary key (user_id, content_id)
);

-- Which version of which agreement a person accepted, in which language it was shown.
create table app.agreement_acceptance (
  user_id uuid not null references app.person,
  content_id text not null,
  version integer not null,
  language text not null,
  accepted_at timestamptz not null,
  primary key (user_id, content_id, version)
);

-- A forgotten login password on its way back. A row is made for names that nobody has as well (user_id null), so that
-- nobody learns from our answers whose names exist.
create table app.recovery (
  id uuid primary key,
  ticket_hash bytea not null unique check (length(ticket_hash) = 32),
  user_id uuid references app.person,
  method text check (method in ('email', 'sms')),
  code_hash bytea check (length(code_hash) = 32),
  tries_left smallint not null default 0 check (tries_left >= 0),
  sent_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- open: a code may be asked for; proven: the new password may be set; used, void: over.
  state text not null default 'open' check (state in ('open', 'proven', 'used', 'void'))
);
create index recovery_expiring on app.recovery (expires_at);

-- The address book.
create table app.payee (
  id uuid primary key,
  user_id uuid not null references app.person,
  name text not null check (length(name) between 1 and 40),
  remark text check (length(remark) <= 140),
  -- A person of Marigold, found by what was typed when the payee was added.
  payee_user_id uuid not null references app.person,
  created_at timestamptz not null,
  removed_at timestamptz,
  check (user_id <> payee_user_id)
);
create unique index payee_once on app.payee (user_id, payee_user_id) where removed_at is null;
create index payee_of_user on app.payee (user_id, id desc) where removed_at is null;

-- Bills of a range as a file, built in the background.
create table app.export (
  id uuid primary key,
  user_id uuid not null references app.person,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- What is in it: from, to, types, currency, time zone, language.
  filter jsonb not null,
  status text not null check (status in ('queued', 'building', 'ready', 'failed', 'expired')),
  done integer not null default 0,
  total integer not null,
  file_id uuid references app.file,
  -- Addresses the link is mailed to when the file is ready.
  emails text[] not null default '{}',
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create index export_of_user on app.export (user_id, id desc);

-- What a person asked support; a person answers by operator command.
create table app.ticket (
  id uuid primary key,
  number text not null unique,
  user_id uuid not null references app.person,
  body text not null check (length(body) between 1 and 2000),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  answer text check (length(answer) <= 2000),
  created_at timestamptz not null,
  answered_at timestamptz
);
create index ticket_of_user on app.ticket (user_id, id desc);
create index ticket_open on app.ticket (created_at) where status = 'open';

alter table app.outbox drop constraint outbox_event_check;
alter table app.outbox add constraint outbox_event_check
  check (event in ('balance', 'bill', 'message', 'session', 'export'));
