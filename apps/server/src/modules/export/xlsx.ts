/**
 * A workbook of one sheet, zipped while the rows arrive. Every cell is text: a double holds 15 digits, an amount of ours
 * up to 38, and a text is never computed.
 */
import { say } from '@marigold/texts/say';
import { strToU8, Zip, ZipDeflate } from 'fflate';

import type { SheetCells, Column } from './sheet.ts';
import { cellsOf, columns, headerOf } from './sheet.ts';
import type { Writer } from './writer.ts';

/** Text is handed to the compressor in pieces of about this many characters. */
const pieceCharacters = 64 * 1024;
/** In characters of the default font. */
const widths: Readonly<Record<Column, number>> = {
  time: 20,
  type: 18,
  status: 14,
  direction: 12,
  amount: 20,
  asset: 8,
  fee: 14,
  arrivedAmount: 20,
  counterparty: 20,
  orderNumber: 24,
  payType: 14,
  chain: 10,
  sendingAddress: 24,
  receivingAddress: 24,
  txId: 24,
  note: 40,
};
const styles = { text: 1, header: 2 } as const;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

export const writeXlsx: Writer = async function* (sheet, rows) {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    chunks.push(chunk);
  });
  for (const [name, content] of fixedParts(say(sheet.language, 'billfile.title'))) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(strToU8(xml + content), true);
  }
  const part = new ZipDeflate('xl/worksheets/sheet1.xml');
  zip.add(part);
  let waiting = xml + sheetStart + rowOf(headerOf(sheet), 1, styles.header);
  let number = 1;
  for await (const row of rows) {
    number += 1;
    waiting += rowOf(cellsOf(row, sheet), number, styles.text);
    if (waiting.length < pieceCharacters) continue;
    part.push(strToU8(waiting));
    waiting = '';
    yield* chunks.splice(0);
  }
  part.push(strToU8(`${waiting}</sheetData></worksheet>`), true);
  zip.end();
  yield* chunks.splice(0);
};

function fixedParts(title: string): readonly (readonly [name: string, content: string])[] {
  const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${office}.${type}+xml"/>`;
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('worksheets/sheet1', 'worksheet')}${override('styles', 'styles')}</Types>`,
    ],
    ['_rels/.rels', relationshipsOf(['officeDocument', 'xl/workbook.xml'])],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationshipsOf(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    ],
    ['xl/styles.xml', stylesXml],
  ];
}

function relationshipsOf(...targets: readonly (readonly [type: string, target: string])[]): string {
  const rows = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packaged}/relationships">${rows.join('')}</Relationships>`;
}

// Number format 49 is "@", text: a cell that is edited stays text as well.
const stylesXml = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const columnWidths = columns.map(
  (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widths[column]}" customWidth="1"/>`,
);
const sheetStart = `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnWidths.join('')}</cols><sheetData>`;

function rowOf(cells: SheetCells, number: number, style: number): string {
  const written = columns.flatMap((column, index) => {
    if (cells[column] === '') return [];
    const place = `r="${String.fromCharCode(65 + index)}${number}" s="${style}"`;
    return [`<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cells[column])}</t></is></c>`];
  });
  return `<row r="${number}">${written.join('')}</row>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML knows no control characters and no halves of characters. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
