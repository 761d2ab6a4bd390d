import { startTestApi } from '../apps/server/testing/api.ts';
/**
 * `npm run check -- factors [--json]`: what an authenticator's digits must keep, on a real database. The vectors of RFC 6238;
 * fifty uses of one code at the same moment; a clock that is wrong; a code for one operation shown for another one. The last
 * line is one line of JSON.
 */
import { startTestCluster } from '../apps/server/testing/cluster.ts';
import { databaseOf } from '../apps/server/testing/database.ts';
import { parallelUses, useAtOnce } from './factors/parallel-uses.ts';
import { changeOneField } from './factors/single-changes.ts';
import { countVectors, vectorsGiven } from './factors/vectors.ts';
import { tryWrongClocks } from './factors/wrong-clocks.ts';

const startedAt = performance.now();
const cluster = await startTestCluster();
try {
  const api = await startTestApi({ database: await databaseOf(cluster) });
  try {
    const vectors = countVectors();
    const used = await useAtOnce(api);
    const clocks = await tryWrongClocks(api);
    const changed = await changeOneField(api);
    const isGood =
      vectors === vectorsGiven &&
      used.successes === used.uses &&
      clocks.driftReported === clocks.wrongClocks &&
      clocks.driftAccepted === 0 &&
      changed.accepted === 0 &&
      changed.unchangedAccepted === 1;
    const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
    const figures = { vectors, parallelUses, ...used, ...clocks, ...changed, seconds };
    process.exitCode = isGood ? 0 : 1;
    console.log(JSON.stringify({ name: 'factors', figures, ratios: {} }));
  } finally {
    await api.close();
  }
} finally {
  await cluster.stop();
}
