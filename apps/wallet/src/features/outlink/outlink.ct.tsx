/** Somebody else's page: its real host whatever its title says, nothing opened without a press, and the way to stay. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers } from '../../../testing/answers.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const outside = page.getByRole('main').getByRole('link', { name: 'Open in browser' });
const stay = page.getByRole('button', { name: 'Stay in Marigold' });
const here = () => window.location.pathname;

/** As anybody may write it, whatever the app itself would write. */
async function openLink(src: string, title?: string): Promise<void> {
  const query = new URLSearchParams({ src, ...(title === undefined ? {} : { title }) });
  await openPage(`${paths.outlink()}?${query.toString()}`);
}

describe('a site of somebody else', () => {
  it('is named by its host, and opened by a press in a window that knows nothing of this one', async () => {
    await openLink('https://shop.example/menu?table=7', 'Lunch');
    await expect.element(page.getByRole('heading', { name: 'Lunch' })).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: 'You are leaving Marigold: shop.example' }))
      .toBeVisible();
    await expect
      .element(page.getByText(/Never enter your Marigold passwords or codes there\.$/))
      .toBeVisible();
    await expect.element(outside).toHaveAttribute('href', 'https://shop.example/menu?table=7');
    await expect.element(outside).toHaveAttribute('target', '_blank');
    await expect.element(outside).toHaveAttribute('rel', 'noopener noreferrer');
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('can be left alone', async () => {
    await openLink('https://shop.example/');
    await stay.click();
    await expect.poll(here).toBe(paths.home());
  });

  it('is shown by its own host when its title names another, in one line without tricks', async () => {
    await openLink('https://evil.example/', 'mari\u202Egold\n.example\u200B — your account');
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('marigold .example — your account');
    await expect
      .element(page.getByRole('heading', { name: 'You are leaving Marigold: evil.example' }))
      .toBeVisible();
  });

  it.for([
    [
      'http://shop.example/',
      'The connection to this site is not protected. Others can read and change what is sent.',
    ],
    [
      'https://xn--mrigold-3fg.example/',
      'The name of this site has letters that can be mistaken for others, so it is shown as it is registered.',
    ],
  ] as const)('says what speaks against it: %s', async ([src, words]) => {
    await openLink(src);
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(outside).toHaveAttribute('href', src);
  });

  it('over https and in plain letters has nothing against it', async () => {
    await openLink('https://shop.example/');
    await expect.element(outside).toBeVisible();
    expect(page.getByText(/not protected|can be mistaken/).elements()).toEqual([]);
  });
});

describe('a link that is not opened', () => {
  it.for([
    ['', 'There is no link here.'],
    ['javascript:alert(1)', 'Only web links are opened here.'],
    [
      'https://marigold.example@evil.example/',
      'There is a user name in front of the site, which can hide where the link leads.',
    ],
    ['https://evil.example\\@marigold.example/', 'It contains a backslash, which can hide where it leads.'],
    ['https://192.168.0.1/', 'It does not name a public site.'],
    ['https:///evil.example', 'It is not a valid link.'],
    [`https://evil.example/${'a'.repeat(2048)}`, 'It is too long.'],
    ['/no/such/page', 'Marigold has no such page.'],
    [
      'https://evil.example/\u202Egnp',
      'It contains characters that cannot be seen, so it may lead elsewhere than it says.',
    ],
  ] as const)('says why: %s', async ([src, words]) => {
    await openLink(src, 'A title to trust');
    await expect.element(page.getByRole('heading', { name: 'This link cannot be opened' })).toBeVisible();
    await expect.element(page.getByText(`${words} Nothing was opened.`)).toBeVisible();
    expect(page.getByText(/A title to trust/).elements()).toEqual([]);
    expect(outside.elements()).toEqual([]);
    await stay.click();
    await expect.poll(here).toBe(paths.home());
  });

  it('is shown without what cannot be seen', async () => {
    await openLink('https://evil.example/\u202Egnp\u200B.exe');
    await expect.element(page.getByText('https://evil.example/gnp.exe', { exact: true })).toBeVisible();
  });
});

it('a link to a page of this app is followed by a press', async () => {
  await openLink(window.location.origin + paths.rate());
  await expect.element(page.getByText('This link leads to a page of Marigold')).toBeVisible();
  await expect.poll(here).toBe(paths.outlink());
  await page.getByRole('link', { name: 'Open the page' }).click();
  await expect.poll(here).toBe(paths.rate());
});

it('a site that the operator shows inside has its host above it, the way out below, and a frame that can reach nothing', async () => {
  answers({ 'app/config': [{ key: 'links', messagingHosts: [], frameHosts: ['shop.example'] }] });
  await openLink('https://shop.example/menu', 'Lunch');
  const frame = page.getByTitle('Page of shop.example');
  await expect.element(frame).toHaveAttribute('src', 'https://shop.example/menu');
  await expect.element(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups');
  await expect.element(frame).toHaveAttribute('allow', '');
  await expect.element(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expect.element(page.getByText('Site: shop.example')).toBeInTheDocument();
  await expect.element(outside.last()).toHaveAttribute('href', 'https://shop.example/menu');
});
