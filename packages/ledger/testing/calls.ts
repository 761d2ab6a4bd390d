/** Calls of the ledger's functions that are fine but for what an attack changes. */

/** What an attacker knows: the ids of the scene that attacks.test.ts sets. */
export interface LedgerSetup {
  readonly source: bigint;
  readonly alice: bigint;
  readonly aliceId: string;
  readonly aliceHeld: bigint;
  readonly aliceBtc: bigint;
  readonly bob: bigint;
  readonly bobId: string;
  readonly debt: bigint;
  /** Holds of alice: 60 units open, and one of each end. */
  readonly openHold: string;
  readonly capturedHold: string;
  readonly releasedHold: string;
  readonly holdJournal: bigint;
  /** 5 units from alice to bob; the second is reversed, by the third. */
  readonly journal: bigint;
  readonly reversed: bigint;
  readonly reversal: bigint;
}

export interface Attack {
  readonly name: string;
  readonly sql: (setup: LedgerSetup) => string;
  /** The SQLSTATE that must answer. */
  readonly code: string;
}

export const denied = '42501';
export const check = '23514';
export const missing = '23502';
export const duplicate = '23505';
export const foreign = '23503';

let keys = 0;
export function key(): string {
  keys += 1;
  return `attack-${String(keys).padStart(6, '0')}`;
}

interface Post {
  scope: string;
  key: string;
  hash: string;
  kind: string;
  reference: string;
  from: string;
  to: string;
  asset: string;
  units: string;
  lease: string;
}

/** A call of ledger.post that would move one unit from alice to bob, but for what the attack changes. */
export function post(setup: LedgerSetup, change: Partial<Post> = {}): string {
  const call: Post = {
    scope: `'attack'`,
    key: `'${key()}'`,
    hash: `sha256('a')`,
    kind: `'attack'`,
    reference: 'null',
    from: `array[${setup.alice}]`,
    to: `array[${setup.bob}]`,
    asset: 'array[1]',
    units: 'array[1]',
    lease: 'null, null',
    ...change,
  };
  return `select ledger.post(${call.scope}, ${call.key}, ${call.hash}, ${call.kind}, ${call.reference},
    ${call.from}::bigint[], ${call.to}::bigint[], ${call.asset}::smallint[], ${call.units}::numeric[], ${call.lease})`;
}

interface Batch extends Post {
  journal: string;
  line: string;
}

/** A call of ledger.post_batch with two journals of one unit each, but for what the attack changes. */
export function batch(setup: LedgerSetup, change: Partial<Batch> = {}): string {
  const call: Batch = {
    scope: `array['attack', 'attack']`,
    key: `array['${key()}', '${key()}']`,
    hash: `array[sha256('a'), sha256('b')]`,
    kind: `array['attack', 'attack']`,
    reference: 'array[null, null]',
    journal: 'array[1, 2]',
    line: 'array[1, 1]',
    from: `array[${setup.alice}, ${setup.alice}]`,
    to: `array[${setup.bob}, ${setup.bob}]`,
    asset: 'array[1, 1]',
    units: 'array[1, 1]',
    lease: 'null, null',
    ...change,
  };
  return `select ledger.post_batch(${call.scope}::text[], ${call.key}::text[], ${call.hash}::bytea[],
    ${call.kind}::text[], ${call.reference}::text[], ${call.journal}::int[], ${call.line}::smallint[],
    ${call.from}::bigint[], ${call.to}::bigint[], ${call.asset}::smallint[], ${call.units}::numeric[], ${call.lease})`;
}

export function place(
  setup: LedgerSetup,
  { hold = 'gen_random_uuid()', owner = `'${setup.aliceId}'`, asset = '1', units = '1' },
) {
  return `select ledger.place_hold(${hold}, ${owner}, ${asset}::smallint, ${units}, null,
    'attack', '${key()}', sha256('a'), 'attack', null)`;
}

export function capture(
  setup: LedgerSetup,
  {
    hold = `'${setup.openHold}'`,
    owner = `'${setup.aliceId}'`,
    to = `array[${setup.bob}]`,
    units = 'array[1]',
  } = {},
) {
  return `select ledger.capture_hold(${hold}, ${owner}, ${to}::bigint[], ${units}::numeric[],
    'attack', '${key()}', sha256('a'), 'attack', null)`;
}

export function release(
  setup: LedgerSetup,
  { hold = `'${setup.openHold}'`, owner = `'${setup.aliceId}'` } = {},
) {
  return `select ledger.release_hold(${hold}, ${owner}, 'attack', '${key()}', sha256('a'), 'attack', null)`;
}

export function reverse(journal: string): string {
  return `select ledger.reverse(${journal}, 'attack', '${key()}', sha256('a'), 'attack', null)`;
}
