import type { ExportFormat, mailExport, startExport } from '@marigold/contract/calls/export';
/** What a person asks to be exported, and every reason why not. */
import type { RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import {
  exportAddressesMax,
  exportMailsPerDay,
  exportMonthsMax,
  exportsPerHour,
} from '@marigold/contract/limits';
import { dayMs, hourMs } from '@marigold/money/spans';

import type { Call } from '../../platform/http/call.ts';
import { malformed } from '../../platform/http/transport-error.ts';
import { countBills } from '../bill/views.ts';
import { getPerson } from '../person/views.ts';
import { rowsMax } from './build.ts';
import type { Filter } from './rows.ts';
import { daysOf } from './sheet.ts';
import { countMailed, hasRunning, listNewest } from './store.ts';

/** `exportMonthsMax` as people count them: leap years, both days included, an hour of summer time. */
const rangeMaxMs = (Math.ceil((exportMonthsMax / 12) * 366) + 1) * dayMs + hourMs;

type No = Refusal<RefusalOf<typeof startExport>>;
type MailNo = Refusal<RefusalOf<typeof mailExport>>;

export type ExportRequest = {
  readonly from: number;
  readonly to: number;
  readonly types?: Filter['types'];
  readonly currency?: string | undefined;
  readonly format: ExportFormat;
  readonly timeZone?: string | undefined;
};

/** What will be built, once every question about it is answered. */
export type ExportOrder = {
  readonly filter: Filter;
  readonly format: ExportFormat;
  readonly name: string;
  readonly total: number;
};

export function isTooLong({ from, to }: Pick<ExportRequest, 'from' | 'to'>): boolean {
  return to - from > rangeMaxMs;
}

export async function readExportOrder(request: ExportRequest, call: Call<'user'>): Promise<ExportOrder | No> {
  const { db, session, language, now } = call;
  const timeZone = readTimeZone(request.timeZone ?? 'UTC');
  if (timeZone === undefined) return new Refusal('time_zone_unknown', {}, 'timeZone');
  if (isTooLong(request)) return new Refusal('export_range_too_long', {}, 'from');
  if (await hasRunning(db, session.userId)) return new Refusal('export_running');
  const until = await fullUntil(call);
  if (until !== undefined) return new Refusal('export_limit', { until });
  const { from, types, currency, format } = request;
  // What is to come is not in it: the number of bills in the past stays as it is.
  const to = Math.min(request.to, now);
  const which = { from, to, ...(types && { types }), ...(currency !== undefined && { currency }) };
  const total = await countBills(db, session.userId, which, rowsMax);
  if (total === 0) return new Refusal('export_empty');
  if (total > rowsMax) return new Refusal('export_too_many_rows', { max: rowsMax });
  const { first, last } = daysOf({ from, to, timeZone });
  const name = `marigold-bills_${first}_${last}.${format}`;
  return { filter: { ...which, timeZone, language }, format, name, total };
}

/** The zone by its own name; offsets are no zones, because they do not know summer. */
function readTimeZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** When the next export may begin; undefined: now. */
async function fullUntil({ db, session, now }: Call<'user'>): Promise<number | undefined> {
  const since = new Date(now - hourMs);
  const newest = await listNewest(db, { userId: session.userId, since, max: exportsPerHour });
  const oldest = newest[exportsPerHour - 1];
  return oldest === undefined ? undefined : oldest + hourMs;
}

/** Where the link goes: the addresses as typed, each once, and the caller's own where it is asked for. */
export async function readAddresses(
  { emails, own = false }: { readonly emails: readonly string[]; readonly own?: boolean | undefined },
  { db, session }: Call<'user'>,
): Promise<{ readonly all: readonly string[]; readonly isOwnOnly: boolean } | MailNo> {
  const { email: bound } = await getPerson(db, session.userId);
  if (own && bound === null) throw malformed('own');
  const typed = emails.map((email) => email.toLowerCase());
  const all = [...new Set(own && bound !== null ? [bound, ...typed] : typed)];
  if (all.length === 0) throw malformed('emails');
  if (all.length > exportAddressesMax)
    return new Refusal('emails_too_many', { max: exportAddressesMax }, 'emails');
  return { all, isOwnOnly: all.every((address) => address === bound) };
}

/** Failed ones were never mailed. */
export async function hasMailedEnough({ db, session, now }: Call<'user'>): Promise<boolean> {
  return (await countMailed(db, session.userId, new Date(now - dayMs))) >= exportMailsPerDay;
}
