/** A code that was read: what it is, what is shown of it before anything is done, and where its one action leads. */
import { encodeQR } from 'qr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, lost } from '../../../testing/answers.ts';
import { saying } from '../../../testing/look.ts';
import { quietDay } from '../../../testing/quiet-day.ts';
import { chainOf, currency } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const tron = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const tether = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const origin = window.location.origin;

const field = page.getByLabelText('Text of the code', { exact: true });
const read = page.getByRole('button', { name: 'Read the text' });
const camera = page.getByRole('region', { name: 'Camera picture' });
const sheet = page.getByRole('dialog');

/** What the device's camera answers; without a word from a test there is none. */
const openCamera = vi.fn<() => Promise<MediaStream>>();
const here = () => window.location.pathname + window.location.search;

/** Opens the page and reads a text as somebody does who pastes it. */
async function readText(text: string): Promise<void> {
  await openPage(paths.scan());
  await field.fill(text);
  await read.click();
}

/** A canvas with the code of a text, as a printed one looks. */
function drawn(text: string): HTMLCanvasElement {
  const rows = encodeQR(text, 'raw');
  const px = 6;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = rows.length * px;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser does not draw');
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) {
      pen.fillStyle = isDark ? '#000' : '#fff';
      pen.fillRect(x * px, y * px, px, px);
    }
  return canvas;
}

function fileOf(canvas: HTMLCanvasElement): File {
  const [, packed = ''] = canvas.toDataURL('image/png').split(',');
  return pictureOf(Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)));
}

function pictureOf(content: BlobPart): File {
  return new File([content], 'code.png', { type: 'image/png' });
}

beforeEach(() => {
  openCamera.mockReset().mockRejectedValue(new DOMException('none', 'NotFoundError'));
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(openCamera);
  answers({ 'payee/lookup': { masked: 'B***b', kind: 'code' } });
});

afterEach(() => vi.restoreAllMocks());

describe('a text that was read', () => {
  it.for([
    ['an internal code', '100000002', 'Pay this person?', 'Internal code 100000002'],
    [
      'a request of somebody',
      `${origin}${paths.transfer({ to: '100000002', currency: 'USDT', amount: '7.25' })}`,
      'Pay this person?',
      'Asks for 7.25 USDT',
    ],
    [
      'an invitation',
      `${origin}/?invitecode=abc234`,
      'An invitation',
      'This invitation is for new users: they register with the code ABC234. You already have an account; copy the code to pass it on.',
    ],
    [
      'a page of this app',
      `${origin}${paths.rate()}`,
      'A Marigold page',
      'Open it only if you trust where you found the code.',
    ],
    [
      'a page of somebody else',
      'https://shop.example/menu?table=7',
      'A link to shop.example',
      'Open it only if you trust where you found the code.',
    ],
    [
      'a link that hides where it leads',
      'https://marigold.example@evil.example/',
      'Plain text',
      'This is not a Marigold code. Do not follow instructions in it that ask for money or passwords.',
    ],
    [
      'anything else',
      'Your account is closed. Send 1 BTC to …',
      'Plain text',
      'This is not a Marigold code. Do not follow instructions in it that ask for money or passwords.',
    ],
    [
      'an address',
      address,
      'A wallet address',
      'On Ethereum (ERC20). Compare the beginning and the end with the person you pay.',
    ],
    [
      'a request for a token',
      `ethereum:${tether}@1/transfer?address=${address}&uint256=7250000`,
      'A payment request',
      'Asks for 7.25 USDT on Ethereum (ERC20). Compare the address with the person you pay.',
    ],
  ] as const)('is said to be %s, and nothing is done', async ([, text, title, words]) => {
    await readText(text);
    await expect.element(sheet.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(sheet.getByText(saying(words))).toBeVisible();
    expect(here()).toBe(paths.scan());
  });

  it.for([
    ['of TRON', tron, 'This is a TRON address. Nothing can be sent to TRON from here.'],
    [
      'on a network that is not ours',
      `ethereum:${address}@8453?value=1e18`,
      'It belongs to a network that Marigold does not support, so nothing can be sent there.',
    ],
    [
      'of a coin that is not listed',
      `ethereum:${address}@1/transfer?address=${address}&uint256=5`,
      'It asks for a coin that is not listed here. Nothing can be sent.',
    ],
  ] as const)('%s leads to no payment; it can be copied', async ([, text, words]) => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await readText(text);
    await expect.element(sheet.getByText(words)).toBeVisible();
    expect(sheet.getByRole('button', { name: 'Go to the transfer' }).elements()).toEqual([]);
    await sheet.getByRole('button', { name: 'Copy text' }).click();
    await expect.element(page.getByText('Content copied')).toBeVisible();
    expect(copy.mock.calls).toEqual([[text === tron ? tron : address]]);
  });

  it('for a network on which nothing goes out just now says so', async () => {
    answers({ 'base/currency': { list: [currency({ chains: [chainOf({ payoutOpen: false })] })] } });
    await readText(address);
    await expect.element(sheet.getByText('Sending on this network is paused.')).toBeVisible();
  });

  it('for networks that did not load says that nothing was sent, and comes with another try', async () => {
    answers({ 'base/chain': lost });
    await readText(address);
    await expect.element(sheet.getByText('The networks did not load. Nothing was sent.')).toBeVisible();
    answers(quietDay);
    await sheet.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(sheet.getByText(saying('On Ethereum (ERC20).'))).toBeVisible();
  });

  it('of blanks is nothing to read', async () => {
    await openPage(paths.scan());
    await expect.element(read).toBeDisabled();
    await field.fill('   ');
    await expect.element(read).toBeDisabled();
  });

  it('gives way to the next one', async () => {
    await readText('100000002');
    await sheet.getByRole('button', { name: 'Scan another' }).click();
    await expect.poll(() => sheet.elements()).toEqual([]);
    await field.fill(tron);
    await read.click();
    await expect.element(sheet.getByRole('heading', { name: 'A wallet address' })).toBeVisible();
  });
});

