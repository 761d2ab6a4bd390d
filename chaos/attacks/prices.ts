/** Rates and index prices that stand still, so that what somebody gave away can be measured by them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { formatUnits, formatUnitsTrimmed } from '@marigold/money/amount';

import type { Target } from './target.ts';

/** US dollars for one whole asset; every index price that is made of two of them is a whole number of steps. */
const usd: Readonly<Record<string, number>> = { USDT: 1, BTC: 60_000, ETH: 3_000, TRX: 0.25, USDC: 1 };

export interface AttackMarket {
  readonly symbol: string;
  readonly base: string;
  readonly amountDecimals: number;
  readonly lot: number;
  /** The worst price that the book takes of somebody who buys or sells. */
  readonly worst: Readonly<Record<'buy' | 'sell', string>>;
}

export function usdOf(asset: string): number {
  return usd[asset] ?? 0;
}

/** Answers the settings of a program that believes it, and what ends it. */
export async function servePrices(): Promise<{
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => void;
}> {
  const server = createServer((request, response) => {
    const rates = Object.entries(usd).map(([asset, rate]) => ({ asset, usd: String(rate) }));
    const indexes = Object.keys(usd).flatMap((base) =>
      Object.keys(usd).map((quote) => ({
        symbol: `${base}_${quote}`,
        price: String(usdOf(base) / usdOf(quote)),
      })),
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/rates' ? rates : indexes.filter(isDecimal)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    settings: { INDEX_URLS: `${origin}/indexes`, RATES_URL: `${origin}/rates` },
    close: () => void server.close(),
  };
}

function isDecimal({ price }: { readonly price: string }): boolean {
  return /^\d+(\.\d{1,8})?$/.test(price);
}

/** All markets, with the prices at which a thief would trade. */
export async function readAttackMarkets({ query }: Pick<Target, 'query'>): Promise<readonly AttackMarket[]> {
  const rows = await query(`select symbol, base, quote, price_decimals, amount_decimals,
      round(tick * power(10::numeric, price_decimals))::int as tick,
      round(lot * power(10::numeric, amount_decimals))::int as lot, give_percent
    from app.market where state = 'enabled' order by position`);
  return rows.map(({ symbol, base, quote, price_decimals, amount_decimals, tick, lot, give_percent }) => {
    const decimals = Number(price_decimals);
    const index = (usdOf(base ?? '') / usdOf(quote ?? '')) * 10 ** decimals;
    const away = Number(give_percent) / 100;
    const text = (steps: number): string => formatUnits(BigInt(steps), decimals);
    return {
      symbol: symbol ?? '',
      base: base ?? '',
      amountDecimals: Number(amount_decimals),
      lot: Number(lot),
      worst: {
        buy: text(Math.floor((index * (1 + away)) / Number(tick)) * Number(tick)),
        sell: text(Math.ceil((index * (1 - away)) / Number(tick)) * Number(tick)),
      },
    };
  });
}

/** So much of the base asset as is worth this, as an order says it. */
export function amountWorth({ base, amountDecimals, lot }: AttackMarket, worthUsd: number): string {
  const steps = Math.floor(((worthUsd / usdOf(base)) * 10 ** amountDecimals) / lot) * lot;
  return formatUnitsTrimmed(BigInt(Math.max(steps, lot)), amountDecimals, 0);
}
