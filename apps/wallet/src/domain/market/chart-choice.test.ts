import { describe, expect, it } from 'vitest';

import { memoryStorage, storageKeys, writeJson } from '../../lib/device/storage.ts';
import { readChartChoice } from './chart-choice.ts';

describe('what a chart shows', () => {
  it('is candles with volume and averages while nothing was chosen', () => {
    expect(readChartChoice(memoryStorage())).toMatchObject({
      interval: '15m',
      shows: { line: false, volume: true, average: true, bands: false, strength: false },
    });
  });

  it('is what was chosen; what another version or a stranger wrote counts as nothing', () => {
    const storage = memoryStorage();
    writeJson(storage, storageKeys.chart, {
      interval: '4h',
      shows: { strength: true, volume: 'no' },
      more: 1,
    });
    expect(readChartChoice(storage)).toEqual({
      interval: '4h',
      shows: { line: false, volume: true, average: true, bands: false, strength: true },
    });
    writeJson(storage, storageKeys.chart, { interval: '7m', shows: null });
    expect(readChartChoice(storage).interval).toBe('15m');
  });
});