describe('the one action', () => {
  it.for([
    ['100000002', { to: '100000002' }],
    [
      `${origin}/pages/exchange/transfer?to=100000002&currency=USDT&amount=7.25`,
      { to: '100000002', currency: 'USDT', amount: '7.25' },
    ],
    [`${origin}/pages/exchange/transfer?to=100000002&amount=7.25`, { to: '100000002' }],
    [address, { address, chain: 'eth' }],
    [
      `ethereum:${tether}@1/transfer?address=${address}&uint256=7250000`,
      { address, chain: 'eth', currency: 'USDT', amount: '7.25' },
    ],
  ] as const)('of %s leads to a transfer with %o, and sends nothing', async ([text, search]) => {
    await readText(text);
    await sheet.getByRole('button', { name: 'Go to the transfer' }).click();
    await expect.poll(here).toBe(paths.transfer(search));
    expect(callsOf('transfer/internal')).toEqual([]);
  });

  it.for([
    ['Go to the page', `${origin}${paths.rate()}`, paths.rate()],
    ['Open the link', 'https://shop.example/menu', paths.outlink({ src: 'https://shop.example/menu' })],
  ] as const)('%s: %s', async ([name, text, target]) => {
    await readText(text);
    await sheet.getByRole('button', { name }).click();
    await expect.poll(here).toBe(target);
  });
});

describe('the camera', () => {
  /** What a camera sees with a finger on it. */
  function dark(): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height);
    return canvas;
  }
  const statesOf = (stream: MediaStream) => stream.getTracks().map(({ readyState }) => readyState);

  it.for([
    ['NotAllowedError', 'The camera is not allowed'],
    ['NotFoundError', 'No camera here'],
  ] as const)('that is refused (%s) says what to do instead, and is tried again', async ([name, title]) => {
    openCamera.mockRejectedValue(new DOMException('no', name));
    await openPage(paths.scan());
    await expect.element(camera.getByRole('heading', { name: title })).toBeVisible();
    expect(openCamera).toHaveBeenCalledTimes(1);
    openCamera.mockResolvedValue(drawn('100000002').captureStream());
    await camera.getByRole('button', { name: 'Try the camera again' }).click();
    await expect.element(sheet.getByText('Internal code 100000002')).toBeVisible();
    expect(openCamera).toHaveBeenCalledTimes(2);
  });

  it('shows where to hold the code, and reads it once it is there; then it is off', async () => {
    const canvas = dark();
    const stream = canvas.captureStream();
    openCamera.mockResolvedValue(stream);
    await openPage(paths.scan());
    await expect.element(camera.getByText('Point the camera at a code')).toBeVisible();
    expect(sheet.elements()).toEqual([]);
    canvas.getContext('2d')?.drawImage(drawn('100000002'), 0, 0);
    await expect.element(sheet.getByText('Internal code 100000002')).toBeVisible();
    expect(statesOf(stream)).toEqual(['ended']);
  });

  it('is asked again for the next code', async () => {
    openCamera.mockImplementation(async () => await Promise.resolve(drawn('100000002').captureStream()));
    await openPage(paths.scan());
    await expect.element(sheet.getByText('Internal code 100000002')).toBeVisible();
    openCamera.mockImplementation(async () => await Promise.resolve(drawn(tron).captureStream()));
    await sheet.getByRole('button', { name: 'Scan another' }).click();
    await expect.element(sheet.getByRole('heading', { name: 'A wallet address' })).toBeVisible();
    expect(openCamera).toHaveBeenCalledTimes(2);
  });

  it('goes off when the page is left', async () => {
    const stream = dark().captureStream();
    openCamera.mockResolvedValue(stream);
    await openPage(paths.scan());
    await expect.element(camera.getByText('Point the camera at a code')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => statesOf(stream)).toEqual(['ended']);
  });

  it('that is allowed after the page was left goes off at once', async () => {
    const stream = dark().captureStream();
    const late = Promise.withResolvers<MediaStream>();
    openCamera.mockReturnValue(late.promise);
    await openPage(paths.scan());
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(here).toBe(paths.home());
    late.resolve(stream);
    await expect.poll(() => statesOf(stream)).toEqual(['ended']);
  });
});

describe('a picture', () => {
  /** Chooses a file as the browser's own dialogue does. */
  async function choose(file: File): Promise<void> {
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function click(this: HTMLInputElement) {
      const chosen = new DataTransfer();
      chosen.items.add(file);
      this.files = chosen.files;
      this.dispatchEvent(new Event('change'));
    });
    await openPage(paths.scan());
    await page.getByRole('button', { name: 'From a picture' }).click();
  }

  it('of a code is read', async () => {
    await choose(fileOf(drawn('100000002')));
    await expect.element(sheet.getByText('Internal code 100000002')).toBeVisible();
  });

  it.for([
    [
      'without a code',
      fileOf(document.createElement('canvas')),
      'No code was found in this picture. Choose a sharper one.',
    ],
    ['that is none', pictureOf('words'), 'This file could not be read as a picture. Choose another one.'],
  ] as const)('%s says so, and the page stays', async ([, file, words]) => {
    await choose(file);
    await expect.element(page.getByText(words)).toBeVisible();
    expect(sheet.elements()).toEqual([]);
  });
});
