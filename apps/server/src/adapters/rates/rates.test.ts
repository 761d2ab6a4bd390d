import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type RateProvider, startRateProvider } from '../../../testing/rate-provider.ts';
import { demoRateSource } from '../../modules/rate/demo-source.ts';
import type { RateSource } from '../../modules/rate/port.ts';
import { PricesUnavailable } from '../price-list.ts';
import { createHttpRates, createHttpRateSources } from './http.ts';

const now = 1_795_000_000_000;
let provider: RateProvider;
beforeAll(async () => {
  provider = await startRateProvider();
});
afterAll(() => provider.stop());

/** What every source keeps, the demo one and the real one. */
const sources: Record<string, () => RateSource> = {
  demo: () => demoRateSource,
  http: () => {
    provider.says({ BTC: '67412.18', ETH: '3514.720000000000000001', JPY: '0.00661' });
    return createHttpRates({ url: provider.url });
  },
};

describe.each(Object.entries(sources))('the %s source', (_name, make) => {
  it('names itself and says each asset once, as exact decimals above zero', async () => {
    const source = make();
    const rates = await source.fetch(now);
    expect(source.name).toMatch(/^\S{1,255}$/);
    expect(rates.length).toBeGreaterThan(0);
    expect(new Set(rates.map(({ asset }) => asset)).size).toBe(rates.length);
    for (const { asset, usd, time = now } of rates) {
      expect(asset).toMatch(/^[A-Z0-9]{2,10}$/);
      expect(usd).toMatch(/^(?=.*[1-9])\d{1,15}(\.\d{1,18})?$/);
      expect(time).toBeLessThanOrEqual(now);
    }
  });

  it('says the same twice at the same moment', async () => {
    const source = make();
    expect(await source.fetch(now)).toEqual(await source.fetch(now));
  });
});

describe('the http source', () => {
  it.each([
    ['a refusal', (url: RateProvider) => url.answers((answer) => void answer.writeHead(500).end())],
    [
      'a redirect',
      (url: RateProvider) => url.answers((answer) => void answer.writeHead(302, { location: '/' }).end()),
    ],
    ['silence', (url: RateProvider) => url.answers(() => undefined)],
    ['words', (url: RateProvider) => url.answers((answer) => void answer.end('soon'))],
    [
      'a float',
      (url: RateProvider) => url.answers((answer) => void answer.end('[{"asset":"BTC","usd":67412.18}]')),
    ],
    ['an exponent', (url: RateProvider) => url.says({ BTC: '6.7e4' })],
    [
      'an endless answer',
      (url: RateProvider) => url.answers((answer) => void answer.end(' '.repeat(300_000))),
    ],
  ])('calls %s no rates', async (_what, misbehave) => {
    misbehave(provider);
    const fetched = createHttpRates({ url: provider.url, timeoutMs: 200 }).fetch(now);
    await expect(fetched).rejects.toBeInstanceOf(PricesUnavailable);
  });

  it('is named by host and path, and never by a key in its address', () => {
    expect(createHttpRates({ url: 'https://rates.test/v1/spot?key=secret' }).name).toBe('rates.test/v1/spot');
  });

  it('has a name of its own beside others of the same place', () => {
    const urls = ['https://rates.test/v1?of=a', 'https://rates.test/v1?of=b', 'https://rates.test/v2'];
    const names = createHttpRateSources(urls).map(({ name }) => name);
    expect(names).toEqual(['rates.test/v1', 'rates.test/v1#2', 'rates.test/v2']);
  });
});
