import * as z from 'zod';

import { exportRetentionMs, hoursIn } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { assetCode, email, id, time, timeZone, verify } from '../fields.ts';
import { exportAddressesMax, exportMailsPerDay, inWords } from '../limits.ts';
import { BillType } from './bill.ts';

export const ExportFormat = z.enum(['csv', 'xlsx', 'pdf']);
export type ExportFormat = z.output<typeof ExportFormat>;
export const ExportStatus = z.enum(['queued', 'building', 'ready', 'failed', 'expired']);
export type ExportStatus = z.output<typeof ExportStatus>;

/** domain.md B.12: at most 12 months and 50,000 rows. */
const filter = {
  from: time,
  to: time,
  types: z.array(BillType).min(1).max(20).optional(),
  currency: assetCode.optional(),
};
const build = {
  ...filter,
  format: ExportFormat,
  /** IANA name of the time zone that times are written in; UTC without it. */
  timeZone: timeZone.optional(),
};

export const Export = z.strictObject({
  taskId: id,
  format: ExportFormat,
  status: ExportStatus,
  /** Rows written and rows there are. */
  done: z.int(),
  total: z.int(),
  name: z.string(),
  /** Bytes; null until the file is there. */
  size: z.int().nullable(),
  /** The signed link of this origin; null unless it is ready. */
  url: z.string().nullable(),
  /** When the link ends. */
  expires: time.nullable(),
  time,
});
export type Export = z.output<typeof Export>;

export const previewExport = endpoint({
  path: 'bill/export/preview',
  does: 'Answers how many bills an export would hold.',
  access: 'user',
  idempotent: false,
  input: z.strictObject(filter),
  output: z.strictObject({ rows: z.int(), max: z.int() }),
  refusals: ['export_range_too_long'],
  limits: [{ per: 'user', count: 120, seconds: 60 }],
});

export const startExport = endpoint({
  path: 'bill/export',
  does: `Builds a file of the caller's bills in the background; kept ${hoursIn(exportRetentionMs)} hours.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'taskId',
  input: z.strictObject(build),
  output: Export,
  refusals: [
    'export_range_too_long',
    'export_too_many_rows',
    'export_empty',
    'export_running',
    'export_limit',
    'time_zone_unknown',
  ],
  limits: [{ per: 'user', count: 10, seconds: 3600 }],
});

export const exportStatus = endpoint({
  path: 'bill/export/status',
  does: 'Answers how far an export of the caller is.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ taskId: id }),
  output: Export,
  refusals: [],
});

export const listExports = endpoint({
  path: 'bill/export/list',
  does: `Answers the caller's exports of the last ${hoursIn(exportRetentionMs)} hours, newest first.`,
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ list: z.array(Export).max(50) }),
  refusals: [],
});

export const mailExport = endpoint({
  path: 'bill/export/email',
  does: `Builds a file of the caller's bills and mails its link to up to ${inWords(exportAddressesMax)} addresses; ${inWords(exportMailsPerDay)} times a day.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'payout',
  objectId: 'taskId',
  input: z.strictObject({
    ...build,
    emails: z.array(email).max(exportAddressesMax),
    /** Also to the caller's own bound address, which clients know masked only. */
    own: z.boolean().optional(),
    verify: verify.optional(),
  }),
  output: Export,
  refusals: [
    'export_range_too_long',
    'export_too_many_rows',
    'export_empty',
    'export_running',
    'export_limit',
    'export_mail_limit',
    'time_zone_unknown',
    'emails_too_many',
    'payouts_frozen',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
    'two_step_locked',
  ],
  limits: [{ per: 'user', count: 10, seconds: 3600 }],
});
