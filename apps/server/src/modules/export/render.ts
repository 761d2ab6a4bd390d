/**
 * Writes a file in a thread of its own: fifty thousand rows drawn as a document take half a minute of a processor, which
 * nobody else should wait for, and a bound on the thread's memory ends the thread, never the program.
 */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { ExportFormat } from '@marigold/contract/calls/export';

import type { SheetBill, BillSheet } from './sheet.ts';

export type WriterData = { readonly format: ExportFormat; readonly sheet: BillSheet };
/** A page of rows, or that there are no more. */
export type ToWriter = readonly SheetBill[] | 'end';
export type FromWriter =
  | { readonly kind: 'next' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' };

const heapMegabytesMax = 384;

/**
 * The bytes of a file, while pages of rows are read: the next page only when the bytes of the one before were taken.
 * Ends with the reason of the signal; throws what a page or the thread throws.
 */
export async function* render(
  data: WriterData,
  pages: AsyncIterable<readonly SheetBill[]>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  });
  const source = pages[Symbol.asyncIterator]();
  try {
    // An error of the thread is an 'error' event, which ends the loop by throwing.
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) {
      const fromWriter = message as FromWriter;
      if (fromWriter.kind === 'bytes') yield fromWriter.bytes;
      else if (fromWriter.kind === 'end') return;
      else {
        const page = await source.next();
        worker.postMessage((page.done === true ? 'end' : page.value) satisfies ToWriter);
      }
    }
    throw new Error('the thread that writes a file ended before the file');
  } finally {
    await source.return?.();
    await worker.terminate();
  }
}
