/** The bills as a document to print: A4 across, a table under a head that stands again on every page. */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

import { formatDateTime } from '@marigold/money/dates';
import { languages } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import PDFDocument from 'pdfkit';

import { createGlyphs } from './glyphs.ts';
import type { SheetBill, SheetCells, BillSheet } from './sheet.ts';
import { cellsOf, daysOf, headerOf } from './sheet.ts';
import type { TextLine, Typesetter } from './typeset.ts';
import { createTypesetter } from './typeset.ts';
import type { Writer } from './writer.ts';

/** In points: A4 across with its margins. */
const page = { width: 841.89, height: 595.28, left: 36, right: 36, top: 34, bottom: 44 } as const;
const size = { title: 17, text: 7.5, foot: 7 } as const;
const leading = 10;
const padding = { x: 4, y: 4 } as const;
/** The design's light theme. */
const colour = {
  ink: '#10201d',
  quiet: '#44544f',
  line: '#dce3db',
  sunken: '#e8ede7',
  brand: '#ffb21a',
} as const;
/** Rows between two looks at what can be handed on. */
const rowsPerTurn = 100;

type Column = {
  readonly width: number;
  readonly isRight?: true;
  readonly head: (header: SheetCells) => string;
  readonly text: (cells: SheetCells, row: SheetBill) => string;
};

const columns: readonly Column[] = [
  { width: 86, head: ({ time }) => time, text: ({ time }) => time },
  { width: 98, head: ({ type }) => type, text: ({ type }) => type },
  { width: 66, head: ({ status }) => status, text: ({ status }) => status },
  {
    width: 116,
    isRight: true,
    head: ({ amount }) => amount,
    text: ({ amount, asset }, row) => `${signOf(row)}${amount} ${asset}`,
  },
  { width: 62, isRight: true, head: ({ fee }) => fee, text: ({ fee }) => fee },
  { width: 96, head: ({ counterparty }) => counterparty, text: counterpartyOf },
  { width: 112, head: ({ orderNumber }) => orderNumber, text: ({ orderNumber }) => orderNumber },
  { width: 133.89, head: ({ note }) => note, text: ({ note }) => note },
];

/** Locking and unlocking move nothing (decisions.md, "can-trade"). */
function signOf({ type, direction }: SheetBill): string {
  if (type === 'LOCK_INCREASE' || type === 'LOCK_RECOVERY') return '';
  return direction === 'in' ? '+' : '\u2212';
}

/** A person, or the address on the other side with its chain. */
function counterpartyOf(cells: SheetCells, { direction }: SheetBill): string {
  const address = direction === 'in' ? cells.sendingAddress : cells.receivingAddress;
  return cells.counterparty || [cells.chain, address].filter((text) => text !== '').join(' ');
}

type Canvas = {
  readonly doc: PDFKit.PDFDocument;
  readonly type: Typesetter;
  readonly sheet: BillSheet;
  /** How far down the page is written. */
  y: number;
  pages: number;
};

export const writePdf: Writer = async function* (sheet, rows) {
  const chunks: Uint8Array[] = [];
  const canvas = createCanvas(sheet, (chunk) => chunks.push(chunk));
  await turnPage(canvas);
  let count = 0;
  for await (const row of rows) {
    const cells = cellsOf(row, sheet);
    const texts = columns.map((column) => column.text(cells, row));
    await drawRow(canvas, texts, { colour: colour.ink });
    count += 1;
    if (count % rowsPerTurn !== 0) continue;
    await setImmediate();
    yield* chunks.splice(0);
  }
  if (canvas.type.hasReplaced()) await drawNote(canvas);
  canvas.doc.end();
  await once(canvas.doc, 'end');
  yield* chunks.splice(0);
};

function createCanvas(sheet: BillSheet, onChunk: (chunk: Uint8Array) => void): Canvas {
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    fontLayoutCache: false,
    pdfVersion: '1.7',
    lang: languages[sheet.language].lang,
    displayTitle: true,
    info: {
      Title: say(sheet.language, 'billfile.titleOf', { username: sheet.username }),
      Author: 'Marigold',
      CreationDate: new Date(sheet.madeAt),
    },
  });
  doc.on('data', onChunk);
  const type = createTypesetter(
    createGlyphs(sheet.language, (name, font) => void doc.registerFont(name, font)),
  );
  return { doc, type, sheet, y: 0, pages: 0 };
}

