/** The decision to sign: every "no" in the order of what a mistake would cost, then the journal, then the signature. */
import type { TransactionDraft, Signed } from '@marigold/chain/port';
import {
  SignerRefused,
  SignerUnavailable,
  type SigningApproval,
  type Signer,
} from '@marigold/chain/signer-port';
import type { SignerRefusal } from '@marigold/chain/signer-port';

import type { Approvals } from './approval.ts';
import { type Binding, dayMs, hourMs, type SigningJournal } from './journal.ts';
import type { Keys } from './keys.ts';
import { feeProblem, isLocalNetwork, type Caps, type ChainPolicy, type Policy } from './policy.ts';
import { signDraft } from './sign.ts';

export interface SignerDependencies {
  readonly keys: Keys;
  readonly policy: Policy;
  readonly journal: SigningJournal;
  readonly approvals: Pick<Approvals, 'isApproved'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export function createSigner(dependencies: SignerDependencies): Signer {
  const { keys } = dependencies;
  let last: Promise<unknown> = Promise.resolve();
  return {
    accounts: async () => await Promise.resolve(keys.accounts),
    async sign(draft, approval) {
      // One after the other: what was spent and which nonce is taken is read and written without anybody between.
      const signed = last.then(async () => await decide(dependencies, draft, approval));
      last = signed.catch(() => undefined);
      return await signed;
    },
  };
}

async function decide(
  parts: SignerDependencies,
  draft: TransactionDraft,
  approval: SigningApproval,
): Promise<Signed> {
  const { keys, journal } = parts;
  const policy = parts.policy.chain(draft.chain);
  const key = keys.keyFor(draft, approval);
  if (keys.accounts.isDemoSeed && !isLocalNetwork(draft.networkId)) {
    throw new SignerRefused('demo_seed_on_public_chain');
  }
  if (key === undefined) throw new SignerRefused('foreign_account');
  if (policy === undefined || !policy.isNetwork(draft.networkId)) throw new SignerRefused('not_approved');
  const binding = bindingOf(draft, approval, parts.clock());
  const before = journal.find(binding.slot);
  const no = nonceProblem(journal, binding) ?? feeProblem(draft, policy);
  if (no !== undefined) throw new SignerRefused(no);
  if (!(await isApproved(parts, draft, approval))) throw new SignerRefused('not_approved');
  if (before === undefined) {
    const over = capProblem(journal, binding, capsOf(policy, draft, approval));
    if (over !== undefined) throw new SignerRefused(over);
    journal.bind(binding);
  }
  return signDraft(draft, key);
}

async function isApproved(
  { approvals }: SignerDependencies,
  draft: TransactionDraft,
  approval: SigningApproval,
): Promise<boolean> {
  try {
    return await approvals.isApproved(draft, approval);
  } catch {
    throw new SignerUnavailable('the signer cannot read what this rests on');
  }
}

function bindingOf(
  { chain, networkId, from, nonce, payment }: TransactionDraft,
  approval: SigningApproval,
  at: number,
): Binding {
  const { coin, to, amount } = payment;
  const isPayout = approval.kind === 'payout';
  const purse = isPayout ? `${chain}/${coin}` : `${chain}/topup`;
  return {
    slot: `${networkId}/${from}/${nonce}`,
    payment: `${coin}/${to}/${amount}`,
    work: isPayout ? `payout/${approval.payoutId}` : `${approval.kind}/${approval.index}`,
    spent: approval.kind === 'sweep' ? undefined : { purse, amount },
    at,
  };
}

/** One nonce is for one payment, and one transfer of a person has one nonce, for ever. */
function nonceProblem(journal: SigningJournal, { slot, payment, work }: Binding): SignerRefusal | undefined {
  const before = journal.find(slot);
  if (before !== undefined) {
    return before.payment === payment && before.work === work ? undefined : 'nonce_taken';
  }
  return journal.slotOf(work) === undefined ? undefined : 'nonce_taken';
}

/** Undefined: nothing is spent. */
function capsOf(
  policy: ChainPolicy,
  { payment }: TransactionDraft,
  { kind }: SigningApproval,
): Caps | undefined {
  if (kind === 'sweep') return undefined;
  const none: Caps = { payment: 0n, hour: 0n, day: 0n };
  return kind === 'topup' ? policy.topup : (policy.capsOf(payment.coin) ?? none);
}

function capProblem(
  journal: SigningJournal,
  { spent, at }: Binding,
  caps: Caps | undefined,
): SignerRefusal | undefined {
  if (spent === undefined || caps === undefined) return undefined;
  const { purse, amount } = spent;
  if (amount > caps.payment) return 'over_payment_cap';
  if (journal.spentSince(purse, at - hourMs) + amount > caps.hour) return 'over_hour_cap';
  return journal.spentSince(purse, at - dayMs) + amount > caps.day ? 'over_day_cap' : undefined;
}
