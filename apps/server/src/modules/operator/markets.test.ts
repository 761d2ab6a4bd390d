import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestPerson, startTestApi, type TestApi } from '../../../testing/api.ts';
import { asOwner } from '../../../testing/database.ts';
import { enrolled, operate } from '../../../testing/operate.ts';
import { openOwner } from '../../platform/database/database.ts';
import { TransportError } from '../../platform/http/transport-error.ts';
import { readMarkets } from '../market/views.ts';
import type { Exchange } from '../trade/port.ts';
import { readCommand } from './command.ts';
import type { AskKey } from './keys.ts';

let api: TestApi;
let owner: ReturnType<typeof openOwner>;
let trader: TestPerson;
let keys: Map<string, string>;
let ask: AskKey;
const calls: unknown[] = [];

beforeAll(async () => {
  api = await startTestApi();
  owner = openOwner(api.ownerUrl);
  ({ keys, ask } = await enrolled(owner.db, ['ann', 'ben']));
  trader = await api.person('traderone');
});
afterAll(async () => {
  await owner.close();
  await api.close();
});

const two = ['--by', 'ann', '--second', 'ben', '--reason', 'as the plan says'];
const one = ['--reason', 'as the plan says'];

/** What the person reads who gives the command. */
async function operator(
  line: string,
  options: readonly string[] = one,
  cancelAll: Exchange['cancelAll'] = async (request) => {
    calls.push({ symbol: request.symbol, userId: request.userId, reason: request.reason });
    return { count: 3 };
  },
): Promise<{ readonly isDone: boolean; readonly lines: readonly string[] }> {
  return await operate(line, options, { db: owner.db, ask, cancelAll });
}

async function market(symbol: string): Promise<unknown> {
  const rows = await asOwner(
    api.ownerUrl,
    `select state, tick::text, total_max::text as max, open_orders_max as open from app.market where symbol = '${symbol}'`,
  );
  return rows[0];
}

async function events(action: string): Promise<number> {
  return (await asOwner(api.ownerUrl, `select from audit.event where action like '${action}'`)).length;
}

it('reads its commands only with a reason, and with two persons where a stop ends or money is asked for', () => {
  for (const given of [
    ['market', 'enable', 'BTC_USDT', ...one],
    ['market', 'lock', 'BTC_USDT'],
    ['market', 'fee', 'standard', 'all', '0.1', '0.2', ...one],
    ['market', 'rule', 'BTC_USDT', 'colour', '1', ...one],
    ['market', 'create', 'BTC_EUR', ...one],
    ['market', 'fly'],
  ])
    expect(readCommand(given), given.join(' ')).toBeUndefined();
  expect(readCommand(['market', 'list'])).toMatchObject({ row: { name: 'market.show' }, words: {} });
});

it('creates a market that is disabled, refuses one that could not be counted, and shows them all', async () => {
  const made = await operator('market create TRX_BTC 8 0 0.00000001 1 0.00001 5');
  expect(made).toMatchObject({ isDone: true });
  expect(await market('TRX_BTC')).toMatchObject({ state: 'disabled' });
  for (const line of [
    'market create TRX_BTC 8 0 0.00000001 1 0.00001 5',
    'market create TRXBTC 8 0 0.00000001 1 0.00001 5',
    'market create ABC_BTC 8 0 0.00000001 1 0.00001 5',
    'market create USDC_BTC 8 1 0.00000001 1 0.00001 5',
    'market create USDC_BTC 6 2 0.0000001 1 0.00001 5',
    'market create USDC_BTC 6 2 0.000001 1 5 5',
    'market create USDC_BTC 6 2 1e3 1 0.00001 5',
    'market create USDC_BTC 6 2 0.000001 1 0.00001 999999999999999',
  ])
    expect(await operator(line), line).toMatchObject({ isDone: false });
  expect(await market('USDC_BTC')).toBeUndefined();
  const { lines } = await operator('market list', []);
  expect(lines.join('\n')).toMatch(/TRX_BTC disabled: 0 open orders[\s\S]*fee standard: maker 0.10 %/);
});

it('opens, hides, locks and disables a market, each with its audit row', async () => {
  const before = await events('market.%');
  for (const [verb, options, state] of [
    ['enable', two, 'enabled'],
    ['hide', two, 'hidden'],
    ['lock', one, 'locked'],
    ['disable', one, 'disabled'],
  ] as const) {
    expect(await operator(`market ${verb} TRX_BTC`, options)).toMatchObject({ isDone: true });
    expect(await market('TRX_BTC')).toMatchObject({ state });
  }
  expect(await operator('market lock NO_SUCH')).toMatchObject({ isDone: false });
  expect((await events('market.%')) - before).toBe(4);
});

it('does nothing for a person whose key is wrong', async () => {
  const key = keys.get('ben') ?? '';
  keys.set('ben', 'mgo_wrong');
  expect(await operator('market enable TRX_BTC', two)).toMatchObject({
    isDone: false,
    lines: ['The key of ben is not right.'],
  });
  keys.set('ben', key);
  expect(await market('TRX_BTC')).toMatchObject({ state: 'disabled' });
});

