/** What the signer may spend, from a file of its own that no other program writes. */
import { isAccount } from '@marigold/chain/account';
import type { Coin, TransactionDraft } from '@marigold/chain/port';
import type { SignerRefusal } from '@marigold/chain/signer-port';
import * as z from 'zod';

/** Base units of the coin: one payment, all of an hour, all of a day. */
export interface Caps {
  readonly payment: bigint;
  readonly hour: bigint;
  readonly day: bigint;
}

export interface ChainPolicy {
  /** Whether this is the chain that is meant: an approval on one chain is none on another. */
  isNetwork(networkId: bigint): boolean;
  /** Of the native coin for each unit of gas, tip included. */
  readonly feeMax: bigint;
  readonly gasMax: bigint;
  /** What deposit addresses are given for gas. */
  readonly topup: Caps;
  /** Undefined: this coin is never paid. */
  capsOf(coin: Coin): Caps | undefined;
}

export interface Policy {
  /** By the name that the chain has in our tables; undefined: nothing is signed for it. */
  chain(code: string): ChainPolicy | undefined;
}

/** Development chains; the seed that everybody knows signs for no other. */
const localNetworks: ReadonlySet<bigint> = new Set([31_337n, 1337n]);

export function isLocalNetwork(networkId: bigint): boolean {
  return localNetworks.has(networkId);
}

const units = z
  .string()
  .regex(/^\d{1,78}$/, 'must be base units, written as a text of digits')
  .transform(BigInt);
const caps = z
  .strictObject({ payment: units, hour: units, day: units })
  .refine(({ payment, hour, day }) => payment <= hour && hour <= day, 'payment <= hour <= day must hold');
const coin = z.string().refine((text): text is Coin => text === 'native' || isAccount(text), {
  error: 'must be native or a contract in lower case',
});
const schema = z.strictObject({
  chains: z.record(
    z.string().regex(/^[a-z0-9]{2,16}$/),
    z.strictObject({
      networkId: units,
      feeMax: units,
      gasMax: units,
      topup: caps,
      coins: z.record(coin, caps),
    }),
  ),
});

/** Reads the file. Throws with every problem in words. */
export function readPolicy(text: string): Policy {
  const parsed = schema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`The signer's policy is not right:\n${z.prettifyError(parsed.error)}`);
  const chains = new Map(Object.entries(parsed.data.chains));
  return {
    chain(code) {
      const found = chains.get(code);
      if (found === undefined) return undefined;
      const coins = new Map(Object.entries(found.coins));
      return {
        ...found,
        isNetwork: (networkId) => networkId === found.networkId,
        capsOf: (name) => coins.get(name),
      };
    },
  };
}

const ether = 10n ** 18n;
/** On a development chain all coins are worth nothing, and no cap is in anybody's way. */
const unlimited: Caps = { payment: 10n ** 60n, hour: 10n ** 62n, day: 10n ** 62n };

/** Of the demo: every coin, on development chains only. */
export const demoPolicy: Policy = {
  chain: () => ({
    isNetwork: isLocalNetwork,
    feeMax: 10_000n * 10n ** 9n,
    gasMax: 1_000_000n,
    topup: { payment: ether, hour: 1000n * ether, day: 10_000n * ether },
    capsOf: () => unlimited,
  }),
};

/** What the terms of a draft say against it by themselves. */
export function feeProblem({ fee }: TransactionDraft, policy: ChainPolicy): SignerRefusal | undefined {
  return fee.feeMax > policy.feeMax || fee.gas > policy.gasMax ? 'fee_cap' : undefined;
}
