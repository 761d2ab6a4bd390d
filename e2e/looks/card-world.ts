/** An application that waits to be paid and a card that is active, of somebody in a program with the demo company. */
import pg from 'pg';

import type { JourneyAccount } from '../people/people.ts';
import type { SharedApp } from '../program/app.ts';

export type CardScreens = {
  /** A card of plastic whose application was not paid yet. */
  readonly applicationId: string;
  readonly cardId: string;
};

const holder = {
  latinName: 'ANNA MUSTER',
  phone: '+995555123456',
  agreed: { contentId: 'card-demo-company', version: 1 },
} as const;

const delivery = {
  method: 'mail',
  recipient: 'Anna Muster',
  country: 'GE',
  city: 'Tbilisi',
  postal: '0108',
  line: '24 Example Avenue',
  isResidential: true,
} as const;

export async function prepareCards(app: SharedApp, { call }: JourneyAccount): Promise<CardScreens> {
  const paid = await call('card/apply', { ...holder, productId: 'master-virtual' });
  const cardId = await insertCard(app, paid.applicationId);
  const waiting = await call('card/apply', { ...holder, productId: 'muse-platinum', delivery });
  return { applicationId: waiting.applicationId, cardId };
}

/** As its company would have opened it and its person would have activated it. */
async function insertCard(app: SharedApp, applicationId: string): Promise<string> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  try {
    const made = await client.query<{ id: string }>(
      `with a as (
         update app.card_application set state = 'active', holder_ref = 'a-holder' where id = $1
         returning id, user_id, product_id, provider),
       c as (
         insert into app.card (id, application_id, user_id, product_id, provider, card_ref, last4, expiry, currency, state,
           wish, balance, available, daily_limit, daily_left, read_at, created_at, changed_at)
         select gen_random_uuid(), id, user_id, product_id, provider, id::text, '4821', '2029-09', 'USD', 'active', 'active',
           1204.5, 1204.5, 5000, 4870, now(), now(), now() from a returning id, state)
       insert into app.card_step (card_id, line, state, wish, channel, at)
       select id, 1, state, 'active', 'app', now() from c returning card_id as id`,
      [applicationId],
    );
    const [row] = made.rows;
    if (row === undefined) throw new Error('No card was written.');
    return row.id;
  } finally {
    await client.end();
  }
}
