import { rateStaleMs } from '@marigold/contract/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { type RateProvider, startRateProvider } from '../../../testing/rate-provider.ts';
import { createHttpRates } from '../../adapters/rates/http.ts';
import { createLog } from '../../platform/process/log.ts';
import { refreshRates } from './refresh.ts';

let api: TestApi;
let providers: RateProvider[];
let warnings: Record<string, unknown>[];
const minute = 60_000;
const dollar = { USDT: '1', EUR: '1.08' };

beforeAll(async () => {
  api = await startTestApi();
  providers = await Promise.all([startRateProvider(), startRateProvider(), startRateProvider()]);
});
afterAll(async () => {
  for (const provider of providers) provider.stop();
  await api.close();
});
beforeEach(async () => {
  warnings = [];
  for (const table of ['rate', 'rate_source', 'rate_source_state', 'rate_jump', 'rate_history'])
    await sql`delete from ${sql.table(`app.${table}`)}`.execute(api.databases.main);
});

/** One round with every provider, ten seconds after the one before. */
async function round(urls = providers.map(({ url }) => url)): Promise<void> {
  api.clock.move(10_000);
  const log = createLog('warn', { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const sources = urls.map((url) => createHttpRates({ url, timeoutMs: 300 }));
  await refreshRates({ db: api.databases.main, sources, log }, api.clock.now());
}

function say(...bitcoin: readonly string[]): void {
  for (const [index, btc] of bitcoin.entries()) providers[index]?.says({ ...dollar, BTC: btc });
}

async function pair(base: string, fiat: 'USD' | 'EUR' | 'JPY' = 'USD') {
  const answer = await api.call('rate/list', { fiat });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list.find((one) => one.base === base);
}

const words = () => warnings.map(({ msg }) => msg);

describe('rates from several sources', () => {
  it('are the median of who agrees; a liar is left out and told once', async () => {
    say('60000', '60100', '90000');
    await round();
    await round();
    expect(await pair('BTC')).toMatchObject({ rate: '60050.00', sources: 2, stale: false, kind: 'coin' });
    expect(words()).toEqual(['what a rate source says is not taken']);
    expect(warnings[0]).toMatchObject({ asset: 'BTC', verdict: 'apart' });
    say('60000', '60100', '60100');
    await round();
    expect(await pair('BTC')).toMatchObject({ rate: '60100.00', sources: 3 });
  });

  it('go on with one silent and one late, each told once', async () => {
    say('60000', '60010', '60020');
    await round();
    providers[0]?.answers(() => undefined);
    providers[1]?.says({ ...dollar, BTC: '60010' }, api.clock.now() - minute);
    await round();
    await round();
    // One of three is left, and one alone is never believed: the old price stays and ages.
    const btc = await pair('BTC');
    expect(btc).toMatchObject({ rate: '60010.00', sources: 3, stale: false });
    expect(words().filter((one) => one === 'a rate source does not answer')).toHaveLength(1);
    expect(words().filter((one) => one === 'what a rate source says is not taken')).toHaveLength(3);
    api.clock.move(rateStaleMs);
    expect(await pair('BTC')).toMatchObject({ rate: '60010.00', stale: true });
    say('60100', '60010', '60020');
    await round();
    expect(words().at(-1)).toBe('a rate source answers again');
    expect(await pair('BTC')).toMatchObject({ rate: '60020.00', stale: false });
  });

  it('do not follow a jump before it is confirmed, and show their honest age meanwhile', async () => {
    say('60000', '60000', '60000');
    await round();
    const before = (await pair('BTC'))?.time;
    say('80000', '80100', '80200');
    for (let rounds = 1; rounds <= 5; rounds += 1) {
      await round();
      expect(await pair('BTC')).toMatchObject({ rate: '60000.00', time: before });
    }
    expect(words()).toEqual(['a price jumped and waits for confirmation']);
    await round();
    expect(await pair('BTC')).toMatchObject({ rate: '80100.00', sources: 3 });
    expect((await sql`select from app.rate_jump`.execute(api.databases.main)).rows).toHaveLength(0);
  });

  it('never follow the jump of a source that is alone', async () => {
    say('60000');
    const [only = ''] = providers.map(({ url }) => url);
    await round([only]);
    say('80000');
    for (let rounds = 1; rounds <= 8; rounds += 1) await round([only]);
    expect(await pair('BTC')).toMatchObject({ rate: '60000.00' });
    expect(words()).toEqual(['a price jumped and waits for confirmation']);
  });

  it('take nothing that no table could hold, and the rest of that answer all the same', async () => {
    for (const provider of providers)
      provider.says({ ...dollar, BTC: '0', ETH: '99999999999999999999', TRX: '0.1', XYZ: '5' });
    await round();
    expect(await pair('BTC')).toBeUndefined();
    expect(await pair('ETH')).toBeUndefined();
    expect(await pair('TRX')).toMatchObject({ rate: '0.10000' });
  });
});

describe('rate/list', () => {
  it('answers fiat pairs beside coins, and a pair is as old as its older side', async () => {
    say('60000', '60000', '60000');
    for (const provider of providers) provider.says({ ...dollar, JPY: '0.0066', BTC: '60000' });
    await round();
    const first = (await pair('JPY'))?.time;
    for (const provider of providers) provider.says({ EUR: '1.08', BTC: '60000' });
    await round();
    expect(await pair('EUR', 'JPY')).toMatchObject({
      kind: 'fiat',
      rate: '163.6364',
      pair: 'EUR_JPY',
      time: first,
    });
    expect(await pair('USD', 'JPY')).toMatchObject({ kind: 'fiat', rate: '151.5152', sources: 3 });
    expect(await pair('JPY', 'JPY')).toBeUndefined();
  });

  it('says no change until a price of yesterday is known, and then one in the currency asked for', async () => {
    say('60000', '60000', '60000');
    await round();
    expect(await pair('BTC')).toMatchObject({ change24h: null });
    api.clock.move(24 * 60 * minute);
    for (const provider of providers) provider.says({ USDT: '1', EUR: '1.0584', BTC: '63000' });
    await round();
    expect(await pair('BTC')).toMatchObject({ change24h: '5.00' });
    // The euro fell by 2 percent: in euro the coin rose by more.
    expect(await pair('BTC', 'EUR')).toMatchObject({ change24h: '7.14' });
    api.clock.move(3 * 60 * minute);
    await round();
    expect(await pair('BTC')).toMatchObject({ change24h: null });
  });
});
