/** The thread that writes one file: asks for a page of rows, answers with the bytes they became (render.ts). */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

import type { ExportFormat } from '@marigold/contract/calls/export';
import { assert } from '@marigold/money/assert';

import { writeCsv } from './csv.ts';
import { writePdf } from './pdf.ts';
import type { FromWriter, ToWriter, WriterData } from './render.ts';
import type { SheetBill } from './sheet.ts';
import type { Writer } from './writer.ts';
import { writeXlsx } from './xlsx.ts';

const writers: Readonly<Record<ExportFormat, Writer>> = { csv: writeCsv, xlsx: writeXlsx, pdf: writePdf };

assert(parentPort !== null, 'a writer runs in a thread of its own');
const port = parentPort;
const { format, sheet } = workerData as WriterData;

function say(message: FromWriter): void {
  port.postMessage(message);
}

async function* rows(): AsyncGenerator<SheetBill> {
  // Ends: behind the last page comes `end`; whoever stops the export before ends the thread (render.ts).
  for (;;) {
    const answered = once(port, 'message');
    say({ kind: 'next' });
    const [page] = (await answered) as [ToWriter];
    if (page === 'end') return;
    yield* page;
  }
}

for await (const bytes of writers[format](sheet, rows())) say({ kind: 'bytes', bytes });
say({ kind: 'end' });
port.close();
