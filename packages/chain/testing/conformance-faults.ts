/** What goes wrong with nodes and providers. */
import { expect, it, type TestContext } from 'vitest';

import { ChainUnavailable, type ChainPayment } from '../src/port.ts';
import { toChainUnits } from '../src/units.ts';
import {
  draftOf,
  getMined,
  newStranger,
  type ChainSetup,
  type Get,
  type SetupFault,
} from './conformance-setup.ts';

/** The scene, or a test that is left out by name where an adapter cannot show the fault. */
function setupWith(get: Get, fault: SetupFault, context: TestContext): ChainSetup {
  const setup = get();
  if (!setup.faults.includes(fault)) context.skip(`this adapter cannot show "${fault}"`);
  return setup;
}

export function describeFaults(get: Get): void {
  it('a node that is down is unavailable to every question', async (context) => {
    const setup = setupWith(get, 'down', context);
    const { chain, payer, sign, setFault } = setup;
    const payment: ChainPayment = { coin: 'native', to: newStranger(), amount: toChainUnits(1n) };
    const draft = await draftOf(setup, payment);
    const head = await chain.head();
    const signed = await sign(draft);
    await setFault('down');
    const questions: readonly (() => Promise<unknown>)[] = [
      () => chain.identity(),
      () => chain.head(),
      () => chain.finalized(),
      () => chain.block(0),
      () => chain.transfers(head, () => true),
      () => chain.seesInner(),
      () => chain.transaction(signed.txId),
      () => chain.isAgreed(signed.txId, head),
      () => chain.balance(payer, 'native'),
      () => chain.hasCode(payer),
      () => chain.nonce(payer),
      () => chain.feeFor(payer, payment),
      () => chain.feeToReplace(draft.fee),
      () => chain.isUnderpriced(draft.fee),
    ];
    for (const ask of questions) await expect(ask(), String(ask)).rejects.toThrow(ChainUnavailable);
    expect(await chain.broadcast(signed)).toBe('unclear');
    await setFault('none');
    expect(await chain.transaction(signed.txId)).toEqual({ state: 'unknown' });
  });

  it('a second provider on another fork does not agree', async (context) => {
    const setup = setupWith(get, 'second-elsewhere', context);
    const { chain, send, mine, setFault } = setup;
    const txId = await send({ coin: 'native', to: newStranger(), amount: toChainUnits(1n) });
    await mine();
    const { block } = await getMined(chain, txId);
    await setFault('second-elsewhere');
    expect(await chain.isAgreed(txId, block)).toBe(false);
    await setFault('none');
    expect(await chain.isAgreed(txId, block)).toBe(true);
  });

  it('without the second provider there is no answer', async (context) => {
    const setup = setupWith(get, 'second-down', context);
    const { chain, send, mine, setFault } = setup;
    const txId = await send({ coin: 'native', to: newStranger(), amount: toChainUnits(1n) });
    await mine();
    const { block } = await getMined(chain, txId);
    await setFault('second-down');
    await expect(chain.isAgreed(txId, block)).rejects.toThrow(ChainUnavailable);
  });

  it('a part of a block is never taken for the whole', async (context) => {
    const setup = setupWith(get, 'hides', context);
    const { chain, tokens, send, mine, setFault } = setup;
    const ours = newStranger();
    const txId = await send({ coin: tokens.good, to: ours, amount: toChainUnits(1n) });
    await mine();
    const { block } = await getMined(chain, txId);
    await setFault('hides');
    await expect(chain.transfers(block, (account) => account === ours)).rejects.toThrow(ChainUnavailable);
    await setFault('none');
    expect((await chain.transfers(block, (account) => account === ours)).transfers).toHaveLength(1);
  });
}