it('changes a rule; tick and lot only while the market is disabled and nothing is open', async () => {
  expect(await operator('market rule BTC_USDT max-total 50000')).toMatchObject({ isDone: true });
  expect(await market('BTC_USDT')).toMatchObject({ max: '50000', tick: '0.01' });
  expect(await operator('market rule BTC_USDT tick 0.1')).toMatchObject({ isDone: false });
  await operator('market disable BTC_USDT');
  await sql`
    insert into app.trade_order (id, symbol, number, user_id, side, type, time_in_force, price, amount, held_units,
      held_asset, maker_ppm, taker_ppm, status, created_at)
    values (${randomUUID()}, 'BTC_USDT', 1, ${trader.id}, 'buy', 'limit', 'gtc', 6000000, 100, 0, 1, 0, 0, 'wait', now())`.execute(
    owner.db,
  );
  expect(await operator('market rule BTC_USDT tick 0.1')).toMatchObject({ isDone: false });
  await sql`delete from app.trade_order`.execute(owner.db);
  expect(await operator('market rule BTC_USDT tick 0.1')).toMatchObject({ isDone: true });
  for (const line of [
    'market rule BTC_USDT tick 0.001',
    'market rule BTC_USDT tick 0',
    'market rule BTC_USDT band 100',
    'market rule BTC_USDT open-orders 1.5',
    'market rule BTC_USDT min-total 60000',
    'market rule BTC_USDT max-total 999999999999999',
  ])
    expect(await operator(line), line).toMatchObject({ isDone: false });
  expect(await market('BTC_USDT')).toMatchObject({ max: '50000', tick: '0.1', open: 200 });
});

it('refuses a rule that the books could not count with, and no market is in trouble for it', async () => {
  await operator('market disable BTC_USDT');
  const rows = async () => await asOwner(api.ownerUrl, 'select * from app.market order by symbol');
  const before = [await rows(), await events('market.%')];
  for (const line of [
    'market rule BTC_USDT band 0.00001',
    'market rule BTC_USDT slippage 0.00001',
    'market rule BTC_USDT tick 100000000000000',
    'market rule BTC_USDT lot 100000000000000',
    'market rule BTC_USDT lot 900000000000',
    'market create USDC_BTC 6 2 100000000000000 1 0.00001 5',
    'market create USDC_BTC 4 2 0.0001 1 0.0000011 0.0000019',
  ])
    expect(await operator(line), line).toMatchObject({
      isDone: false,
      lines: [expect.stringMatching(/^Nothing changed: the books could not count with it/)],
    });
  expect([await rows(), await events('market.%')]).toEqual(before);
  expect((await readMarkets(owner.db)).length).toBeGreaterThan(0);
});

it('sets what a group pays and who is in it; config says so at once', async () => {
  const fees = async () => {
    const answer = await api.call('trade/config', { symbol: 'ETH_USDT' }, { token: trader.token });
    return answer.ok ? [answer.data.makerPercent, answer.data.takerPercent] : answer;
  };
  expect(await fees()).toEqual(['0.10', '0.20']);
  expect(await operator('market fee standard ETH_USDT 0.05 0.1234', two)).toMatchObject({ isDone: true });
  expect(await fees()).toEqual(['0.05', '0.1234']);
  // A group with fees for another market alone pays here what everybody pays.
  await operator('market fee friends BTC_USDT 0.01 0.02', two);
  expect(await operator(`market group ${trader.username} friends`, two)).toMatchObject({ isDone: true });
  expect(await fees()).toEqual(['0.05', '0.1234']);
  expect(await operator(`market group ${trader.username} vip-3`, two)).toMatchObject({ isDone: true });
  expect(await fees()).toEqual(['0.00', '0.14']);
  for (const line of [
    'market fee standard all 11 0.2',
    'market fee standard all 0.12345 0.2',
    'market fee standard NO_SUCH 0.1 0.2',
    `market group ${trader.username} nobody`,
    'market group whoever vip-1',
  ])
    expect(await operator(line, two), line).toMatchObject({ isDone: false });
  expect(await fees()).toEqual(['0.00', '0.14']);
});

it('cancels what a person has open through whoever runs the books, and says when nobody does', async () => {
  const line = `market cancel-orders BTC_USDT ${trader.username}`;
  expect(await operator(line)).toMatchObject({ isDone: true });
  expect(calls).toEqual([{ symbol: 'BTC_USDT', userId: trader.id, reason: 'operator' }]);
  const before = await events('orders.cancelled');
  const away = async () => {
    throw new TransportError(503, 'unavailable', { seconds: 1 });
  };
  expect(await operator(line, one, away)).toMatchObject({ isDone: false });
  expect(await events('orders.cancelled')).toBe(before);
});
