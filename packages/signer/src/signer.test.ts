import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TransactionDraft, ChainPayment } from '@marigold/chain/port';
import type { SigningApproval, Signer } from '@marigold/chain/signer-port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import { decodeFunctionData, parseAbi, parseTransaction, recoverTransactionAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openJournal, type SigningJournal } from './journal.ts';
import { demoWords, keysOf } from './keys.ts';
import { readPolicy } from './policy.ts';
import { createSigner } from './signer.ts';

const token = fakeAccount('token');
const payee = fakeAccount('payee');
const hourMs = 3_600_000;
const keys = keysOf(demoWords);
const { hot, gas } = keys.accounts;

const policy = readPolicy(
  JSON.stringify({
    chains: {
      eth: {
        networkId: '31337',
        feeMax: '1000',
        gasMax: '100000',
        topup: { payment: '10', hour: '20', day: '30' },
        coins: { [token]: { payment: '100', hour: '250', day: '400' } },
      },
      other: {
        networkId: '1337',
        feeMax: '1000',
        gasMax: '100000',
        topup: { payment: '10', hour: '20', day: '30' },
        coins: { native: { payment: '1', hour: '1', day: '1' } },
      },
    },
  }),
);

type Part = Partial<Omit<TransactionDraft, 'payment'>> & { readonly payment?: Partial<ChainPayment> };

function draft(part: Part = {}): TransactionDraft {
  return {
    chain: 'eth',
    networkId: 31_337n,
    from: hot,
    nonce: 0n,
    kind: 'pay',
    fee: { gas: 60_000n, feeMax: 100n, tip: 1n },
    ...part,
    payment: { coin: token, to: payee, amount: toChainUnits(5n), ...part.payment },
  };
}
const payout = (payoutId: string): SigningApproval => ({ kind: 'payout', payoutId });

