/** How many codes may leave: the same buckets for every kind of code, counted before anything is sent. */
import { createHash } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';
import { dayMs, hourMs } from '@marigold/money/spans';

import type { Limits } from '../../platform/http/limits.ts';
import { codeRule } from './rules.ts';

const hourSeconds = hourMs / 1000;
const daySeconds = dayMs / 1000;

/**
 * Takes one code from the hour and the day of the target, and from the hours of the network address and of the device;
 * `code_limit` {seconds, hours} when one of them is used up, both until the next one may be asked for.
 */
export async function takeCodeLimits(
  limits: Limits,
  {
    target,
    address,
    deviceId,
  }: { readonly target: string; readonly address: string; readonly deviceId: string },
): Promise<Refusal<'code_limit'> | undefined> {
  const { perAddressAnHour, perDeviceAnHour } = codeRule;
  const waitMs =
    (await takeTargetLimit(limits, target)) ||
    (await limits.takeAddress('code:address', address, perAddressAnHour, hourSeconds)) ||
    (await limits.takeNamed('code:device', deviceId, perDeviceAnHour, hourSeconds));
  if (waitMs === 0) return undefined;
  return new Refusal('code_limit', {
    seconds: Math.ceil(waitMs / 1000),
    hours: Math.ceil(waitMs / hourMs),
  });
}

/** Takes one code from the hour and the day of the target; answers the milliseconds to wait, 0 when it was free. */
export async function takeTargetLimit(limits: Limits, target: string): Promise<number> {
  // A digest, because keys are short and the table need not know whom we write to.
  const key = createHash('sha256').update(target).digest('base64url');
  const { perTargetAnHour, perTargetADay } = codeRule;
  return (
    (await limits.takeNamed('code:target', key, perTargetAnHour, hourSeconds)) ||
    (await limits.takeNamed('code:target:day', key, perTargetADay, daySeconds))
  );
}

/** `code_too_soon` {seconds} while a code sent at `sentAt` keeps the next one waiting. */
export function tooSoon(sentAt: number | undefined, now: number): Refusal<'code_too_soon'> | undefined {
  const waitMs = sentAt === undefined ? 0 : sentAt + codeRule.resendMs - now;
  return waitMs > 0 ? new Refusal('code_too_soon', { seconds: Math.ceil(waitMs / 1000) }) : undefined;
}
