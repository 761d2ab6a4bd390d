import { describe, expect, it } from 'vitest';

import { nativePosition, type ChainAccount, type TransactionDraft, type FeeTerms } from '../src/port.ts';
import { toChainUnits } from '../src/units.ts';
import { fakeAccount, fakeBytes } from './fake-bytes.ts';
import { createFakeChain, type FakeChain } from './fake-chain.ts';

const ours = fakeAccount('ours');
const isOurs = (account: ChainAccount): boolean => account === ours;
const gwei = 1_000_000_000n;

function draft(nonce: bigint, amount: bigint, fee?: Partial<FeeTerms>): TransactionDraft {
  return {
    chain: 'eth',
    networkId: 31_337n,
    from: ours,
    nonce,
    kind: 'pay',
    payment: { coin: 'native', to: fakeAccount('payee'), amount: toChainUnits(amount) },
    fee: { gas: 21_000n, feeMax: 3n * gwei, tip: gwei, ...fee },
  };
}

async function received(chain: FakeChain): Promise<readonly bigint[]> {
  const { transfers } = await chain.transfers(chain.truth.head(), isOurs);
  return transfers.map(({ amount }) => amount);
}

describe('a reorganisation of the fake chain', () => {
  it('mines the same transactions again at other heights, or drops them', async () => {
    const chain = createFakeChain();
    const staying = chain.send({ to: ours, amount: 5n });
    const dropped = chain.send({ to: ours, amount: 7n });
    chain.mine();
    const before = chain.truth.head();
    expect(await received(chain)).toEqual([5n, 7n]);
    chain.reorg(1, { keep: (txId) => txId === staying, blocks: 0 });
    expect(await chain.block(1)).toBeNull();
    await expect(chain.transfers(before, isOurs)).rejects.toThrow('has no block 1');
    expect(await chain.transaction(staying)).toEqual({ state: 'pool' });
    expect(await chain.transaction(dropped)).toEqual({ state: 'unknown' });
    chain.mine(2, { only: () => false });
    await expect(chain.transfers(before, isOurs)).rejects.toThrow('left the chain');
    expect(chain.mine().height).toBe(3);
    expect(await received(chain)).toEqual([5n]);
    expect(chain.truth.held(ours, 'native')).toBe(5n);
    expect(chain.truth.held(ours, 'native', 2)).toBe(0n);
  });

  it('never takes back what is final unless it is told to', () => {
    const chain = createFakeChain({ finalityDepth: 5 });
    chain.mine(10);
    expect(() => chain.reorg(6)).toThrow('is final');
    expect(chain.reorg(6, { isEvenFinal: true }).height).toBe(11);
  });

  it('gives the same hashes for the same calls', () => {
    const [one, other] = [0, 1].map(() => {
      const chain = createFakeChain({ seed: 'twice' });
      chain.send({ to: ours, amount: 1n });
      chain.mine(5);
      return chain.reorg(3).hash;
    });
    expect(one).toBe(other);
  });

  it('carries ten thousand payments through deep branches in a moment, and loses none', () => {
    const chain = createFakeChain();
    const token = chain.createToken();
    for (let round = 0; round < 100; round += 1) {
      for (let payment = 0; payment < 100; payment += 1) {
        chain.send({ coin: token, to: fakeAccount(payment), amount: 1n });
        if (payment % 10 === 9) chain.mine();
      }
      chain.reorg(Math.min(chain.truth.head().height, 1 + (round % 64)));
    }
    chain.mine();
    const held = Array.from({ length: 100 }, (_, payment) => chain.truth.held(fakeAccount(payment), token));
    expect(held).toEqual(held.map(() => 100n));
  });
});

