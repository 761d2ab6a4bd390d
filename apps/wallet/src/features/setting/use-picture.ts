import { uploadBytesMax, uploadMegabytes } from '@marigold/contract/limits';
import { useEffect, useRef, useState } from 'react';

import { session } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { upload } from '../../lib/http/upload.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';

export const portraitTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export type PictureFlow = {
  /** The address in this page of the file that is being cropped. */
  readonly chosen: string | undefined;
  /** How much of the picture has left, 0 to 1; undefined when none is on its way. */
  readonly share: number | undefined;
  readonly problem: string | undefined;
  readonly choose: (file: File) => void;
  readonly forget: () => void;
  /** The browser could not read the file. */
  readonly fail: () => void;
  readonly bring: (cropped: Blob) => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** A picture on its way from a file to the profile. Leaving the page gives an upload up. */
export function usePicture(): PictureFlow {
  const t = useText();
  const profile = useIntent('user/profile/set');
  const [chosen, setChosen] = useState<string>();
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  useEffect(() => {
    if (chosen === undefined) return undefined;
    return () => URL.revokeObjectURL(chosen);
  }, [chosen]);

  function choose(file: File): void {
    setProblem(undefined);
    if (!portraitTypes.some((type) => type === file.type)) return setProblem(t('setting.pictureType'));
    if (file.size > uploadBytesMax)
      return setProblem(t('setting.pictureSize', { megabytes: uploadMegabytes }));
    setChosen(URL.createObjectURL(file));
  }

  async function keep(avatarFileId: string | null): Promise<void> {
    const options = { showErrors: true, disableLoading: true, onFail: () => undefined };
    const result = await profile.send({ avatarFileId }, options);
    if (!result.ok) return setProblem(result.kind === 'network' ? t('shell.networkError') : result.msg);
    session.setUser(result.data);
    showToast({ text: t(avatarFileId === null ? 'setting.pictureRemoved' : 'setting.pictureDone') });
  }

  async function bring(cropped: Blob): Promise<void> {
    const { signal } = leaving.current;
    setChosen(undefined);
    setProblem(undefined);
    setShare(0);
    try {
      const brought = await upload(cropped, { name: 'picture.jpg', onProgress: setShare, signal });
      if (brought.ok) await keep(brought.data.fileId);
      else setProblem(brought.msg);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) setShare(undefined);
    }
  }

  return {
    chosen,
    share,
    problem,
    choose,
    forget: () => setChosen(undefined),
    fail() {
      setChosen(undefined);
      setProblem(t('setting.pictureBroken'));
    },
    bring,
    remove: async () => await keep(null),
  };
}
