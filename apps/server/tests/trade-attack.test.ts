/**
 * The theft by bad trades (findings C1 and A4), done to a whole server: an accomplice offers as far from the index as the
 * book takes it, the victim's session takes it, in all markets at once and until nothing more is placed.
 */
import { formatUnits, formatUnitsTrimmed } from '@marigold/money/amount';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createRound } from '../src/modules/liquidity/round.ts';
import { liquiditySeed, seedLiquidity } from '../src/modules/liquidity/service.ts';
import type { MarketRow } from '../src/modules/market/registry.ts';
import { readMarkets } from '../src/modules/market/views.ts';
import { freeze } from '../src/modules/spending/freeze.ts';
import { createLog } from '../src/platform/process/log.ts';
import type { TestPerson, TestApi } from '../testing/api.ts';
import { goodPayPassword, startTestApi } from '../testing/api.ts';
import { indexAt, type TestOrder } from './trade-world.ts';

const patience = { timeout: 120_000 };
/** What the victim and the accomplice have. */
const riches = { USDT: '20000', BTC: '0.2', ETH: '4', TRX: '40000', USDC: '10000' };
/** Worth of an order of the first round, in US dollars; what is refused is tried at half of it. */
const firstWorth = 4_000;

let api: TestApi;
let markets: readonly MarketRow[];
/**
 * US dollars for one whole asset. Every index price that is made of two of them is a whole number of price steps: what is
 * stolen is measured at these, and the limit at the index.
 */
const usd: ReadonlyMap<string, number> = new Map([
  ['USDT', 1],
  ['BTC', 60_000],
  ['ETH', 3_000],
  ['TRX', 0.25],
  ['USDC', 1],
]);

beforeAll(async () => {
  api = await startTestApi({ books: true });
  const { main } = api.databases;
  markets = await readMarkets(main);
  for (const [asset, price] of usd)
    await sql`update app.rate set usd = ${price} where asset = ${asset}`.execute(main);
  const reader = await api.person();
  for (const market of markets) await indexAt(api, market.symbol, text(market, indexOf(market)), reader);
});
afterAll(async () => await api.close());

function rate(asset: string): number {
  return usd.get(asset) ?? 0;
}
/** In price steps. */
function indexOf({ base, quote, priceDecimals }: MarketRow): number {
  return Math.round((rate(base) / rate(quote)) * 10 ** priceDecimals);
}
function text({ priceDecimals }: Pick<MarketRow, 'priceDecimals'>, steps: number): string {
  return formatUnits(BigInt(steps), priceDecimals);
}

async function rich(): Promise<TestPerson> {
  const person = await api.person();
  for (const [asset, amount] of Object.entries(riches)) await api.credit(person, asset, amount);
  return person;
}

/** Worth of all that somebody has, open orders included; and of the fees of his orders. US dollars at the index. */
async function worthOf({ id }: TestPerson): Promise<{ worth: number; fees: number }> {
  const { main } = api.databases;
  const held = await sql<{ asset: string; amount: number }>`
    select s.code as asset, sum(a.balance / power(10::numeric, s.scale))::float as amount
    from ledger.account a join ledger.asset s on s.id = a.asset_id
    where a.owner_id = ${id} and a.kind in ('available', 'order') group by s.code`.execute(main);
  const paid = await sql<{ asset: string; amount: number }>`
    select b.asset, sum(b.fee_units / power(10::numeric, s.scale))::float as amount
    from app.bill b join ledger.asset s on s.code = b.asset where b.user_id = ${id} group by b.asset`.execute(
    main,
  );
  const sum = (rows: readonly { asset: string; amount: number }[]) =>
    rows.reduce((total, { asset, amount }) => total + amount * rate(asset), 0);
  return { worth: sum(held.rows), fees: sum(paid.rows) };
}

async function refusalIn({ token }: Pick<TestPerson, 'token'>, order: TestOrder): Promise<string> {
  const answer = await api.call('trade/submit', order, { token });
  return answer.ok ? answer.data.status : answer.data.refusal;
}

/** Offers at the worst price that the book takes, and lets the victim take it. Answers what the victim was told. */
async function round(
  victim: TestPerson,
  accomplice: TestPerson,
  market: MarketRow,
  side: 'buy' | 'sell',
  worth: number,
) {
  const { symbol, givePpm, tick, lot, amountDecimals } = market;
  const away = 1 + ((side === 'buy' ? 1 : -1) * givePpm) / 1_000_000;
  const price = (side === 'buy' ? Math.floor : Math.ceil)((indexOf(market) * away) / tick) * tick;
  const whole = worth / rate(market.base);
  const amount = Math.floor((whole * 10 ** amountDecimals) / lot) * lot;
  const terms = {
    symbol,
    type: 'limit',
    price: text(market, price),
    amount: formatUnitsTrimmed(BigInt(amount), amountDecimals, 0),
  } as const;
  const offered = await refusalIn(accomplice, { ...terms, side: side === 'buy' ? 'sell' : 'buy' });
  if (offered !== 'wait' && offered !== 'done') return offered;
  const limit = await refusalIn(victim, { ...terms, side, timeInForce: 'ioc' });
  if (limit === 'done') return limit;
  return await refusalIn(victim, { symbol, type: 'market', side, amount: terms.amount });
}

