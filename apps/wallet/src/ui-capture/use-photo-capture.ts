import { useEffect, useRef, useState } from 'react';

import type { Verdict } from './judge-frame.ts';
import { createJudge, type Judge } from './judge.ts';
import { isBad, type Photo, photoProblemText, problemOfPhoto, type PhotoItem } from './photo.ts';
import { photoOfView, smallCopy } from './picture-copy.ts';
import { useLiveVerdict } from './use-live-verdict.ts';
import { type PhotoCamera, usePhotoCamera } from './use-photo-camera.ts';

export type PhotoFlow = {
  readonly camera: PhotoCamera;
  /** What the camera sees now. */
  readonly verdict: Verdict | undefined;
  /** Taken or chosen a moment ago, and not judged yet. */
  readonly judged: File | undefined;
  /** Why the last file was not taken, in words. */
  readonly problem: string | undefined;
  readonly take: () => Promise<void>;
  readonly choose: (file: File) => Promise<void>;
  readonly retake: () => void;
};

type PhotoUse = {
  readonly item: PhotoItem;
  readonly taken: Photo | undefined;
  readonly onReady: (photo: Photo) => void;
  readonly onRetake: () => void;
};

/** As the files of an item are called, with their number. */
const nameOf: Readonly<Record<PhotoItem, string>> = {
  idFront: 'document-front',
  idBack: 'document-back',
  addressProof: 'address',
};

/** A photo on its way from a camera or a file to the page, with its verdict. */
export function usePhotoCapture(player: HTMLVideoElement | null, use: PhotoUse): PhotoFlow {
  const { item, taken, onReady, onRetake } = use;
  const [judged, setJudged] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const judge = useJudge();
  const count = useRef(0);
  const badTries = useRef(0);
  const newest = useRef<File>(undefined);
  const camera = usePhotoCamera(player);
  const verdict = useLiveVerdict(player, camera.state === 'on', judge);
  useEffect(
    () => () => {
      newest.current = undefined;
    },
    [],
  );

  /** Judges a file and hands it on, unless another one came or the page was left meanwhile. */
  async function bring(file: File): Promise<void> {
    newest.current = file;
    setProblem(undefined);
    setJudged(file);
    const copy = await copyOfFile(file);
    if (newest.current !== file) return;
    if (copy === 'broken') {
      setJudged(undefined);
      return setProblem(photoProblemText('broken'));
    }
    // A file that nobody can open does not take the place of a photo.
    if (taken !== undefined) onRetake();
    const found = copy === undefined ? undefined : await judge(copy);
    if (newest.current !== file) return;
    setJudged(undefined);
    if (isBad(found)) badTries.current += 1;
    onReady({ file, name: file.name, verdict: found, badTries: badTries.current });
  }

  return {
    camera,
    verdict,
    judged,
    problem,
    async take() {
      const photo = player === null ? undefined : photoOfView(player);
      if (photo === undefined) return;
      count.current += 1;
      await bring(new File([photo], `${nameOf[item]}-${count.current}.jpg`, { type: photo.type }));
    },
    async choose(file) {
      const wrong = problemOfPhoto(file);
      if (wrong === undefined) await bring(file);
      else setProblem(photoProblemText(wrong));
    },
    retake() {
      setProblem(undefined);
      onRetake();
      camera.open();
    },
  };
}

/** One worker for as long as the frame stands. */
function useJudge(): Judge['judge'] {
  const judge = useRef<Judge>(undefined);
  useEffect(
    () => () => {
      judge.current?.close();
      judge.current = undefined;
    },
    [],
  );
  const [ask] = useState<Judge['judge']>(() => async (copy: ImageData) => {
    judge.current ??= createJudge();
    return await judge.current.judge(copy);
  });
  return ask;
}

/** A small copy of a file; undefined where the browser does not draw. */
async function copyOfFile(file: File): Promise<ImageData | 'broken' | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const copy = smallCopy(bitmap);
    bitmap.close();
    return copy;
  } catch {
    return 'broken';
  }
}
