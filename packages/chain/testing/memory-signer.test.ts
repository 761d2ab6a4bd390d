import { describe, expect, it } from 'vitest';

import type { TransactionDraft } from '../src/port.ts';
import type { SigningApproval } from '../src/signer-port.ts';
import { toChainUnits } from '../src/units.ts';
import { fakeAccount } from './fake-bytes.ts';
import { createMemorySigner } from './memory-signer.ts';

const signer = createMemorySigner();
const payout = (payoutId: string): SigningApproval => ({ kind: 'payout', payoutId });
const draft = (nonce: bigint, amount = 1n): TransactionDraft => ({
  chain: 'eth',
  networkId: 31_337n,
  from: signer.known.hot,
  nonce,
  kind: 'pay',
  payment: { coin: 'native', to: fakeAccount('payee'), amount: toChainUnits(amount) },
  fee: { gas: 21_000n, feeMax: 2n, tip: 1n },
});

describe('the signer of tests', () => {
  it('refuses what the real one refuses: a second payment on a nonce, a second nonce for a payout', async () => {
    const first = await signer.sign(draft(0n), payout('a'));
    expect(await signer.sign(draft(0n), payout('a'))).toEqual(first);
    await expect(signer.sign(draft(0n, 2n), payout('a'))).rejects.toThrow('nonce_taken');
    await expect(signer.sign(draft(0n), payout('b'))).rejects.toThrow('nonce_taken');
    await expect(signer.sign(draft(1n), payout('a'))).rejects.toThrow('nonce_taken');
    await expect(signer.sign({ ...draft(0n), kind: 'cancel' }, payout('a'))).resolves.toBeDefined();
  });

  it('refuses accounts that are not ours for this purpose, and everything while it is down', async () => {
    await expect(signer.sign(draft(2n), { kind: 'sweep', index: 0 })).rejects.toThrow('foreign_account');
    await expect(signer.sign({ ...draft(2n), from: signer.known.gas }, payout('c'))).rejects.toThrow(
      'foreign_account',
    );
    signer.isDown = true;
    await expect(signer.sign(draft(2n), payout('c'))).rejects.toThrow('down');
    await expect(signer.accounts()).rejects.toThrow('down');
    signer.isDown = false;
  });
});
