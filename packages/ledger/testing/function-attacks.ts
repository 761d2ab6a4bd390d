/** Attacks through the functions that the program may call: each is refused with the SQLSTATE beside it. */
import {
  type Attack,
  batch,
  capture,
  check,
  duplicate,
  foreign,
  key,
  missing,
  place,
  post,
  release,
  reverse,
} from './calls.ts';
import { leaseAttacks } from './lease-attacks.ts';

/** Units that no posting may have, in every function that takes units. */
const badUnits: readonly [string, string][] = [
  ['NaN', `'NaN'::numeric`],
  ['infinite', `'Infinity'::numeric`],
  ['negatively infinite', `'-Infinity'::numeric`],
  ['fractional', '1.5'],
  ['whole but written with decimals', '1.0'],
  ['negative', '(-1)'],
  ['zero', '0'],
  ['39-digit', '1e38'],
];

const badNumbers: Attack[] = badUnits.flatMap(([word, units]) => [
  { name: `post ${word} units`, sql: (setup) => post(setup, { units: `array[${units}]` }), code: check },
  {
    name: `post_batch ${word} units`,
    sql: (setup) => batch(setup, { units: `array[1, ${units}]` }),
    code: check,
  },
  { name: `place_hold ${word} units`, sql: (setup) => place(setup, { units }), code: check },
  {
    name: `capture_hold ${word} units`,
    sql: (setup) => capture(setup, { units: `array[${units}]` }),
    // What is more than the hold is refused as such before it is written.
    code: ['NaN', 'infinite', '39-digit'].includes(word) ? 'MG013' : check,
  },
]);

/** A null, a null inside and a ragged list for every list of the two posting functions. */
const badLists: Attack[] = [
  ...(['from', 'to', 'asset', 'units'] as const).flatMap((list): Attack[] => [
    { name: `post with ${list} null`, sql: (setup) => post(setup, { [list]: 'null' }), code: 'MG006' },
    {
      name: `post with a null in ${list}`,
      sql: (setup) => post(setup, { [list]: 'array[null]' }),
      code: missing,
    },
    {
      name: `post with ${list} longer`,
      sql: (setup) => post(setup, { [list]: 'array[1, 1]' }),
      code: 'MG006',
    },
    {
      name: `post with ${list} nested`,
      sql: (setup) => post(setup, { [list]: 'array[[1]]' }),
      code: 'MG006',
    },
  ]),
  ...(['scope', 'key', 'hash', 'kind', 'journal', 'line', 'from', 'to', 'asset', 'units'] as const).flatMap(
    (list): Attack[] => [
      {
        name: `post_batch with ${list} null`,
        sql: (setup) => batch(setup, { [list]: 'null' }),
        code: 'MG006',
      },
      {
        name: `post_batch with nulls in ${list}`,
        sql: (setup) => batch(setup, { [list]: 'array[null, null]' }),
        code: list === 'journal' ? 'MG002' : missing,
      },
      {
        name: `post_batch with ${list} shorter`,
        sql: (setup) => batch(setup, { [list]: 'array[null]' }),
        code: 'MG006',
      },
    ],
  ),
];

