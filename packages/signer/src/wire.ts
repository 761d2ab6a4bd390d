/** One JSON object for each line, both ways. Numbers that count money or nonces are texts of digits. */
import { isAccount } from '@marigold/chain/account';
import type { ChainAccount, Coin } from '@marigold/chain/port';
import type { Signed } from '@marigold/chain/port';
import type { SignerAccounts, SignerRefusal, SignerRequest } from '@marigold/chain/signer-port';
import { toChainUnits } from '@marigold/chain/units';
import * as z from 'zod';

/** Longer than any request; a longer line is no request. */
export const lineMax = 8192;

export type SignerAnswer = { readonly id: number } & (
  | { readonly accounts: SignerAccounts }
  | { readonly signed: Signed }
  | { readonly refusal: SignerRefusal }
  /** Try again later. */
  | { readonly unavailable: string }
);

const uint256 = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/)
  .transform(BigInt)
  .refine((value) => value < 2n ** 256n);
const account = z.string().refine((text): text is ChainAccount => isAccount(text));
const coin = z.string().refine((text): text is Coin => text === 'native' || isAccount(text));
const index = z.int().min(0).max(0x7fff_ffff);
/** Numbers that become JavaScript numbers inside the transaction. */
const safe = uint256.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER));

const draft = z.strictObject({
  chain: z.string().regex(/^[a-z0-9]{2,16}$/),
  networkId: safe.refine((value) => value > 0n),
  from: account,
  nonce: safe,
  kind: z.enum(['pay', 'cancel']),
  payment: z.strictObject({
    coin,
    to: account,
    amount: uint256.refine((value) => value > 0n).transform(toChainUnits),
  }),
  fee: z
    .strictObject({ gas: uint256.refine((value) => value >= 21_000n), feeMax: uint256, tip: uint256 })
    .refine(({ feeMax, tip }) => tip <= feeMax),
});
const approval = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('payout'), payoutId: z.uuid() }),
  z.strictObject({ kind: z.literal('topup'), index }),
  z.strictObject({ kind: z.literal('sweep'), index }),
]);
const request = z.discriminatedUnion('op', [
  z.strictObject({ id: z.int(), op: z.literal('sign'), draft, approval }),
  z.strictObject({ id: z.int(), op: z.literal('accounts') }),
]);

/** `request` is undefined where the line is malformed; `id` too where not even that could be read. */
export function readRequest(line: string): { id: number | undefined; request: SignerRequest | undefined } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { id: undefined, request: undefined };
  }
  const parsed = request.safeParse(value);
  if (parsed.success) return { id: parsed.data.id, request: parsed.data };
  const named = z.object({ id: z.int() }).safeParse(value);
  return { id: named.success ? named.data.id : undefined, request: undefined };
}
