/** The way to the app: on the device in hand what its browser and the operator offer, on others how it is done there. */
import { beforeAll, afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers } from '../../../testing/answers.ts';
import { openPage } from '../../../testing/screen.tsx';
import { followInstall } from '../../lib/device/install.ts';
import { paths } from '../../lib/route/paths.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const pixel =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const installNow = page.getByRole('button', { name: 'Install Marigold' });

async function openOn(userAgent: string): Promise<void> {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await openPage(paths.downloadApp(), { as: 'visitor' });
}

/** The steps shown, top down; each has its number, which is not read out. */
const steps = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((step) => step.textContent);

beforeAll(followInstall);
afterEach(() => vi.restoreAllMocks());

describe('how it is done', () => {
  const onIphone = ['1Open this page in Safari.', '2Tap Share at the foot of the screen.'];
  const onAndroid = ['1Open this page in Chrome.', '2Open the menu with the three dots.'];
  const onComputer = ['1Open this page in Chrome or Edge, on a Mac also in Safari.'];

  it.for([
    ['an iPhone', iphone, 0, onIphone],
    ['an Android phone', pixel, 0, onAndroid],
    ['a computer', mac, 0, onComputer],
    // Calls itself a Mac, and has no address bar to install from.
    ['an iPad', mac, 5, onIphone],
  ] as const)('begins with the device in hand: %s', async ([, userAgent, touchPoints, first]) => {
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(touchPoints);
    await openOn(userAgent);
    await expect.poll(steps).toEqual(expect.arrayContaining([...first]));
    expect(steps()).toHaveLength(3);
  });

  it('is said for another device when it is chosen, with what iPhones ask', async () => {
    await openOn(mac);
    expect(page.getByText(/Untrusted Developer/).elements()).toEqual([]);
    await page.getByRole('radio', { name: 'iPhone, iPad' }).click();
    await expect.poll(steps).toEqual(expect.arrayContaining(onIphone));
    await expect.element(page.getByText(/Untrusted Developer/)).toBeVisible();
  });
});

describe('what the operator offers beside it', () => {
  const stores = page.getByRole('main').getByRole('link', { name: /Store|Play|APK/ });
  const offered = () => stores.elements().map((link) => [link.textContent, link.getAttribute('href')]);
  const links = {
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=marigold',
    apk: 'https://cdn.example/marigold.apk',
  };

  it('stands with the device that it is for', async () => {
    answers({ 'app/config': [{ key: 'downloads', ...links }] });
    await openOn(pixel);
    await expect.poll(offered).toEqual([
      ['Open in Google Play', paths.outlink({ title: 'Open in Google Play', src: links.android })],
      ['Download the APK', paths.outlink({ title: 'Download the APK', src: links.apk })],
    ]);
    await expect.element(page.getByText(/^Take the APK from this page only\./)).toBeVisible();
    await page.getByRole('radio', { name: 'iPhone, iPad' }).click();
    await expect
      .poll(offered)
      .toEqual([
        ['Open in the App Store', paths.outlink({ title: 'Open in the App Store', src: links.ios })],
      ]);
    expect(page.getByText(/^Take the APK/).elements()).toEqual([]);
    await page.getByRole('radio', { name: 'Computer' }).click();
    await expect.poll(offered).toEqual([]);
  });

  it('is nothing where nothing is offered', async () => {
    await openOn(pixel);
    await expect.poll(steps).toHaveLength(3);
    expect(offered()).toEqual([]);
  });
});

describe('from a computer to a phone', () => {
  const address = new URL(paths.downloadApp(), window.location.origin).href;

  it('leads a code, and the address to be sent', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openOn(mac);
    await expect
      .element(page.getByRole('img', { name: 'QR code with the address of this page' }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Copy the address of this page' }).click();
    await expect.element(page.getByText('Content copied')).toBeVisible();
    expect(copy.mock.calls).toEqual([[address]]);
  });

  it('leads nothing where the phone is in hand', async () => {
    await openOn(iphone);
    await expect.poll(steps).toHaveLength(3);
    expect(page.getByRole('heading', { name: 'Open it on your phone' }).elements()).toEqual([]);
  });
});

// What the browser offers is kept for the whole document, so these go the way of one device, in this order.
describe('installing it here', () => {
  const ask = vi.fn<() => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>>();

  /** The browser's own offer, as Chromium makes it. */
  function offer(): void {
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: ask }));
  }

  it('is offered where the browser does, for this device alone', async () => {
    await openOn(pixel);
    expect(installNow.elements()).toEqual([]);
    offer();
    await expect.element(installNow).toBeVisible();
    expect(ask).not.toHaveBeenCalled();
    await page.getByRole('radio', { name: 'Computer' }).click();
    await expect.poll(() => installNow.elements()).toEqual([]);
  });

  it('that is declined says so, and stays possible by hand', async () => {
    ask.mockResolvedValue({ outcome: 'dismissed' });
    await openOn(pixel);
    offer();
    await installNow.click();
    await expect
      .element(page.getByText('Not installed. You can install it later from this page.'))
      .toBeVisible();
    expect(installNow.elements()).toEqual([]);
    expect(steps()).toHaveLength(3);
  });

  it('is asked of the browser once, and said to be done', async () => {
    const late = Promise.withResolvers<{ readonly outcome: 'accepted' }>();
    ask.mockReset().mockReturnValue(late.promise);
    await openOn(pixel);
    offer();
    await installNow.click();
    const busy = page.getByRole('button', { name: 'Installing' });
    await expect.element(busy).toHaveAttribute('aria-busy', 'true');
    await busy.click({ force: true });
    late.resolve({ outcome: 'accepted' });
    await expect.element(page.getByRole('heading', { name: 'Marigold is installed' })).toBeVisible();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(steps()).toEqual([]);
  });
});
