/**
 * Every endpoint under the hostile table: its valid base request succeeds first, then one field is changed at a time.
 * Malformed values answer 400 and name the field; well-formed ones answer 200 or a declared 422; nothing answers 5xx;
 * refused calls move no money and leave no rows but counters.
 */
import { randomUUID } from 'node:crypto';

import { contract } from '@marigold/contract/contract';
import type { Path } from '@marigold/contract/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';
import { baseRequests } from './base-requests.ts';
import type { FieldKind, HostileInput } from './hostile.ts';
import { hostileInputs, hostileTexts, isBroken } from './hostile.ts';
import type { RequestWorld } from './requests/base-request.ts';
import { chosenOf, describeRotation, partsOfTable, readRotation } from './rotation.ts';
import { textFieldsOf } from './text-fields.ts';
import { createWorld } from './world.ts';

/** For each endpoint there are at least this many changed requests; a run makes its part of them. */
const inputsMin = 100;

const rotation = readRotation();
console.info(describeRotation(rotation));

let api: TestApi;
let world: RequestWorld;

type Mutation = {
  readonly field: string;
  readonly name: string;
  readonly change: (input: object) => object;
  readonly isValid: boolean;
};

/** Sets a dotted field on a copy. */
function withField(input: object, field: string, value: unknown): object {
  const [first = '', ...rest] = field.split('.');
  const inner: unknown = (input as Record<string, unknown>)[first];
  return {
    ...input,
    [first]: rest.length === 0 ? value : withField((inner ?? {}) as object, rest.join('.'), value),
  };
}

function withoutField(input: object, field: string): object {
  const [first = '', ...rest] = field.split('.');
  const copy: Record<string, unknown> = { ...input };
  if (rest.length === 0) delete copy[first];
  else copy[first] = withoutField((copy[first] ?? {}) as object, rest.join('.'));
  return copy;
}

function mutationsOf(path: Path): Mutation[] {
  const { fields, optional = [], nullable = [], exclusive = [] } = baseRequests[path];
  const changed = Object.entries(fields).flatMap(([field, kind]: [string, FieldKind]) =>
    hostileInputs.map(({ name, value, validFor }: HostileInput) => ({
      field,
      name,
      change: (input: object) => withField(input, field, value),
      isValid:
        (validFor.includes(kind) ||
          (validFor.includes('idOrNull') && isNull(value) && nullable.includes(field))) &&
        !exclusive.includes(field),
    })),
  );
  const missing = Object.keys(fields)
    .filter((field) => !exclusive.includes(field))
    .map((field) => ({
      field,
      name: 'missing',
      change: (input: object) => withoutField(input, field),
      isValid: optional.includes(field),
    }));
  // Unknown keys are refused whatever they hold; endpoints without fields get the whole table this way.
  const unknown = hostileInputs.map(({ name, value }) => ({
    field: 'surplus',
    name: `an unknown key with ${name}`,
    change: (input: object) => ({ ...input, surplus: value }),
    isValid: false,
  }));
  return [...changed, ...missing, ...unknown];
}

/** As JSON has it. */
function isNull(value: unknown): boolean {
  return JSON.stringify(value) === 'null';
}

/** What is tried of them in this run: of every field, of what is valid and what is not. */
function chosenMutations(path: Path, mutations: readonly Mutation[]): Mutation[] {
  const fields = Map.groupBy(mutations, ({ field }) => field);
  return [...fields].flatMap(([field, ofField]) =>
    chosenOf(rotation, `${path} ${field}`, ofField, {
      nameOf: ({ name }) => name,
      groupOf: ({ isValid }) => String(isValid),
    }),
  );
}

/** Everything a refused call must leave as it was: balances and every table but counters and traces. */
async function fingerprint(): Promise<string> {
  const counted = await sql<{ what: string }>`
    select json_build_object(
      'balances', (select json_agg(json_build_array(id, balance::text, moves) order by id) from ledger.account),
      'journals', (select count(*) from ledger.journal),
      'people', (select count(*) from app.person),
      'bills', (select count(*) from app.bill),
      'transfers', (select count(*) from app.transfer),
      'payouts', (select json_agg(json_build_array(id, state) order by id) from app.payout),
      'cases', (select json_agg(json_build_array(id, state) order by id) from app.risk_case),
      'applications', (select json_agg(json_build_array(id, state, details) order by id) from app.card_application),
      'cards', (select json_agg(json_build_array(id, state, wish, remark) order by id) from app.card),
      'orders', (select json_agg(json_build_array(id, status, filled, held_units) order by id) from app.trade_order),
      'passwords', (select count(*) from app.payment_password),
      'keys', (select count(*) from app.request_key)
    )::text as what`.execute(api.databases.main);
  return counted.rows[0]?.what ?? '';
}