const money: Attack[] = [
  { name: 'post more than there is', sql: (setup) => post(setup, { units: 'array[1001]' }), code: check },
  {
    name: 'post more than there is as a sum of legs',
    sql: (setup) =>
      post(setup, {
        from: `array[${setup.alice}, ${setup.alice}]`,
        to: `array[${setup.bob}, ${setup.bob}]`,
        asset: 'array[1, 1]',
        units: 'array[600, 600]',
      }),
    code: check,
  },
  {
    name: 'post until a balance overflows',
    sql: (setup) => post(setup, { from: `array[${setup.source}]`, units: `array[${'9'.repeat(38)}]` }),
    code: check,
  },
  { name: 'post to oneself', sql: (setup) => post(setup, { to: `array[${setup.alice}]` }), code: check },
  { name: 'post under another asset', sql: (setup) => post(setup, { asset: 'array[2]' }), code: foreign },
  {
    name: 'post between two assets',
    sql: (setup) => post(setup, { to: `array[${setup.aliceBtc}]` }),
    code: foreign,
  },
  { name: 'post to an unknown account', sql: (setup) => post(setup, { to: 'array[999999]' }), code: foreign },
  { name: 'post from an unknown account', sql: (setup) => post(setup, { from: 'array[-1]' }), code: foreign },
  { name: 'post to an unknown asset', sql: (setup) => post(setup, { asset: 'array[99]' }), code: foreign },
  {
    name: 'post into a held account',
    sql: (setup) => post(setup, { to: `array[${setup.aliceHeld}]` }),
    code: 'MG010',
  },
  {
    name: 'post out of a held account',
    sql: (setup) => post(setup, { from: `array[${setup.aliceHeld}]` }),
    code: 'MG010',
  },
  {
    name: 'post_batch out of a held account',
    sql: (setup) => batch(setup, { from: `array[${setup.alice}, ${setup.aliceHeld}]` }),
    code: 'MG010',
  },
  {
    name: 'post a debt above zero',
    sql: (setup) => post(setup, { to: `array[${setup.debt}]` }),
    code: check,
  },
  {
    name: 'post nothing',
    sql: (setup) => post(setup, { from: `'{}'`, to: `'{}'`, asset: `'{}'`, units: `'{}'` }),
    code: 'MG006',
  },
  {
    name: 'post 513 legs',
    sql: (setup) =>
      post(setup, {
        from: `array_fill(${setup.alice}, array[513])`,
        to: `array_fill(${setup.bob}, array[513])`,
        asset: 'array_fill(1, array[513])',
        units: 'array_fill(1, array[513])',
      }),
    code: 'MG006',
  },
  {
    name: 'post a million legs',
    sql: (setup) => post(setup, { from: `array_fill(${setup.alice}, array[1000000])` }),
    code: 'MG006',
  },
  {
    name: 'lock a million accounts',
    sql: () => 'select * from ledger.lock_accounts(array_fill(1::bigint, array[1000000]))',
    code: 'MG006',
  },
  { name: 'post with a short key', sql: (setup) => post(setup, { key: `'x'` }), code: check },
  { name: 'post with a long key', sql: (setup) => post(setup, { key: `repeat('x', 81)` }), code: check },
  { name: 'post without a key', sql: (setup) => post(setup, { key: 'null' }), code: missing },
  { name: 'post without a scope', sql: (setup) => post(setup, { scope: 'null' }), code: missing },
  { name: 'post with an empty scope', sql: (setup) => post(setup, { scope: `''` }), code: check },
  { name: 'post without a hash', sql: (setup) => post(setup, { hash: 'null' }), code: missing },
  { name: 'post with a short hash', sql: (setup) => post(setup, { hash: `'\\x00'` }), code: check },
  { name: 'post without a kind', sql: (setup) => post(setup, { kind: 'null' }), code: missing },
  { name: 'post with a kind in words', sql: (setup) => post(setup, { kind: `'a b'` }), code: check },
  {
    name: 'post a long reference',
    sql: (setup) => post(setup, { reference: `repeat('x', 201)` }),
    code: check,
  },
  {
    name: 'post another request under a used key',
    sql: (setup) => post(setup, { key: `'used-key-1'`, hash: `sha256('other')` }),
    code: 'MG005',
  },
  {
    name: 'post_batch a used key',
    sql: (setup) => batch(setup, { key: `array['used-key-1', '${key()}']` }),
    code: duplicate,
  },
  {
    name: 'post_batch one key twice',
    sql: (setup) => batch(setup, { key: `array['same-key-1', 'same-key-1']` }),
    code: duplicate,
  },
  {
    name: 'post_batch a journal of another batch by its place',
    sql: (setup) => batch(setup, { journal: 'array[1, 3]' }),
    code: 'MG002',
  },
  {
    name: 'post_batch the place zero',
    sql: (setup) => batch(setup, { journal: 'array[0, 1]' }),
    code: 'MG002',
  },
  {
    name: 'post_batch a negative place',
    sql: (setup) => batch(setup, { journal: 'array[-1, 1]' }),
    code: 'MG002',
  },
  {
    name: 'post_batch one line twice',
    sql: (setup) =>
      batch(setup, {
        journal: 'array[1, 2, 2]',
        line: 'array[1, 1, 1]',
        from: `array_fill(${setup.alice}, array[3])`,
        to: `array_fill(${setup.bob}, array[3])`,
        asset: 'array[1, 1, 1]',
        units: 'array[1, 1, 1]',
      }),
    code: duplicate,
  },
  {
    name: 'post_batch a journal without a leg',
    sql: (setup) => batch(setup, { journal: 'array[1, 1]', line: 'array[1, 2]' }),
    code: 'MG002',
  },
  {
    name: 'post_batch more than there is',
    sql: (setup) => batch(setup, { units: 'array[900, 900]' }),
    code: check,
  },
  {
    name: 'post_batch 2001 journals',
    sql: (setup) => batch(setup, { key: `array_fill('k'::text, array[2001])` }),
    code: 'MG006',
  },
  {
    name: 'post_batch 8001 legs',
    sql: (setup) => batch(setup, { journal: 'array_fill(1, array[8001])' }),
    code: 'MG006',
  },
];

const accounts: Attack[] = [
  ['an unknown kind', `gen_random_uuid(), 1::smallint, 'vault'`, foreign],
  ['a house account for a person', `gen_random_uuid(), 1::smallint, 'treasury'`, foreign],
  ['an unlimited account for a person', `gen_random_uuid(), 1::smallint, 'demo'`, foreign],
  ['a spendable account for nobody', `null, 1::smallint, 'available'`, foreign],
  ['an unknown asset', `gen_random_uuid(), 99::smallint, 'available'`, foreign],
  ['no asset', `gen_random_uuid(), null, 'available'`, missing],
  ['no kind', 'gen_random_uuid(), 1::smallint, null', missing],
].map(([name, args, code]) => ({
  name: `open an account of ${name ?? ''}`,
  sql: () => `select ledger.open_account(${args ?? ''})`,
  code: code ?? '',
}));