/** Until a market takes nothing more of either side; answers how many orders of the victim were placed. */
async function drain(victim: TestPerson, accomplice: TestPerson, market: MarketRow): Promise<number> {
  let placed = 0;
  for (const side of ['buy', 'sell', 'buy', 'sell'] as const)
    for (let worth = firstWorth, times = 0; worth > 2 && times < 40; times += 1) {
      const answer = await round(victim, accomplice, market, side, worth);
      if (answer === 'done') placed += 1;
      else worth /= 2;
      await api.call('trade/cancel/all', { symbol: market.symbol }, { token: accomplice.token });
    }
  return placed;
}

type Theft = {
  readonly before: number;
  readonly after: number;
  readonly fees: number;
  readonly placed: number;
};

/** `session`: whose token is used; undefined: the victim's own, which has traded before. */
async function rob(session?: (victim: TestPerson) => Promise<TestPerson>): Promise<Theft> {
  const [victim, accomplice] = [await rich(), await rich()];
  const { worth: before } = await worthOf(victim);
  const thief = session === undefined ? victim : await session(victim);
  const placed = await Promise.all(markets.map(async (market) => await drain(thief, accomplice, market)));
  const { worth: after, fees } = await worthOf(victim);
  return { before, after, fees, placed: placed.reduce((sum, count) => sum + count, 0) };
}

/** A session of a device that the victim never saw. */
async function stolen(victim: TestPerson): Promise<TestPerson> {
  return { ...victim, token: await api.login(victim, { deviceId: `thief-${victim.username}` }) };
}
async function confirm({ token }: TestPerson, payPassword: string): Promise<void> {
  await api.call('trade/confirm', { payPassword }, { token });
}

/** The part of the worth that is gone without the fees; sums of floating-point numbers are good for nine decimals. */
function shareOf({ before, after, fees }: Theft): number {
  return Number(((before - after - fees) / before).toFixed(9));
}

describe('a stolen session', () => {
  it(
    'with the payment password takes a twentieth and the fees at most, of all markets together',
    patience,
    async () => {
      const theft = await rob(async (victim) => {
        const thief = await stolen(victim);
        await confirm(thief, goodPayPassword);
        return thief;
      });
      // It is an attack: orders were placed and something was taken.
      expect(theft.placed).toBeGreaterThan(5);
      expect(shareOf(theft)).toBeGreaterThan(0.01);
      expect(shareOf(theft)).toBeLessThanOrEqual(0.05);
    },
  );

  it('without the payment password takes nothing', patience, async () => {
    const theft = await rob(async (victim) => {
      const thief = await stolen(victim);
      for (const guess of ['000001', '123789', '111111']) await confirm(thief, guess);
      return thief;
    });
    expect(theft).toMatchObject({ after: theft.before, fees: 0, placed: 0 });
  });

  it('takes nothing while trading is frozen, whatever it knows', patience, async () => {
    const theft = await rob(async (victim) => {
      const thief = await stolen(victim);
      await freeze(api.databases.main, { userId: victim.id, reason: 'passwordReset', now: api.clock.now() });
      await confirm(thief, goodPayPassword);
      return thief;
    });
    expect(theft).toMatchObject({ after: theft.before, fees: 0, placed: 0 });
  });
});

describe('beside the maker of a demonstration', () => {
  beforeAll(async () => {
    const { databases, server, clock, exchange } = api;
    await seedLiquidity({ mode: 'demo', db: databases.main, identity: server.identity, now: clock.now() });
    const parts = { db: databases.main, exchange, clock: () => clock.now(), log: createLog('silent') };
    const round = createRound({ ...parts, seed: liquiditySeed, random: () => 1 });
    await vi.waitFor(
      async () => {
        await round();
        const found = await sql<{ count: number }>`
          select count(*)::int as count from app.trade_order where status = 'wait'`.execute(databases.main);
        if (found.rows[0]?.count !== 150) throw new Error('the books are not full yet');
      },
      { timeout: 60_000, interval: 20 },
    );
  }, 60_000);

  it('ordinary trading stays: a market order fills, a buy 5 % below the index waits', patience, async () => {
    const person = await rich();
    for (const market of markets) {
      const { symbol, tick } = market;
      const size = formatUnitsTrimmed(
        BigInt(Math.ceil(((20 / rate(market.base)) * 10 ** market.amountDecimals) / market.lot) * market.lot),
        market.amountDecimals,
        0,
      );
      expect(await refusalIn(person, { symbol, type: 'market', side: 'buy', amount: size })).toBe('done');
      const price = text(market, Math.floor((indexOf(market) * 0.95) / tick) * tick);
      expect(await refusalIn(person, { symbol, type: 'limit', side: 'buy', price, amount: size })).toBe(
        'wait',
      );
    }
  });

  it(
    'a stolen session with the payment password takes a twentieth and the fees at most',
    patience,
    async () => {
      const theft = await rob();
      expect(theft.placed).toBeGreaterThan(5);
      expect(shareOf(theft)).toBeLessThanOrEqual(0.05);
    },
  );
});
