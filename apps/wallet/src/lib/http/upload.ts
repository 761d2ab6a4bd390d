/** file/upload (spec 7): a multipart call beside the helper, because only XMLHttpRequest says how far it is. */
import type { UploadKind, UploadRefusal, uploadFile } from '@marigold/contract/calls/file';
import type { WireOutput } from '@marigold/contract/endpoint';

import { online } from '../device/online.ts';
import { session } from '../device/session.ts';
import { currentLanguage, languages, sayNow } from '../text/i18n.ts';
import { readAnswer } from './answer.ts';
import { baseAddress } from './base-address.ts';
import { currentAppConfig } from './config.ts';
import { networkTimeoutMs } from './network-timeout.ts';

export type Uploaded = WireOutput<typeof uploadFile>;
export type UploadResult =
  | { readonly ok: true; readonly data: Uploaded }
  /** `refusal` undefined: something else went wrong; `msg` says what. `isLost`: the line broke, nobody answered. */
  | {
      readonly ok: false;
      readonly refusal: UploadRefusal | undefined;
      readonly msg: string;
      readonly isLost?: true;
    };

export type UploadOptions = {
  /** As the file is called. */
  readonly name: string;
  /** What it is for; a face unless told. */
  readonly kind?: UploadKind;
  /** Brought by a phone for whoever is logged in elsewhere: its key, in place of this device's session. */
  readonly phoneKey?: string | undefined;
  /** Called with the share that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Brings a file. Resolves with a sentence whatever goes wrong; rejects only when the caller gives up. */
export async function upload(
  file: Blob,
  { name, kind = 'avatar', phoneKey, onProgress, signal }: UploadOptions,
): Promise<UploadResult> {
  const { token } = session.state.get();
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('name', name);
  form.append('kind', kind);
  form.append('file', file, name);
  const ended = new Promise<'answered' | 'lost' | 'aborted'>((resolve) => {
    request.onload = () => resolve('answered');
    request.onerror = request.ontimeout = () => resolve('lost');
    request.onabort = () => resolve('aborted');
  });
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  request.open('POST', `${baseAddress(globalThis.location?.host ?? '')}/file/upload`);
  request.timeout = networkTimeoutMs(currentAppConfig.state.get());
  request.setRequestHeader('language', languages[currentLanguage()].header);
  const bearer = phoneKey !== undefined ? `Phone ${phoneKey}` : token && `Bearer ${token}`;
  if (bearer !== undefined) request.setRequestHeader('authorization', bearer);
  const giveUp = () => request.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  request.send(form);
  const end = await ended;
  signal.removeEventListener('abort', giveUp);
  signal.throwIfAborted();
  if (end !== 'answered') {
    online.lost();
    return { ok: false, refusal: undefined, msg: sayNow('shell.networkError'), isLost: true };
  }
  online.answered(Date.now());
  const answer = readAnswer(request.status, request.responseText);
  if (answer.code === 200) return { ok: true, data: answer.data as Uploaded };
  if (answer.code === 401 && phoneKey === undefined) session.refuse(token);
  const msg = answer.msg === '' ? sayNow('shell.dataRequestFailed') : answer.msg;
  return { ok: false, refusal: answer.code === 422 ? (answer.refusal as UploadRefusal) : undefined, msg };
}
