/**
 * What approves one operation, drawn at random and held against security.md 1, 5.1, 6.3 and 7.3: digests of operations, digits
 * of an authenticator, halves of a session, new addresses.
 */
import { judgePayee, type PayeeFacts } from '@marigold/guard/payee-lock';
import { judgeHalf } from '@marigold/guard/session-halves';
import { dayMs, minuteMs } from '@marigold/money/spans';

import { judgeCode, seedBytes } from '../../../apps/server/src/modules/factor/totp.ts';
import {
  digestOperation,
  type SpendingOperation,
} from '../../../apps/server/src/modules/spending/operation.ts';
import { codeOfApp } from '../../../apps/server/testing/authenticator.ts';
import type { Random } from '../../../chaos/random.ts';
import { theft } from './account.ts';
import { storedStep } from './house.ts';
import { judgeLimits } from './limits.ts';
import type { ReportFinding } from './walk.ts';

export function judgeProofs(random: Random, report: ReportFinding): void {
  judgeOperation(random, report);
  judgeHalves(random, report);
  judgeAddress(random, report);
  judgeLimits(random, report);
  // A code costs some thirty digests.
  if (random.chance(0.1)) judgeDigits(random, report);
}

const operation: SpendingOperation = {
  kind: 'transfer/submit',
  asset: 'USDT',
  amount: '10',
  fee: '1',
  payee: 'A',
  chain: 'eth',
};
/** Each changes one field, so that the code was given for another operation. */
const otherOperations: readonly Partial<SpendingOperation>[] = [
  { kind: 'transfer/internal' },
  { asset: 'USDC' },
  { amount: '11' },
  { amount: '100' },
  { fee: '2' },
  { payee: 'B' },
  { chain: 'tron' },
];

function judgeOperation(random: Random, report: ReportFinding): void {
  const change = random.pick(otherOperations);
  const approved = digestOperation('owner', operation);
  if (digestOperation('owner', { ...operation, ...change }).equals(approved))
    report({ kind: 'early', what: `a code for (A, 10) approves ${JSON.stringify(change)}` });
  if (digestOperation('thief', operation).equals(approved))
    report({ kind: 'early', what: 'a code of somebody approves the same for somebody else' });
}

/** Two people use one session: what passes after a half's successor was used for a minute is a copy. */
function judgeHalves(random: Random, report: ReportFinding): void {
  const number = 2 + random.below(4);
  const used = random.pick([0, 59_999, 60_000, 60_001, 20 * minuteMs]);
  const presented = number - 1 - random.below(2);
  if (presented < 1) return;
  const verdict = judgeHalf({ number, usedAt: theft }, presented, theft + used).kind;
  const isCopied = presented < number - 1 || used >= 60_000;
  if (isCopied !== (verdict === 'copied'))
    report({
      kind: 'early',
      what: `half ${presented} of ${number}, ${used} ms after its use, is ${verdict}`,
    });
}

function judgeAddress(random: Random, report: ReportFinding): void {
  const age = random.pick([null, 0, dayMs - 1000, dayMs - 1, dayMs, 3 * dayMs]);
  const facts: PayeeFacts = {
    firstSeenAt: age === null ? undefined : theft - age,
    isAboveSingle: random.chance(0.8),
    approvedBy: random.pick(['contact', 'strong'] as const),
    alwaysWait: random.chance(0.5),
  };
  const isOpened = facts.approvedBy === 'strong' && !facts.alwaysWait;
  const waits = facts.isAboveSingle && !isOpened && (age === null || age < dayMs);
  if (waits && judgePayee(facts, theft) === 'goes')
    report({
      kind: 'early',
      what: `a new address is paid: ${JSON.stringify({ ...facts, firstSeenAt: age })}`,
    });
}

/** One code, shown again and again while the clock of the house goes on. */
function judgeDigits(random: Random, report: ReportFinding): void {
  const seed = Buffer.alloc(seedBytes, random.below(256));
  const ahead = random.pick([-240, -90, 0, 0, 0, 90, 240]) * 1000;
  const typed = theft + random.below(30) * 1000;
  const code = codeOfApp(seed, typed + ahead);
  let lastStep = 0;
  let accepted = 0;
  for (const wait of [0, 0, 5000]) {
    const verdict = judgeCode(seed, code, { now: typed + wait, lastStep });
    if (verdict.kind !== 'right') continue;
    accepted += 1;
    lastStep = storedStep(lastStep, verdict.step);
  }
  if (accepted > 0 && Math.abs(ahead) > 60_000)
    report({ kind: 'early', what: `a code of a clock that is ${ahead / 1000} s ahead is taken` });
  if (accepted > 1)
    report({ kind: 'early', what: `one code of an authenticator is taken ${accepted} times` });
}
