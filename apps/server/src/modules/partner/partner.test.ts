/** Wishes are sent once or not at all, and events are hints: with workers that die between any two durable steps. */
import { hourMs, minuteMs } from '@marigold/money/spans';
import type { CallNature } from '@marigold/partners/call-states';
import type { PartnerAnswer } from '@marigold/partners/identity-port';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type Databases, openDatabases } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { createLog } from '../../platform/process/log.ts';
import { createSealer } from '../../platform/process/sealed-text.ts';
import type { PartnerCrashPoint } from './crash-points.ts';
import { createPartnerRound } from './round.ts';
import { registerHooks } from './routes.ts';
import { recordWish } from './wish.ts';
import type { CallEnd, PartnerWork } from './work.ts';

let database: TestDatabase;
let databases: Databases;
beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});

const db = () => databases.main;
let now = Date.UTC(2026, 10, 26);

class Crashed extends Error {}

type Company = {
  /** What it did, by request id; what it answers to a question follows from it. */
  readonly did: string[];
  /** What it answers to the next calls; after these it does what it is asked. */
  readonly answers: PartnerAnswer<string>[];
  /** What comes next takes no effect, or its effect is not seen. */
  isDeaf: boolean;
  isBlind: boolean;
};
let company: Company;
let applied: CallEnd<string>[];
beforeEach(() => {
  company = { did: [], answers: [], isDeaf: false, isBlind: false };
  applied = [];
});

function workOf(
  nature: CallNature,
  promise: PartnerWork['promise'] = { requestValidForMs: null, readLagMs: null },
) {
  return {
    provider: 'testcompany',
    promise,
    kinds: {
      thing: {
        nature,
        send: async ({ requestId }: { requestId: string }) => {
          if (!company.isDeaf) company.did.push(requestId);
          return await Promise.resolve(company.answers.shift() ?? { is: 'done' as const, value: requestId });
        },
        ...(nature === 'set'
          ? {}
          : {
              find: async ({ requestId }: { requestId: string }): Promise<PartnerAnswer<string>> => {
                const next = company.answers.shift();
                if (next !== undefined) return next;
                const isThere = company.did.includes(requestId) && !company.isBlind;
                return await Promise.resolve(isThere ? { is: 'done', value: requestId } : { is: 'absent' });
              },
            }),
        apply: async (_db: unknown, _call: unknown, end: CallEnd<string>) => {
          applied.push(end);
          return await Promise.resolve(
            end.is === 'done' && end.value === 'other' ? ('mismatch' as const) : {},
          );
        },
      },
    },
    watch: { listDue: async () => await Promise.resolve([]), look: async () => await Promise.resolve() },
  } satisfies PartnerWork;
}

async function wish(nature: CallNature): Promise<string> {
  const requestId = newRowId();
  const objectId = newRowId();
  await db()
    .transaction()
    .execute(async (transaction) =>
      recordWish(transaction, {
        provider: 'testcompany',
        kind: 'thing',
        nature,
        objectId,
        requestId,
        request: { what: 'a thing' },
        now,
      }),
    );
  return requestId;
}

const log = createLog('silent');

async function pass(work: PartnerWork, dieAt?: PartnerCrashPoint): Promise<void> {
  const crash = (point: PartnerCrashPoint) => {
    if (point === dieAt) throw new Crashed(point);
  };
  try {
    await createPartnerRound({ db: db(), clock: () => now, log, crash }, work).pass();
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
  }
}

async function stateOf(requestId: string): Promise<string> {
  const found = await sql<{ state: string }>`
    select state from app.partner_call where request_id = ${requestId}`.execute(db());
  return found.rows[0]?.state ?? 'none';
}

