/** What is read of a chain: blocks, transfers, branches. */
import { expect, it } from 'vitest';

import {
  ChainUnavailable,
  nativePosition,
  nobody as noAccount,
  originOf,
  rewardName,
  type BlockRef,
} from '../src/port.ts';
import { toChainUnits } from '../src/units.ts';
import { getMined, listReceived, newStranger, type Get } from './conformance-setup.ts';

const gwei = 1_000_000_000n;

export function describeBlocks(get: Get): void {
  it('are linked by their parents up to the head, with nothing above it', async () => {
    const { chain, mine } = get();
    await mine(3);
    const head = await chain.head();
    for (let height = head.height; height > head.height - 3; height -= 1) {
      const [block, parent] = [await chain.block(height), await chain.block(height - 1)];
      expect(block?.height).toBe(height);
      expect(block?.parent).toBe(parent?.hash);
      expect(block?.timeMs).toBeGreaterThanOrEqual(parent?.timeMs ?? Number.POSITIVE_INFINITY);
    }
    expect(await chain.block(head.height)).toEqual(head);
    expect(await chain.block(head.height + 1)).toBeNull();
  });

  it('say which chain this is', async () => {
    const { chain, networkId } = get();
    expect(await chain.identity()).toEqual({ networkId, genesis: (await chain.block(0))?.hash });
  });

  it('are final at or below the head', async () => {
    const { chain } = get();
    const final = await chain.finalized();
    expect(final.height).toBeLessThanOrEqual((await chain.head()).height);
    expect(await chain.block(final.height)).toEqual(final);
  });
}

export function describeTransfers(get: Get): void {
  it('hold the native coin and tokens to those who were asked for, and to nobody else', async () => {
    const { chain, tokens, send, mine } = get();
    const [ours, other] = [newStranger(), newStranger()];
    const native = await send({ coin: 'native', to: ours, amount: toChainUnits(5n) });
    const token = await send({ coin: tokens.good, to: ours, amount: toChainUnits(7n) });
    await send({ coin: tokens.good, to: other, amount: toChainUnits(9n) });
    await mine();
    const { block } = await getMined(chain, token);
    const read = await chain.transfers(block, (account) => account === ours);
    expect(read.block).toEqual(block);
    expect(read.transfers).toHaveLength(2);
    expect(read.transfers).toContainEqual(
      expect.objectContaining({
        txId: native,
        position: nativePosition,
        coin: 'native',
        to: ours,
        amount: 5n,
      }),
    );
    expect(read.transfers).toContainEqual(
      expect.objectContaining({ txId: token, position: 0, coin: tokens.good, to: ours, amount: 7n }),
    );
    expect(await chain.balance(ours, 'native')).toBe(5n);
    expect(await chain.balance(ours, tokens.good)).toBe(7n);
  });

  it('count among all logs of their own transaction, and native value by its own count', async () => {
    const { chain, tokens, send, mine } = get();
    const [ours, other] = [newStranger(), newStranger()];
    await send({ coin: tokens.good, to: other, amount: toChainUnits(1n) });
    const txId = await send([
      { kind: 'log' },
      { kind: 'pay', coin: tokens.good, to: ours, amount: 10n },
      { kind: 'pay', coin: 'native', to: other, amount: 11n },
      { kind: 'pay', coin: 'native', to: ours, amount: 12n },
      { kind: 'pay', coin: tokens.good, to: ours, amount: 0n },
      { kind: 'pay', coin: tokens.good, to: ours, amount: 10n },
      { kind: 'pay', coin: 'native', to: ours, amount: 12n },
    ]);
    await mine();
    const found = await listReceived(chain, txId, ours);
    expect(new Map(found.map(({ position, amount }) => [position, amount]))).toEqual(
      new Map([
        [1, 10n],
        [3, 10n],
        [nativePosition + 1, 12n],
        [nativePosition + 2, 12n],
      ]),
    );
    expect(found).toHaveLength(4);
  });
}

