import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';

import { markMessagesRead } from '../../domain/content/message-queries.ts';
import { onToast } from '../../lib/device/toasts.ts';
import { sayNow, speak } from '../../lib/text/i18n.ts';

beforeAll(async () => await speak('en'));

it('messages that could not be marked stay unread: said to whoever meant all of them, silent for one that was opened', async () => {
  const toasts: string[] = [];
  const deafen = onToast(({ text }) => void toasts.push(text));
  vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('away')));
  onTestFinished(() => {
    deafen();
    vi.unstubAllGlobals();
  });
  expect(await markMessagesRead(['018f3c1e-0000-7000-8000-000000000001'])).toBe(false);
  expect(toasts).toEqual([]);
  expect(await markMessagesRead('all')).toBe(false);
  expect(toasts).toEqual([sayNow('shell.requestNetworkError')]);
});
