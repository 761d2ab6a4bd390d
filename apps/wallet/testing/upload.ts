import { type UploadRefusal, uploadFile } from '@marigold/contract/calls/file';
/** Files brought to the scripted server: multipart calls by XMLHttpRequest (lib/upload.ts), which `fetch` never sees. */
import type { Refusal, WireOutput } from '@marigold/contract/endpoint';

import { answerText, noAnswer, type UnservedAnswer } from './answers.ts';

type UploadAnswer = WireOutput<typeof uploadFile> | Refusal<UploadRefusal> | UnservedAnswer | typeof noAnswer;
type Brought = { readonly name: unknown; readonly kind: unknown; readonly bytes: number };

let reply: UploadAnswer | Promise<UploadAnswer> = noAnswer;
let brought: Brought[] = [];
let bearers: string[] = [];
const running = new Set<ScriptedUpload>();

/** Begins a test with nothing brought. */
export function beginUploads(): void {
  reply = noAnswer;
  brought = [];
  bearers = [];
  running.clear();
}

/** From now on a file is answered so; a promise holds the answer back. Until then the line is broken for files. */
export function answersUpload(next: UploadAnswer | Promise<UploadAnswer>): void {
  reply = next;
}

/** What was sent since the test began, oldest first. */
export function uploads(): readonly Brought[] {
  return brought;
}

/** By whom, as each upload shows it. */
export function uploadBearers(): readonly string[] {
  return bearers;
}

/** How much of every file on its way has left, from 0 to 1. */
export function sent(share: number): void {
  for (const one of running) one.upload.onprogress?.({ loaded: share * 100, total: 100 });
}

/** Stands where the browser's XMLHttpRequest stood, with what lib/upload.ts uses of it. */
export class ScriptedUpload {
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly upload: {
    onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null;
  } = { onprogress: null };
  timeout = 0;
  readonly status = 200;
  responseText = '';

  open(): void {
    running.add(this);
  }

  setRequestHeader(name: string, value: string): void {
    if (name === 'authorization') bearers.push(value);
  }

  send(form: FormData): void {
    const file = form.get('file');
    const bytes = file instanceof Blob ? file.size : 0;
    brought.push({ name: form.get('name'), kind: form.get('kind'), bytes });
    void this.#end();
  }

  abort(): void {
    if (running.delete(this)) this.onabort?.();
  }

  async #end(): Promise<void> {
    const answer = await reply;
    // What was given up gets no answer.
    if (!running.delete(this)) return;
    if (answer === noAnswer) return this.onerror?.();
    this.responseText = answerText(uploadFile, answer);
    this.onload?.();
  }
}
