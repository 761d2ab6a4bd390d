/**
 * How many SMS may leave in a day: of the whole house, and to the numbers of one country, so that a flood of codes costs no
 * more than that. Whoever is refused can be written to by mail; operators are told once for each day that is used up.
 */
import { Refusal } from '@marigold/contract/endpoint';
import { dayMs } from '@marigold/money/spans';

import type { Limits } from '../../platform/http/limits.ts';
import type { Log } from '../../platform/process/log.ts';
import { countries } from './countries.ts';
import { smsPerCountryADay } from './rules.ts';

/** Counts there while somebody was refused and the day is not over: what /health asks for (views.ts). */
export const smsClosedBucket = 'sms:closed';

type SmsClosed = Refusal<'sms_closed'>;

export type SmsBudget = {
  /** Takes one SMS to this number from the day of its country, then from that of the house. */
  take(phone: string): Promise<SmsClosed | undefined>;
  /** From the day of the house alone: where a refusal must not hang on whose number it is. */
  takeOfHouse(): Promise<SmsClosed | undefined>;
  /** The other half, where nobody is answered. */
  takeOfCountry(phone: string): Promise<SmsClosed | undefined>;
};

const daySeconds = dayMs / 1000;
const areas = new Set(countries.map(({ area }) => area));
const areaDigitsMax = 3;

/** `+4915112345678` -> `49`. No dialling code begins another; what begins with none is counted together. */
export function areaOf(phone: string): string {
  const digits = phone.replace(/^\+/, '');
  for (let length = 1; length <= areaDigitsMax; length += 1)
    if (areas.has(digits.slice(0, length))) return digits.slice(0, length);
  return 'other';
}

type Dependencies = { readonly limits: Limits; readonly log: Log; readonly smsDailyMax: number };

export function createSmsBudget({ limits, log, smsDailyMax }: Dependencies): SmsBudget {
  async function takeOf(whose: string, count: number): Promise<SmsClosed | undefined> {
    const waitMs = await limits.takeNamed('sms', whose, count, daySeconds);
    if (waitMs === 0) return undefined;
    const seconds = Math.ceil(waitMs / 1000);
    await limits.takeNamed(smsClosedBucket, 'any', 1, seconds);
    const isFirst = (await limits.takeNamed(smsClosedBucket, whose, 1, seconds)) === 0;
    if (isFirst) log.warn({ whose, count, seconds }, 'no more SMS leave today: everybody is sent to e-mail');
    return new Refusal('sms_closed', { seconds });
  }
  const takeOfHouse = async () => await takeOf('house', smsDailyMax);
  const takeOfCountry = async (phone: string) => await takeOf(`+${areaOf(phone)}`, smsPerCountryADay);
  return {
    take: async (phone) => (await takeOfCountry(phone)) ?? (await takeOfHouse()),
    takeOfHouse,
    takeOfCountry,
  };
}