describe('the signer', () => {
  let folder = '';
  let journal: SigningJournal;
  let signer: Signer;
  let now = 0;
  let isApproved = true;

  function start(words = demoWords): void {
    journal = openJournal(join(folder, 'journal.jsonl'));
    signer = createSigner({
      keys: words === demoWords ? keys : keysOf(words),
      policy,
      journal,
      approvals: { isApproved: async () => await Promise.resolve(isApproved) },
      clock: () => now,
    });
  }
  const restart = (): void => {
    journal.close();
    start();
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marigold-signer-test-'));
    now = Date.UTC(2026, 10, 22);
    isApproved = true;
    start();
  });
  afterEach(() => {
    journal.close();
    rmSync(folder, { recursive: true });
  });

  it('signs exactly what it was asked, with the key of the sender', async () => {
    const { raw } = await signer.sign(draft({ nonce: 7n }), payout('a'));
    const read = parseTransaction(raw);
    expect(read).toMatchObject({ chainId: 31_337, nonce: 7, to: token, gas: 60_000n, maxFeePerGas: 100n });
    expect(read.value ?? 0n).toBe(0n);
    const abi = parseAbi(['function transfer(address to, uint256 amount)']);
    const { args } = decodeFunctionData({ abi, data: read.data ?? '0x' });
    expect([args[0].toLowerCase(), args[1]]).toEqual([payee, 5n]);
    const from = await recoverTransactionAddress({ serializedTransaction: `0x02${raw.slice(4)}` });
    expect(from.toLowerCase()).toBe(hot);
  });

  it('signs a cancel as nothing to the sender itself', async () => {
    await signer.sign(draft(), payout('a'));
    const read = parseTransaction((await signer.sign(draft({ kind: 'cancel' }), payout('a'))).raw);
    expect(read).toMatchObject({ to: hot, nonce: 0 });
    expect([read.value ?? 0n, read.data ?? '0x']).toEqual([0n, '0x']);
  });

  it('gives the same draft the same bytes, before and after it was started again', async () => {
    const first = await signer.sign(draft(), payout('a'));
    expect(await signer.sign(draft(), payout('a'))).toEqual(first);
    restart();
    expect(await signer.sign(draft(), payout('a'))).toEqual(first);
  });

  it('binds a nonce to one payment, and a payout to one nonce, for ever', async () => {
    await signer.sign(draft(), payout('a'));
    const others: readonly [TransactionDraft, SigningApproval][] = [
      [draft({ payment: { to: fakeAccount('thief') } }), payout('a')],
      [draft({ payment: { amount: toChainUnits(6n) } }), payout('a')],
      [draft({ payment: { coin: 'native' } }), payout('a')],
      [draft(), payout('b')],
      [draft({ kind: 'cancel' }), payout('b')],
      [draft({ nonce: 1n }), payout('a')],
    ];
    for (const when of ['at once', 'after a start']) {
      if (when === 'after a start') restart();
      for (const [other, approval] of others) {
        await expect(signer.sign(other, approval), when).rejects.toThrow('nonce_taken');
      }
    }
    const dearer = draft({ fee: { gas: 60_000n, feeMax: 200n, tip: 2n } });
    expect((await signer.sign(dearer, payout('a'))).raw).toBeTypeOf('string');
  });

  it('of two who race for a nonce serves one', async () => {
    const raced = await Promise.allSettled([
      signer.sign(draft(), payout('a')),
      signer.sign(draft({ payment: { amount: toChainUnits(6n) } }), payout('b')),
    ]);
    expect(raced.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses what the ledger did not approve, and binds nothing by it', async () => {
    isApproved = false;
    await expect(signer.sign(draft(), payout('a'))).rejects.toThrow('not_approved');
    isApproved = true;
    await signer.sign(draft(), payout('b'));
    isApproved = false;
    await expect(signer.sign(draft(), payout('b'))).rejects.toThrow('not_approved');
  });

  it('keeps a cap for each payment, hour and day, also over a start', async () => {
    const pay = async (nonce: bigint, amount: bigint): Promise<unknown> =>
      await signer.sign(draft({ nonce, payment: { amount: toChainUnits(amount) } }), payout(`p${nonce}`));
    await expect(pay(0n, 101n)).rejects.toThrow('over_payment_cap');
    await pay(0n, 100n);
    await pay(1n, 100n);
    // Signed again is not spent again.
    await pay(1n, 100n);
    await expect(pay(2n, 51n)).rejects.toThrow('over_hour_cap');
    restart();
    await expect(pay(2n, 51n)).rejects.toThrow('over_hour_cap');
    await pay(2n, 50n);
    now += hourMs;
    await pay(3n, 100n);
    await expect(pay(4n, 51n)).rejects.toThrow('over_day_cap');
    now += 23 * hourMs;
    await pay(4n, 51n);
  });

  it('pays no coin that has no cap', async () => {
    await expect(signer.sign(draft({ payment: { coin: 'native' } }), payout('a'))).rejects.toThrow(
      'over_payment_cap',
    );
  });

  it('refuses fees above its own', async () => {
    const dear = draft({ fee: { gas: 60_000n, feeMax: 1001n, tip: 1n } });
    await expect(signer.sign(dear, payout('a'))).rejects.toThrow('fee_cap');
    const thirsty = draft({ fee: { gas: 100_001n, feeMax: 1n, tip: 1n } });
    await expect(signer.sign(thirsty, payout('a'))).rejects.toThrow('fee_cap');
  });

  it('moves gas to our own deposit addresses and from them to the hot account, and nowhere else', async () => {
    const deposit = keys.depositAt(3);
    const topup = { kind: 'topup', index: 3 } as const;
    const sweep = { kind: 'sweep', index: 3 } as const;
    const gasTo = (to = deposit, amount = 10n, nonce = 0n): TransactionDraft =>
      draft({ from: gas, nonce, payment: { coin: 'native', to, amount: toChainUnits(amount) } });
    await signer.sign(gasTo(), topup);
    await signer.sign(draft({ from: deposit, payment: { to: hot, amount: toChainUnits(10_000n) } }), sweep);
    const foreign: readonly [TransactionDraft, SigningApproval][] = [
      [gasTo(payee), topup],
      [gasTo(keys.depositAt(4)), topup],
      [draft({ from: hot, payment: { coin: 'native', to: deposit } }), topup],
      [draft({ from: deposit }), sweep],
      [draft({ from: keys.depositAt(4), payment: { to: hot } }), sweep],
      [draft({ from: deposit }), payout('a')],
      [draft({ from: gas }), payout('a')],
      [draft({ from: fakeAccount('nobody') }), payout('a')],
    ];
    for (const [one, approval] of foreign) {
      await expect(signer.sign(one, approval)).rejects.toThrow('foreign_account');
    }
    await expect(signer.sign(gasTo(deposit, 11n, 1n), topup)).rejects.toThrow('over_payment_cap');
    await signer.sign(gasTo(deposit, 10n, 1n), topup);
    await expect(signer.sign(gasTo(deposit, 1n, 2n), topup)).rejects.toThrow('over_hour_cap');
  });

  it('takes an approval on one chain for none on another', async () => {
    await expect(signer.sign(draft({ networkId: 1337n }), payout('a'))).rejects.toThrow('not_approved');
    await expect(signer.sign(draft({ chain: 'tron' }), payout('a'))).rejects.toThrow('not_approved');
  });

  it('refuses public chains while it holds the seed that everybody knows', async () => {
    for (const networkId of [1n, 11_155_111n, 137n]) {
      await expect(signer.sign(draft({ networkId }), payout('a'))).rejects.toThrow(
        'demo_seed_on_public_chain',
      );
    }
    journal.close();
    start('legal winner thank year wave sausage worth useful legal winner thank yellow');
    const other = (await signer.accounts()).hot;
    await expect(signer.sign(draft({ from: other, networkId: 1n }), payout('a'))).rejects.toThrow(
      'not_approved',
    );
    expect((await signer.accounts()).isDemoSeed).toBe(false);
  });

  it('forgets a line that was never finished, and stands still where its journal is damaged', async () => {
    await signer.sign(draft(), payout('a'));
    journal.close();
    const path = join(folder, 'journal.jsonl');
    const whole = readFileSync(path, 'utf8');
    appendFileSync(path, '{"slot":"31337/0x');
    start();
    expect(readFileSync(path, 'utf8')).toBe(whole);
    await expect(signer.sign(draft(), payout('b'))).rejects.toThrow('nonce_taken');
    journal.close();
    writeFileSync(path, `broken\n${whole}`);
    expect(() => start()).toThrow('Line 1');
    writeFileSync(path, whole);
    start();
  });

  it('binds nothing more once another process wrote its journal', async () => {
    await signer.sign(draft(), payout('a'));
    const second = openJournal(join(folder, 'journal.jsonl'));
    second.bind({ slot: '31337/x/9', payment: 'p', work: 'payout/z', spent: undefined, at: now });
    second.close();
    await expect(signer.sign(draft({ nonce: 1n }), payout('b'))).rejects.toThrow('Another process');
    expect(await signer.sign(draft(), payout('a'))).toBeDefined();
  });
});

describe('the policy', () => {
  it('is refused with every problem at once', () => {
    const caps = { payment: '3', hour: '2', day: '9' };
    const chain = { networkId: '1', feeMax: '1.5', gasMax: '1', topup: caps, coins: { '0xABC': caps } };
    expect(() => readPolicy(JSON.stringify({ chains: { eth: chain } }))).toThrow(
      /base units[\s\S]*payment <= hour[\s\S]*/,
    );
  });
});
