import type { Chain } from '@marigold/chain/port';
import { expect, it } from 'vitest';

import { openPayoutSetup } from '../../../../testing/payout-setup.ts';

it('is not held up by bytes that a node does not answer about: the others are sent beside them', async () => {
  const setup = await openPayoutSetup();
  try {
    const { hot } = setup.signer.known;
    await setup.fund(hot, 'ETH', 10n ** 18n);
    await setup.fund(hot, 'USDT', 10_000_000_000n);
    for (let count = 0; count < 3; count += 1) await setup.order();
    await setup.pipeline.pass();
    const signed = (await setup.attempts()).map(({ tx }) => tx);
    for (const tx of signed) setup.chain.drop(tx);
    const { promise: lastWasSent, resolve } = Promise.withResolvers<void>();
    const sent: string[] = [];
    const chain: Chain = {
      ...setup.chain,
      async broadcast(bytes) {
        sent.push(bytes.txId);
        if (sent.length === signed.length) resolve();
        if (sent.length === 1) {
          await lastWasSent;
          return 'unclear';
        }
        return await setup.chain.broadcast(bytes);
      },
    };
    expect(await setup.worker(undefined, chain).pass()).toBe('done');
    // Lowest nonces first.
    expect(sent).toEqual(signed);
    await setup.pipeline.pass();
    await setup.finish();
    expect(signed).toHaveLength(3);
    await setup.assertTrue();
  } finally {
    await setup.close();
  }
});
