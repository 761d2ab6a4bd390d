-- The schema app after all migrations. Made by `node scripts/schema.ts`, held to the database by a test: change it
-- by a migration. Its functions and views stand in apps/server/migrations/functions and views, its rights in grants.

-- What every module stands on: once-only keys, the outbox, limits, jobs, the demo inbox.
create schema app;

-- Controls, what turns the direction, what is not seen or drawn as nothing, and the quotation marks that come in pairs.
create domain app.device_name as text constraint device_name_short check (length(value) <= 40) constraint device_name_clean
  check (value !~
  '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffd\U000e0000-\U000e0fff"\u201c-\u201f\u00ab\u00bb\u2039\u203a\u3008-\u300f\u301d-\u301f\uff02\uff62\uff63]');

-- protocol.md "Applied once". Keys stay for ever; answers are emptied after 24 hours by a job.
-- 0003-platform
create table app.request_key (
  scope text not null check (length(scope) >= 3 and length(scope) <= 100),
  request_id uuid not null,
  path text not null,
  digest bytea not null check (length(digest) = 32),
  answer jsonb,
  object_id text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, request_id)
);
create index request_key_answered on app.request_key (created_at) where answer is not null;

-- What happened, written in the transaction of the fact, heard after commit.
-- 0003-platform · 0006-everyday · 0013-chains · 0036-partners · 0042-cards
create table app.outbox (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  event text not null check (event in ('balance', 'bill', 'message', 'session', 'export', 'deposit', 'kyc', 'card')),
  data jsonb not null check (octet_length(data::text) <= 4000),
  created_at timestamptz not null default clock_timestamp()
);
create index outbox_user on app.outbox (user_id, id);
create trigger outbox_tell after insert on app.outbox referencing new table as fresh
  for each statement execute function app.tell();

-- Token buckets (rate-limiter-flexible's own columns).
-- 0003-platform
create table app.rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor=70);

-- Demo mode only: every mail and SMS that left the program, as received by the local servers.
-- 0003-platform
create table app.demo_inbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp()
);

-- People, their devices and sessions, the codes that prove a contact, and second verifications.
-- 0004-identity · 0006-everyday · 0009-security-events · 0014-trading · 0016-freezes · 0031-factors · 0035-common-passwords
create table app.person (
  id uuid primary key,
  username text not null check (username ~ '^[A-Za-z0-9]{4,20}$'),
  username_key text not null generated always as (lower(username)) stored,
  nickname text not null check (length(nickname) >= 1 and length(nickname) <= 40),
  uid text not null check (uid ~ '^[1-9][0-9]{8}$'),
  email text check (length(email) <= 254),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text not null,
  invite_code text not null check (invite_code ~ '^[A-Z0-9]{6}$'),
  invited_by uuid references app.person(id),
  language text not null check (language in ('en', 'zh-Hans', 'zh-Hant', 'ja', 'ru')),
  fiat text not null default 'USD' check (fiat in ('USD', 'HKD', 'CNY', 'EUR', 'JPY', 'RUB')),
  kyc_level smallint not null default 1 check (kyc_level >= 0 and kyc_level <= 3),
  is_demo boolean not null default false,
  created_at timestamptz not null,
  avatar_file_id uuid references app.file(id) on delete set null,
  region text check (region ~ '^[A-Z]{2}$'),
  -- Which notices also come by mail; those about security always do.
  mails_payments boolean not null default false,
  mails_announcements boolean not null default false,
  -- Whose fees are which (domain.md B.11).
  trade_group text not null default 'standard' check (trade_group ~ '^[a-z0-9-]{2,20}$'),
  -- Which channel reset the login password last by its code alone: it is no second factor beside that password for a week.
  password_reset_by text check (password_reset_by in ('email', 'sms')),
  password_reset_at timestamptz,
  -- The login password is one that everybody tries first (security.md 9.3), as the last right log-in with it showed: its owner
  -- is asked for another. Whoever sets a password sets none of these.
  password_common boolean not null default false,
  constraint person_username_once unique (username_key),
  constraint person_email_once unique (email),
  constraint person_phone_once unique (phone),
  constraint person_uid_once unique (uid),
  constraint person_invite_code_once unique (invite_code),
  constraint person_reachable check (email is not null or phone is not null),
  constraint person_email_lower check (email = lower(email)),
  constraint password_reset_whole check ((password_reset_by is null) = (password_reset_at is null))
);
create index person_of_inviter on app.person (invited_by, id desc) where invited_by is not null;
create index person_mails_announcements on app.person (id) where mails_announcements;

-- 0004-identity · 0023-clean-device-names
create table app.device (
  user_id uuid not null references app.person(id),
  id text not null check (length(id) >= 8 and length(id) <= 64),
  name app.device_name not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (user_id, id)
);

-- 0004-identity · 0016-freezes · 0028-session-halves
create table app.session (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  device_id text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  days smallint not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When the payment password was entered for trading in this session; null after any change of a secret.
  trade_confirmed_at timestamptz,
  -- Sessions in two halves, and devices that are trusted (docs/decisions/0052).
  -- The newest half that went out, 0 before the first: a session from before halves gets one at its next call.
  half_number integer not null default 0 check (half_number >= 0),
  -- When the newest half was shown first.
  half_used_at timestamptz,
  -- SHA-256 of the device cookie that it was opened with.
  device_hash bytea check (length(device_hash) = 32),
  network text,
  country text check (country ~ '^[A-Z]{2}$'),
  constraint session_user_id_device_id_fkey foreign key (user_id, device_id) references app.device(user_id, id)
);
create index session_of_user on app.session (user_id) where revoked_at is null;

-- Wrong tries of one secret of one subject. Counted before the secret is looked at, so that a hundred parallel
-- guesses are a hundred tries; cleared by a right one.
-- 0004-identity · 0007-recovery · 0028-session-halves · 0031-factors · 0040-binding · 0042-cards
create table app.attempt (
  kind text not null check (kind in ('login', 'payPassword', 'second', 'google', 'recoveryCode', 'kycNumber',
    'cardDigits')),
  subject text not null check (length(subject) >= 1 and length(subject) <= 300),
  -- Wrong ones since window_at.
  failures integer not null,
  window_at timestamptz not null,
  -- Locks in a row: each is twice as long as the one before where the rule says so.
  locks integer not null default 0,
  locked_until timestamptz,
  last_at timestamptz not null,
  -- Wrong ones in a row, whatever the windows and locks between them.
  wrong_in_row integer not null default 0,
  primary key (kind, subject)
);

-- 0004-identity
create table app.payment_password (
  user_id uuid primary key references app.person(id),
  hash text not null,
  changed_at timestamptz not null
);

