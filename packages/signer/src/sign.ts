/** From a typed draft to the bytes of an EIP-1559 transaction. The same draft and key always give the same bytes. */
import type { TransactionDraft, Signed } from '@marigold/chain/port';
import * as AbiFunction from 'ox/AbiFunction';
import * as Address from 'ox/Address';
import * as Hash from 'ox/Hash';
import * as Secp256k1 from 'ox/Secp256k1';
import * as TxEnvelope from 'ox/TxEnvelopeEip1559';

const transfer = AbiFunction.from('function transfer(address to, uint256 amount)');

/** Throws where the key is not that of the sender, or a number is none that a transaction can hold. */
export function signDraft(draft: TransactionDraft, privateKey: Uint8Array): Signed {
  const { from, nonce, fee, networkId } = draft;
  if (Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey })).toLowerCase() !== from)
    throw new Error('Broken: a draft is signed by the key of its sender');
  const envelope = TxEnvelope.from({
    ...call(draft),
    chainId: Number(networkId),
    nonce,
    gas: fee.gas,
    maxFeePerGas: fee.feeMax,
    maxPriorityFeePerGas: fee.tip,
  });
  const payload = TxEnvelope.getSignPayload(envelope);
  const raw = TxEnvelope.serialize(envelope, {
    // Without it the library may mix chance into a signature, and a draft signed twice would be two transactions.
    signature: Secp256k1.sign({ payload, privateKey, extraEntropy: false }),
  });
  return { txId: Hash.keccak256(raw), raw };
}

/** A cancel pays nothing to the sender himself, whatever it cancels. */
function call({ kind, from, payment }: TransactionDraft): {
  to: `0x${string}`;
  value: bigint;
  data?: `0x${string}`;
} {
  if (kind === 'cancel') return { to: from, value: 0n };
  const { coin, to, amount } = payment;
  if (coin === 'native') return { to, value: amount };
  const data = AbiFunction.encodeData(transfer, [to, amount]);
  return { to: coin, value: 0n, data };
}
