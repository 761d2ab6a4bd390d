import { riskFilesMax, uploadBytesMax, uploadMegabytes } from '@marigold/contract/limits';
import { useEffect, useRef, useState } from 'react';

import { upload } from '../../lib/http/upload.ts';
import { useText } from '../../lib/text/i18n.ts';

export const evidenceTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** A picture on its way, or brought. */
export type BroughtFile = {
  readonly key: number;
  readonly name: string;
  /** How much of it has left, 0 to 1. */
  readonly share: number;
  /** Undefined until it is there. */
  readonly fileId: string | undefined;
};

export type EvidenceFiles = {
  readonly list: readonly BroughtFile[];
  readonly isBusy: boolean;
  readonly isFull: boolean;
  readonly problem: string | undefined;
  readonly add: (file: File) => Promise<void>;
  readonly remove: (key: number) => void;
};

/** Pictures that answer a case, brought one by one. Leaving the page gives up what is on its way. */
export function useFiles(): EvidenceFiles {
  const t = useText();
  const [list, setList] = useState<readonly BroughtFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const uploads = useRef(new Map<number, AbortController>());
  const made = useRef(0);
  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);
  const change = (key: number, changes: Partial<BroughtFile>) =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const drop = (key: number) => setList((before) => before.filter((one) => one.key !== key));

  async function bring(file: File, key: number): Promise<void> {
    const controller = new AbortController();
    uploads.current.set(key, controller);
    const { signal } = controller;
    try {
      const onProgress = (share: number) => change(key, { share });
      const options = { name: file.name.slice(-100), kind: 'evidence', onProgress, signal } as const;
      const brought = await upload(file, options);
      if (brought.ok) return change(key, { share: 1, fileId: brought.data.fileId });
      drop(key);
      setProblem(brought.msg);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      uploads.current.delete(key);
    }
  }

  return {
    list,
    isBusy: list.some(({ fileId }) => fileId === undefined),
    isFull: list.length >= riskFilesMax,
    problem,
    async add(file) {
      setProblem(undefined);
      if (!evidenceTypes.some((type) => type === file.type)) return setProblem(t('risk.fileType'));
      if (file.size > uploadBytesMax) return setProblem(t('risk.fileSize', { megabytes: uploadMegabytes }));
      const key = (made.current += 1);
      setList((before) => [...before, { key, name: file.name, share: 0, fileId: undefined }]);
      await bring(file, key);
    },
    remove(key) {
      uploads.current.get(key)?.abort();
      setProblem(undefined);
      drop(key);
    },
  };
}
