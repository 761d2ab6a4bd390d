/** Notices and news: what is unread, what an event adds, and what marks them as read. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, noAnswer } from '../../../testing/answers.ts';
import { message } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/paths.ts';

const markAll = page.getByRole('button', { name: 'Mark all read' });

describe('messages', () => {
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
});
