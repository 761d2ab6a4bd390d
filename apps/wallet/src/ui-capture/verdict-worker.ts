/** Judges frames beside the page: gets the pixels of a small copy, posts its verdict. */
import { judgeFrame } from './judge-frame.ts';

type Frame = { readonly pixels: Uint8ClampedArray; readonly width: number; readonly height: number };

globalThis.addEventListener('message', ({ data }: MessageEvent<Frame>) =>
  globalThis.postMessage(judgeFrame(data.pixels, data.width, data.height)),
);
