-- Cards: the shop, applications, and what is known of a card. No number, code or PIN of one is in any table.

alter table app.price drop constraint price_product_check,
  add constraint price_product_check check (product in ('kyc', 'card'));
alter table app.purchase drop constraint purchase_product_check,
  add constraint purchase_product_check check (product in ('kyc', 'card'));
alter table app.attempt drop constraint attempt_kind_check,
  add constraint attempt_kind_check check (kind in ('login', 'payPassword', 'second', 'google', 'recoveryCode', 'kycNumber', 'cardDigits'));

alter table app.outbox drop constraint outbox_event_check,
  add constraint outbox_event_check check (event in ('balance', 'bill', 'message', 'session', 'export', 'deposit', 'kyc', 'card'));

-- A card of the shop. Shares are of one, amounts are in its currency (domain.md B.10).
create table app.card_product (
  id text primary key check (id ~ '^[a-z]{2,20}(-[a-z]{2,20})?$'),
  position smallint not null unique,
  design text not null check (design in ('master', 'muse', 'utglblack', 'utglelite')),
  name text not null,
  form text not null check (form in ('virtual', 'physical')),
  network text not null,
  currency text not null references app.asset (code),
  recharge_fee numeric(6, 5) not null check (recharge_fee between 0 and 1),
  purchase_fee numeric(6, 5) not null check (purchase_fee between 0 and 1),
  atm_fee numeric(6, 5) not null check (atm_fee between 0 and 1),
  -- Null: what the company takes of the day.
  foreign_fee numeric(6, 5) check (foreign_fee between 0 and 1),
  monthly_fee numeric(12, 2) not null,
  recharge_min numeric(12, 2) not null,
  recharge_max numeric(12, 2) not null check (recharge_max >= recharge_min),
  daily_limit numeric(12, 2) not null,
  kyc_level smallint not null check (kyc_level between 1 and 3),
  pin_min smallint not null check (pin_min between 4 and 6),
  pin_max smallint not null check (pin_max between pin_min and 6),
  -- What its company has to know beside the identity.
  needs text[] not null check (needs <@ array['occupation', 'income', 'purpose', 'residence']),
  -- How many there still are; null: as many as are wanted.
  stock integer check (stock >= 0),
  is_open boolean not null default true
);
insert into app.card_product (id, position, design, name, form, network, currency, recharge_fee, purchase_fee, atm_fee,
    foreign_fee, monthly_fee, recharge_min, recharge_max, daily_limit, kyc_level, pin_min, pin_max, needs)
  values
  ('master-virtual', 1, 'master', 'Master', 'virtual', 'Mastercard', 'USD', 0.01, 0, 0.02, 0.01, 0, 10, 5000, 5000, 2, 4, 6,
    array['residence']),
  ('master-physical', 2, 'master', 'Master', 'physical', 'Mastercard', 'USD', 0.01, 0, 0.02, 0.01, 0, 10, 5000, 5000, 2, 4, 6,
    array['residence']),
  ('muse-platinum', 3, 'muse', 'MUSE platinum', 'physical', 'Mastercard', 'USD', 0, 0.015, 0.015, null, 0, 10, 10000, 500000,
    2, 6, 6, array['occupation', 'income', 'purpose', 'residence']);
insert into app.price (product, purpose, mode, asset, units)
  select 'card', p.id, m.mode, a.code, a.units::numeric * p.times
  from (values ('master-virtual', 1), ('master-physical', 10), ('muse-platinum', 10)) as p (id, times),
    (values ('demo'), ('production')) as m (mode),
    (values ('USDT', 1000000000), ('USDC', 1000000000), ('USD', 1000)) as a (code, units);

-- Which company issues a product, and what it calls it there.
create table app.card_issuing (
  product_id text not null references app.card_product,
  provider text not null check (provider ~ '^[a-z]{2,20}$'),
  code text not null,
  primary key (product_id, provider)
);
insert into app.card_issuing (product_id, provider, code)
  select id, 'democards', id from app.card_product;

-- Where a card of plastic is mailed to.
create table app.card_region (
  product_id text not null references app.card_product,
  region text not null check (region ~ '^[A-Z]{2}$'),
  primary key (product_id, region)
);
insert into app.card_region (product_id, region)
  select p.id, r.region from app.card_product p,
    unnest(array['AE', 'AM', 'AT', 'AU', 'AZ', 'BE', 'BG', 'CA', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB',
      'GE', 'GR', 'HK', 'HR', 'HU', 'ID', 'IE', 'IL', 'IN', 'IT', 'JP', 'KG', 'KR', 'KZ', 'LT', 'LU', 'LV', 'MO', 'MT',
      'MX', 'MY', 'NL', 'NO', 'NZ', 'PH', 'PL', 'PT', 'RO', 'RS', 'SE', 'SG', 'SI', 'SK', 'TH', 'TR', 'TW', 'UA', 'UZ',
      'VN']) as r (region)
  where p.form = 'physical';

