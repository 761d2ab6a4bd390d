/** Comma-separated values that a spreadsheet shows and never computes. Holds one row at a time. */
import { Readable } from 'node:stream';

import { format } from 'fast-csv';

import type { SheetCells, BillSheet } from './sheet.ts';
import { cellsOf, columns, headerOf } from './sheet.ts';
import type { Writer } from './writer.ts';

/**
 * What a spreadsheet takes for the start of a formula (reliability.md 6, row 16), after blanks as well and in the full
 * width that East Asian versions read alike.
 */
const formulaStart = /^[\s\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** The text with an apostrophe before what would be a formula. */
export function harmless(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** Every cell quoted; a byte order mark, because spreadsheets guess another encoding without it. */
export const writeCsv: Writer = async function* (sheet, rows) {
  const lines = format<string[], string[]>({
    quote: '"',
    quoteColumns: true,
    rowDelimiter: '\r\n',
    includeEndRowDelimiter: true,
    writeBOM: true,
  });
  for await (const chunk of Readable.from(linesOf(sheet, rows)).compose(lines)) yield Buffer.from(chunk);
};

async function* linesOf(sheet: BillSheet, rows: Parameters<Writer>[1]): AsyncGenerator<string[]> {
  yield lineOf(headerOf(sheet));
  for await (const row of rows) yield lineOf(cellsOf(row, sheet));
}

function lineOf(cells: SheetCells): string[] {
  return columns.map((column) => harmless(cells[column]));
}
