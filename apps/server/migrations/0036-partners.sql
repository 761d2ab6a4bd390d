-- What is asked of companies outside, what people buy of the house, and the verification of identities.

-- Paid for things that may still be given back; a person's money on its way in or out of the trust; the house's own in it.
insert into ledger.chart (kind, is_owned, floor_zero) values
  ('unearned', false, true), ('transit', true, true), ('trust', false, true);

-- What a thing costs, in each asset that it can be paid in. No row: it is not sold in that mode. Zero: it costs nothing.
create table app.price (
  product text not null check (product in ('kyc')),
  purpose text not null check (purpose ~ '^[a-z-]{1,30}$'),
  mode text not null check (mode in ('demo', 'production')),
  asset text not null references app.asset (code),
  units ledger.units not null check (units >= 0),
  primary key (product, purpose, mode, asset)
);
-- The own first check costs nothing in production; in a demonstration everybody sees how it is paid.
insert into app.price (product, purpose, mode, asset, units)
  select 'kyc', p.purpose, m.mode, a.code, case when p.purpose = 'first' and m.mode = 'production' then 0 else a.units end
  from (values ('first'), ('system'), ('card')) as p (purpose), (values ('demo'), ('production')) as m (mode),
    (values ('USDT', 1000000000), ('USDC', 1000000000), ('USD', 1000)) as a (code, units);

-- What somebody paid the house for. It ends once: earned, or given back whole.
create table app.purchase (
  id uuid primary key,
  user_id uuid not null references app.person,
  product text not null check (product in ('kyc')),
  -- What was bought: the order of that product.
  object_id uuid not null,
  asset text not null references app.asset (code),
  units ledger.units not null check (units > 0),
  -- Worth in US dollars when it was paid, for the limits of the level.
  usd numeric,
  bill_id uuid not null,
  journal_id bigint not null references ledger.journal (id),
  state text not null check (state in ('paid', 'earned', 'refunded')),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint purchase_once unique (product, object_id),
  check ((state = 'paid') = (ended_at is null))
);
create index purchase_of_user on app.purchase (user_id, created_at);
create index purchase_open on app.purchase (asset) where state = 'paid';

-- One wish to somebody outside; commits before the bytes leave.
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
  check ((state = 'due') = (sent_at is null) or state = 'void'),
  check ((state in ('known', 'void', 'mismatch')) = (settled_at is not null))
);
create unique index partner_call_open on app.partner_call (object_id, kind, provider) where state in ('due', 'sent', 'unknown');
create index partner_call_due on app.partner_call (provider, due_at) where state in ('due', 'sent', 'unknown');

-- What a partner told of by itself: a hint, never a fact. The body is sealed.
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
create table app.kyc_order (
  id uuid primary key,
  user_id uuid not null references app.person,
  purpose text not null check (purpose in ('system', 'card')),
  state text not null check (state in ('pending', 'overdue', 'paid', 'completed', 'cancelled')),
  -- Which row of app.price it is sold by.
  sold_as text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  changed_at timestamptz not null,
  result text check (result in ('approved', 'final')),
  check ((state = 'completed') = (result is not null))
);
create unique index kyc_order_open on app.kyc_order (user_id, purpose) where state in ('pending', 'paid');
create index kyc_order_of_user on app.kyc_order (user_id, id desc);
create index kyc_order_by_clock on app.kyc_order (changed_at) where state in ('pending', 'overdue');

create table app.kyc_order_step (
  order_id uuid not null references app.kyc_order,
  line smallint not null,
  state text not null,
  at timestamptz not null,
  primary key (order_id, line)
);

