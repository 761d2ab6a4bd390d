/** What the texts of refusals say for everybody; what one call adds are its facts. */
import type { RefusalCode } from './contract.ts';
import { hoursIn, lossWindowMs, payoutWindowMs } from './durations.ts';
import {
  exportMailsPerDay,
  exportMonthsMax,
  exportsPerHour,
  newPayeesPerDay,
  passkeysMax,
} from './limits.ts';

const values: { readonly [Code in RefusalCode]?: Readonly<Record<string, number>> } = {
  limit_exceeded: { hours: hoursIn(payoutWindowMs) },
  trade_limit: { hours: hoursIn(lossWindowMs) },
  export_range_too_long: { months: exportMonthsMax },
  export_limit: { count: exportsPerHour },
  export_mail_limit: { count: exportMailsPerDay },
  payees_too_many: { count: newPayeesPerDay },
  passkeys_too_many: { count: passkeysMax },
};

export function valuesOfRefusal(code: string): Readonly<Record<string, number>> {
  return Object.hasOwn(values, code) ? (values[code as RefusalCode] ?? {}) : {};
}
