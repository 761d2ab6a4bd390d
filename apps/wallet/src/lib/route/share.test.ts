import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { storage, storageKeys } from '../device/storage.ts';
import { onToast } from '../device/toasts.ts';
import { sayNow, speak } from '../text/i18n.ts';
import { savePicture, sharePicture } from './share.ts';

const saved: string[] = [];
const toasts: string[] = [];

beforeAll(async () => await speak('en'));
beforeEach(() => {
  saved.length = 0;
  toasts.length = 0;
  const link = { href: '', download: '', click: () => void saved.push(link.download) };
  vi.stubGlobal('document', { createElement: () => link });
  vi.useFakeTimers();
  storage.setItem(storageKeys.fromUrl, 'webview');
  const deafen = onToast(({ text }) => void toasts.push(text));
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
  expect([saved, toasts]).toEqual([['code.png'], [sayNow('shell.pictureSaved')]]);
});

it('a wrapper has no album to save to', async () => {
  vi.stubGlobal('window', { marigoldWrapper: { postMessage: () => undefined } });
  await savePicture(draw, 'code.png');
  expect([saved, toasts]).toEqual([[], [sayNow('shell.h5Album')]]);
});

describe('a picture that is shared', () => {
  const bill = { name: 'bill.png', title: 'Bill Details' };
  const shared: ShareData[] = [];
  beforeEach(() => void (shared.length = 0));

  /** A device that offers a choice of people, as far as files go. */
  function offerPeople(takesFiles: boolean, share = async (given: ShareData) => void shared.push(given)) {
    vi.stubGlobal('window', {});
    vi.stubGlobal('navigator', { canShare: () => takesFiles, share });
  }

  it('goes to whoever is chosen, with its name, and is not saved', async () => {
    offerPeople(true);
    await sharePicture(draw, bill);
    expect(shared.map(({ title, files }) => [title, files?.[0]?.name])).toEqual([
      ['Bill Details', 'bill.png'],
    ]);
    expect([saved, toasts]).toEqual([[], []]);
  });

  it('is saved where the device hands no files on, or fails to', async () => {
    offerPeople(false);
    await sharePicture(draw, bill);
    offerPeople(true, async () => {
      throw new DOMException('too late', 'NotAllowedError');
    });
    await sharePicture(draw, bill);
    expect([shared, saved]).toEqual([[], ['bill.png', 'bill.png']]);
  });

  it('is nobody’s after a change of mind', async () => {
    offerPeople(true, async () => {
      throw new DOMException('closed', 'AbortError');
    });
    await sharePicture(draw, bill);
    expect([saved, toasts]).toEqual([[], []]);
  });
});
