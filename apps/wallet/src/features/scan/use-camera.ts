import { useEffect, useEffectEvent, useState } from 'react';

import { isCameraDenial, openCamera, playCamera, stopCamera } from '../../lib/device/camera.ts';
import { grab, readPixels } from './read-code.ts';

export type CameraState = 'starting' | 'on' | 'denied' | 'absent';

/** A quick hand is followed well by six pictures a second, and a phone stays cool. */
const readEveryMs = 160;
/** The shorter side that is looked at; codes held into the frame are larger than that. */
const readSide = 480;

export type Camera = {
  readonly state: CameraState;
  /** Undefined where the camera has no light. */
  readonly torch: { readonly isOn: boolean; readonly toggle: () => void } | undefined;
  readonly retry: () => void;
};

/** The camera of the back, read until a code is found; it is off whenever `isWanted` is false or the page is left. */
export function useCamera(
  player: HTMLVideoElement | null,
  isWanted: boolean,
  onText: (text: string) => void,
): Camera {
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [isTorchOn, setTorchOn] = useState(false);
  const [round, setRound] = useState(0);
  const found = useEffectEvent(onText);

  useEffect(() => {
    if (!isWanted || player === null) return undefined;
    let isOver = false;
    let stream: MediaStream | undefined;
    const canvas = document.createElement('canvas');
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function start(): Promise<void> {
      setState('starting');
      try {
        stream = await openCamera();
      } catch (error) {
        if (!isOver) setState(isCameraDenial(error) ? 'denied' : 'absent');
        return;
      }
      // Left while the person was asked: the light of the camera must not stay on.
      if (isOver || player === null) return stopCamera(stream);
      await playCamera(stream, player);
      setTrack(stream.getVideoTracks()[0]);
      setState('on');
      void look(player);
    }

    async function look(player: HTMLVideoElement): Promise<void> {
      const text = await readFrame(player, canvas);
      if (isOver) return;
      if (text !== undefined) return found(text);
      timer = setTimeout(() => void look(player), readEveryMs);
    }

    void start();
    return () => {
      isOver = true;
      clearTimeout(timer);
      setTrack(undefined);
      setTorchOn(false);
      if (stream !== undefined) stopCamera(stream);
    };
  }, [player, isWanted, round]);

  async function toggleTorch(): Promise<void> {
    await track?.applyConstraints({ advanced: [{ torch: !isTorchOn } as MediaTrackConstraintSet] });
    setTorchOn(!isTorchOn);
  }

  return {
    state,
    torch:
      track !== undefined && hasTorch(track)
        ? { isOn: isTorchOn, toggle: () => void toggleTorch() }
        : undefined,
    retry: () => setRound((before) => before + 1),
  };
}

async function readFrame(player: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<string | undefined> {
  const { videoWidth, videoHeight } = player;
  if (videoWidth === 0) return undefined;
  const scale = Math.min(1, readSide / Math.min(videoWidth, videoHeight));
  const pixels = grab(canvas, player, Math.round(videoWidth * scale), Math.round(videoHeight * scale));
  return pixels === undefined ? undefined : await readPixels(pixels);
}

function hasTorch(track: MediaStreamTrack): boolean {
  // Not every browser has the question, and the types do not know the answer yet.
  const can: MediaTrackCapabilities & { readonly torch?: boolean } = track.getCapabilities?.() ?? {};
  return can.torch === true;
}
