/** How many codes may leave: the same buckets for every kind of code, counted before anything is sent. */
import { createHash } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';

import type { Limits } from '../../platform/http/limits.ts';
import { networkKey } from '../../platform/process/caller-address.ts';
import { codeRule } from './rules.ts';

const hourSeconds = 60 * 60;

/** Takes one code from the hour of the target and of the network address; `code_limit` {seconds} when either is used up. */
export async function takeCodeLimits(
  limits: Limits,
  { target, address }: { readonly target: string; readonly address: string },
): Promise<Refusal<'code_limit'> | undefined> {
  const waitMs =
    (await takeTargetLimit(limits, target)) ||
    (await limits.takeNamed('code:address', networkKey(address), codeRule.perAddressAnHour, hourSeconds));
  return waitMs > 0 ? new Refusal('code_limit', { seconds: Math.ceil(waitMs / 1000) }) : undefined;
}

/** Takes one code from the hour of the target; answers the milliseconds to wait, 0 when it was free. */
export async function takeTargetLimit(limits: Limits, target: string): Promise<number> {
  // A digest, because keys are short and the table need not know whom we write to.
  const key = createHash('sha256').update(target).digest('base64url');
  return await limits.takeNamed('code:target', key, codeRule.perTargetAnHour, hourSeconds);
}

/** `code_too_soon` {seconds} while a code sent at `sentAt` keeps the next one waiting. */
export function tooSoon(sentAt: number | undefined, now: number): Refusal<'code_too_soon'> | undefined {
  const waitMs = sentAt === undefined ? 0 : sentAt + codeRule.resendMs - now;
  return waitMs > 0 ? new Refusal('code_too_soon', { seconds: Math.ceil(waitMs / 1000) }) : undefined;
}
