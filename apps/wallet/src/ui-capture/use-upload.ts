import type { UploadKind } from '@marigold/contract/calls/file';
import { useEffect, useRef, useState } from 'react';

import { upload, type Uploaded, type UploadResult } from '../lib/http/upload.ts';
import { sayNow } from '../lib/text/i18n.ts';
import { photoProblemText, problemOfPhoto, type UploadState } from './photo.ts';

export type FileUpload = {
  readonly state: UploadState;
  /** What the server made of the file, once it is there. */
  readonly uploaded: Uploaded | undefined;
  /** Sends a file in place of the last one. Resolves with what the server made of it, undefined where it did not get there. */
  readonly send: (file: File, name?: string) => Promise<Uploaded | undefined>;
  /** Sends the same file again. */
  readonly retry: () => Promise<Uploaded | undefined>;
  /** Gives up what is on its way and forgets the file. */
  readonly reset: () => void;
};

/** The end of a name says what it is; the server takes so many letters. */
const nameLettersMax = 100;

/** A file on its way to the server, one at a time; it is given up when the page is left. `phoneKey` as `upload` has it. */
export function useUpload(kind: Exclude<UploadKind, 'avatar'>, phoneKey?: string): FileUpload {
  const [state, setState] = useState<UploadState>({ is: 'none' });
  const [uploaded, setUploaded] = useState<Uploaded>();
  const last = useRef<{ readonly file: File; readonly name: string }>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File, name = file.name): Promise<Uploaded | undefined> {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    last.current = { file, name };
    setUploaded(undefined);
    const problem = problemOfPhoto(file);
    if (problem !== undefined) {
      setState({ is: 'failed', text: photoProblemText(problem) });
      return undefined;
    }
    setState({ is: 'uploading', part: 0 });
    try {
      const onProgress = (part: number) => {
        if (!signal.aborted) setState({ is: 'uploading', part });
      };
      const result = await upload(file, {
        name: name.slice(-nameLettersMax),
        kind,
        phoneKey,
        onProgress,
        signal,
      });
      setState(result.ok ? { is: 'done' } : { is: 'failed', text: failureText(result) });
      if (!result.ok) return undefined;
      setUploaded(result.data);
      return result.data;
    } catch (error) {
      if (!signal.aborted) throw error;
      return undefined;
    }
  }

  return {
    state,
    uploaded,
    send,
    async retry() {
      return last.current === undefined ? undefined : await send(last.current.file, last.current.name);
    },
    reset() {
      running.current?.abort();
      last.current = undefined;
      setUploaded(undefined);
      setState({ is: 'none' });
    },
  };
}

function failureText({ isLost, msg }: Extract<UploadResult, { ok: false }>): string {
  return isLost === true ? sayNow('kycown.capture.lost') : msg;
}
