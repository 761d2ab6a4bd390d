import type { ExportFormat } from '@marigold/contract/calls/export';

import type { SheetBill, BillSheet } from './sheet.ts';

/** Turns rows into the bytes of a file while they arrive: what it holds does not grow with their number. */
export type Writer = (sheet: BillSheet, rows: AsyncIterable<SheetBill>) => AsyncGenerator<Uint8Array>;

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
