/** The demo source: fixed prices that breathe by a rule of the clock, the same on every machine. Never in production. */
import { formatUnits } from '@marigold/money/amount';

import type { RateSource, SourceRate } from './port.ts';

/** Sample prices in units of 10^-6 US dollars; `sways` in hundredths of a percent. */
const samples: readonly {
  asset: string;
  microUsd: bigint;
  sways: bigint;
  driftPerDay: bigint;
}[] = [
  { asset: 'USDT', microUsd: 1_000_000n, sways: 2n, driftPerDay: 0n },
  { asset: 'BTC', microUsd: 67_412_180_000n, sways: 60n, driftPerDay: 241n },
  { asset: 'ETH', microUsd: 3_514_720_000n, sways: 80n, driftPerDay: -77n },
  { asset: 'TRX', microUsd: 128_410n, sways: 50n, driftPerDay: 108n },
  { asset: 'USDC', microUsd: 1_000_000n, sways: 1n, driftPerDay: 0n },
  { asset: 'USD', microUsd: 1_000_000n, sways: 0n, driftPerDay: 0n },
  { asset: 'EUR', microUsd: 1_084_600n, sways: 4n, driftPerDay: 12n },
  { asset: 'HKD', microUsd: 128_300n, sways: 1n, driftPerDay: 1n },
  { asset: 'CNY', microUsd: 140_100n, sways: 2n, driftPerDay: -3n },
  { asset: 'JPY', microUsd: 6_610n, sways: 6n, driftPerDay: -15n },
  { asset: 'RUB', microUsd: 10_900n, sways: 9n, driftPerDay: 21n },
];

const stepMs = 10_000;
const stepsPerSway = 360n;
const decimalsOfMicro = 6;

/** A triangle between -1000 and 1000 over an hour, shifted per asset, so that prices move without any floating point. */
function triangle(step: bigint, shift: bigint): bigint {
  const phase = (step + shift) % stepsPerSway;
  const up = phase < stepsPerSway / 2n ? phase : stepsPerSway - phase;
  return (up * 4000n) / stepsPerSway - 1000n;
}

function decimalOf(microUsd: bigint): string {
  return formatUnits(microUsd, decimalsOfMicro);
}

export const demoRateSource: RateSource = {
  name: 'demo',
  async fetch(now) {
    const step = BigInt(Math.floor(now / stepMs));
    return samples.map(({ asset, microUsd, sways, driftPerDay }, index): SourceRate => {
      const moved = microUsd + (microUsd * sways * triangle(step, BigInt(index * 47))) / 10_000_000n;
      const dayAgo = microUsd - (microUsd * driftPerDay) / 10_000n;
      return { asset, usd: decimalOf(moved), usd24hAgo: decimalOf(dayAgo) };
    });
  },
};
