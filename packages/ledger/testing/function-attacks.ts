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
  { name: `post ${word} units`, sql: (scene) => post(scene, { units: `array[${units}]` }), code: check },
  {
    name: `post_batch ${word} units`,
    sql: (scene) => batch(scene, { units: `array[1, ${units}]` }),
    code: check,
  },
  { name: `place_hold ${word} units`, sql: (scene) => place(scene, { units }), code: check },
  {
    name: `capture_hold ${word} units`,
    sql: (scene) => capture(scene, { units: `array[${units}]` }),
    // What is more than the hold is refused as such before it is written.
    code: ['NaN', 'infinite', '39-digit'].includes(word) ? 'MG013' : check,
  },
]);

/** A null, a null inside and a ragged list for every list of the two posting functions. */
const badLists: Attack[] = [
  ...(['from', 'to', 'asset', 'units'] as const).flatMap((list): Attack[] => [
    { name: `post with ${list} null`, sql: (scene) => post(scene, { [list]: 'null' }), code: 'MG006' },
    {
      name: `post with a null in ${list}`,
      sql: (scene) => post(scene, { [list]: 'array[null]' }),
      code: missing,
    },
    {
      name: `post with ${list} longer`,
      sql: (scene) => post(scene, { [list]: 'array[1, 1]' }),
      code: 'MG006',
    },
    {
      name: `post with ${list} nested`,
      sql: (scene) => post(scene, { [list]: 'array[[1]]' }),
      code: 'MG006',
    },
  ]),
  ...(['scope', 'key', 'hash', 'kind', 'journal', 'line', 'from', 'to', 'asset', 'units'] as const).flatMap(
    (list): Attack[] => [
      {
        name: `post_batch with ${list} null`,
        sql: (scene) => batch(scene, { [list]: 'null' }),
        code: 'MG006',
      },
      {
        name: `post_batch with nulls in ${list}`,
        sql: (scene) => batch(scene, { [list]: 'array[null, null]' }),
        code: list === 'journal' ? 'MG002' : missing,
      },
      {
        name: `post_batch with ${list} shorter`,
        sql: (scene) => batch(scene, { [list]: 'array[null]' }),
        code: 'MG006',
      },
    ],
  ),
];

