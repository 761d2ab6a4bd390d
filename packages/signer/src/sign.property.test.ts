/** Another library, written apart from ours, signs the same draft: the bytes are equal, whatever the numbers. */
import type { TransactionDraft, ChainPayment } from '@marigold/chain/port';
import { toChainUnits } from '@marigold/chain/units';
import { seedProperties } from '@marigold/money/testing/property-seed';
import fc from 'fast-check';
import { encodeFunctionData, keccak256, parseAbi, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';

import { signDraft } from './sign.ts';

seedProperties();

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const unitsMax = 2n ** 256n - 1n;
const erc20 = parseAbi(['function transfer(address to, uint256 amount)']);

const key = fc
  .bigInt({ min: 1n, max: curveOrder - 1n })
  .map((number) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));
const account = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toHex(bytes));
const amount = fc
  .oneof(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 0n, max: unitsMax }))
  .map(toChainUnits);
const fee = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 15n }))
  .map(([tip, more]) => ({ gas: 21_000n + more, feeMax: tip + more, tip }));
const payment = fc.record({ coin: fc.oneof(fc.constant('native' as const), account), to: account, amount });
const terms = fc.record({
  networkId: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  nonce: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  kind: fc.constantFrom('pay' as const, 'cancel' as const),
  fee,
  payment,
});

function callOf(
  from: `0x${string}`,
  kind: TransactionDraft['kind'],
  { coin, to, amount: value }: ChainPayment,
) {
  if (kind === 'cancel') return { to: from, value: 0n };
  if (coin === 'native') return { to, value };
  return {
    to: coin,
    value: 0n,
    data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] }),
  };
}

describe('a signed draft', () => {
  it('is, byte for byte, what the other library signs', async () => {
    await fc.assert(
      fc.asyncProperty(key, terms, async (privateKey, parts) => {
        const signer = privateKeyToAccount(toHex(privateKey));
        const from = signer.address.toLowerCase() as `0x${string}`;
        const raw = await signer.signTransaction({
          ...callOf(from, parts.kind, parts.payment),
          type: 'eip1559',
          chainId: Number(parts.networkId),
          nonce: Number(parts.nonce),
          gas: parts.fee.gas,
          maxFeePerGas: parts.fee.feeMax,
          maxPriorityFeePerGas: parts.fee.tip,
        });
        expect(signDraft({ ...parts, chain: 'eth', from }, privateKey)).toEqual({
          raw,
          txId: keccak256(raw),
        });
      }),
    );
  });

  it('is none of another account', () => {
    fc.assert(
      fc.property(key, account, terms, (privateKey, from, parts) => {
        expect(() => signDraft({ ...parts, chain: 'eth', from }, privateKey)).toThrow(
          'the key of its sender',
        );
      }),
    );
  });
});
