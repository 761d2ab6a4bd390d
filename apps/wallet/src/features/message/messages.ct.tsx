/** Notices and news: what is unread, what an event adds, and what marks them as read. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, noAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { saying } from '../../../testing/look.ts';
import { idOf, message } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const none = { money: 0, security: 0, service: 0, announcement: 0 };
const markAll = page.getByRole('button', { name: 'Mark all read' });

describe('messages', () => {
  it('are read again by a message event', async () => {
    await openPage(paths.messages());
    await expect.element(page.getByText('You received 5 USDT')).toBeVisible();
    const second = message({ id: idOf(802), title: 'You received 7 USDT' });
    answers({
      'message/list': { list: [second, message()], next: null },
      'message/summary': { unread: { ...none, money: 2 } },
    });
    publish('message', { kind: 'other' });
    await expect.element(page.getByText('You received 7 USDT')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Money/ })).toHaveTextContent('Money2');
  });

  it('count at most 99 of a topic', async () => {
    answers({ 'message/summary': { unread: { ...none, money: 100, security: 99 } } });
    await openPage(paths.messages());
    await expect.element(page.getByRole('button', { name: /^Money/ })).toHaveTextContent('Money99+');
    await expect.element(page.getByRole('button', { name: /^Security/ })).toHaveTextContent('Security99');
  });

  it('are all read with one press, and the button goes', async () => {
    await openPage(paths.messages());
    answers({ 'message/list': { list: [message({ isRead: true })], next: null } });
    await markAll.click();
    await expect.element(page.getByText('All messages are read')).toBeVisible();
    await expect.element(markAll).not.toBeInTheDocument();
    expect(callsOf('message/read')).toEqual([{ all: true }]);
  });

  it('stay unread where no answer came, which is said', async () => {
    answers({ 'message/read': noAnswer });
    await openPage(paths.messages());
    await markAll.click();
    await expect.element(page.getByText(/network error/i)).toBeVisible();
    await expect.element(markAll).toBeVisible();
  });

  it('of one topic are asked for by its chip', async () => {
    await openPage(paths.messages());
    answers({ 'message/list': { list: [], next: null } });
    await page.getByRole('button', { name: 'Security' }).click();
    await expect.element(page.getByText('Nothing in this group')).toBeVisible();
    expect(callsOf('message/list').at(-1)).toMatchObject({ topic: 'security' });
  });

  it('of somebody new say what will come', async () => {
    answers({ 'message/list': { list: [], next: null } });
    await openPage(paths.messages());
    await expect.element(page.getByText('No messages yet')).toBeVisible();
  });

  it('tell of money that came in with a toast, by the live line alone', async () => {
    await openPage(paths.me());
    publish('message', { kind: 'received', amount: '5', currency: 'USDT', from: 'B***b' });
    await expect.element(page.getByText(saying('Received 5 USDT from B***b'))).toBeVisible();
    publish('message', { kind: 'cameIn', amount: '7', currency: 'ETH' });
    await expect.element(page.getByText(saying('Received 7 ETH'))).toBeVisible();
  });
});
