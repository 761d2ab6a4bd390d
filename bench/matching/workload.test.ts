import { expect, it } from 'vitest';

import { engines } from './engines.ts';
import { drawWorkload, profileNames, workloadProfiles } from './workload.ts';

it.each(profileNames)('%s: every engine makes the trades that the stream demands', (name) => {
  const workload = drawWorkload({ ...workloadProfiles[name], target: 300 }, 7, 3000);
  expect(workload.trades).toBeGreaterThan(100);
  for (const engine of Object.values(engines)) {
    const counts = { trades: 0, checksum: 0 };
    engine(workload, counts)(0, workload.kinds.length);
    expect(counts).toEqual({ trades: workload.trades, checksum: workload.checksum });
  }
});
