/** What setups of simulated people share: their calls, their money, and agreements that are published. */
import { randomUUID } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { type Kysely, sql } from 'kysely';

import { findAsset } from '../src/modules/asset/views.ts';
import type { Database } from '../src/platform/database/database.ts';
import { queryable } from '../src/platform/database/database.ts';
import type { Call } from '../src/platform/http/call.ts';
import { RefusedDeed } from '../src/platform/operations/deed.ts';

/** When simulations begin, epoch milliseconds. */
export const simStart = Date.UTC(2026, 0, 5);

class Refused extends Error {
  readonly refusal: Refusal | RefusedDeed;
  constructor(refusal: Refusal | RefusedDeed) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** In a transaction of its own, rolled back where the answer is a no. */
export async function unlessRefused<Answer>(
  db: Database,
  act: (inside: Database) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.transaction().execute(async (inside) => {
      const answer = await act(inside);
      if (answer instanceof Refusal || answer instanceof RefusedDeed) throw new Refused(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Refused) return error.refusal as Answer;
    throw error;
  }
}

/** A call of a person of a simulation, as the gateway would hand it in. */
export function callOf(
  db: Database,
  aside: Database,
  { userId, now }: { userId: string; now: number },
): Call<'user'> {
  const deviceId = 'a-device';
  return {
    db,
    aside,
    session: { id: userId, userId, deviceId, mayTrade: false, tradeFrozenUntil: undefined },
    deviceId,
    deviceCookie: undefined,
    deviceName: '',
    deviceFamily: '',
    outgoing: {},
    address: '127.0.0.1',
    country: undefined,
    language: 'en',
    now,
  };
}

/** An agreement that can be accepted from the beginning on. */
export async function publishAgreement(
  owner: Kysely<Record<string, never>>,
  contentId: string,
): Promise<void> {
  await sql`
    insert into app.content (id, kind, language, version, title, body, published_at)
    values (${contentId}, 'agreement', 'en', 1, 'An agreement', 'What is given to whom.', ${new Date(simStart)})
    on conflict do nothing`.execute(owner);
}

/** However many databases there are, everybody has a number of their own. */
let madeSoFar = 0;

/** So many people with two-step, each with so many units of each currency. */
export async function addVerifiable(
  db: Database,
  { count, money, now }: { count: number; money: Readonly<Record<string, bigint>>; now: number },
): Promise<readonly string[]> {
  const people = Array.from({ length: count }, () => {
    madeSoFar += 1;
    // Nine digits and six characters that nobody has who is made beside these.
    const code = madeSoFar.toString(36).toUpperCase().padStart(6, '0');
    return { id: randomUUID(), digits: String(100_000_000 + madeSoFar), code };
  });
  const ids = people.map(({ id }) => id);
  const at = new Date(now);
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    select id, 'p' || digits, 'Anna', digits, digits || '@sim.example', 'x', code, 'en', ${at}
    from unnest(${ids}::uuid[], ${people.map(({ digits }) => digits)}::text[],
      ${people.map(({ code }) => code)}::text[]) as p (id, digits, code)`.execute(db);
  await sql`
    insert into app.google (user_id, sealed, key_id, state, offered_at, bound_at)
    select id, '\\x00', 1, 'bound', ${at}, ${at} from unnest(${ids}::uuid[]) as p (id)`.execute(db);
  const ledger = queryable(db);
  for (const [code, units] of Object.entries(money)) {
    const asset = await findAsset(db, code);
    if (asset === undefined) throw new Error(`Broken: no ${code}`);
    const { ledgerId: assetId } = asset;
    const from = await openAccount(ledger, { owner: null, assetId, kind: 'demo' });
    const postings = [];
    for (const id of ids) {
      const to = await openAccount(ledger, { owner: id, assetId, kind: 'available' });
      postings.push({ from, to, assetId, units });
    }
    const key = `credit-${code}-${ids[0] ?? ''}`;
    await post(ledger, { scope: 'test', key, kind: 'demo', reference: null, postings });
  }
  return ids;
}