export function describeDirectTransfers(get: Get): void {
  it('hold what the transactions of a block gave whom it names, to the last unit', async () => {
    const { chain, payer, tokens, send, mine, setFeeRecipient, reorg } = get();
    const ours = newStranger();
    await setFeeRecipient(ours);
    await mine();
    expect(await chain.balance(ours, 'native')).toBe(0n);
    await send({ coin: tokens.good, to: payer, amount: toChainUnits(1n) });
    await send([{ kind: 'pay', coin: 'native', to: newStranger(), amount: 1n }, { kind: 'fail' }]);
    // A payment of its own stands beside it.
    await send([{ kind: 'pay', coin: 'native', to: ours, amount: 40n }]);
    await mine();
    const head = await chain.head();
    const { transfers } = await chain.transfers(head, (account) => account === ours);
    const [paid, reward, ...more] = transfers;
    expect(paid).toMatchObject({ amount: 40n, position: nativePosition });
    expect(reward).toMatchObject({
      txId: rewardName(head.hash),
      position: nativePosition,
      coin: 'native',
      from: noAccount,
    });
    expect(more).toEqual([]);
    expect(reward?.amount).toBeGreaterThan(0n);
    expect(await chain.balance(ours, 'native')).toBe(40n + (reward?.amount ?? 0n));
    expect(await chain.isAgreed(rewardName(head.hash), head)).toBe(true);
    await reorg(1, 'all');
    expect(await chain.isAgreed(rewardName(head.hash), head)).toBe(false);
  });

  it('hold what validators withdrew, by its number, in a block without any transaction too', async () => {
    const { chain, send, mine, withdraw } = get();
    const [ours, other] = [newStranger(), newStranger()];
    await withdraw(other, 5n);
    await withdraw(ours, 20_000_000n);
    await mine();
    const alone = await chain.head();
    await withdraw(ours, 3n);
    await send({ coin: 'native', to: ours, amount: toChainUnits(1n) });
    await mine();
    const beside = await chain.head();
    const read = async (block: BlockRef) =>
      (await chain.transfers(block, (account) => account === ours)).transfers;
    const [first, ...none] = await read(alone);
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      position: nativePosition,
      coin: 'native',
      from: noAccount,
      to: ours,
      amount: 20_000_000n * gwei,
    });
    const [paid, second] = await read(beside);
    expect(paid?.amount).toBe(1n);
    expect(second?.amount).toBe(3n * gwei);
    const names = [first, second].map((one) => one?.txId ?? '');
    expect(names.map(originOf)).toEqual(['withdrawal', 'withdrawal']);
    expect(BigInt(names[1]?.split(':')[1] ?? 0)).toBe(BigInt(names[0]?.split(':')[1] ?? 0) + 1n);
    expect(await chain.balance(ours, 'native')).toBe(20_000_003n * gwei + 1n);
    expect(await chain.isAgreed(names[0] ?? '', alone)).toBe(true);
    expect(await chain.isAgreed(names[0] ?? '', beside)).toBe(false);
  });
}

export function describeOddTransfers(get: Get): void {
  it('are found behind ten thousand other logs', async () => {
    const { chain, tokens, send, mine } = get();
    const ours = newStranger();
    const txId = await send([
      { kind: 'log', count: 10_000 },
      { kind: 'pay', coin: tokens.good, to: ours, amount: 3n },
    ]);
    await mine();
    expect(await listReceived(chain, txId, ours)).toEqual([
      expect.objectContaining({ position: 10_000, amount: 3n }),
    ]);
  });

  it('leave out what failed, whatever happened inside', async () => {
    const { chain, tokens, send, mine } = get();
    const ours = newStranger();
    const txId = await send([
      { kind: 'pay', coin: 'native', to: ours, amount: 1n },
      { kind: 'pay', coin: tokens.good, to: ours, amount: 1n },
      { kind: 'fail' },
    ]);
    await mine();
    expect(await getMined(chain, txId)).toMatchObject({ isGood: false, transfers: [] });
    expect(await listReceived(chain, txId, ours)).toEqual([]);
    expect(await chain.balance(ours, 'native')).toBe(0n);
  });

  it('are worth what arrived, where a token keeps a part', async () => {
    const { chain, tokens, send, mine } = get();
    const ours = newStranger();
    const txId = await send({ coin: tokens.taxed, to: ours, amount: toChainUnits(10_000n) });
    await mine();
    expect((await listReceived(chain, txId, ours)).map(({ amount }) => amount)).toEqual([9900n]);
    expect(await chain.balance(ours, tokens.taxed)).toBe(9900n);
  });
}

export function describeBranches(get: Get): void {
  it('mine a transaction again under the same id and positions', async () => {
    const { chain, tokens, send, mine, reorg } = get();
    const ours = newStranger();
    const txId = await send([
      { kind: 'log' },
      { kind: 'pay', coin: tokens.good, to: ours, amount: 2n },
      { kind: 'pay', coin: 'native', to: ours, amount: 3n },
    ]);
    await mine(2);
    const first = await getMined(chain, txId);
    const before = await listReceived(chain, txId, ours);
    await reorg(2, 'all');
    const again = await getMined(chain, txId);
    expect(again.block.hash).not.toBe(first.block.hash);
    expect(before).toHaveLength(2);
    expect(await listReceived(chain, txId, ours)).toEqual(before);
  });

  it('say nothing of a block that left the chain', async () => {
    const { chain, send, mine, reorg } = get();
    const ours = newStranger();
    const txId = await send({ coin: 'native', to: ours, amount: toChainUnits(2n) });
    await mine();
    const { block } = await getMined(chain, txId);
    await reorg(1, 'none');
    await expect(chain.transfers(block, () => true)).rejects.toThrow(ChainUnavailable);
    expect(await chain.transaction(txId)).not.toMatchObject({ state: 'mined' });
    expect(await chain.balance(ours, 'native')).toBe(0n);
    expect((await chain.block(block.height))?.hash).not.toBe(block.hash);
    expect((await chain.block(block.height))?.parent).toBe(block.parent);
  });

  it('do not hold for agreed what is in another block', async () => {
    const { chain, send, mine, reorg } = get();
    const txId = await send({ coin: 'native', to: newStranger(), amount: toChainUnits(2n) });
    await mine();
    const { block } = await getMined(chain, txId);
    expect(await chain.isAgreed(txId, block)).toBe(true);
    await reorg(1, 'all');
    expect(await chain.isAgreed(txId, block)).toBe(false);
  });
}