describe('a wish that costs something', () => {
  it.each([
    'partner.after-wish-commit',
    'partner.after-sent-commit',
    'partner.after-send',
    'partner.before-apply-commit',
    'partner.after-apply-commit',
  ] as const)('takes effect once and is applied once, when its worker dies at %s', async (point) => {
    const work = workOf('move', { requestValidForMs: 0, readLagMs: 0 });
    const requestId = await wish('move');
    await pass(work, point);
    for (let round = 0; round < 6; round += 1) {
      now += 15 * minuteMs;
      await pass(work);
    }
    const isDone = company.did.length === 1;
    // What never left is known never to have left: its worker died before.
    expect(company.did.length).toBe(point === 'partner.after-sent-commit' ? 0 : 1);
    expect(await stateOf(requestId)).toBe(isDone ? 'known' : 'void');
    const wanted = point === 'partner.before-apply-commit' ? 2 : 1;
    expect(applied.map(({ is }) => is)).toEqual(
      Array.from({ length: wanted }, () => (isDone ? 'done' : 'void')),
    );
  });

  it('is asked for and never sent again when its answer is lost, however long it is not seen', async () => {
    const work = workOf('move');
    const requestId = await wish('move');
    company.answers.push({ is: 'unknown' });
    company.isBlind = true;
    await pass(work);
    for (let round = 0; round < 30; round += 1) {
      now += hourMs;
      await pass(work);
    }
    expect(await stateOf(requestId)).toBe('unknown');
    expect(company.did).toEqual([requestId]);
    company.isBlind = false;
    now += hourMs;
    await pass(work);
    expect(await stateOf(requestId)).toBe('known');
    expect(company.did).toEqual([requestId]);
  });

  it('is applied once, when its answer comes after somebody else has asked for it', async () => {
    const work = workOf('move');
    const { thing } = work.kinds;
    const send: typeof thing.send = async (call) => {
      const done = await thing.send(call);
      now += minuteMs;
      await pass(work);
      return done;
    };
    const requestId = await wish('move');
    await pass({ ...work, kinds: { thing: { ...thing, send } } });
    expect(await stateOf(requestId)).toBe('known');
    expect(company.did).toEqual([requestId]);
    expect(applied).toEqual([{ is: 'done', value: requestId }]);
  });

  it('is void only where a contract says that it can neither arrive nor be hidden any more', async () => {
    const promised = workOf('move', { requestValidForMs: minuteMs, readLagMs: minuteMs });
    const requestId = await wish('move');
    company.isDeaf = true;
    company.answers.push({ is: 'unknown' });
    await pass(promised);
    const states = [];
    for (let round = 0; round < 4; round += 1) {
      now += 10 * minuteMs;
      await pass(promised);
      states.push(await stateOf(requestId));
    }
    expect(states).toEqual(['unknown', 'unknown', 'void', 'void']);
    expect(applied).toEqual([{ is: 'void' }]);
  });

  it('stays as it is when what is read is another thing than was wished', async () => {
    const requestId = await wish('move');
    company.answers.push({ is: 'done', value: 'other' });
    await pass(workOf('move'));
    expect(await stateOf(requestId)).toBe('mismatch');
  });
});

it('what may be done twice is simply sent again, until it is answered', async () => {
  const work = workOf('set');
  const requestId = await wish('set');
  company.answers.push({ is: 'unknown' }, { is: 'unknown' });
  for (let round = 0; round < 4; round += 1) {
    await pass(work);
    now += 5 * minuteMs;
  }
  expect(company.did).toEqual([requestId, requestId, requestId]);
  expect(await stateOf(requestId)).toBe('known');
  expect(applied).toHaveLength(1);
});

describe('POST /hooks/{provider}', () => {
  let app: FastifyInstance;
  let hinted: string[];
  let codes: number[];
  beforeEach(async () => {
    [hinted, codes] = [[], []];
    app = fastify();
    const hint = (about: string) => async () => {
      hinted.push(about);
      await Promise.resolve();
    };
    const partner = (key: string) => ({
      read: (raw: Buffer, headers: Readonly<Record<string, unknown>>) =>
        headers['x-key'] === key ? { about: hint(raw.toString('utf8')) } : undefined,
    });
    await registerHooks(app, {
      db: db(),
      sealer: createSealer('a secret of at least thirty-two characters', 'partner-event'),
      clock: () => now,
      partners: new Map([
        ['one', partner('key of one')],
        ['two', partner('key of two')],
      ]),
      nudge: () => undefined,
      answered: (_path, code) => codes.push(code),
    });
  });

  const postTo = async (provider: string, key: string | undefined, payload: string) =>
    await app.inject({
      method: 'POST',
      url: `/hooks/${provider}`,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-key': key }) },
      payload,
    });
  const stored = async () => {
    const found = await sql<{ provider: string; times: number; sealed: Buffer }>`
      select provider, times, sealed from app.partner_event where provider in ('one', 'two')`.execute(db());
    return found.rows;
  };

  it.each([
    ['a wrong key', 'one', 'key of nobody'],
    ['no key', 'one', undefined],
    ["another company's key", 'two', 'key of one'],
    ['no such company', 'three', 'key of one'],
  ])('answers %s 401, counts it and stores nothing', async (_, provider, key) => {
    const before = await stored();
    expect((await postTo(provider, key, '{"applicant":"a"}')).statusCode).toBe(401);
    expect(codes).toEqual([401]);
    expect(hinted).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it('stores a body once, sealed, and asks again each time it comes', async () => {
    const body = '{"applicant":"Anna Kovaleva 20AB123456"}';
    for (let time = 0; time < 3; time += 1)
      expect((await postTo('one', 'key of one', body)).statusCode).toBe(200);
    const rows = await stored();
    expect(rows.map(({ provider, times }) => [provider, times])).toEqual([['one', 3]]);
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('Kovaleva');
    expect(hinted).toEqual([body, body, body]);
  });

  it('takes 256 KiB and no more', async () => {
    expect((await postTo('one', 'key of one', 'x'.repeat(256 * 1024 + 1))).statusCode).toBe(413);
    expect(hinted).toEqual([]);
  });
});
