import type { Inline } from '@marigold/contract/calls/app';
/** Words to read: a page in its own language with its version, what is missing and what only failed, and news that counts as read. */
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import {
  answers,
  callsOf,
  lost,
  noAnswer,
  UnservedAnswer,
  type ScriptedAnswer,
} from '../../../testing/answers.ts';
import { linksOf, saying } from '../../../testing/look.ts';
import { day, hour, minute, morning } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

type Content = WireOutput<Contract['app/content']>;

const run = (text: string, link: string | null = null): Inline => ({ text, style: 'plain', link });

const terms: Content = {
  id: 'terms',
  kind: 'agreement',
  language: 'en',
  version: 3,
  title: 'Terms of use',
  time: morning - day,
  blocks: [
    { kind: 'heading', level: 2, text: [run('What we promise')] },
    { kind: 'paragraph', text: [run('Your money is yours.')] },
    { kind: 'list', isOrdered: false, items: [[run('No hidden fees')]] },
  ],
};
const news: Content = { ...terms, id: 'news-1', kind: 'announcement', title: 'New markets' };

async function openTerms(): Promise<void> {
  await openPage(paths.content({ id: 'terms' }));
}

describe('a page of words', () => {
  it('stands under its title, with its version and from when it is', async () => {
    answers({ 'app/content': terms });
    await openTerms();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
    await expect.element(page.getByText(saying('Version 3 · 2026-11-22 10:00:00'))).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 2, name: 'What we promise' })).toBeVisible();
    await expect.element(page.getByText('Your money is yours.')).toBeVisible();
    await expect.element(page.getByRole('listitem').getByText('No hidden fees')).toBeVisible();
    expect(callsOf('app/content')).toEqual([{ id: 'terms' }]);
  });

  it('says in which language it is, where that is not the language of the app', async () => {
    answers({ 'app/content': terms });
    await openPage(paths.content({ id: 'terms' }), { language: 'ja' });
    await expect.element(page.getByText('Your money is yours.')).toBeVisible();
    const words = page.getByText('Your money is yours.').element();
    expect(words.closest('[lang]')?.getAttribute('lang')).toBe('en');
    expect(document.documentElement.lang).toBe('ja');
  });

  it.for([
    ['a page of the app', paths.rate(), paths.rate()],
    ['mail', 'mailto:help@marigold.example', 'mailto:help@marigold.example'],
    [
      'a strange site, which is asked about first',
      'https://other.example/a',
      paths.outlink({ title: 'here', src: 'https://other.example/a' }),
    ],
  ] as const)('leads by its links to %s', async ([, written, address]) => {
    answers({
      'app/content': {
        ...terms,
        blocks: [{ kind: 'paragraph', text: [run('Read '), run('here', written)] }],
      },
    });
    await openTerms();
    await expect.element(page.getByRole('link', { name: 'here' })).toHaveAttribute('href', address);
  });

  it('that does not exist says so, and leads to those that do', async () => {
    answers({ 'app/content': new UnservedAnswer(404, 'not_found') });
    await openTerms();
    await expect.element(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    expect(page.getByRole('button', { name: 'tap to retry' }).elements()).toEqual([]);
    await page.getByRole('link', { name: 'Help pages' }).click();
    await expect.element(page.getByRole('list', { name: 'Help' })).toBeVisible();
  });

  it.for([
    ['the server cannot give', lost, 'data request failed'],
    ['gets no answer', noAnswer, 'Network error'],
  ] as const)('that %s is not called missing, and comes with another try', async ([, answer, words]) => {
    answers({ 'app/content': answer });
    await openTerms();
    await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
    await expect.element(page.getByText('The text could not be loaded.')).toBeVisible();
    expect(page.getByText('This page does not exist').elements()).toEqual([]);
    answers({ 'app/content': terms });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByText('Your money is yours.')).toBeVisible();
  });
});

describe('what there is to read', () => {
  const noNews: ScriptedAnswer<'announcement/list'> = { list: [] };

  it('is help, the agreements and the news, each on its own page', async () => {
    answers({
      'announcement/list': { list: [{ id: 'news-1', title: 'New markets', time: morning - hour }] },
    });
    await openPage(paths.content(), { as: 'visitor' });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect.poll(() => linksOf('News')).toEqual([['New markets', paths.content({ id: 'news-1' })]]);
    expect(linksOf('Help')).toEqual([
      ['Sending and receiving', paths.content({ id: 'help-transfer' })],
      ['Keeping your account safe', paths.content({ id: 'help-security' })],
      ['Fees and limits', paths.content({ id: 'help-fees' })],
    ]);
    expect(linksOf('Agreements')).toEqual([
      ['Terms of use', paths.content({ id: 'terms' })],
      ['Privacy policy', paths.content({ id: 'privacy' })],
    ]);
    expect(callsOf('app/content')).toEqual([]);
  });

  it.for([
    ['there is none', noNews],
    ['it did not come', lost],
  ] as const)('is no empty list of news where %s', async ([, answer]) => {
    answers({ 'announcement/list': answer });
    await openPage(paths.content());
    await expect.poll(() => linksOf('Help')).toHaveLength(3);
    expect(page.getByText('News', { exact: true }).elements()).toEqual([]);
  });
});

describe('an announcement before the eyes', () => {
  it('of whoever is logged in is marked as read, once', async () => {
    answers({ 'app/content': news });
    await openPage(paths.content({ id: 'news-1' }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'New markets' })).toBeVisible();
    await expect.poll(() => callsOf('message/read')).toEqual([{ ids: ['news-1'] }]);
    await pass(minute);
    expect(callsOf('message/read')).toHaveLength(1);
  });

  it('is shown all the same where that cannot be kept', async () => {
    answers({ 'app/content': news, 'message/read': noAnswer });
    await openPage(paths.content({ id: 'news-1' }));
    await expect.poll(() => callsOf('message/read')).toHaveLength(1);
    await expect.element(page.getByText('Your money is yours.')).toBeVisible();
  });

  it('of a visitor is nothing to keep', async () => {
    answers({ 'app/content': news });
    await openPage(paths.content({ id: 'news-1' }), { as: 'visitor' });
    await expect.element(page.getByText('Your money is yours.')).toBeVisible();
    expect(callsOf('message/read')).toEqual([]);
  });

  it('is the only kind of page that is kept as read', async () => {
    answers({ 'app/content': terms });
    await openTerms();
    await expect.element(page.getByText('Your money is yours.')).toBeVisible();
    expect(callsOf('message/read')).toEqual([]);
  });
});
