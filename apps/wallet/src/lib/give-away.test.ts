import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { savePicture } from './give-away.ts';
import { say, speak } from './i18n.ts';
import { storage, storageKeys } from './storage.ts';
import { onToast } from './toasts.ts';

const saved: string[] = [];
const said: string[] = [];

beforeAll(async () => await speak('en'));
beforeEach(() => {
  saved.length = 0;
  said.length = 0;
  const link = { href: '', download: '', click: () => void saved.push(link.download) };
  vi.stubGlobal('document', { createElement: () => link });
  vi.useFakeTimers();
  storage.setItem(storageKeys.fromUrl, 'webview');
  const deafen = onToast(({ text }) => void said.push(text));
  onTestFinished(() => {
    deafen();
    storage.removeItem(storageKeys.fromUrl);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

const draw = async () => new Blob(['a picture']);

it('a picture is saved in a plain browser that was opened as if in a wrapper once', async () => {
  vi.stubGlobal('window', {});
  await savePicture(draw, 'code.png');
  expect([saved, said]).toEqual([['code.png'], [say('shell.pictureSaved')]]);
});

it('a wrapper has no album to save to', async () => {
  vi.stubGlobal('window', { marigoldWrapper: { postMessage: () => undefined } });
  await savePicture(draw, 'code.png');
  expect([saved, said]).toEqual([[], [say('shell.h5Album')]]);
});
