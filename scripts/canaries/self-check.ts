/** Whether the search sees at all: one value lies openly where none may lie, has to be found there, and is taken away. */
import { enqueue } from '../../apps/server/src/platform/database/outbox.ts';
import { asOwner } from '../../apps/server/testing/database.ts';
import type { Canary } from './canary.ts';
import { readTables } from './database.ts';
import type { House } from './house.ts';
import { createPlaces, findCanaries } from './places.ts';

export const openCanary: Canary = {
  name: 'self-check',
  text: `Nereïd's "Lodestar" & <Juniper>/7`,
  kind: 'person',
};

/** Where it is laid: in texts, in JSON, and in bytes among what is sealed. */
const laid = ['notices', 'announcements in their table', 'jobs', 'sealed columns', 'logs'] as const;

/** `tries` are the places, before, with and without it; `found` are those of them that were judged rightly. */
export async function checkSearch(house: House): Promise<{ tries: number; found: number }> {
  const before = await placesWithIt(house);
  await lay(house);
  const during = await placesWithIt(house);
  await takeAway(house);
  const after = await placesWithIt(house);
  const right = laid.filter(
    (place) => !before.has(place) && during.has(place) && (place === 'logs' || !after.has(place)),
  );
  if (right.length < laid.length) console.error(`the search is blind: it saw ${[...during].join(', ')}`);
  return { tries: laid.length, found: right.length };
}

async function placesWithIt({ api, places: house }: House): Promise<Set<string>> {
  const places = createPlaces();
  await readTables(api.ownerUrl, places);
  places.add('logs', house.textOf('logs'));
  return new Set(findCanaries(places, [openCanary]).map(({ place }) => place));
}

async function lay({ api, log }: House): Promise<void> {
  const { text } = openCanary;
  const literal = text.replaceAll("'", "''");
  const json = JSON.stringify({ text }).replaceAll("'", "''");
  for (const statement of [
    `insert into app.demo_inbox (channel, recipient, subject, body) values ('email', 'a', 'b', '${literal}')`,
    `insert into app.outbox (user_id, event, data) values (gen_random_uuid(), 'kyc', '${json}')`,
    `insert into app.partner_event (provider, body_sha256, sealed, received_at, seen_at)
     values ('selfcheck', sha256('a'), convert_to('${literal}', 'UTF8'), now(), now())`,
  ])
    await asOwner(api.ownerUrl, statement);
  await enqueue(api.databases.main, 'selfCheck', { text });
  log.trace({ text }, 'a value in a log');
}

async function takeAway({ api }: House): Promise<void> {
  for (const statement of [
    'delete from app.demo_inbox',
    'delete from app.outbox',
    'delete from app.partner_event',
    'delete from graphile_worker._private_jobs',
  ])
    await asOwner(api.ownerUrl, statement);
}
