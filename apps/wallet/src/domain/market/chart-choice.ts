/** What a chart shows and at which interval: chosen on this device and kept there, for every market alike. */
import type { CandleInterval } from '@marigold/contract/calls/market';

import {
  isRecord,
  readJson,
  storage,
  storageKeys,
  type TextStorage,
  writeJson,
} from '../../lib/device/storage.ts';
import { createStore, useStore } from '../../lib/device/store.ts';

/** As the kit's chart takes it. */
export type ChartLayers = {
  readonly line: boolean;
  readonly volume: boolean;
  readonly average: boolean;
  readonly bands: boolean;
  readonly strength: boolean;
};

export type ChartChoice = { readonly interval: CandleInterval; readonly shows: ChartLayers };

const intervals: readonly string[] = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] satisfies CandleInterval[];
const otherwise: ChartChoice = {
  interval: '15m',
  shows: { line: false, volume: true, average: true, bands: false, strength: false },
};

/** What was kept; whatever is missing or not ours stands as at first. */
export function readChartChoice(from: TextStorage = storage): ChartChoice {
  const value = readJson(from, storageKeys.chart);
  if (!isRecord(value)) return otherwise;
  const shows = isRecord(value['shows']) ? value['shows'] : {};
  const isVisible = (name: keyof ChartLayers) =>
    typeof shows[name] === 'boolean' ? shows[name] : otherwise.shows[name];
  return {
    interval: isInterval(value['interval']) ? value['interval'] : otherwise.interval,
    shows: {
      line: isVisible('line'),
      volume: isVisible('volume'),
      average: isVisible('average'),
      bands: isVisible('bands'),
      strength: isVisible('strength'),
    },
  };
}

function isInterval(value: unknown): value is CandleInterval {
  return typeof value === 'string' && intervals.includes(value);
}

const choice = createStore(readChartChoice());

/** The choice and the way to change a part of it. */
export function useChartChoice(): readonly [ChartChoice, (part: Partial<ChartChoice>) => void] {
  const chosen = useStore(choice);
  function change(part: Partial<ChartChoice>): void {
    const next = { ...choice.get(), ...part };
    writeJson(storage, storageKeys.chart, next);
    choice.set(next);
  }
  return [chosen, change];
}