-- An identity that is or was checked. What is known of the person lies sealed in its items.
create table app.kyc_record (
  id uuid primary key,
  auth_no text not null unique check (auth_no ~ '^MK-[0-9A-HJKMNP-TV-Y]{10}$'),
  user_id uuid not null references app.person,
  order_id uuid not null unique references app.kyc_order,
  purpose text not null check (purpose in ('system', 'card')),
  status text not null check (status in ('notBound', 'normal', 'disabled')),
  use text not null check (use in ('notUsed', 'unusable', 'card', 'system')),
  review text not null check (review in ('draft', 'submitted', 'review', 'held', 'again', 'approved', 'final')),
  reason text check (reason in ('attempts_used', 'refused', 'provider_away', 'duplicate', 'withdrawn', 'operator',
    'expired')),
  provider text,
  -- How the company calls it.
  company_ref text,
  -- The address of the company's page, sealed, for as long as it is good.
  page bytea,
  page_expires_at timestamptz,
  attempts smallint not null default 0 check (attempts between 0 and 3),
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
  check ((page is null) = (page_expires_at is null)),
  check (review <> 'final' or status = 'disabled')
);
create index kyc_record_of_user on app.kyc_record (user_id, id desc);
create index kyc_record_look on app.kyc_record (provider, look_at) where look_at is not null;
create index kyc_record_silent on app.kyc_record (silent_since) where silent_since is not null;
create index kyc_record_expiring on app.kyc_record (expires_on) where review = 'approved' and status <> 'disabled';
create index kyc_record_held on app.kyc_record (id) where review = 'held';

create table app.kyc_step (
  record_id uuid not null references app.kyc_record,
  line smallint not null,
  review text not null,
  at timestamptz not null,
  primary key (record_id, line)
);

create table app.kyc_item (
  record_id uuid not null references app.kyc_record,
  item text not null check (item ~ '^[a-z][a-zA-Z]{1,30}$'),
  state text not null check (state in ('missing', 'given', 'accepted', 'again')),
  -- Why it is asked again: our word, and what the company wrote for the person, sealed.
  label text,
  words bytea,
  changed_at timestamptz not null,
  primary key (record_id, item)
);

-- What is known of the person of a record: one sealed text, under the record's own key. Without that key nobody reads it.
create table app.identity_key (
  record_id uuid primary key references app.kyc_record,
  -- Which key of the settings wrapped it.
  key_id text not null,
  wrapped bytea,
  fields bytea,
  erased_at timestamptz,
  check ((wrapped is null) = (erased_at is not null)),
  check (wrapped is not null or fields is null)
);

-- One person, one account: HMAC of country, type and number of the document.
create table app.identity_index (
  hmac bytea not null check (length(hmac) = 32),
  use text not null check (use in ('system')),
  record_id uuid not null references app.kyc_record,
  user_id uuid not null references app.person,
  primary key (hmac, use)
);

-- What was given to whom, when, and under which agreement.
create table app.identity_disclosure (
  id uuid primary key,
  record_id uuid not null references app.kyc_record,
  provider text not null,
  content_id text not null,
  content_version integer not null,
  items text[] not null,
  at timestamptz not null
);
create index identity_disclosure_of_record on app.identity_disclosure (record_id);

alter table app.bill drop constraint bill_type_check,
  add constraint bill_type_check check (type in ('UNKNOWN', 'COLLECTION', 'TRANSFER', 'TRANSFER_REFUND', 'LOCK_RECOVERY',
    'LOCK_INCREASE', 'LOCK_REDUCE', 'CURRENCY_TRADE', 'CURRENCY_TRADE_RECOVERY', 'BUY_CARD', 'BUY_KYC', 'BUY_REFUND',
    'CARD_RECHARGE_UTGL', 'CARD_RECHARGE_MUSE', 'CARD_RECHARGE_REFUND')),
  drop constraint bill_pay_type_check,
  add constraint bill_pay_type_check check (pay_type in ('internal', 'onChain', 'purchase'));

-- An identity that does not hold any more freezes its account; another one lifts that.
alter table app.freeze drop constraint freeze_reason_check,
  add constraint freeze_reason_check check (reason in ('passwordChanged', 'passwordReset', 'passwordResetStrong',
    'payPasswordReset', 'contactChanged', 'googleBound', 'passkeyAdded', 'strongRemoved', 'caseFactor', 'casePassword',
    'notMe', 'sessionCopied', 'lifted', 'operator', 'closing', 'identityDisabled')),
  drop constraint freeze_lifted_by_check,
  add constraint freeze_lifted_by_check check (lifted_by in ('self', 'support', 'identity'));

alter table app.outbox drop constraint outbox_event_check,
  add constraint outbox_event_check
    check (event in ('balance', 'bill', 'message', 'session', 'export', 'deposit', 'kyc'));

-- Few accounts, looked at each minute.
create index account_of_partners on ledger.account (asset_id, kind)
  where kind in ('transit', 'trust', 'fund', 'suspense', 'unearned');