const holds: Attack[] = [
  { name: 'hold more than is available', sql: (setup) => place(setup, { units: '5000' }), code: check },
  { name: 'hold without an id', sql: (setup) => place(setup, { hold: 'null' }), code: 'MG006' },
  { name: 'hold without an owner', sql: (setup) => place(setup, { owner: 'null' }), code: 'MG006' },
  { name: 'hold without units', sql: (setup) => place(setup, { units: 'null' }), code: 'MG006' },
  { name: 'hold without an asset', sql: (setup) => place(setup, { asset: 'null' }), code: 'MG006' },
  { name: 'hold an unknown asset', sql: (setup) => place(setup, { asset: '99' }), code: foreign },
  {
    name: 'hold under an id that is taken',
    sql: (setup) => place(setup, { hold: `'${setup.openHold}'` }),
    code: duplicate,
  },
  {
    name: 'capture twice',
    sql: (setup) => capture(setup, { hold: `'${setup.capturedHold}'` }),
    code: 'MG009',
  },
  {
    name: 'capture after release',
    sql: (setup) => capture(setup, { hold: `'${setup.releasedHold}'` }),
    code: 'MG009',
  },
  {
    name: 'release after capture',
    sql: (setup) => release(setup, { hold: `'${setup.capturedHold}'` }),
    code: 'MG009',
  },
  {
    name: 'release twice',
    sql: (setup) => release(setup, { hold: `'${setup.releasedHold}'` }),
    code: 'MG009',
  },
  { name: 'capture more than held', sql: (setup) => capture(setup, { units: 'array[61]' }), code: 'MG013' },
  {
    name: 'capture more than held, made smaller by a negative payment',
    sql: (setup) => capture(setup, { to: `array[${setup.bob}, ${setup.bob}]`, units: 'array[70, -10]' }),
    code: check,
  },
  {
    name: 'capture a foreign hold',
    sql: (setup) => capture(setup, { owner: `'${setup.bobId}'` }),
    code: 'MG008',
  },
  {
    name: 'release a foreign hold',
    sql: (setup) => release(setup, { owner: `'${setup.bobId}'` }),
    code: 'MG008',
  },
  {
    name: 'capture an unknown hold',
    sql: (setup) => capture(setup, { hold: 'gen_random_uuid()' }),
    code: 'MG008',
  },
  { name: 'capture no hold', sql: (setup) => capture(setup, { hold: 'null' }), code: 'MG006' },
  { name: 'capture for no owner', sql: (setup) => capture(setup, { owner: 'null' }), code: 'MG006' },
  { name: 'release no hold', sql: (setup) => release(setup, { hold: 'null' }), code: 'MG006' },
  { name: 'release for no owner', sql: (setup) => release(setup, { owner: 'null' }), code: 'MG006' },
  { name: 'capture to nobody', sql: (setup) => capture(setup, { to: `'{}'`, units: `'{}'` }), code: 'MG006' },
  {
    name: 'capture with a null payment',
    sql: (setup) => capture(setup, { units: 'array[null]' }),
    code: 'MG006',
  },
  { name: 'capture to a null account', sql: (setup) => capture(setup, { to: 'array[null]' }), code: 'MG006' },
  { name: 'capture ragged lists', sql: (setup) => capture(setup, { units: 'array[1, 1]' }), code: 'MG006' },
  { name: 'capture nested lists', sql: (setup) => capture(setup, { units: 'array[[1]]' }), code: 'MG006' },
  {
    name: 'capture to 501 accounts',
    sql: (setup) => capture(setup, { to: `array_fill(${setup.bob}, array[501])` }),
    code: 'MG006',
  },
  {
    name: 'capture to an unknown account',
    sql: (setup) => capture(setup, { to: 'array[999999]' }),
    code: foreign,
  },
  {
    name: 'capture into another asset',
    sql: (setup) => capture(setup, { to: `array[${setup.aliceBtc}]` }),
    code: foreign,
  },
  {
    name: 'capture into the held account itself',
    sql: (setup) => capture(setup, { to: `array[${setup.aliceHeld}]` }),
    code: check,
  },
  { name: 'reverse an unknown journal', sql: () => reverse('999999'), code: 'MG011' },
  { name: 'reverse no journal', sql: () => reverse('null'), code: 'MG011' },
  { name: 'reverse a journal twice', sql: (setup) => reverse(`${setup.reversed}`), code: 'MG011' },
  { name: 'reverse a reversal', sql: (setup) => reverse(`${setup.reversal}`), code: 'MG011' },
  { name: "reverse a hold's journal", sql: (setup) => reverse(`${setup.holdJournal}`), code: 'MG011' },
];

export const functionAttacks: readonly Attack[] = [
  ...money,
  ...badNumbers,
  ...badLists,
  ...accounts,
  ...holds,
  ...leaseAttacks,
];