/** Fuzzes every endpoint of some rows; a test file for each table, so that they run side by side. */
export function fuzz(requests: Readonly<Partial<Record<Path, unknown>>>): void {
  beforeAll(async () => {
    api = await startTestApi({ limits: 'off', books: true });
    world = await createWorld(api);
  });
  afterAll(async () => await api.close());
  describe.each(Object.keys(requests) as Path[])('%s', (path) => {
    fuzzEndpoint(path);
  });
}

function fuzzEndpoint(path: Path): void {
  const endpoint = contract[path];

  const { refused } = baseRequests[path];
  const mutations = mutationsOf(path);
  const chosen = chosenMutations(path, mutations);

  it('is tried with values of every field, and with enough of them', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(inputsMin);
    expect(chosen.length).toBeGreaterThanOrEqual(Math.floor(inputsMin / partsOfTable));
    const fieldsOf = (some: readonly Mutation[]) => new Set(some.map(({ field }) => field));
    expect(fieldsOf(chosen)).toEqual(fieldsOf(mutations));
  });

  it(`answers its valid base request${refused === undefined ? '' : `: ${refused}`}`, async () => {
    const answer = await api.call(path, (await baseRequests[path].input(world)) as never, {
      token: await world.ownerToken(path),
    });
    expect(answer.ok ? undefined : (answer.data.refusal ?? answer.code)).toBe(refused);
  });

  it(
    'refuses every malformed value by naming its field, and moves nothing',
    { timeout: 120_000 },
    async () => {
      const base = await baseRequests[path].input(world);
      const before = await fingerprint();
      const wrong: unknown[] = [];
      for (const { field, name, change } of chosen.filter(({ isValid }) => !isValid)) {
        const answer = await api.call(path, change(base) as never, { token: world.owner.token });
        const named = answer.ok ? undefined : answer.data?.field;
        const isNamed =
          named !== undefined &&
          (named === field ||
            named.startsWith(`${field}.`) ||
            named.startsWith(`${field}[`) ||
            isPairOf(named, field));
        if (answer.code !== 400 || !isNamed) wrong.push({ field, name, code: answer.code, named });
      }
      expect(wrong).toEqual([]);
      expect(await fingerprint()).toBe(before);
    },
  );

  it('answers every well-formed value 200 or with a declared refusal', { timeout: 120_000 }, async () => {
    const declared: readonly string[] = [...endpoint.refusals, 'already_applied'];
    const wrong: unknown[] = [];
    for (const { field, name, change } of chosen.filter(({ isValid }) => isValid)) {
      const base = await baseRequests[path].input(world);
      const answer = await api.call(path, change(base) as never, { token: await world.ownerToken(path) });
      const isRight =
        answer.ok ||
        (answer.code === 422 && declared.includes(answer.data.refusal)) ||
        // A missing id and a foreign id are the same 404.
        (answer.code === 404 &&
          /^(id(OrNull)?|contentId|partner|choiceCode)$/.test(baseRequests[path].fields[field] ?? '')) ||
        // A cursor is opaque: one that we did not make is malformed whatever it looks like.
        (answer.code === 400 && field === 'cursor');
      if (!isRight) wrong.push({ field, name, answer });
    }
    expect(wrong).toEqual([]);
  });

  it(
    'answers no text with a defect in any place of it, and keeps none that nothing can keep',
    { timeout: 120_000 },
    async () => {
      const wrong: unknown[] = [];
      for (const place of textFieldsOf(endpoint)) {
        const base = await baseRequests[path].input(world);
        const token = await world.ownerToken(path);
        for (const { name, value } of hostileTexts) {
          const data = endpoint.idempotent ? { requestId: randomUUID(), ...base } : base;
          const { status } = await api.raw(path, place.put(data, value), { token });
          const isRight = isBroken(value) ? status === 400 : status < 500;
          if (!isRight) wrong.push({ place: place.name, name, status });
        }
      }
      expect(wrong).toEqual([]);
    },
  );
}

/** Of two that stand for each other, such as an e-mail and a phone number, the contract names the first. */
function isPairOf(named: string, field: string): boolean {
  const pairs: Readonly<Record<string, string>> = { email: 'phone', id: 'others', ids: 'all' };
  return pairs[named] === field;
}
