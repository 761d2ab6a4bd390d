/** Cards from the application to their lock, one virtual and one of plastic, each paid by somebody with an identity of their own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import { openOwner } from '../../apps/server/src/platform/database/database.ts';
import { goodPayPassword } from '../../apps/server/testing/api.ts';
import { codeAt, stepMs } from '../../apps/server/testing/authenticator-code.ts';
import { enrolled, operate } from '../../apps/server/testing/operate.ts';
import type { Canary } from './canary.ts';
import { canariesOfCard, canariesOfNumber, type CardSheet, cardSheets, typedNumbers } from './card-people.ts';
import type { House } from './house.ts';
import { begin, type CardNames, decideRecord, passTime, readNow, submit, type Verified } from './story.ts';

export type CardOwner = Verified & { readonly card: CardNames };

/** So many minutes after its payment a card is with its person. */
const turnsMax = 30;

/** Whoever has a card in the end, and the addresses of the company's pages that came to be on the way. */
export async function runCardStory(
  house: House,
): Promise<{ readonly holders: readonly CardOwner[]; readonly pages: readonly Canary[] }> {
  const pages: Canary[] = [];
  const holders: CardOwner[] = [];
  for (const sheet of cardSheets) holders.push(await lockedHolder(house, sheet, pages));
  for (const holder of holders) await typeNumbers(house, holder);
  await readAsOperator(house, holders);
  return { holders, pages };
}

async function lockedHolder(house: House, sheet: CardSheet, pages: Canary[]): Promise<CardOwner> {
  const identified = await begin(house, sheet.productId, pages);
  await submit(house, sheet.person, pages);
  await decideRecord(house, identified, { to: 'passed' });
  const applied = await apply(house, sheet, identified);
  await payFor(house, sheet, applied);
  const { api } = house;
  const { token } = applied;
  const cardId = await until(house, applied, async () => {
    const order = dataOf(
      await api.call('card/order/detail', { applicationId: applied.card.applicationId }, { token }),
    );
    return order.progress === 'pendingActivation' && order.cardId !== null ? order.cardId : undefined;
  });
  const holder = { ...applied, card: { ...applied.card, cardId } };
  const isIn = (wanted: 'active' | 'locked') => async () =>
    dataOf(await api.call('card/info', { cardId }, { token })).state === wanted ? true : undefined;
  await activate(house, holder, cardId);
  await until(house, holder, isIn('active'));
  dataOf(await api.call('card/lock', { cardId }, { token }));
  await until(house, holder, isIn('locked'));
  return holder;
}

async function apply(
  { api }: House,
  { productId, latinName, phone, residence, mail }: CardSheet,
  person: Verified,
): Promise<CardOwner> {
  const { token, authNo } = person;
  const country = 'NL';
  const delivery = mail && { method: 'mail' as const, country, isResidential: false, ...mail };
  const agreed = { contentId: 'card-demo-company', version: 1 };
  const input = { productId, authNo, latinName, phone, agreed, ...(delivery && { delivery }) };
  const { applicationId } = dataOf(await api.call('card/apply', input, { token }));
  const more = { applicationId, residence: { country, ...residence } };
  dataOf(await api.call('card/apply/complete', more, { token }));
  return { ...person, card: { productId, applicationId, cardId: null } };
}

async function payFor(house: House, { amount }: CardSheet, person: CardOwner): Promise<void> {
  const { api } = house;
  const { token, card } = person;
  await api.credit(person, 'USDT', amount);
  const input = {
    applicationId: card.applicationId,
    currency: 'USDT',
    amount,
    google: digitsOf(house, person),
  };
  dataOf(await api.call('card/order/pay', { ...input, payPassword: goodPayPassword }, { token }));
  await readNow(house, person);
}

/** By the digits that stand on the card, of which one of plastic is the only proof. */
async function activate(house: House, person: CardOwner, cardId: string): Promise<void> {
  const { api } = house;
  const found = await sql<{ last4: string }>`select last4 from app.card where id = ${cardId}`.execute(
    api.databases.main,
  );
  const input = { cardId, last4: found.rows[0]?.last4 ?? '', google: digitsOf(house, person) };
  dataOf(await api.call('card/activate', input, { token: person.token }));
}

/** Digits that were not used yet. */
function digitsOf({ api }: House, { secret }: Verified): string {
  api.clock.move(stepMs);
  return codeAt(secret, api.clock.now());
}

/** Minutes pass until something is there. */
async function until<Value>(
  house: House,
  person: CardOwner,
  find: () => Promise<Value | undefined>,
): Promise<Value> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const value = await find();
    if (value !== undefined) return value;
    await passTime(house, person, minuteMs);
  }
  throw new Error(`the card of ${person.card.productId} came to a stop`);
}

/** The numbers of other cards, where somebody mistakes a field: a remark is refused, and a search finds nobody and stays nowhere. */
async function typeNumbers({ api, places }: House, { token, card }: CardOwner): Promise<void> {
  const forms = typedNumbers.flatMap((number) => canariesOfNumber('', number, 'typed').slice(0, 3));
  for (const { text: number } of forms) {
    for (const remark of [number, `mine: ${number}`]) {
      const input = { cardId: card.cardId, remark, requestId: crypto.randomUUID() };
      const text = JSON.stringify(await api.raw('card/remark', input, { token }));
      if (!text.includes('looks_like_card_number')) throw new Error(`a remark was taken: ${text}`);
      places.add('bodies of errors', text);
    }
    places.add('bodies of errors', JSON.stringify(await api.raw('payee/lookup', { to: number }, { token })));
  }
}

/** Where a card goes is read by whoever sends it, one application at a time; nothing else of it is. */
async function readAsOperator({ api, places }: House, holders: readonly CardOwner[]): Promise<void> {
  const owner = openOwner(api.ownerUrl);
  try {
    const { ask } = await enrolled(owner.db, ['cleo']);
    const command = async (place: string, line: string) => {
      const by = ['--by', 'cleo', '--reason', 'it is sent today'];
      const given = { db: owner.db, ask, now: api.clock.now() };
      const { isDone, lines } = await operate(line, by, given);
      if (!isDone) throw new Error(`${line}: ${lines.join(' ')}`);
      places.add(place, ...lines);
    };
    await command('what operators read', 'card-list');
    for (const { card } of holders)
      await command('an application as an operator opened it', `card-show ${card.applicationId}`);
  } finally {
    await owner.close();
  }
}

function dataOf<Data>(answer: { readonly ok: true; readonly data: Data } | { readonly ok: false }): Data {
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.data;
}

/** What is printed on each card that the company made. */
export function canariesOfCards({ issuing }: House): Canary[] {
  return [...issuing.world.cards.values()].flatMap(({ product, secrets }) =>
    canariesOfCard(product, secrets),
  );
}

/**
 * How many cards lie in the company's own file with their number, code and PIN. That file is no place of the search: it plays
 * the world outside, where cards are made and what is printed on them belongs. That it is there shows that there was something
 * to find.
 */
export function countPrinted({ issuing }: House): number {
  const file = readFileSync(join(issuing.settings.folder, 'cards.json'), 'utf8');
  return [...issuing.world.cards.values()].filter(({ secrets }) =>
    Object.values(secrets).every((text) => file.includes(JSON.stringify(text))),
  ).length;
}
