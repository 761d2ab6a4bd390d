/** Whether the search sees at all: values lie openly where none may lie, have to be found there, and are taken away. */
import { enqueue } from '../../apps/server/src/platform/database/outbox.ts';
import { asOwner } from '../../apps/server/testing/database.ts';
import type { Canary } from './canary.ts';
import { canariesOfCard, printWords } from './card-people.ts';
import { readTables } from './database.ts';
import type { House } from './house.ts';
import { createPlaces, findCanaries } from './places.ts';

/** Of nobody, and of a card that the company never makes. */
export const openCanaries: readonly Canary[] = [
  { name: 'self-check', text: `Nereïd's "Lodestar" & <Juniper>/7`, kind: 'person' },
  ...canariesOfCard('self-check', printWords(9999)),
];

/** Where they are laid: in texts, in JSON, and in bytes among what is sealed. */
const laid = ['notices', 'announcements in their table', 'jobs', 'sealed columns', 'logs'] as const;

/** `tries` are the values in each place, before, with and without them; `found` are those that were judged rightly. */
export async function checkSearch(house: House): Promise<{ tries: number; found: number }> {
  const before = await finds(house);
  for (const canary of openCanaries) await lay(house, canary);
  const during = await finds(house);
  await takeAway(house);
  const after = await finds(house);
  const all = laid.flatMap((place) => openCanaries.map(({ name }) => ({ place, find: findOf(place, name) })));
  const right = all.filter(
    ({ place, find }) => !before.has(find) && during.has(find) && (place === 'logs' || !after.has(find)),
  );
  if (right.length < all.length) console.error(`the search is blind: it saw ${[...during].join(', ')}`);
  return { tries: all.length, found: right.length };
}

function findOf(place: string, canary: string): string {
  return `${canary} in ${place}`;
}

async function finds({ api, places: house }: House): Promise<Set<string>> {
  const places = createPlaces();
  await readTables(api.ownerUrl, places);
  places.add('logs', house.textOf('logs'));
  return new Set(findCanaries(places, openCanaries).map(({ place, canary }) => findOf(place, canary)));
}

async function lay({ api, log }: House, { text }: Canary): Promise<void> {
  const literal = text.replaceAll("'", "''");
  const json = JSON.stringify({ text }).replaceAll("'", "''");
  for (const statement of [
    `insert into app.demo_inbox (channel, recipient, subject, body) values ('email', 'a', 'b', '${literal}')`,
    `insert into app.outbox (user_id, event, data) values (gen_random_uuid(), 'kyc', '${json}')`,
    `insert into app.partner_event (provider, body_sha256, sealed, received_at, seen_at)
     values ('selfcheck', sha256(convert_to('${literal}', 'UTF8')), convert_to('${literal}', 'UTF8'), now(), now())`,
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
