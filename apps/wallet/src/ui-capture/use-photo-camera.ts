import { useEffect, useState, useSyncExternalStore } from 'react';

import { isCameraDenial, NoCamera, openCamera, playCamera, stopCamera } from '../lib/device/camera.ts';

export type PhotoCameraState = 'off' | 'asking' | 'on' | 'denied' | 'absent' | 'busy' | 'insecure';

/** Without the camera a photo is chosen. */
export type RefusedCamera = Exclude<PhotoCameraState, 'off' | 'asking' | 'on'>;

export function isRefusedCamera(state: PhotoCameraState): state is RefusedCamera {
  return state !== 'off' && state !== 'asking' && state !== 'on';
}

export type PhotoCamera = {
  readonly state: PhotoCameraState;
  /** Asks for the camera, or asks once more. */
  readonly open: () => void;
};

/** Letters of a document must be readable: as fine as most phones film. */
const wishes: MediaTrackConstraints = { width: { ideal: 2560 }, height: { ideal: 1440 } };

/**
 * The camera for photos, in a player. It goes on when it is asked for, or by itself where it was allowed before; it is off
 * whenever there is no player, as while a photo stands in the frame, and while the page is hidden or left.
 */
export function usePhotoCamera(player: HTMLVideoElement | null): PhotoCamera {
  const [state, setState] = useState<PhotoCameraState>('off');
  const [isWanted, setWanted] = useState(false);
  const [round, setRound] = useState(0);
  const isVisible = useVisible();

  useEffect(() => {
    let isOver = false;
    void isAllowed().then((isOne) => {
      if (isOne && !isOver) setWanted(true);
    });
    return () => {
      isOver = true;
    };
  }, []);

  useEffect(() => {
    if (player === null || !isWanted || !isVisible) return undefined;
    const over = new AbortController();
    let stream: MediaStream | undefined;

    async function start(target: HTMLVideoElement): Promise<void> {
      setState('asking');
      try {
        const opened = await openCamera(wishes);
        // Left while the person was asked: the light of the camera must not stay on.
        if (over.signal.aborted) return stopCamera(opened);
        stream = opened;
        for (const track of opened.getTracks())
          track.addEventListener('ended', () => setState('busy'), { signal: over.signal });
        await playCamera(opened, target);
        if (!over.signal.aborted) setState('on');
      } catch (error) {
        if (!over.signal.aborted) setState(refusalOfCamera(error));
      }
    }

    void start(player);
    return () => {
      over.abort();
      if (stream !== undefined) stopCamera(stream);
      player.srcObject = null;
      setState('off');
    };
  }, [player, isWanted, isVisible, round]);

  return {
    state,
    open() {
      setWanted(true);
      setRound((before) => before + 1);
    },
  };
}

function refusalOfCamera(error: unknown): RefusedCamera {
  if (isCameraDenial(error)) return 'denied';
  if (error instanceof NoCamera) return globalThis.isSecureContext ? 'absent' : 'insecure';
  const isBusy = error instanceof DOMException && /^(NotReadable|Abort)Error$/.test(error.name);
  return isBusy ? 'busy' : 'absent';
}

/** Whether the person has allowed the camera before; a browser that does not say so is asked when it is needed. */
async function isAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'granted';
  } catch {
    return false;
  }
}

function useVisible(): boolean {
  return useSyncExternalStore(followVisibility, () => document.visibilityState === 'visible');
}

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