const money: Attack[] = [
  { name: 'post more than there is', sql: (scene) => post(scene, { units: 'array[1001]' }), code: check },
  {
    name: 'post more than there is as a sum of legs',
    sql: (scene) =>
      post(scene, {
        from: `array[${scene.alice}, ${scene.alice}]`,
        to: `array[${scene.bob}, ${scene.bob}]`,
        asset: 'array[1, 1]',
        units: 'array[600, 600]',
      }),
    code: check,
  },
  {
    name: 'post until a balance overflows',
    sql: (scene) => post(scene, { from: `array[${scene.source}]`, units: `array[${'9'.repeat(38)}]` }),
    code: check,
  },
  { name: 'post to oneself', sql: (scene) => post(scene, { to: `array[${scene.alice}]` }), code: check },
  { name: 'post under another asset', sql: (scene) => post(scene, { asset: 'array[2]' }), code: foreign },
  {
    name: 'post between two assets',
    sql: (scene) => post(scene, { to: `array[${scene.aliceBtc}]` }),
    code: foreign,
  },
  { name: 'post to an unknown account', sql: (scene) => post(scene, { to: 'array[999999]' }), code: foreign },
  { name: 'post from an unknown account', sql: (scene) => post(scene, { from: 'array[-1]' }), code: foreign },
  { name: 'post to an unknown asset', sql: (scene) => post(scene, { asset: 'array[99]' }), code: foreign },
  {
    name: 'post into a held account',
    sql: (scene) => post(scene, { to: `array[${scene.aliceHeld}]` }),
    code: 'MG010',
  },
  {
    name: 'post out of a held account',
    sql: (scene) => post(scene, { from: `array[${scene.aliceHeld}]` }),
    code: 'MG010',
  },
  {
    name: 'post_batch out of a held account',
    sql: (scene) => batch(scene, { from: `array[${scene.alice}, ${scene.aliceHeld}]` }),
    code: 'MG010',
  },
  {
    name: 'post a debt above zero',
    sql: (scene) => post(scene, { to: `array[${scene.debt}]` }),
    code: check,
  },
  {
    name: 'post nothing',
    sql: (scene) => post(scene, { from: `'{}'`, to: `'{}'`, asset: `'{}'`, units: `'{}'` }),
    code: 'MG006',
  },
  {
    name: 'post 513 legs',
    sql: (scene) =>
      post(scene, {
        from: `array_fill(${scene.alice}, array[513])`,
        to: `array_fill(${scene.bob}, array[513])`,
        asset: 'array_fill(1, array[513])',
        units: 'array_fill(1, array[513])',
      }),
    code: 'MG006',
  },
  {
    name: 'post a million legs',
    sql: (scene) => post(scene, { from: `array_fill(${scene.alice}, array[1000000])` }),
    code: 'MG006',
  },
  {
    name: 'lock a million accounts',
    sql: () => 'select * from ledger.lock_accounts(array_fill(1::bigint, array[1000000]))',
    code: 'MG006',
  },
  { name: 'post with a short key', sql: (scene) => post(scene, { key: `'x'` }), code: check },
  { name: 'post with a long key', sql: (scene) => post(scene, { key: `repeat('x', 81)` }), code: check },
  { name: 'post without a key', sql: (scene) => post(scene, { key: 'null' }), code: missing },
  { name: 'post without a scope', sql: (scene) => post(scene, { scope: 'null' }), code: missing },
  { name: 'post with an empty scope', sql: (scene) => post(scene, { scope: `''` }), code: check },
  { name: 'post without a hash', sql: (scene) => post(scene, { hash: 'null' }), code: missing },
  { name: 'post with a short hash', sql: (scene) => post(scene, { hash: `'\\x00'` }), code: check },
  { name: 'post without a kind', sql: (scene) => post(scene, { kind: 'null' }), code: missing },
  { name: 'post with a kind in words', sql: (scene) => post(scene, { kind: `'a b'` }), code: check },
  {
    name: 'post a long reference',
    sql: (scene) => post(scene, { reference: `repeat('x', 201)` }),
    code: check,
  },
  {
    name: 'post another request under a used key',
    sql: (scene) => post(scene, { key: `'used-key-1'`, hash: `sha256('other')` }),
    code: 'MG005',
  },
  {
    name: 'post_batch a used key',
    sql: (scene) => batch(scene, { key: `array['used-key-1', '${key()}']` }),
    code: duplicate,
  },
  {
    name: 'post_batch one key twice',
    sql: (scene) => batch(scene, { key: `array['same-key-1', 'same-key-1']` }),
    code: duplicate,
  },
  {
    name: 'post_batch a journal of another batch by its place',
    sql: (scene) => batch(scene, { journal: 'array[1, 3]' }),
    code: 'MG002',
  },
  {
    name: 'post_batch the place zero',
    sql: (scene) => batch(scene, { journal: 'array[0, 1]' }),
    code: 'MG002',
  },
  {
    name: 'post_batch a negative place',
    sql: (scene) => batch(scene, { journal: 'array[-1, 1]' }),
    code: 'MG002',
  },
  {
    name: 'post_batch one line twice',
    sql: (scene) =>
      batch(scene, {
        journal: 'array[1, 2, 2]',
        line: 'array[1, 1, 1]',
        from: `array_fill(${scene.alice}, array[3])`,
        to: `array_fill(${scene.bob}, array[3])`,
        asset: 'array[1, 1, 1]',
        units: 'array[1, 1, 1]',
      }),
    code: duplicate,
  },
  {
    name: 'post_batch a journal without a leg',
    sql: (scene) => batch(scene, { journal: 'array[1, 1]', line: 'array[1, 2]' }),
    code: 'MG002',
  },
  {
    name: 'post_batch more than there is',
    sql: (scene) => batch(scene, { units: 'array[900, 900]' }),
    code: check,
  },
  {
    name: 'post_batch 2001 journals',
    sql: (scene) => batch(scene, { key: `array_fill('k'::text, array[2001])` }),
    code: 'MG006',
  },
  {
    name: 'post_batch 8001 legs',
    sql: (scene) => batch(scene, { journal: 'array_fill(1, array[8001])' }),
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
  { name: 'hold more than is available', sql: (scene) => place(scene, { units: '5000' }), code: check },
  { name: 'hold without an id', sql: (scene) => place(scene, { hold: 'null' }), code: 'MG006' },
  { name: 'hold without an owner', sql: (scene) => place(scene, { owner: 'null' }), code: 'MG006' },
  { name: 'hold without units', sql: (scene) => place(scene, { units: 'null' }), code: 'MG006' },
  { name: 'hold without an asset', sql: (scene) => place(scene, { asset: 'null' }), code: 'MG006' },
  { name: 'hold an unknown asset', sql: (scene) => place(scene, { asset: '99' }), code: foreign },
  {
    name: 'hold under an id that is taken',
    sql: (scene) => place(scene, { hold: `'${scene.openHold}'` }),
    code: duplicate,
  },
  {
    name: 'capture twice',
    sql: (scene) => capture(scene, { hold: `'${scene.capturedHold}'` }),
    code: 'MG009',
  },
  {
    name: 'capture after release',
    sql: (scene) => capture(scene, { hold: `'${scene.releasedHold}'` }),
    code: 'MG009',
  },
  {
    name: 'release after capture',
    sql: (scene) => release(scene, { hold: `'${scene.capturedHold}'` }),
    code: 'MG009',
  },
  {
    name: 'release twice',
    sql: (scene) => release(scene, { hold: `'${scene.releasedHold}'` }),
    code: 'MG009',
  },
  { name: 'capture more than held', sql: (scene) => capture(scene, { units: 'array[61]' }), code: 'MG013' },
  {
    name: 'capture more than held, made smaller by a negative payment',
    sql: (scene) => capture(scene, { to: `array[${scene.bob}, ${scene.bob}]`, units: 'array[70, -10]' }),
    code: check,
  },
  {
    name: 'capture a foreign hold',
    sql: (scene) => capture(scene, { owner: `'${scene.bobId}'` }),
    code: 'MG008',
  },
  {
    name: 'release a foreign hold',
    sql: (scene) => release(scene, { owner: `'${scene.bobId}'` }),
    code: 'MG008',
  },
  {
    name: 'capture an unknown hold',
    sql: (scene) => capture(scene, { hold: 'gen_random_uuid()' }),
    code: 'MG008',
  },
  { name: 'capture no hold', sql: (scene) => capture(scene, { hold: 'null' }), code: 'MG006' },
  { name: 'capture for no owner', sql: (scene) => capture(scene, { owner: 'null' }), code: 'MG006' },
  { name: 'release no hold', sql: (scene) => release(scene, { hold: 'null' }), code: 'MG006' },
  { name: 'release for no owner', sql: (scene) => release(scene, { owner: 'null' }), code: 'MG006' },
  { name: 'capture to nobody', sql: (scene) => capture(scene, { to: `'{}'`, units: `'{}'` }), code: 'MG006' },
  {
    name: 'capture with a null payment',
    sql: (scene) => capture(scene, { units: 'array[null]' }),
    code: 'MG006',
  },
  { name: 'capture to a null account', sql: (scene) => capture(scene, { to: 'array[null]' }), code: 'MG006' },
  { name: 'capture ragged lists', sql: (scene) => capture(scene, { units: 'array[1, 1]' }), code: 'MG006' },
  { name: 'capture nested lists', sql: (scene) => capture(scene, { units: 'array[[1]]' }), code: 'MG006' },
  {
    name: 'capture to 501 accounts',
    sql: (scene) => capture(scene, { to: `array_fill(${scene.bob}, array[501])` }),
    code: 'MG006',
  },
  {
    name: 'capture to an unknown account',
    sql: (scene) => capture(scene, { to: 'array[999999]' }),
    code: foreign,
  },
  {
    name: 'capture into another asset',
    sql: (scene) => capture(scene, { to: `array[${scene.aliceBtc}]` }),
    code: foreign,
  },
  {
    name: 'capture into the held account itself',
    sql: (scene) => capture(scene, { to: `array[${scene.aliceHeld}]` }),
    code: check,
  },
  { name: 'reverse an unknown journal', sql: () => reverse('999999'), code: 'MG011' },
  { name: 'reverse no journal', sql: () => reverse('null'), code: 'MG011' },
  { name: 'reverse a journal twice', sql: (scene) => reverse(`${scene.reversed}`), code: 'MG011' },
  { name: 'reverse a reversal', sql: (scene) => reverse(`${scene.reversal}`), code: 'MG011' },
  { name: "reverse a hold's journal", sql: (scene) => reverse(`${scene.holdJournal}`), code: 'MG011' },
];

export const functionAttacks: readonly Attack[] = [
  ...money,
  ...badNumbers,
  ...badLists,
  ...accounts,
  ...holds,
  ...leaseAttacks,
];