-- Where a person fetches a card; in production operators write them.
create table app.card_pickup (
  id text primary key check (id ~ '^[a-z]{2,20}(-[a-z]{2,20})?$'),
  mode text not null check (mode in ('demo', 'production')),
  region text not null check (region ~ '^[A-Z]{2}$'),
  city text not null,
  line text not null,
  is_open boolean not null default true
);
insert into app.card_pickup (id, mode, region, city, line) values
  ('demo-singapore', 'demo', 'SG', 'Singapore', '1 Example Street, counter 3'),
  ('demo-hongkong', 'demo', 'HK', 'Hong Kong', '8 Example Road, 12/F'),
  ('demo-tbilisi', 'demo', 'GE', 'Tbilisi', '24 Example Avenue');

create table app.card_application (
  id uuid primary key,
  user_id uuid not null references app.person,
  product_id text not null references app.card_product,
  -- Which company issues it, fixed when it is applied for.
  provider text not null,
  state text not null check (state in ('binding', 'info', 'submitting', 'review', 'rejected', 'passed', 'approval',
    'opening', 'opened', 'pendingActivation', 'active', 'closed')),
  -- The identity that it is for.
  record_id uuid references app.kyc_record,
  -- The name on the card, phone, address and what the company has to know: sealed.
  details bytea not null,
  -- How often the company was given its person's data, and what it wants anew.
  tries smallint not null default 0 check (tries between 0 and 3),
  named text[] not null default '{}',
  holder_ref text,
  reason text check (reason in ('cancelled', 'unpaid', 'tries', 'refused', 'identity', 'operator')),
  look_at timestamptz,
  looks smallint not null default 0,
  silent_since timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'closed') = (reason is not null))
);
create unique index card_application_open on app.card_application (user_id, product_id)
  where state not in ('active', 'closed');
-- An identity stands for one card.
create unique index card_application_record on app.card_application (record_id) where state <> 'closed';
create index card_application_of_user on app.card_application (user_id, id desc);
create index card_application_look on app.card_application (provider, look_at) where look_at is not null;
create index card_application_unpaid on app.card_application (expires_at) where state = 'binding';

create table app.card_application_step (
  application_id uuid not null references app.card_application,
  line smallint not null,
  state text not null,
  at timestamptz not null,
  primary key (application_id, line)
);

-- Where a card of plastic is. Its address lies sealed in the application.
create table app.card_delivery (
  application_id uuid primary key references app.card_application,
  method text not null check (method in ('mail', 'pickup')),
  region text not null,
  pickup_id text references app.card_pickup,
  -- Null until the card is made.
  state text check (state in ('preparing', 'shipped', 'delivered', 'returned', 'lost')),
  carrier text,
  tracking text,
  mail_by timestamptz,
  shipped_at timestamptz,
  changed_at timestamptz not null,
  -- Its person was told that it is late.
  late_at timestamptz,
  check ((method = 'pickup') = (pickup_id is not null))
);
create index card_delivery_due on app.card_delivery (mail_by) where state = 'preparing' and late_at is null;

create table app.card (
  id uuid primary key,
  application_id uuid not null unique references app.card_application,
  user_id uuid not null references app.person,
  product_id text not null references app.card_product,
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
  balance numeric(18, 2) not null,
  available numeric(18, 2) not null,
  daily_limit numeric(18, 2),
  daily_left numeric(18, 2),
  -- When its company said all this.
  read_at timestamptz not null,
  remark text check (length(remark) <= 40),
  look_at timestamptz,
  looks smallint not null default 0,
  silent_since timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (provider, card_ref),
  -- A card that ended is not wished back by anything.
  check (state <> 'lost' or wish in ('lost', 'closed'))
);
create index card_of_user on app.card (user_id, id desc);
create unique index card_one_per_product on app.card (user_id, product_id) where state not in ('lost', 'closed', 'expired');
create index card_look on app.card (provider, look_at) where look_at is not null;

-- Every step of a card: what it was then, why and by what way.
create table app.card_step (
  card_id uuid not null references app.card,
  line smallint not null,
  state text not null,
  wish text not null,
  channel text not null check (channel in ('app', 'issuer', 'operator', 'clock')),
  at timestamptz not null,
  primary key (card_id, line)
);