/** A new page with its foot, the first one with the title, each with the head of the table. */
async function turnPage(canvas: Canvas): Promise<void> {
  const { doc, type, sheet } = canvas;
  const { language } = sheet;
  doc.addPage();
  canvas.pages += 1;
  doc.rect(0, 0, page.width, 6).fill(colour.brand);
  const foot = say(language, 'billfile.foot', { username: sheet.username, page: canvas.pages });
  await drawText(canvas, await firstLine(type, foot, size.foot), page.height - 26, size.foot);
  canvas.y = page.top;
  if (canvas.pages === 1) await drawTitle(canvas);
  const header = headerOf(sheet);
  const heads = columns.map(({ head }) => head(header));
  await drawRow(canvas, heads, { colour: colour.quiet, fill: colour.sunken });
}

async function drawTitle(canvas: Canvas): Promise<void> {
  const { type, sheet } = canvas;
  const { language, timeZone, username } = sheet;
  const title = say(language, 'billfile.titleOf', { username });
  await drawText(canvas, await firstLine(type, title, size.title), canvas.y, size.title);
  const made = formatDateTime(sheet.madeAt, timeZone);
  const about = say(language, 'billfile.about', { ...daysOf(sheet), zone: timeZone, made });
  await drawText(canvas, await firstLine(type, about, 9), canvas.y + 25, 9, colour.quiet);
  canvas.y += 48;
}

/** Says what the boxes are. */
async function drawNote(canvas: Canvas): Promise<void> {
  const text = say(canvas.sheet.language, 'billfile.replaced');
  if (canvas.y + 24 > page.height - page.bottom) await turnPage(canvas);
  await drawText(
    canvas,
    await firstLine(canvas.type, text, size.text),
    canvas.y + 8,
    size.text,
    colour.quiet,
  );
}

async function firstLine(type: Typesetter, text: string, fontSize: number): Promise<TextLine | undefined> {
  const [line] = await type.lines(text, fontSize, page.width - page.left - page.right);
  return line;
}

async function drawText(
  { doc }: Canvas,
  line: TextLine | undefined,
  y: number,
  fontSize: number,
  ink: string = colour.ink,
): Promise<void> {
  if (line !== undefined) drawLine(doc, line, { x: page.left, y, fontSize, ink });
}

type Spot = { readonly x: number; readonly y: number; readonly fontSize: number; readonly ink: string };

function drawLine(doc: PDFKit.PDFDocument, { runs }: TextLine, { x, y, fontSize, ink }: Spot): void {
  let pen = x;
  for (const { font, text, width } of runs) {
    doc.font(font, fontSize).fillColor(ink).text(text, pen, y, { lineBreak: false, baseline: 'top' });
    pen += width;
  }
}

type RowLook = { readonly colour: string; readonly fill?: string };

async function drawRow(canvas: Canvas, texts: readonly string[], look: RowLook): Promise<void> {
  const { doc, type } = canvas;
  const cells: (readonly TextLine[])[] = [];
  for (const [index, { width }] of columns.entries()) {
    cells.push(await type.lines(texts[index] ?? '', size.text, width - 2 * padding.x));
  }
  const height = Math.max(...cells.map((lines) => lines.length)) * leading + 2 * padding.y;
  if (canvas.y + height > page.height - page.bottom) await turnPage(canvas);
  const { y } = canvas;
  if (look.fill !== undefined)
    doc.rect(page.left, y, page.width - page.left - page.right, height).fill(look.fill);
  let x: number = page.left;
  for (const [index, { width, isRight }] of columns.entries()) {
    for (const [number, line] of (cells[index] ?? []).entries()) {
      const indent = isRight === true ? width - padding.x - line.width : padding.x;
      const place = { x: x + indent, y: y + padding.y + number * leading, fontSize: size.text };
      drawLine(doc, line, { ...place, ink: look.colour });
    }
    x += width;
  }
  canvas.y = y + height;
  doc
    .moveTo(page.left, canvas.y)
    .lineTo(page.width - page.right, canvas.y)
    .lineWidth(0.5)
    .stroke(colour.line);
}