-- Six digits that prove a contact. One live row per scene and target; a new code replaces the old one.
-- 0004-identity
create table app.contact_code (
  scene text not null check (scene = 'register'),
  target text not null,
  code_hash bytea not null check (length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (scene, target)
);

-- Second verification: a code bound to exactly one operation.
-- 0004-identity · 0031-factors
create table app.challenge (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  kind text not null,
  digest bytea not null check (length(digest) = 32),
  method text not null check (method in ('email', 'sms', 'google', 'passkey')),
  -- A challenge by an authenticator or a passkey has no code of ours.
  code_hash bytea check (length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- used: consumed by its operation; void: too many wrong codes or another operation.
  state text not null default 'open' check (state in ('open', 'used', 'void')),
  used_at timestamptz,
  constraint challenge_code_check check ((code_hash is not null) = (method in ('email', 'sms')))
);
create index challenge_of_user on app.challenge (user_id, used_at desc);

-- What screens say about assets, prices, limits; the transfers and the bills that tell their story.
-- 0005-wallet · 0008-rates
create table app.asset (
  ledger_id smallint primary key references ledger.asset(id),
  code text not null unique,
  name text not null,
  kind text not null check (kind in ('coin', 'fiat')),
  -- Decimals that screens show at least.
  decimals smallint not null check (decimals >= 0 and decimals <= 18),
  -- Smallest and largest internal transfer, in ledger units; null: no such bound.
  transfer_min ledger.units not null,
  transfer_max ledger.units,
  position smallint not null,
  is_open boolean not null default true,
  rate_class text not null default 'coin' references app.rate_class(class),
  -- Decimals that screens show of the price.
  rate_decimals smallint not null default 2 check (rate_decimals >= 0 and rate_decimals <= 8),
  -- The sign of a fiat currency.
  symbol text check (length(symbol) >= 1 and length(symbol) <= 4)
);

-- What one unit of an asset is worth in US dollars, as a source last said.
-- 0005-wallet · 0008-rates
create table app.rate (
  asset text primary key references app.asset(code),
  usd numeric not null check (usd > 0 and usd < '1000000000000000'),
  usd_24h_ago numeric check (usd_24h_ago > 0 and usd_24h_ago < '1000000000000000'),
  fetched_at timestamptz not null,
  -- The accepted price: the median of the sources that agreed. How it is shown is the asset's.
  sources smallint not null default 1 check (sources > 0)
);

-- Internal transfers a level may pay out per 24 hours and per 30 days, in US dollars (domain.md B.2).
-- 0005-wallet · 0013-chains
create table app.payout_limit (
  kyc_level smallint primary key check (kyc_level >= 0 and kyc_level <= 3),
  usd_per_day numeric not null,
  usd_per_month numeric not null,
  -- What may leave on chains is part of what may be paid out at all (domain.md B.2).
  chain_usd_per_day numeric not null,
  chain_usd_per_month numeric not null,
  constraint payout_limit_of_chains check (chain_usd_per_day <= usd_per_day and chain_usd_per_month <= usd_per_month)
);

-- 0005-wallet
create table app.transfer (
  id uuid primary key,
  sender_id uuid not null references app.person(id),
  recipient_id uuid not null references app.person(id),
  asset text not null references app.asset(code),
  units ledger.units not null check (units::numeric > 0),
  -- Worth in US dollars when it was made, for the limits of the day and the month.
  usd numeric,
  note text check (length(note) <= 140),
  journal_id bigint not null references ledger.journal(id),
  challenge_id uuid references app.challenge(id),
  created_at timestamptz not null,
  constraint transfer_check check (sender_id <> recipient_id)
);
create index transfer_of_sender on app.transfer (sender_id, created_at desc);
-- How often and when somebody was paid, for the address book and its suggestions.
create index transfer_to_recipient on app.transfer (sender_id, recipient_id, created_at desc);

-- One line of a user's history: a projection of its business object, never the source of truth.
-- Room for updates that touch no index: the bill of an order changes once.
-- What a bill names is looked up for a whole statement as well (`app.trading_refers`).
-- 0005-wallet · 0013-chains · 0014-trading · 0036-partners
create table app.bill (
  id uuid primary key,
  user_id uuid not null,
  type text not null check (type in ('UNKNOWN', 'COLLECTION', 'TRANSFER', 'TRANSFER_REFUND', 'LOCK_RECOVERY',
    'LOCK_INCREASE', 'LOCK_REDUCE', 'CURRENCY_TRADE', 'CURRENCY_TRADE_RECOVERY', 'BUY_CARD', 'BUY_KYC', 'BUY_REFUND',
    'CARD_RECHARGE_UTGL', 'CARD_RECHARGE_MUSE', 'CARD_RECHARGE_REFUND')),
  status text not null check (status in ('running', 'waiting', 'pending', 'confirming', 'success', 'failed', 'can-trade')),
  direction text not null check (direction in ('in', 'out')),
  asset text not null,
  units ledger.units not null check (units::numeric > 0),
  fee_units ledger.units not null default 0 check (fee_units::numeric >= 0),
  counterparty text,
  note text check (length(note) <= 140),
  order_number text not null unique,
  pay_type text not null check (pay_type in ('internal', 'onChain', 'purchase')),
  sending_address text,
  receiving_address text,
  chain text,
  journal_id bigint,
  transfer_id uuid,
  created_at timestamptz not null,
  submitted_at timestamptz,
  finished_at timestamptz,
  -- The bill whose story this one goes on with: a refund's transfer, a lock's deposit.
  belongs_to uuid,
  order_id uuid
) with (fillfactor=80);
create index bill_of_user on app.bill (user_id, id desc);
create index bill_of_journal on app.bill (journal_id, user_id);
create index bill_belongs_to on app.bill (belongs_to) where belongs_to is not null;
create index bill_of_order on app.bill (order_id) where order_id is not null;
create trigger bill_refers after insert on app.bill referencing new table as fresh
  for each statement execute function app.trading_refers();
create trigger bill_still_refers after update on app.bill
  for each row when (old.user_id is distinct from new.user_id or old.asset is distinct from new.asset
    or old.journal_id is distinct from new.journal_id or old.transfer_id is distinct from new.transfer_id
    or old.order_id is distinct from new.order_id or old.belongs_to is distinct from new.belongs_to)
    execute function app.bill_still_refers();

-- 0005-wallet
create table app.bill_step (
  bill_id uuid not null references app.bill(id),
  line smallint not null,
  status text not null,
  at timestamptz not null,
  primary key (bill_id, line)
);

-- What somebody brought or what was built for somebody; the bytes lie in the file store under the same id.
-- 0006-everyday · 0013-chains · 0039-own-capture
create table app.file (
  id uuid primary key,
  owner_id uuid not null references app.person(id),
  kind text not null check (kind in ('avatar', 'export', 'attachment', 'evidence', 'identity', 'signature')),
  name text not null check (length(name) >= 1 and length(name) <= 200),
  media_type text not null check (length(media_type) <= 100),
  size bigint not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null,
  -- Removed after this moment; null: kept as long as something uses it.
  expires_at timestamptz
);
create index file_of_owner on app.file (owner_id, id);
create index file_expiring on app.file (expires_at) where expires_at is not null;

-- Something a person should know, as kind and facts: the words are found when it is read, in the reader's language.
-- 0006-everyday · 0011-messages
create table app.notice (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  topic text not null check (topic in ('money', 'security', 'service')),
  kind text not null check (kind ~ '^[a-z][A-Za-z]{1,40}$'),
  facts jsonb not null check (octet_length(facts::text) <= 10000),
  -- The page of the app that tells more, as an address of the app.
  path text check (length(path) <= 300),
  created_at timestamptz not null,
  read_at timestamptz
);
create index notice_unread on app.notice (user_id) where read_at is null;
create index notice_newest on app.notice (user_id, created_at desc, id desc);

-- Agreements, help pages and announcements: Markdown by id, language and version. The newest published version counts.
-- 0006-everyday · 0011-messages
create table app.content (
  id text not null check (id ~ '^[a-z][a-z0-9-]{1,60}$'),
  kind text not null check (kind in ('agreement', 'help', 'announcement')),
  language text not null check (language in ('en', 'zh-Hans', 'zh-Hant', 'ja', 'ru')),
  version integer not null check (version > 0),
  title text not null check (length(title) >= 1 and length(title) <= 200),
  body text not null check (length(body) <= 100000),
  published_at timestamptz not null,
  -- Withdrawn: no longer shown, kept as a record of what was said.
  retired_at timestamptz,
  primary key (id, language, version)
);
create index content_of_kind on app.content (kind, published_at desc);

-- Announcements that a person has read.
-- 0006-everyday
create table app.announcement_read (
  user_id uuid not null references app.person(id),
  content_id text not null,
  read_at timestamptz not null,
  primary key (user_id, content_id)
);

-- Which version of which agreement a person accepted, in which language it was shown.
-- 0006-everyday
create table app.agreement_acceptance (
  user_id uuid not null references app.person(id),
  content_id text not null,
  version integer not null,
  language text not null,
  accepted_at timestamptz not null,
  primary key (user_id, content_id, version)
);

-- A forgotten login password on its way back. A row is made for names that nobody has as well (user_id null), so that
-- nobody learns from our answers whose names exist.
-- 0006-everyday · 0007-recovery
create table app.recovery (
  id uuid primary key,
  ticket_hash bytea not null unique check (length(ticket_hash) = 32),
  user_id uuid references app.person(id),
  method text check (method in ('email', 'sms')),
  code_hash bytea check (length(code_hash) = 32),
  tries_left smallint not null default 0 check (tries_left >= 0),
  sent_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- open: a code may be asked for; proven: the new password may be set; used, void: over.
  state text not null default 'open' check (state in ('open', 'proven', 'used', 'void')),
  -- The way back to an account tells nobody whose names exist; guessing ends for good after a hundred wrong tries.
  -- Keyed digest of the typed name: what is visible (waiting, limits) hangs on it, for names that nobody has as well.
  name_key bytea not null check (length(name_key) = 32),
  -- Where a code can be sent, as it was answered: of the person, or made up for a name that nobody has.
  email_masked text,
  sms_masked text,
  constraint recovery_has_way check (email_masked is not null or sms_masked is not null)
);
create index recovery_expiring on app.recovery (expires_at);
create index recovery_of_name on app.recovery (name_key, sent_at);

-- The address book.
-- 0006-everyday · 0013-chains · 0027-payee-seen
create table app.payee (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  name text not null check (length(name) >= 1 and length(name) <= 40),
  remark text check (length(remark) <= 140),
  -- A person of Marigold, found by what was typed when the payee was added.
  -- The address book also holds accounts on chains; a new one waits a day before more than the single limit goes there.
  payee_user_id uuid references app.person(id),
  created_at timestamptz not null,
  removed_at timestamptz,
  chain text references app.chain(code),
  asset text references app.asset(code),
  account bytea check (octet_length(account) = 20),
  constraint payee_check check (user_id <> payee_user_id),
  constraint payee_is_person_or_account check ((payee_user_id is null) <> (account is null)
    and (account is null) = (chain is null) and (account is null) = (asset is null))
);
create unique index payee_once on app.payee (user_id, payee_user_id) where removed_at is null;
create index payee_of_user on app.payee (user_id, id desc) where removed_at is null;
create unique index payee_account_once on app.payee (user_id, chain, asset, account) where removed_at is null
  and account is not null;

-- Bills of a range as a file, built in the background.
-- The file ends by its own time; the row that tells of it stays a while.
-- 0006-everyday · 0009-security-events · 0010-export
create table app.export (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- What is in it: from, to, types, currency, time zone, language.
  filter jsonb not null,
  status text not null check (status in ('queued', 'building', 'ready', 'failed', 'expired')),
  done integer not null default 0,
  total integer not null,
  file_id uuid references app.file(id) on delete set null,
  -- Addresses the link is mailed to when the file is ready.
  emails text[] not null default '{}'[],
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  -- How an export is built: by one worker at a time, taken over when that one is silent, once per person.
  -- As the file is saved.
  name text not null check (length(name) >= 1 and length(name) <= 200),
  -- Each taker counts it up and writes only while it is still his number: a late one changes nothing.
  attempt smallint not null default 0,
  -- When its builder was last heard of.
  beat_at timestamptz
);
create index export_of_user on app.export (user_id, id desc);
create unique index export_running_once on app.export (user_id) where status in ('queued', 'building');
create index export_expiring on app.export (expires_at) where status = 'ready';

-- What a person asked support; a person answers by operator command.
-- 0006-everyday
create table app.ticket (
  id uuid primary key,
  number text not null unique,
  user_id uuid not null references app.person(id),
  body text not null check (length(body) >= 1 and length(body) <= 2000),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  answer text check (length(answer) <= 2000),
  created_at timestamptz not null,
  answered_at timestamptz
);
create index ticket_of_user on app.ticket (user_id, id desc);
create index ticket_open on app.ticket (created_at) where status = 'open';

-- Assets whose prices behave alike are judged alike.
-- 0008-rates
create table app.rate_class (
  class text primary key check (class ~ '^[a-z]{2,20}$'),
  -- A source farther than this from the median of all is left out of the price.
  apart_percent numeric not null check (apart_percent > 0 and apart_percent < 100),
  -- A price that moves farther than this at once is not taken before it is confirmed.
  jump_percent numeric not null check (jump_percent > 0 and jump_percent < 100),
  -- So many rounds in a row a majority of the sources must stay at the new price.
  confirm_rounds smallint not null check (confirm_rounds >= 2 and confirm_rounds <= 1000)
);

-- What each source said last. A row per source and asset: bounded by the settings, removed when a source is gone.
-- 0008-rates
create table app.rate_source (
  source text not null check (length(source) >= 1 and length(source) <= 255),
  asset text not null references app.asset(code),
  usd numeric not null check (usd > 0 and usd < '1000000000000000'),
  -- When the source saw that price; never later than we heard of it.
  seen_at timestamptz not null,
  -- taken: in the median; apart: too far from the others; late: too old to count.
  verdict text not null check (verdict in ('taken', 'apart', 'late')),
  primary key (source, asset)
);

-- Whether a source answers at all, so that its silence is told once.
-- 0008-rates
create table app.rate_source_state (
  source text primary key check (length(source) >= 1 and length(source) <= 255),
  is_answering boolean not null,
  since timestamptz not null
);

-- A price that jumped and waits for confirmation.
-- 0008-rates
create table app.rate_jump (
  asset text primary key references app.asset(code),
  usd numeric not null check (usd > 0 and usd < '1000000000000000'),
  sources smallint not null check (sources > 0),
  -- Rounds in a row that the sources have stayed there.
  rounds integer not null check (rounds > 0),
  since timestamptz not null,
  seen_at timestamptz not null
);

-- Accepted prices of the last days, one in ten minutes: what a change over 24 hours is measured from.
-- 0008-rates
create table app.rate_history (
  asset text not null references app.asset(code),
  at timestamptz not null,
  usd numeric not null check (usd > 0 and usd < '1000000000000000'),
  primary key (asset, at)
);
create index rate_history_old on app.rate_history (at);

-- What an operator set; a key without a row has the program's own value.
-- 0008-rates
create table app.config_entry (
  key text primary key check (key ~ '^[a-z][A-Za-z]{1,30}$'),
  value jsonb not null check (octet_length(value::text) <= 60000),
  changed_at timestamptz not null
);

-- What a person should be able to look up about their account: log-ins, devices, changes of secrets.
-- 0009-security-events · 0023-clean-device-names · 0028-session-halves · 0030-not-me · 0031-factors
create table app.security_event (
  id uuid primary key,
  -- Null: a try at a name that nobody has. It is written as well, so that its answer takes the same time; pruned soon.
  user_id uuid references app.person(id),
  event text not null check (event in ('login', 'loginFailed', 'loginCodeFailed', 'newDevice', 'newSessionHalf',
    'sessionCopied', 'logout', 'sessionRevoked', 'passwordChanged', 'passwordReset', 'payPasswordSet', 'payPasswordChanged',
    'payPasswordReset', 'payPasswordLocked', 'lockedByOwner', 'lockLifted', 'googleBound', 'googleUnbound', 'googleFailed',
    'recoveryCodesMade', 'recoveryCodeUsed', 'passkeyAdded', 'passkeyRemoved', 'passkeyDoubtful', 'limitsChanged')),
  device app.device_name,
  -- Shortened before it is written: the network, not the household.
  address text check (length(address) <= 50),
  at timestamptz not null,
  country text check (country ~ '^[A-Z]{2}$')
);
create index security_event_of_user on app.security_event (user_id, id desc);
create index security_event_by_time on app.security_event (at);
create index security_event_of_nobody on app.security_event (at) where user_id is null;

-- To whom a mail about an announcement was queued.
-- 0011-messages
create table app.announcement_mail (
  user_id uuid not null references app.person(id),
  content_id text not null,
  queued_at timestamptz not null,
  primary key (user_id, content_id)
);

-- 0013-chains
create table app.chain (
  code text primary key check (code ~ '^[a-z0-9]{2,16}$'),
  name text not null,
  -- What people call its tokens: ERC20.
  standard text not null,
  family text not null check (family in ('evm', 'tron')),
  -- The account of the house that mirrors what we hold on this chain.
  ledger_kind text not null,
  -- The block holding the transaction counts one.
  confirmations smallint not null check (confirmations >= 1 and confirmations <= 200),
  -- A reorganisation deeper than this is no accident: the chain halts and a person looks.
  reorg_max smallint not null check (reorg_max >= 1 and reorg_max <= 1000),
  -- tag: the chain says what is final; depth: so many blocks below the head are.
  finality text not null check (finality in ('tag', 'depth')),
  finality_depth smallint check (finality_depth >= 1 and finality_depth <= 1000),
  block_ms integer not null check (block_ms > 0),
  -- Pages of an explorer with {id} in them; null: there is none to show.
  explorer_transaction text,
  explorer_account text,
  position smallint not null,
  is_open boolean not null default true,
  constraint chain_check check ((finality = 'depth') = (finality_depth is not null))
);

-- One currency on one chain (domain.md B.1). Amounts in ledger units unless a column says otherwise.
-- 0013-chains
create table app.chain_asset (
  chain text not null references app.chain(code),
  asset text not null references app.asset(code),
  -- The token contract; null: the chain's own coin.
  contract bytea check (octet_length(contract) = 20),
  -- Decimals of the chain's base unit.
  chain_scale smallint not null check (chain_scale >= 0 and chain_scale <= 30),
  deposit_is_open boolean not null default true,
  deposit_min ledger.units not null check (deposit_min::numeric > 0),
  -- Deposits worth this or more in US dollars stay locked until finality; null: none does.
  lock_usd numeric,
  -- Deposits worth this or more are credited only when two providers agree.
  proof_usd numeric not null default 10000,
  payout_is_open boolean not null default true,
  payout_min ledger.units not null check (payout_min::numeric > 0),
  payout_max ledger.units not null,
  -- fixed: always fee_units; quoted: what the network costs now and a fifth more, fee_units at least.
  fee_mode text not null check (fee_mode in ('fixed', 'quoted')),
  fee_units ledger.units not null check (fee_units::numeric >= 0),
  minutes smallint not null,
  -- Transfers worth this or more in US dollars wait for a person.
  review_usd numeric not null default 10000,
  -- Deposits and transfers worth this or more wait until their owner has answered questions; null: none does.
  risk_usd numeric default 50000,
  -- The hot account should hold hot_target; below hot_min the operators hear of it.
  hot_min ledger.units not null default 0,
  hot_target ledger.units not null default 0,
  -- A deposit address holding this much is emptied into the hot account.
  sweep_min ledger.units not null,
  position smallint not null,
  primary key (chain, asset),
  constraint chain_asset_check check (payout_max::numeric >= payout_min::numeric),
  constraint chain_asset_check1 check (payout_min::numeric > fee_units::numeric)
);
create unique index chain_asset_contract on app.chain_asset (chain, contract) nulls not distinct;

-- What a chain is known by and how far it was read; one row, moved by compare-and-set on its hash.
-- 0013-chains · 0021-suspense
create table app.chain_cursor (
  chain text primary key references app.chain(code),
  network_id numeric not null,
  genesis text not null,
  height bigint not null,
  hash text not null,
  finalized_height bigint not null,
  -- When the node last answered.
  read_at timestamptz not null,
  -- Nothing is read or paid until a person resumes.
  halted_at timestamptz,
  halted_reason text,
  -- False: no node tells what contracts pay from within, so only plain transfers of the native coin are credited.
  sees_inner boolean not null default true,
  constraint chain_cursor_check check ((halted_at is null) = (halted_reason is null))
);

-- One currency on one chain that stopped: neither credited nor paid until a person resumes it.
-- 0013-chains
create table app.chain_halt (
  id uuid primary key,
  chain text not null,
  asset text not null,
  reason text not null check (length(reason) >= 1 and length(reason) <= 1000),
  halted_at timestamptz not null,
  resumed_at timestamptz,
  resumed_by text,
  second_by text,
  resume_reason text,
  constraint chain_halt_chain_asset_fkey foreign key (chain, asset) references app.chain_asset(chain, asset)
);
create unique index chain_halt_open on app.chain_halt (chain, asset) where resumed_at is null;

-- What lies on a chain and in no deposit, or the other way round: found at the beginning, or accepted by two persons.
-- 0013-chains · 0021-suspense
create table app.chain_difference (
  id uuid primary key,
  chain text not null,
  asset text not null,
  -- Chain units; negative: less is there than the books said.
  amount numeric not null check (amount <> 0 and scale(amount) = 0),
  -- Of them booked, in ledger units.
  units ledger.units not null,
  journal_id bigint references ledger.journal(id),
  reason text not null check (length(reason) >= 1 and length(reason) <= 1000),
  accepted_by text not null,
  second_by text,
  accepted_at timestamptz not null,
  -- Who gained or bore it.
  against text not null check (against in ('treasury', 'suspense')),
  -- The deposit address that holds it; null: an account of the house does, or several together.
  address_id bigint references app.chain_address(id),
  -- The finalized block at which it was found; null: persons accepted it.
  height bigint,
  -- When it left suspense, by which journal, and to whom: nobody is the house, or the deposit that a rescan found.
  assigned_to uuid references app.person(id),
  assigned_journal_id bigint references ledger.journal(id),
  assigned_at timestamptz,
  constraint chain_difference_chain_asset_fkey foreign key (chain, asset) references app.chain_asset(chain, asset),
  constraint chain_difference_assigned check (assigned_at is not null or assigned_to is null
    and assigned_journal_id is null)
);
create index chain_difference_open on app.chain_difference (accepted_at) where assigned_at is null and against = 'suspense'
  and units::numeric > 0;

-- Accounts that are ours on every chain of a family. A person's are drawn from a pool that was derived before.
-- 0013-chains
create table app.chain_address (
  id bigint generated always as identity primary key,
  family text not null check (family in ('evm', 'tron')),
  purpose text not null check (purpose in ('deposit', 'hot', 'gas')),
  path_index integer not null check (path_index >= 0),
  account bytea not null check (octet_length(account) = 20),
  -- Of the extended public key it was derived from: it is derived again and compared when it is first shown.
  key_fingerprint bytea not null check (octet_length(key_fingerprint) = 4),
  user_id uuid references app.person(id),
  -- What its owner knows it by; in the order of giving, which that of deriving is not where two draw at once.
  given_id uuid unique,
  label text check (length(label) <= 40),
  created_at timestamptz not null,
  given_at timestamptz,
  constraint chain_address_family_purpose_path_index_key unique (family, purpose, path_index),
  constraint chain_address_family_account_key unique (family, account),
  constraint chain_address_check check ((user_id is null) = (given_at is null)),
  constraint chain_address_check1 check ((user_id is null) = (given_id is null)),
  constraint chain_address_check2 check (user_id is null or purpose = 'deposit')
);
create index chain_address_of_user on app.chain_address (user_id, family, given_id desc) where user_id is not null;
create index chain_address_pool on app.chain_address (family, id) where user_id is null and purpose = 'deposit';

-- 0013-chains
create table app.chain_block (
  chain text not null references app.chain(code),
  height bigint not null,
  hash text not null,
  parent text not null,
  mined_at timestamptz not null,
  is_canonical boolean not null default true,
  primary key (chain, hash)
);
create unique index chain_block_canonical on app.chain_block (chain, height) where is_canonical;
create index chain_block_height on app.chain_block (chain, height);

-- Every transfer to one of our accounts in every block that was read, kept when the block leaves the chain.
-- 0013-chains
create table app.chain_transfer (
  chain text not null references app.chain(code),
  block_hash text not null,
  height bigint not null,
  tx_id text not null,
  position integer not null,
  contract bytea check (octet_length(contract) = 20),
  address_id bigint not null references app.chain_address(id),
  from_account bytea not null check (octet_length(from_account) = 20),
  -- Chain units.
  amount numeric not null check (amount > 0 and scale(amount) = 0),
  is_canonical boolean not null default true,
  primary key (chain, block_hash, tx_id, position)
);
create index chain_transfer_identity on app.chain_transfer (chain, tx_id, position);
create index chain_transfer_height on app.chain_transfer (chain, height) where is_canonical;

-- What came in, once for each (chain, transaction, position) of the canonical chain: where a transaction is mined again
-- and then pays something else or somebody else, that is a row of its own. State table: packages/chain/src/states.ts.
-- 0013-chains · 0022-outflow
create table app.deposit (
  id uuid primary key,
  chain text not null references app.chain(code),
  tx_id text not null,
  position integer not null,
  address_id bigint not null references app.chain_address(id),
  -- Null: an account of the house, or an address that nobody was given.
  user_id uuid references app.person(id),
  -- Null: a coin that we do not list.
  asset text references app.asset(code),
  contract bytea check (octet_length(contract) = 20),
  from_account bytea not null check (octet_length(from_account) = 20),
  -- Chain units.
  amount numeric not null check (amount > 0 and scale(amount) = 0),
  state text not null check (state in ('confirming', 'dust', 'can-trade', 'success', 'orphaned', 'unsupported', 'held',
    'house', 'recovered', 'closed')),
  -- Where it stands on the canonical chain; null while it is on none.
  height bigint,
  block_hash text,
  -- Ledger units credited by this deposit, of them taken back after a reorganisation, of them booked as debt.
  units ledger.units not null default 0,
  taken_units ledger.units not null default 0,
  debt_units ledger.units not null default 0,
  -- Ledger units that payouts must leave in the account until finality.
  lock_units ledger.units not null default 0,
  -- How often a credit of it was taken back.
  turns smallint not null default 0,
  journal_id bigint references ledger.journal(id),
  bill_id uuid references app.bill(id),
  seen_at timestamptz not null,
  credited_at timestamptz,
  finished_at timestamptz,
  -- A deposit that the books did not take as it is, and why: it waits by itself until two persons say that it is tried again,
  -- and nobody behind it waits with it.
  aside_at timestamptz,
  aside_reason text check (length(aside_reason) >= 1 and length(aside_reason) <= 300),
  constraint deposit_once unique nulls not distinct (chain, tx_id, position, address_id, contract, amount),
  constraint deposit_check check ((height is null) = (block_hash is null)),
  constraint deposit_check1 check (taken_units::numeric >= 0 and debt_units::numeric >= 0
    and (taken_units::numeric + debt_units::numeric) <= units::numeric),
  constraint deposit_check2 check (lock_units::numeric >= 0 and lock_units::numeric <= units::numeric),
  constraint deposit_aside_has_reason check ((aside_at is null) = (aside_reason is null))
);
create unique index deposit_on_chain on app.deposit (chain, tx_id, position) where height is not null;
create index deposit_at on app.deposit (chain, height);
create index deposit_of_user on app.deposit (user_id, id desc);
create index deposit_of_address on app.deposit (address_id);
create index deposit_open on app.deposit (chain, height) where state in ('confirming', 'can-trade', 'orphaned');
-- Credited, and in no block for the moment.
create index deposit_adrift on app.deposit (chain) where height is null and (state in ('can-trade', 'success', 'house'));
create index deposit_held on app.deposit (chain) where state = 'held';
create index deposit_dusty on app.deposit (user_id, chain, asset) where state = 'dust';
create index deposit_locked on app.deposit (user_id) where lock_units::numeric > 0;
create index deposit_of_bill on app.deposit (bill_id) where bill_id is not null;
create index deposit_aside on app.deposit (chain) where aside_at is not null;

-- What came to a person below the minimum or below one ledger unit, in chain units: never lost, credited when it is enough.
-- 0013-chains
create table app.deposit_dust (
  user_id uuid not null references app.person(id),
  chain text not null,
  asset text not null,
  -- Below zero by a few ledger units at most: a part of one that others had made whole left the chain.
  amount numeric not null check (scale(amount) = 0),
  primary key (user_id, chain, asset),
  constraint deposit_dust_chain_asset_fkey foreign key (chain, asset) references app.chain_asset(chain, asset)
);

-- The terms of an on-chain transfer, good for a minute and for one use.
-- 0013-chains
create table app.payout_quote (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  chain text not null,
  asset text not null,
  account bytea not null check (octet_length(account) = 20),
  units ledger.units not null check (units::numeric > 0),
  fee_units ledger.units not null check (fee_units::numeric >= 0),
  -- The owner of the address where it is one of ours: then the transfer is internal and free.
  internal_user_id uuid references app.person(id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint payout_quote_chain_asset_fkey foreign key (chain, asset) references app.chain_asset(chain, asset)
);
create index payout_quote_old on app.payout_quote (expires_at) where used_at is null;

-- An on-chain transfer. State table: packages/chain/src/states.ts.
-- 0013-chains · 0022-outflow
create table app.payout (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  chain text not null,
  asset text not null,
  account bytea not null check (octet_length(account) = 20),
  -- What the person is debited; the recipient gets it less the fee.
  units ledger.units not null,
  fee_units ledger.units not null check (fee_units::numeric >= 0),
  -- Worth when it was made, for the limits of the day and the month.
  usd numeric,
  note text check (length(note) <= 140),
  quote_id uuid not null unique references app.payout_quote(id),
  hold_id uuid not null unique,
  bill_id uuid not null unique references app.bill(id),
  challenge_id uuid references app.challenge(id),
  state text not null check (state in ('waiting', 'review', 'no-liquidity', 'sending', 'stuck', 'confirming', 'completed',
    'settled', 'cancelled', 'rejected', 'failed')),
  -- Why it waits, was refused or failed: a word that texts exist for.
  reason text check (reason ~ '^[a-z_]{2,40}$'),
  -- The transaction that is in a block, or was sent last.
  tx_id text,
  height bigint,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  finished_at timestamptz,
  -- What the chain took of a transfer that was mined and failed, out of its fee, in ledger units: the rest came back. Null:
  -- nothing of it was mined and failed. Such a transfer counts in the limits, since every one burns gas.
  kept_units ledger.units,
  constraint payout_chain_asset_fkey foreign key (chain, asset) references app.chain_asset(chain, asset),
  constraint payout_check check (units::numeric > fee_units::numeric),
  constraint payout_check1 check (kept_units::numeric >= 0 and kept_units::numeric <= fee_units::numeric),
  constraint payout_kept_of_failed check (kept_units is null or state = 'failed')
);
create index payout_of_user on app.payout (user_id, created_at desc);
create index payout_to_account on app.payout (user_id, account, created_at desc);
create index payout_open on app.payout (chain, state, id) where finished_at is null;

-- 0013-chains
create table app.payout_step (
  payout_id uuid not null references app.payout(id),
  line smallint not null,
  state text not null,
  at timestamptz not null,
  primary key (payout_id, line)
);

-- An account that sends, and the next nonce it was never used with. Dense: every number below has its slot.
-- 0013-chains
create table app.lane (
  chain text not null references app.chain(code),
  account bytea not null check (octet_length(account) = 20),
  next_nonce bigint not null check (next_nonce >= 0),
  paused_at timestamptz,
  paused_reason text,
  primary key (chain, account),
  constraint lane_check check ((paused_at is null) = (paused_reason is null))
);

-- From a deposit address to the hot account: gas first where a token needs it.
-- 0013-chains
create table app.sweep (
  id uuid primary key,
  chain text not null,
  asset text not null,
  address_id bigint not null references app.chain_address(id),
  -- Where it goes: the hot account when it was planned.
  hot_account bytea not null check (octet_length(hot_account) = 20),
  -- Chain units that are moved.
  amount numeric not null check (amount > 0 and scale(amount) = 0),
  -- What was sent ahead for gas, in base units of the native coin; null where nothing was.
  gas_amount numeric check (gas_amount > 0 and scale(gas_amount) = 0),
  state text not null check (state in ('planned', 'fuelling', 'fuelled', 'sweeping', 'done', 'failed')),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint sweep_chain_asset_fkey foreign key (chain, asset) references app.chain_asset(chain, asset)
);
create unique index sweep_open on app.sweep (chain, asset, address_id) where finished_at is null;

-- One nonce is for one payment, for ever.
-- 0013-chains
create table app.slot (
  chain text not null,
  account bytea not null,
  nonce bigint not null,
  purpose text not null check (purpose in ('payout', 'topup', 'sweep')),
  payout_id uuid unique references app.payout(id),
  sweep_id uuid references app.sweep(id),
  state text not null check (state in ('reserved', 'live', 'final')),
  -- Once asked, a slot is only ever replaced by its cancel.
  is_cancelled boolean not null default false,
  -- Which of its attempts is in which block; null while none is.
  mined_line smallint,
  mined_height bigint,
  -- What the chain took for it, in base units of the native coin: known once it is final.
  gas_paid numeric check (gas_paid >= 0 and scale(gas_paid) = 0),
  created_at timestamptz not null,
  primary key (chain, account, nonce),
  constraint slot_chain_account_fkey foreign key (chain, account) references app.lane(chain, account),
  constraint slot_check check ((mined_line is null) = (mined_height is null)),
  constraint slot_check1 check ((state = 'final') = (gas_paid is not null)),
  constraint slot_check2 check ((purpose = 'payout') = (payout_id is not null)),
  constraint slot_check3 check ((purpose = 'payout') = (sweep_id is null))
);
create unique index slot_of_sweep on app.slot (sweep_id, purpose) where sweep_id is not null;
create index slot_open on app.slot (chain, account, nonce) where state <> 'final';

-- Signed bytes, stored before they are first sent, and never deleted.
-- 0013-chains
create table app.slot_attempt (
  chain text not null,
  account bytea not null,
  nonce bigint not null,
  line smallint not null,
  kind text not null check (kind in ('pay', 'cancel')),
  tx_id text not null,
  raw bytea not null,
  gas numeric not null,
  fee_max numeric not null,
  tip numeric not null,
  created_at timestamptz not null,
  primary key (chain, account, nonce, line),
  constraint slot_attempt_chain_tx_id_key unique (chain, tx_id),
  constraint slot_attempt_chain_account_nonce_fkey foreign key (chain, account, nonce) references app.slot(chain, account,
    nonce)
);

-- Accounts that nobody is paid from or to without a person having looked.
-- 0013-chains
create table app.risk_account (
  family text not null check (family in ('evm', 'tron')),
  account bytea not null check (octet_length(account) = 20),
  reason text not null check (length(reason) >= 1 and length(reason) <= 200),
  added_at timestamptz not null,
  primary key (family, account)
);

-- A deposit or a transfer that a rule holds back: what is asked, what was answered, what a person decided.
-- 0013-chains · 0024-trade-cases
create table app.risk_case (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  rule text not null check (rule in ('amount', 'list', 'velocity', 'counterparty')),
  deposit_id uuid references app.deposit(id),
  payout_id uuid references app.payout(id),
  state text not null check (state in ('open', 'answered', 'cleared', 'refused')),
  -- Words that texts exist for: origin, purpose, relation, document.
  asks text[] not null check (cardinality(asks) >= 1 and cardinality(asks) <= 8),
  answers jsonb,
  deadline timestamptz,
  created_at timestamptz not null,
  answered_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  decided_reason text,
  -- A case may be about somebody's trades of a day with one other account, worth so much in US dollars.
  other_user_id uuid references app.person(id),
  usd numeric check (usd > 0),
  constraint risk_case_is_about_one check (num_nonnulls(deposit_id, payout_id, other_user_id) = 1),
  constraint risk_case_of_trades check ((other_user_id is null) = (usd is null) and other_user_id <> user_id
    and (rule = 'counterparty') = (other_user_id is not null))
);
create index risk_case_of_user on app.risk_case (user_id, id desc);
create unique index risk_case_of_deposit on app.risk_case (deposit_id) where deposit_id is not null;
create unique index risk_case_of_payout on app.risk_case (payout_id) where payout_id is not null;
create index risk_case_of_pair on app.risk_case (user_id, other_user_id, created_at) where other_user_id is not null;

-- 0013-chains
create table app.risk_step (
  case_id uuid not null references app.risk_case(id),
  line smallint not null,
  state text not null,
  at timestamptz not null,
  primary key (case_id, line)
);

-- 0014-trading · 0019-trade-guards · 0020-losses
create table app.market (
  symbol text primary key,
  base text not null references app.asset(code),
  quote text not null references app.asset(code),
  price_decimals smallint not null check (price_decimals >= 0 and price_decimals <= 8),
  amount_decimals smallint not null check (amount_decimals >= 0 and amount_decimals <= 8),
  -- As people write them: 0.01, 0.00001, 5, 100000.
  tick numeric not null,
  lot numeric not null,
  total_min numeric not null check (total_min > 0),
  total_max numeric not null,
  band_percent numeric not null check (band_percent > 0 and band_percent < 100),
  slippage_percent numeric not null check (slippage_percent > 0 and slippage_percent < 100),
  open_orders_max integer not null default 200 check (open_orders_max > 0),
  state text not null default 'disabled' check (state in ('enabled', 'hidden', 'locked', 'disabled')),
  position smallint not null,
  changed_at timestamptz not null default clock_timestamp(),
  -- How much worse than a fresh index an order may be for its owner, in percent: a buy above it, a sell below. The other
  -- side keeps its band, so that resting far from the market still works.
  give_percent numeric not null default 2 check (give_percent > 0 and give_percent < 100),
  -- What the orders of a day may give away against the index, for each person and market: so many percent of the person's
  -- worth, or so many US dollars, whichever is more. Orders that buy for no more than the index and sell for no less count 0.
  loss_percent numeric not null default 1 check (loss_percent > 0 and loss_percent <= 100),
  loss_usd numeric not null default 20 check (loss_usd >= 0),
  constraint market_check check (symbol = ((base || '_') || quote)),
  constraint market_check1 check (tick > 0 and tick = trunc(tick, price_decimals::integer)),
  constraint market_check2 check (lot > 0 and lot = trunc(lot, amount_decimals::integer)),
  constraint market_check3 check (total_max > total_min),
  constraint market_check4 check (base <> quote)
);
create trigger market_exact before insert or update on app.market
  for each row execute function app.market_is_exact();

-- Fees in millionths of what is received. A row of a group and a market goes before a row of the group alone.
-- 0014-trading
create table app.trade_fee (
  trade_group text not null,
  symbol text references app.market(symbol),
  maker_ppm integer not null check (maker_ppm >= 0 and maker_ppm <= 100000),
  taker_ppm integer not null check (taker_ppm >= 0 and taker_ppm <= 100000),
  constraint trade_fee_once unique nulls not distinct (trade_group, symbol)
);

-- Who runs the book of a market now and where it answers; the lease `market:<symbol>` says whether that is still true.
-- 0014-trading
create table app.market_owner (
  symbol text primary key references app.market(symbol),
  epoch bigint not null,
  address text,
  taken_at timestamptz not null
);

-- What sources outside say a base asset is worth in the quote asset.
-- 0014-trading
create table app.index_price (
  symbol text primary key references app.market(symbol),
  price numeric not null check (price > 0),
  sources integer not null check (sources > 0),
  seen_at timestamptz not null
);

-- References of orders, trades and fills are kept for a whole statement at once instead of row by row (`app.trading_refers`
-- below): a batch writes thousands of rows, and a foreign key would lock a row for each of them.
-- 0014-trading · 0020-losses
create table app.trade_order (
  id uuid primary key,
  symbol text not null,
  -- Grows within a market: the order of arrival, and so priority at one price.
  number bigint not null,
  user_id uuid not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market')),
  time_in_force text not null check (time_in_force in ('gtc', 'ioc', 'fok', 'post')),
  price bigint check (price > 0),
  amount bigint check (amount > 0),
  -- Of a market order by total.
  total bigint check (total > 0),
  filled bigint not null default 0 check (filled >= 0),
  filled_total bigint not null default 0 check (filled_total >= 0),
  -- In units of the asset that is received.
  fee_units ledger.units not null default 0 check (fee_units::numeric >= 0),
  -- What lies in the owner's order account for it, in units of the asset that is given.
  held_units ledger.units not null default 0 check (held_units::numeric >= 0),
  held_asset smallint not null,
  -- Frozen when it was placed.
  maker_ppm integer not null,
  taker_ppm integer not null,
  status text not null check (status in ('wait', 'done', 'cancel')),
  reason text check (reason in ('user', 'operator', 'remainder', 'slippage', 'self_trade')),
  -- The bill of what it took from the balance.
  bill_id uuid,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- The index in price steps when the order entered the book, and what it gives away: what it took and what stands open,
  -- measured by that, in price steps times amount steps. Nothing is known of the index at orders of before.
  index_price bigint check (index_price > 0),
  given bigint not null default 0 check (given >= 0),
  constraint trade_order_symbol_number_key unique (symbol, number),
  constraint trade_order_check check ((status = 'wait') = (closed_at is null)),
  constraint trade_order_check1 check (status = 'wait' or held_units::numeric = 0),
  constraint trade_order_check2 check ((status = 'cancel') = (reason is not null)),
  constraint trade_order_check3 check (amount is null or filled <= amount)
) with (fillfactor=60);
create index trade_order_of_user on app.trade_order (user_id, id desc);
-- Also for whoever takes a market over: it holds the open orders alone.
create index trade_order_open_of_user on app.trade_order (user_id, id desc) where status = 'wait';
create index trade_order_given on app.trade_order (user_id, symbol, created_at) where given > 0;
create trigger trade_order_refers after insert on app.trade_order referencing new table as fresh
  for each statement execute function app.trading_refers();

-- One match. `number` grows by one within a market.
-- 0014-trading · 0024-trade-cases
create table app.trade (
  id uuid primary key,
  symbol text not null,
  number bigint not null,
  price bigint not null check (price > 0),
  amount bigint not null check (amount > 0),
  taker_side text not null check (taker_side in ('buy', 'sell')),
  journal_id bigint not null,
  at timestamptz not null,
  -- What the index said when a trade happened, in price steps: how far from it two accounts trade with each other.
  index_price bigint check (index_price > 0),
  constraint trade_symbol_number_key unique (symbol, number)
);
create index trade_at on app.trade (symbol, at desc);
create trigger trade_refers after insert on app.trade referencing new table as fresh
  for each statement execute function app.trading_refers();

-- One order's share of a trade.
-- 0014-trading
create table app.fill (
  trade_id uuid not null,
  user_id uuid not null,
  order_id uuid not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  role text not null check (role in ('maker', 'taker')),
  price bigint not null,
  amount bigint not null,
  fee_units ledger.units not null check (fee_units::numeric >= 0),
  fee_asset smallint not null,
  -- Who may earn a part of this fee: the base of commission (domain.md B.12).
  inviter_id uuid,
  at timestamptz not null,
  primary key (user_id, trade_id)
);
create index fill_of_order on app.fill (order_id, trade_id desc);
create index fill_of_inviter on app.fill (inviter_id, at) where inviter_id is not null;
-- The fills of a day are read together; they are written in the order of time.
create index fill_at on app.fill using brin (at) with (pages_per_range='32');
create trigger fill_refers after insert on app.fill referencing new table as fresh
  for each statement execute function app.trading_refers();

-- 0014-trading
create table app.candle (
  symbol text not null references app.market(symbol),
  interval text not null check (interval in ('1m', '5m', '15m', '1h', '4h', '1d', '1w')),
  opened_at timestamptz not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume numeric not null,
  turnover numeric not null,
  primary key (symbol, interval, opened_at)
) with (fillfactor=70);

-- 0014-trading
create table app.market_favorite (
  user_id uuid not null references app.person(id),
  symbol text not null references app.market(symbol),
  added_at timestamptz not null,
  primary key (user_id, symbol)
);

-- What a person may not do for a while, and why. Rows are kept: they say what was frozen when.
-- 0016-freezes · 0026-freezes-by-table · 0036-partners
create table app.freeze (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  area text not null check (area in ('payout', 'trade', 'card', 'credentials', 'login')),
  reason text not null check (reason in ('passwordChanged', 'passwordReset', 'passwordResetStrong', 'payPasswordReset',
    'contactChanged', 'googleBound', 'passkeyAdded', 'strongRemoved', 'caseFactor', 'casePassword', 'notMe',
    'sessionCopied', 'lifted', 'operator', 'closing', 'identityDisabled')),
  since timestamptz not null,
  until timestamptz not null,
  lifted_at timestamptz,
  lifted_by text check (lifted_by in ('self', 'support', 'identity')),
  constraint freeze_check check (until > since),
  constraint freeze_lifted_whole check ((lifted_at is null) = (lifted_by is null))
);
create index freeze_of_user on app.freeze (user_id, area, until desc) where lifted_at is null;

-- Somebody allowed a market more than that for a day, with a code that named the sum: in the quote asset, as `given`.
-- 0020-losses
create table app.trade_allowance (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  symbol text not null references app.market(symbol),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  until timestamptz not null,
  constraint trade_allowance_check check (until > created_at)
);
create index trade_allowance_of_user on app.trade_allowance (user_id, symbol, until);

-- The lock of a new address belongs to the address on its chain, saved or not (packages/guard/src/payee-lock.ts): when a
-- person first saved it, or first tried to send more there than goes at once. Rows are neither removed nor moved.
-- 0027-payee-seen
create table app.payee_seen (
  user_id uuid not null references app.person(id),
  chain text not null references app.chain(code),
  account bytea not null check (octet_length(account) = 20),
  first_at timestamptz not null,
  primary key (user_id, chain, account)
);

-- Where a person proved to be themselves with more than a password: no code is asked there.
-- 0028-session-halves
create table app.trusted_device (
  user_id uuid not null references app.person(id),
  device_hash bytea not null check (length(device_hash) = 32),
  name text not null,
  trusted_at timestamptz not null,
  used_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- A log-in whose password was right, on a device that is not trusted: it waits for a code.
-- 0028-session-halves
create table app.login_ticket (
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references app.person(id),
  device_hash bytea not null check (length(device_hash) = 32),
  remember boolean not null,
  method text check (method in ('email', 'sms')),
  code_hash bytea check (length(code_hash) = 32),
  sent_at timestamptz,
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_ticket_of_user on app.login_ticket (user_id);

-- "This was not me" (security.md 6.5): each notice about security that leaves by mail or SMS carries a ticket, which locks
-- the account once. The ticket itself is stored nowhere.
-- 0030-not-me
create table app.notme (
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references app.person(id),
  notice_id uuid not null references app.notice(id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint notme_check check (expires_at > created_at)
);
create index notme_by_end on app.notme (expires_at);

-- What proves a person beside a password (security.md 1, 2, 5): Google two-step with its recovery codes, and second
-- verifications by them.
-- 0031-factors
create table app.google (
  user_id uuid primary key references app.person(id),
  -- AES-256-GCM over the seed of twenty bytes, for this person alone.
  sealed bytea not null,
  -- Which key sealed it.
  key_id smallint not null,
  state text not null check (state in ('offered', 'bound')),
  -- The time step of the last code that was used: none of it or before it is taken again.
  last_step bigint not null default 0 check (last_step >= 0),
  offered_at timestamptz not null,
  bound_at timestamptz,
  constraint google_check check ((state = 'bound') = (bound_at is not null))
);

-- 0031-factors
create table app.recovery_code (
  hmac bytea primary key check (length(hmac) = 32),
  user_id uuid not null references app.person(id),
  made_at timestamptz not null,
  used_at timestamptz,
  -- Others took its place, or two-step ended.
  void_at timestamptz,
  constraint recovery_code_check check (used_at is null or void_at is null)
);
create index recovery_code_of_user on app.recovery_code (user_id) where used_at is null and void_at is null;

-- Puzzles whose answer was taken (docs/decisions/0054): the same answer would be right again until they end.
-- 0032-puzzle
create table app.puzzle_used (
  nonce bytea primary key check (length(nonce) = 16),
  expires_at timestamptz not null
);
create index puzzle_used_by_end on app.puzzle_used (expires_at);

-- How an authenticator knows whose keys it holds: random, so that nobody who reads a key learns a number of ours.
-- 0033-passkeys
create table app.passkey_person (
  user_id uuid primary key references app.person(id),
  handle bytea not null unique check (length(handle) = 32)
);

-- 0033-passkeys
create table app.passkey (
  id uuid primary key,
  -- As the authenticator calls it.
  credential bytea not null unique check (length(credential) >= 1 and length(credential) <= 1023),
  user_id uuid not null references app.passkey_person(user_id),
  -- COSE, as it was registered.
  public_key bytea not null check (length(public_key) <= 2000),
  -- How often the authenticator says that the key was used; 0 for ever where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- The make of the authenticator; zeros where it does not say.
  aaguid uuid not null,
  -- Other devices of the person have it too.
  is_backed_up boolean not null,
  name text not null check (length(name) >= 1 and length(name) <= 40),
  -- `doubtful`: its counter went back, so there may be a copy; it proves nothing any more.
  state text not null default 'active' check (state in ('active', 'doubtful')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- A key that a code alone approved approves money only some hours later.
  approves_money_from timestamptz not null
);
create index passkey_of_user on app.passkey (user_id);

-- A challenge that waits for its answer: each is answered once.
-- 0033-passkeys
create table app.passkey_ticket (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('login', 'add')),
  challenge bytea not null check (length(challenge) = 32),
  user_id uuid references app.person(id),
  expires_at timestamptz not null,
  constraint passkey_ticket_check check ((purpose = 'add') = (user_id is not null))
);
create index passkey_ticket_expiry on app.passkey_ticket (expires_at);

-- A person's own limits (security.md 4): up to where payments ask for no second verification. Nobody has a row who keeps
-- the usual ones.
-- 0034-person-limits
create table app.person_limit (
  user_id uuid primary key references app.person(id),
  single_usd numeric(12,2) not null check (single_usd >= 0),
  total_usd numeric(12,2) not null,
  payments smallint not null check (payments >= 1 and payments <= 50),
  -- What is offered first; null: the strongest.
  method text check (method in ('email', 'sms', 'google', 'passkey')),
  -- A new address waits its day, whatever approves the payment.
  always_wait boolean not null,
  changed_at timestamptz not null,
  constraint person_limit_check check (total_usd >= single_usd)
);

-- Wider ones wait a day. They are in force from effective_at on, whether or not a job has written that down.
-- 0034-person-limits
create table app.limit_change (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  single_usd numeric(12,2) not null check (single_usd >= 0),
  total_usd numeric(12,2) not null,
  payments smallint not null check (payments >= 1 and payments <= 50),
  method text check (method in ('email', 'sms', 'google', 'passkey')),
  always_wait boolean not null,
  asked_at timestamptz not null,
  effective_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'applied', 'void')),
  ended_at timestamptz,
  constraint limit_change_check check (total_usd >= single_usd),
  constraint limit_change_check1 check (effective_at > asked_at),
  constraint limit_change_check2 check ((state = 'pending') = (ended_at is null))
);
create unique index limit_change_pending on app.limit_change (user_id) where state = 'pending';
create index limit_change_by_moment on app.limit_change (effective_at) where state = 'pending';

-- What a thing costs, in each asset that it can be paid in. No row: it is not sold in that mode. Zero: it costs nothing.
-- 0036-partners · 0042-cards
create table app.price (
  product text not null check (product in ('kyc', 'card')),
  purpose text not null check (purpose ~ '^[a-z-]{1,30}$'),
  mode text not null check (mode in ('demo', 'production')),
  asset text not null references app.asset(code),
  units ledger.units not null check (units::numeric >= 0),
  primary key (product, purpose, mode, asset)
);

-- What somebody paid the house for. It ends once: earned, or given back whole.
-- 0036-partners · 0042-cards
create table app.purchase (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  product text not null check (product in ('kyc', 'card')),
  -- What was bought: the order of that product.
  object_id uuid not null,
  asset text not null references app.asset(code),
  units ledger.units not null check (units::numeric > 0),
  -- Worth in US dollars when it was paid, for the limits of the level.
  usd numeric,
  bill_id uuid not null,
  journal_id bigint not null references ledger.journal(id),
  state text not null check (state in ('paid', 'earned', 'refunded')),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint purchase_once unique (product, object_id),
  constraint purchase_check check ((state = 'paid') = (ended_at is null))
);
create index purchase_of_user on app.purchase (user_id, created_at);
create index purchase_open on app.purchase (asset) where state = 'paid';

-- One wish to somebody outside; commits before the bytes leave.
-- 0036-partners
create table app.partner_call (
  id uuid primary key,
  provider text not null check (provider ~ '^[a-z]{2,20}$'),
  kind text not null check (kind ~ '^[a-z][a-zA-Z.-]{1,40}$'),
  nature text not null check (nature in ('move', 'set')),
  object_id uuid not null,
  request_id text not null,
  -- What is asked, without personal data: whoever sends it reads the rest from the object.
  request jsonb not null check (octet_length(request::text) <= 4000),
  body_sha256 bytea not null check (length(body_sha256) = 32),
  state text not null check (state in ('due', 'sent', 'unknown', 'known', 'void', 'mismatch')),
  attempts smallint not null default 0,
  finds smallint not null default 0,
  absent smallint not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  due_at timestamptz not null,
  -- What came of it, without personal data.
  answer jsonb,
  settled_at timestamptz,
  constraint partner_call_once unique (provider, request_id),
  constraint partner_call_check check ((state = 'due') = (sent_at is null) or state = 'void'),
  constraint partner_call_check1 check ((state in ('known', 'void', 'mismatch')) = (settled_at is not null))
);
create unique index partner_call_open on app.partner_call (object_id, kind, provider) where state in ('due', 'sent',
  'unknown');
create index partner_call_due on app.partner_call (provider, due_at) where state in ('due', 'sent', 'unknown');

-- What a partner told of by itself: a hint, never a fact. The body is sealed.
-- 0036-partners
create table app.partner_event (
  provider text not null,
  body_sha256 bytea not null check (length(body_sha256) = 32),
  sealed bytea not null,
  received_at timestamptz not null,
  seen_at timestamptz not null,
  times integer not null default 1,
  primary key (provider, body_sha256)
);
create index partner_event_by_age on app.partner_event (received_at);

-- An order of a verification.
-- 0036-partners
create table app.kyc_order (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  purpose text not null check (purpose in ('system', 'card')),
  state text not null check (state in ('pending', 'overdue', 'paid', 'completed', 'cancelled')),
  -- Which row of app.price it is sold by.
  sold_as text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  changed_at timestamptz not null,
  result text check (result in ('approved', 'final')),
  constraint kyc_order_check check ((state = 'completed') = (result is not null))
);
create unique index kyc_order_open on app.kyc_order (user_id, purpose) where state in ('pending', 'paid');
create index kyc_order_of_user on app.kyc_order (user_id, id desc);
create index kyc_order_by_clock on app.kyc_order (changed_at) where state in ('pending', 'overdue');

-- 0036-partners
create table app.kyc_order_step (
  order_id uuid not null references app.kyc_order(id),
  line smallint not null,
  state text not null,
  at timestamptz not null,
  primary key (order_id, line)
);

-- An identity that is or was checked. What is known of the person lies sealed in its items.
-- 0036-partners · 0038-screening · 0039-own-capture
create table app.kyc_record (
  id uuid primary key,
  auth_no text not null unique check (auth_no ~ '^MK-[0-9A-HJKMNP-TV-Y]{10}$'),
  user_id uuid not null references app.person(id),
  order_id uuid not null unique references app.kyc_order(id),
  purpose text not null check (purpose in ('system', 'card')),
  status text not null check (status in ('notBound', 'normal', 'disabled')),
  use text not null check (use in ('notUsed', 'unusable', 'card', 'system')),
  review text not null check (review in ('draft', 'submitted', 'review', 'held', 'again', 'approved', 'final')),
  reason text check (reason in ('attempts_used', 'refused', 'provider_away', 'duplicate', 'withdrawn', 'operator',
    'expired', 'screening')),
  provider text,
  -- How the company calls it.
  company_ref text,
  -- The address of the company's page, sealed, for as long as it is good.
  page bytea,
  page_expires_at timestamptz,
  attempts smallint not null default 0 check (attempts >= 0 and attempts <= 3),
  -- The company's moment of the verdict that was applied last: an older one changes nothing.
  decided_at timestamptz,
  -- When the company is asked next; null: nothing is open there.
  look_at timestamptz,
  looks smallint not null default 0,
  silent_since timestamptz,
  -- The last day that the document is good for, and the days before it of the reminder that went out last.
  expires_on date,
  reminded_days smallint check (reminded_days in (30, 7, 1)),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The version of the list that its person was compared with last; null: never, or what is known changed since.
  screened_version text check (length(screened_version) >= 1 and length(screened_version) <= 100),
  screened_at timestamptz,
  -- When that was last done or tried: whoever waited longest is next.
  screen_tried_at timestamptz,
  -- When its person last gave something that was not sent in yet; null: there is no draft.
  drafted_at timestamptz,
  constraint kyc_record_check check ((page is null) = (page_expires_at is null)),
  constraint kyc_record_check1 check (review <> 'final' or status = 'disabled'),
  constraint kyc_record_screened check ((screened_version is null) = (screened_at is null)),
  constraint kyc_record_drafted check (drafted_at is null or (review in ('draft', 'again')))
);
create index kyc_record_of_user on app.kyc_record (user_id, id desc);
create index kyc_record_look on app.kyc_record (provider, look_at) where look_at is not null;
create index kyc_record_silent on app.kyc_record (silent_since) where silent_since is not null;
create index kyc_record_expiring on app.kyc_record (expires_on) where review = 'approved' and status <> 'disabled';
create index kyc_record_held on app.kyc_record (id) where review = 'held';
-- Records that ended, by when: the nightly job takes the oldest first.
create index kyc_record_ended on app.kyc_record (changed_at, id) where status = 'disabled';
create index kyc_record_rescreen on app.kyc_record (screen_tried_at nulls first, id) where review = 'approved'
  and status <> 'disabled';
create index kyc_record_idle on app.kyc_record (drafted_at) where review = 'draft' and drafted_at is not null;

-- 0036-partners
create table app.kyc_step (
  record_id uuid not null references app.kyc_record(id),
  line smallint not null,
  review text not null,
  at timestamptz not null,
  primary key (record_id, line)
);

-- 0036-partners · 0039-own-capture
create table app.kyc_item (
  record_id uuid not null references app.kyc_record(id),
  item text not null check (item ~ '^[a-z][a-zA-Z]{1,30}$'),
  state text not null check (state in ('missing', 'given', 'accepted', 'again')),
  -- Why it is asked again: our word, and what the company wrote for the person, sealed.
  label text,
  words bytea,
  changed_at timestamptz not null,
  -- What was typed or photographed of an item, under the key of its record; kept when it was saved last.
  value bytea,
  file_id uuid references app.file(id),
  saved_at timestamptz,
  primary key (record_id, item),
  constraint kyc_item_value check (num_nonnulls(value, file_id) <= 1),
  constraint kyc_item_saved check ((saved_at is null) = (num_nonnulls(value, file_id) = 0))
);
create unique index kyc_item_file on app.kyc_item (file_id) where file_id is not null;

-- What is known of the person of a record: one sealed text, under the record's own key. Without that key nobody reads it.
-- 0036-partners
create table app.identity_key (
  record_id uuid primary key references app.kyc_record(id),
  -- Which key of the settings wrapped it.
  key_id text not null,
  wrapped bytea,
  fields bytea,
  erased_at timestamptz,
  constraint identity_key_check check ((wrapped is null) = (erased_at is not null)),
  constraint identity_key_check1 check (wrapped is not null or fields is null)
);

-- One person, one account: HMAC of country, type and number of the document.
-- 0036-partners
create table app.identity_index (
  hmac bytea not null check (length(hmac) = 32),
  use text not null check (use = 'system'),
  record_id uuid not null references app.kyc_record(id),
  user_id uuid not null references app.person(id),
  primary key (hmac, use)
);

-- What was given to whom, when, and under which agreement.
-- 0036-partners · 0037-keeping
create table app.identity_disclosure (
  id uuid primary key,
  record_id uuid not null references app.kyc_record(id),
  provider text not null,
  content_id text not null,
  content_version integer not null,
  items text[] not null,
  at timestamptz not null,
  -- When the company confirmed that it forgot; null: it was not asked, or has not answered.
  erased_at timestamptz
);
create index identity_disclosure_of_record on app.identity_disclosure (record_id);
create index identity_disclosure_open on app.identity_disclosure (record_id) where erased_at is null;

-- An authority ordered that a record is kept beyond its term. One stands at a time; those that were lifted stay.
-- 0037-keeping
create table app.identity_hold (
  id uuid primary key,
  record_id uuid not null references app.kyc_record(id),
  reason text not null check (length(reason) >= 1 and length(reason) <= 1000),
  since timestamptz not null,
  placed_by text not null,
  placed_second text not null,
  lifted_at timestamptz,
  lifted_by text,
  lifted_second text,
  lift_reason text check (length(lift_reason) >= 1 and length(lift_reason) <= 1000),
  constraint identity_hold_check check (placed_by <> placed_second),
  constraint identity_hold_check1 check (num_nulls(lifted_at, lifted_by, lifted_second, lift_reason) in (0, 4)),
  constraint identity_hold_check2 check (lifted_by <> lifted_second)
);
create unique index identity_hold_standing on app.identity_hold (record_id) where lifted_at is null;

-- Somebody who is like an entry of a list. A person decides whether they are the same; a score never does.
-- 0038-screening
create table app.screening_hit (
  id uuid primary key,
  record_id uuid not null references app.kyc_record(id),
  list_version text not null check (length(list_version) >= 1 and length(list_version) <= 100),
  -- What the list calls the entry.
  list_id text not null check (list_id ~ '^[a-zA-Z0-9_.:-]{1,100}$'),
  score real not null check (score >= 0::double precision and score <= 1::double precision),
  -- Name and list of the entry, and who was compared with it, under the key of the record; null once that was erased.
  sealed bytea,
  found_at timestamptz not null,
  -- clear: somebody else. confirm: the same. By whom, and when; null: it waits for a person.
  decision text check (decision in ('clear', 'confirm')),
  decided_by text,
  decided_at timestamptz,
  constraint screening_hit_check check ((decision is null) = (decided_by is null)
    and (decision is null) = (decided_at is null))
);
create unique index screening_hit_open on app.screening_hit (record_id, list_id) where decision is null;
create index screening_hit_of_record on app.screening_hit (record_id);

-- What people pick from. Codes stay for ever, because records name them; `closed` ones are offered no more.
-- 0039-own-capture
create table app.kyc_choice (
  list text not null check (list in ('job', 'income', 'purpose')),
  code text not null check (code ~ '^[a-z][a-zA-Z0-9]{1,30}$'),
  position smallint not null,
  is_closed boolean not null default false,
  -- By language; English is always there.
  words jsonb not null check (words ? 'en'),
  primary key (list, code)
);

-- Kinds of documents that a region does not issue, or that nobody takes; every other region has both.
-- 0039-own-capture
create table app.kyc_id_type_closed (
  region text not null check (region ~ '^[A-Z]{2}$'),
  id_type text not null check (id_type in ('idCard', 'passport')),
  primary key (region, id_type)
);

-- A record that persons of the house check.
-- 0039-own-capture
create table app.house_review (
  record_id uuid primary key references app.kyc_record(id),
  phase text not null check (phase in ('checking', 'held', 'done')),
  outcome text check (outcome in ('passed', 'again', 'final')),
  -- How often something was sent in.
  round smallint not null check (round >= 1 and round <= 100),
  -- Which wish brought it last: the same one again changes nothing.
  request_id text not null,
  received_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- What the lines of the document say, under the key of the record.
  mrz bytea,
  constraint house_review_check check ((phase = 'done') = (outcome is not null)),
  constraint house_review_check1 check ((phase = 'checking') = (decided_at is null)),
  constraint house_review_check2 check ((decided_at is null) = (decided_by is null))
);
create index house_review_waiting on app.house_review (received_at) where phase = 'checking';

-- What was said of an item in this round.
-- 0039-own-capture
create table app.house_verdict (
  record_id uuid not null references app.house_review(record_id) on delete cascade,
  item text not null check (item ~ '^[a-z][a-zA-Z]{1,30}$'),
  verdict text not null check (verdict in ('accepted', 'again')),
  label text,
  said_by text not null,
  said_at timestamptz not null,
  primary key (record_id, item),
  constraint house_verdict_check check ((verdict = 'again') = (label is not null))
);

-- 0040-binding
create table app.kyc_binding_request (
  id uuid primary key,
  -- Who wants it.
  user_id uuid not null references app.person(id),
  -- As it was typed, and no reference: there may be no such record, and nobody is told.
  auth_no text not null check (auth_no ~ '^MK-[0-9A-HJKMNP-TV-Y]{10}$'),
  -- The record whose owner was told; null: nobody's yet, or for ever.
  record_id uuid references app.kyc_record(id),
  use text not null check (use in ('system', 'card')),
  state text not null check (state in ('open', 'accepted', 'refused', 'expired', 'cancelled')),
  -- What for, and how to reach whoever asks, sealed; null once it was erased.
  texts bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the record was looked for, apart from the call that asked; null: not yet.
  sought_at timestamptz,
  decided_at timestamptz,
  constraint kyc_binding_request_check check ((state = 'open') = (decided_at is null)),
  constraint kyc_binding_request_check1 check (state <> 'accepted' or record_id is not null),
  constraint kyc_binding_request_check2 check (record_id is null or sought_at is not null)
);
create index kyc_binding_of_user on app.kyc_binding_request (user_id, id desc);
create index kyc_binding_of_record on app.kyc_binding_request (record_id, id desc) where record_id is not null;
create index kyc_binding_unsought on app.kyc_binding_request (id) where sought_at is null;
create index kyc_binding_open on app.kyc_binding_request (expires_at) where state = 'open';
create index kyc_binding_by_age on app.kyc_binding_request (expires_at) where state <> 'accepted';

-- 0041-phone
create table app.kyc_phone (
  record_id uuid primary key references app.kyc_record(id),
  -- The session in which the link was made: where that ends, the phone brings nothing more.
  session_id uuid not null references app.session(id),
  -- SHA-256 of the link's secret, and of the key that the phone which opened it drew itself; null: nobody opened it yet.
  link_hash bytea not null unique check (octet_length(link_hash) = 32),
  key_hash bytea unique check (octet_length(key_hash) = 32),
  -- Until when it may be opened; once it is, until when the phone may bring photos.
  expires_at timestamptz not null
);

-- A card of the shop. Shares are of one, amounts are in its currency (domain.md B.10).
-- 0042-cards
create table app.card_product (
  id text primary key check (id ~ '^[a-z]{2,20}(-[a-z]{2,20})?$'),
  position smallint not null unique,
  design text not null check (design in ('master', 'muse', 'utglblack', 'utglelite')),
  name text not null,
  form text not null check (form in ('virtual', 'physical')),
  network text not null,
  currency text not null references app.asset(code),
  recharge_fee numeric(6,5) not null check (recharge_fee >= 0 and recharge_fee <= 1),
  purchase_fee numeric(6,5) not null check (purchase_fee >= 0 and purchase_fee <= 1),
  atm_fee numeric(6,5) not null check (atm_fee >= 0 and atm_fee <= 1),
  -- Null: what the company takes of the day.
  foreign_fee numeric(6,5) check (foreign_fee >= 0 and foreign_fee <= 1),
  monthly_fee numeric(12,2) not null,
  recharge_min numeric(12,2) not null,
  recharge_max numeric(12,2) not null,
  daily_limit numeric(12,2) not null,
  kyc_level smallint not null check (kyc_level >= 1 and kyc_level <= 3),
  pin_min smallint not null check (pin_min >= 4 and pin_min <= 6),
  pin_max smallint not null,
  -- What its company has to know beside the identity.
  needs text[] not null check (needs <@ array['occupation', 'income', 'purpose', 'residence']),
  -- How many there still are; null: as many as are wanted.
  stock integer check (stock >= 0),
  is_open boolean not null default true,
  constraint card_product_check check (recharge_max >= recharge_min),
  constraint card_product_check1 check (pin_max >= pin_min and pin_max <= 6)
);

-- Which company issues a product, and what it calls it there.
-- 0042-cards
create table app.card_issuing (
  product_id text not null references app.card_product(id),
  provider text not null check (provider ~ '^[a-z]{2,20}$'),
  code text not null,
  primary key (product_id, provider)
);

-- Where a card of plastic is mailed to.
-- 0042-cards
create table app.card_region (
  product_id text not null references app.card_product(id),
  region text not null check (region ~ '^[A-Z]{2}$'),
  primary key (product_id, region)
);

-- Where a person fetches a card; in production operators write them.
-- 0042-cards
create table app.card_pickup (
  id text primary key check (id ~ '^[a-z]{2,20}(-[a-z]{2,20})?$'),
  mode text not null check (mode in ('demo', 'production')),
  region text not null check (region ~ '^[A-Z]{2}$'),
  city text not null,
  line text not null,
  is_open boolean not null default true
);

-- 0042-cards
create table app.card_application (
  id uuid primary key,
  user_id uuid not null references app.person(id),
  product_id text not null references app.card_product(id),
  -- Which company issues it, fixed when it is applied for.
  provider text not null,
  state text not null check (state in ('binding', 'info', 'submitting', 'review', 'rejected', 'passed', 'approval',
    'opening', 'opened', 'pendingActivation', 'active', 'closed')),
  -- The identity that it is for.
  record_id uuid references app.kyc_record(id),
  -- The name on the card, phone, address and what the company has to know: sealed.
  details bytea not null,
  -- How often the company was given its person's data, and what it wants anew.
  tries smallint not null default 0 check (tries >= 0 and tries <= 3),
  named text[] not null default '{}'[],
  holder_ref text,
  reason text check (reason in ('cancelled', 'unpaid', 'tries', 'refused', 'identity', 'operator')),
  look_at timestamptz,
  looks smallint not null default 0,
  silent_since timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  changed_at timestamptz not null,
  constraint card_application_check check ((state = 'closed') = (reason is not null))
);
create unique index card_application_open on app.card_application (user_id, product_id) where state not in ('active',
  'closed');
-- An identity stands for one card.
create unique index card_application_record on app.card_application (record_id) where state <> 'closed';
create index card_application_of_user on app.card_application (user_id, id desc);
create index card_application_look on app.card_application (provider, look_at) where look_at is not null;
create index card_application_unpaid on app.card_application (expires_at) where state = 'binding';

-- 0042-cards
create table app.card_application_step (
  application_id uuid not null references app.card_application(id),
  line smallint not null,
  state text not null,
  at timestamptz not null,
  primary key (application_id, line)
);

-- Where a card of plastic is. Its address lies sealed in the application.
-- 0042-cards
create table app.card_delivery (
  application_id uuid primary key references app.card_application(id),
  method text not null check (method in ('mail', 'pickup')),
  region text not null,
  pickup_id text references app.card_pickup(id),
  -- Null until the card is made.
  state text check (state in ('preparing', 'shipped', 'delivered', 'returned', 'lost')),
  carrier text,
  tracking text,
  mail_by timestamptz,
  shipped_at timestamptz,
  changed_at timestamptz not null,
  -- Its person was told that it is late.
  late_at timestamptz,
  constraint card_delivery_check check ((method = 'pickup') = (pickup_id is not null))
);
create index card_delivery_due on app.card_delivery (mail_by) where state = 'preparing' and late_at is null;

-- 0042-cards
create table app.card (
  id uuid primary key,
  application_id uuid not null unique references app.card_application(id),
  user_id uuid not null references app.person(id),
  product_id text not null references app.card_product(id),
  provider text not null,
  -- How its company calls it: no number of it.
  card_ref text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  expiry text not null check (expiry ~ '^\d{4}-\d\d$'),
  currency text not null,
  state text not null check (state in ('pendingActive', 'active', 'locked', 'suspended', 'lost', 'closed', 'expired')),
  wish text not null check (wish in ('none', 'active', 'locked', 'lost', 'closed')),
  -- When its company was last sent a lock whose answer nobody heard: until that is long ago, a lock there may be ours.
  lock_sent_at timestamptz,
  balance numeric(18,2) not null,
  available numeric(18,2) not null,
  daily_limit numeric(18,2),
  daily_left numeric(18,2),
  -- When its company said all this.
  read_at timestamptz not null,
  remark text check (length(remark) <= 40),
  look_at timestamptz,
  looks smallint not null default 0,
  silent_since timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint card_provider_card_ref_key unique (provider, card_ref),
  constraint card_check check (state <> 'lost' or (wish in ('lost', 'closed')))
);
create index card_of_user on app.card (user_id, id desc);
create unique index card_one_per_product on app.card (user_id, product_id) where state not in ('lost', 'closed', 'expired');
create index card_look on app.card (provider, look_at) where look_at is not null;

-- Every step of a card: what it was then, why and by what way.
-- 0042-cards
create table app.card_step (
  card_id uuid not null references app.card(id),
  line smallint not null,
  state text not null,
  wish text not null,
  channel text not null check (channel in ('app', 'issuer', 'operator', 'clock')),
  at timestamptz not null,
  primary key (card_id, line)
);
