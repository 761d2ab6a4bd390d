import type { Chain } from '@marigold/chain/port';
import { expect, it } from 'vitest';

import { openPayoutScene } from '../../../../testing/payout-scene.ts';

it('is not held up by bytes that a node does not answer about: the others are sent beside them', async () => {
  const scene = await openPayoutScene();
  try {
    const { hot } = scene.signer.known;
    await scene.fund(hot, 'ETH', 10n ** 18n);
    await scene.fund(hot, 'USDT', 10_000_000_000n);
    for (let count = 0; count < 3; count += 1) await scene.order();
    await scene.pipeline.pass();
    const signed = (await scene.attempts()).map(({ tx }) => tx);
    for (const tx of signed) scene.chain.drop(tx);
    const { promise: lastWasSent, resolve } = Promise.withResolvers<void>();
    const sent: string[] = [];
    const chain: Chain = {
      ...scene.chain,
      async broadcast(bytes) {
        sent.push(bytes.txId);
        if (sent.length === signed.length) resolve();
        if (sent.length === 1) {
          await lastWasSent;
          return 'unclear';
        }
        return await scene.chain.broadcast(bytes);
      },
    };
    expect(await scene.worker(undefined, chain).pass()).toBe('done');
    // Lowest nonces first.
    expect(sent).toEqual(signed);
    await scene.pipeline.pass();
    await scene.finish();
    expect(signed).toHaveLength(3);
    await scene.assertTrue();
  } finally {
    await scene.close();
  }
});
