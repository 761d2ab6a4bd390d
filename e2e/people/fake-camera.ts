/** A camera that films a document: a file of moving pictures that the browser takes for one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pictureOfDocument } from '../../apps/server/testing/document-picture.ts';

const frames = 3;
const device = ['--use-fake-device-for-media-stream'];

export type FakeCamera = {
  /** Of a browser whose camera this is, and whose person allows it. */
  readonly flags: readonly string[];
  /** Of a browser whose person allows no camera. */
  readonly deniedFlags: readonly string[];
  /** What it films, as a PNG. */
  readonly picture: Buffer;
  /** Removes its file. */
  readonly remove: () => void;
};

/** Throws where its file cannot be written. */
export async function fakeCamera(): Promise<FakeCamera> {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-camera-'));
  const file = join(folder, 'document.y4m');
  const document = await pictureOfDocument();
  const { width, height } = document;
  const picture = planesOf(document);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), picture]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`);
  writeFileSync(file, Buffer.concat([head, ...Array.from({ length: frames }, () => frame)]));
  return {
    flags: [...device, `--use-file-for-fake-video-capture=${file}`, '--use-fake-ui-for-media-stream'],
    deniedFlags: [...device, '--use-fake-ui-for-media-stream=deny'],
    picture: document.png,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Document = Pick<Awaited<ReturnType<typeof pictureOfDocument>>, 'rgb' | 'width' | 'height'>;

/** Red, green and blue as light and two colours, the colours at half the size (BT.601). */
function planesOf({ rgb, width, height }: Document): Buffer {
  const light = Buffer.alloc(width * height);
  const half = (width / 2) * (height / 2);
  const [blue, red] = [Buffer.alloc(half), Buffer.alloc(half)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const [r = 0, g = 0, b = 0] = rgb.subarray(at, at + 3);
      light[y * width + x] = 16 + (65.738 * r + 129.057 * g + 25.064 * b) / 256;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const place = (y / 2) * (width / 2) + x / 2;
      blue[place] = 128 + (-37.945 * r - 74.494 * g + 112.439 * b) / 256;
      red[place] = 128 + (112.439 * r - 94.154 * g - 18.285 * b) / 256;
    }
  return Buffer.concat([light, blue, red]);
}