describe('transactions of the fake chain', () => {
  it('count logs from zero, and native value from its own place', async () => {
    const chain = createFakeChain();
    const token = chain.createToken();
    const splitter = chain.createContract('splitter');
    const steps = [
      { kind: 'log' },
      { kind: 'pay', coin: token, to: ours, amount: 1n },
      { kind: 'pay', coin: 'native', from: splitter, to: ours, amount: 2n },
      { kind: 'pay', coin: token, to: ours, amount: 0n },
      { kind: 'pay', coin: 'native', from: splitter, to: ours, amount: 3n },
      { kind: 'pay', coin: token, to: ours, amount: 4n },
    ] as const;
    chain.send({ steps });
    chain.mine();
    const { transfers } = await chain.transfers(chain.truth.head(), isOurs);
    expect(transfers.map(({ position, amount }) => [position, amount])).toEqual([
      [1, 1n],
      [nativePosition, 2n],
      [nativePosition + 1, 3n],
      [3, 4n],
    ]);
  });

  it('move nothing when they fail, and what a bad token says is not what it does', async () => {
    const chain = createFakeChain();
    const [taxed, silent, liar] = (['taxed', 'silent', 'liar'] as const).map((kind) =>
      chain.createToken(kind),
    );
    chain.send({ steps: [{ kind: 'pay', coin: 'native', to: ours, amount: 9n }, { kind: 'fail' }] });
    for (const coin of [taxed, silent, liar]) {
      if (coin !== undefined) chain.send({ coin, to: ours, amount: 10_000n });
    }
    chain.mine();
    expect(await received(chain)).toEqual([9_900n, 10_000n]);
    expect(chain.truth.held(ours, 'native')).toBe(0n);
    expect(taxed && chain.truth.held(ours, taxed)).toBe(9_900n);
    expect(liar && chain.truth.held(ours, liar)).toBe(0n);
  });

  it('of one account follow their nonces; a replacement pays a tenth more in both fees', async () => {
    const chain = createFakeChain();
    chain.give(ours, 'native', 10n ** 18n);
    const second = fakeBytes(draft(1n, 2n));
    expect(await chain.broadcast(second)).toBe('accepted');
    expect(await chain.broadcast(second)).toBe('known');
    chain.mine();
    expect(await chain.nonce(ours)).toBe(0n);
    const first = fakeBytes(draft(0n, 1n));
    await chain.broadcast(first);
    const cheap = fakeBytes(draft(0n, 1n, { feeMax: (3n * gwei * 110n) / 100n, tip: gwei + 1n }));
    expect(await chain.broadcast(cheap)).toBe('refused');
    const fee = await chain.feeToReplace(draft(0n, 1n).fee);
    const dearer = fakeBytes(draft(0n, 1n, fee));
    expect(await chain.broadcast(dearer)).toBe('accepted');
    chain.mine();
    expect(await chain.nonce(ours)).toBe(2n);
    expect(await chain.transaction(first.txId)).toEqual({ state: 'unknown' });
    expect(await chain.broadcast(fakeBytes(draft(0n, 7n)))).toBe('refused');
    expect(chain.truth.held(fakeAccount('payee'), 'native')).toBe(3n);
  });

  it('wait while the base fee is above what they pay', async () => {
    const chain = createFakeChain();
    chain.give(ours, 'native', 10n ** 18n);
    const terms = draft(0n, 1n);
    await chain.broadcast(fakeBytes(terms));
    chain.setBaseFee(60n * gwei);
    chain.mine(3);
    expect(chain.truth.nonce(ours)).toBe(0n);
    expect(await chain.isUnderpriced(terms.fee)).toBe(true);
    chain.setBaseFee(gwei);
    chain.mine();
    expect(chain.truth.nonce(ours)).toBe(1n);
    expect(chain.truth.held(ours, 'native')).toBe(10n ** 18n - 1n - 21_000n * 2n * gwei);
  });
});

describe('faults of the fake chain', () => {
  it('lose answers, not transactions; and lose transactions, not answers', async () => {
    const chain = createFakeChain();
    chain.give(ours, 'native', 10n ** 18n);
    chain.faults.answersLost = 1;
    const first = fakeBytes(draft(0n, 1n));
    expect(await chain.broadcast(first)).toBe('unclear');
    expect(chain.isWaiting(first.txId)).toBe(true);
    chain.faults.swallowed = 1;
    const second = fakeBytes(draft(1n, 1n));
    expect(await chain.broadcast(second)).toBe('accepted');
    expect(chain.isWaiting(second.txId)).toBe(false);
    chain.faults.isDown = true;
    expect(await chain.broadcast(second)).toBe('unclear');
    expect(chain.isWaiting(second.txId)).toBe(false);
    await expect(chain.head()).rejects.toThrow('down');
  });

  it('show an older chain to whoever asks a node that lags', async () => {
    const chain = createFakeChain();
    chain.mine(2);
    const txId = chain.send({ to: ours, amount: 1n });
    chain.mine();
    chain.faults.lag = 1;
    expect((await chain.head()).height).toBe(2);
    expect(await chain.block(3)).toBeNull();
    expect(await chain.transaction(txId)).toEqual({ state: 'unknown' });
    expect(await chain.balance(ours, 'native')).toBe(0n);
  });

  it('let the world change between two reads', async () => {
    const chain = createFakeChain();
    chain.mine(3);
    const block = chain.truth.head();
    chain.onCall = (call) => {
      chain.onCall = undefined;
      expect(call).toBe('transfers');
      chain.reorg(1);
    };
    await expect(chain.transfers(block, isOurs)).rejects.toThrow('left the chain');
  });
});
