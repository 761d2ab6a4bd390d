import { useEffect, useState } from 'react';

import type { Verdict } from './judge-frame.ts';
import type { Judge } from './judge.ts';
import { copyOfView } from './picture-copy.ts';

/** About four frames a second: quick enough to follow a hand, and a phone stays cool. */
const frameEveryMs = 250;
/** So many frames in a row say the same before it is said: what flickers cannot be read, and readers hear each change. */
const sameFrames = 2;

/** The verdict on what the camera sees now; undefined while it is off or nobody can say. */
export function useLiveVerdict(
  player: HTMLVideoElement | null,
  isOn: boolean,
  judge: Judge['judge'],
): Verdict | undefined {
  const [verdict, setVerdict] = useState<Verdict>();
  useEffect(() => {
    if (player === null || !isOn) return undefined;
    const watched = player;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let newest: Verdict | undefined;
    let count = 0;

    async function look(): Promise<void> {
      // The next frame is taken when the last one was judged: what comes meanwhile is dropped.
      const copy = copyOfView(watched);
      const seen = copy === undefined ? undefined : await judge(copy);
      if (isOver) return;
      count = seen === newest ? count + 1 : 1;
      newest = seen;
      if (count >= sameFrames) setVerdict(seen);
      timer = setTimeout(() => void look(), frameEveryMs);
    }

    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      setVerdict(undefined);
    };
  }, [player, isOn, judge]);
  return verdict;
}
