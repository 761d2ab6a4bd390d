/** A signature: drawn, cleared, typed; what is none; and the picture that is sent. */
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { problemsOfAxe } from '../../testing/look-axe.ts';
import { drawComponent, type ScreenSetup } from '../../testing/screen.tsx';
import { type SignatureHandle, SignaturePad } from './signature-pad.tsx';

const changed = vi.fn<(picture: Blob | null) => void>();
let handle: SignatureHandle | null = null;

function Step() {
  const ref = useRef<SignatureHandle>(null);
  return (
    <SignaturePad
      ref={(one) => {
        ref.current = handle = one;
      }}
      name="Anna Kovaleva"
      onChange={changed}
    />
  );
}

const empty = page.getByRole('img', { name: 'Signature field, empty' });
const signed = page.getByRole('img', { name: 'Signature field, signed' });
const clear = page.getByRole('button', { name: 'Clear' });
const undo = page.getByRole('button', { name: 'Undo' });
const typing = page.getByRole('switch', { name: 'Type your name instead' });
const typed = page.getByLabelText('Your name as a signature');

async function draw(setup: ScreenSetup = {}): Promise<void> {
  await drawComponent(<Step />, setup);
}

/** One line by a real mouse. */
async function line(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const pad = document.querySelector('canvas');
  if (pad === null) throw new Error('there is no pad');
  await userEvent.dragAndDrop(pad, pad, {
    sourcePosition: { x: from[0], y: from[1] },
    targetPosition: { x: to[0], y: to[1] },
    steps: 8,
  });
}

/** Where the dark pixels of a picture lie, in parts of its sides; undefined where there are none. */
async function inkOf(picture: Blob) {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser does not draw');
  pen.drawImage(bitmap, 0, 0);
  const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0; at < width * height; at += 1)
    if ((data[at * 4] ?? 255) < 128) {
      [left, right] = [Math.min(left, at % width), Math.max(right, at % width)];
      [top, bottom] = [Math.min(top, Math.floor(at / width)), Math.max(bottom, Math.floor(at / width))];
    }
  return { width, height, left, right, top, bottom };
}

beforeEach(() => void changed.mockReset());

describe('a signature', () => {
  it('is drawn, and is a picture of 1200 × 500 with it in the middle', async () => {
    await draw();
    await expect.element(empty).toBeVisible();
    await line([60, 170], [120, 70]);
    await line([120, 70], [290, 150]);
    await expect.element(signed).toBeVisible();
    await expect.poll(() => changed.mock.lastCall?.[0]).toBeInstanceOf(Blob);
    const file = await handle?.toFile();
    expect(file).toMatchObject({ name: 'signature.png', type: 'image/png' });
    const ink = await inkOf(file ?? new Blob());
    expect(ink).toMatchObject({ width: 1200, height: 500 });
    expect(ink.right - ink.left).toBeGreaterThan(600);
    expect((ink.left + ink.right) / 2).toBeCloseTo(600, -1);
    expect((ink.top + ink.bottom) / 2).toBeCloseTo(250, -1);
  });

  it('is cleared, and is none any more', async () => {
    await draw();
    await expect.element(clear).toHaveAttribute('aria-disabled', 'true');
    await line([60, 170], [290, 90]);
    await expect.element(signed).toBeVisible();
    await clear.click();
    await expect.element(clear).toHaveFocus();
    await expect.element(empty).toBeVisible();
    expect(changed.mock.lastCall).toEqual([null]);
    await expect(handle?.toFile()).rejects.toThrow('nothing was signed');
  });

  it('loses its last stroke, one after the other, by the keyboard alone', async () => {
    await draw();
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
    await line([60, 170], [290, 90]);
    const first = await inkOf((await handle?.toFile()) ?? new Blob());
    await line([150, 60], [180, 190]);
    await expect.element(signed).toBeVisible();
    expect(await inkOf((await handle?.toFile()) ?? new Blob())).not.toEqual(first);
    undo.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(async () => await inkOf((await handle?.toFile()) ?? new Blob())).toEqual(first);
    await expect.element(undo).not.toHaveAttribute('aria-disabled');
    await userEvent.keyboard('{Enter}');
    await expect.element(empty).toBeVisible();
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
    await expect.element(undo).toHaveFocus();
    expect(changed.mock.lastCall).toEqual([null]);
  });

  it('that is a scratch once its last stroke is taken back is none, and the page says so', async () => {
    await draw();
    await line([150, 120], [160, 125]);
    await line([60, 170], [290, 90]);
    await expect.element(signed).toBeVisible();
    await undo.click();
    await expect.element(page.getByText(/^That is too short for a signature/)).toBeVisible();
    await expect.element(empty).toBeVisible();
    await undo.click();
    await expect.element(page.getByText(/^That is too short/)).not.toBeInTheDocument();
  });

  it('is no dot: the page says so', async () => {
    await draw();
    await line([150, 120], [153, 121]);
    await expect.element(page.getByText(/^That is too short for a signature/)).toBeVisible();
    await expect.element(empty).toBeVisible();
    expect(changed.mock.lastCall).toEqual([null]);
    await line([60, 170], [290, 90]);
    await expect.element(signed).toBeVisible();
    await expect.element(page.getByText(/^That is too short/)).not.toBeInTheDocument();
  });

  it('survives a turn of the phone, and goes on in its place', async () => {
    await draw();
    await line([40, 150], [300, 80]);
    await expect.element(signed).toBeVisible();
    const before = await inkOf((await handle?.toFile()) ?? new Blob());
    await page.viewport(812, 375);
    await expect.poll(async () => await visibleInk()).toMatchObject({ isInside: true });
    expect(await inkOf((await handle?.toFile()) ?? new Blob())).toEqual(before);
  });

  it('is typed instead, by the keyboard alone', async () => {
    await draw();
    await expect.element(typing).not.toBeChecked();
    typing.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(typed).toHaveValue('Anna Kovaleva');
    await expect.element(signed).toBeVisible();
    const whole = await inkOf((await handle?.toFile()) ?? new Blob());
    expect(whole).toMatchObject({ width: 1200, height: 500 });
    expect([...clear.elements(), ...undo.elements()]).toEqual([]);
    await typed.fill('A');
    await expect.element(empty).toBeVisible();
    expect(changed.mock.lastCall).toEqual([null]);
    await typed.fill('Anna K');
    await expect.element(signed).toBeVisible();
    await typing.click();
    await expect.element(empty).toBeVisible();
    expect(changed.mock.lastCall).toEqual([null]);
  });

  it('that was drawn is there again when typing is given up', async () => {
    await draw();
    await line([60, 170], [290, 90]);
    await typing.click();
    await expect.element(typed).toBeVisible();
    await typing.click();
    await expect.element(signed).toBeVisible();
    await expect.poll(() => changed.mock.lastCall?.[0]).toBeInstanceOf(Blob);
  });
});

/** Whether the drawing on the pad has ink, all of it inside. */
async function visibleInk() {
  const pad = document.querySelector('canvas');
  const picture = await new Promise<Blob | null>((resolve) => {
    const sheet = document.createElement('canvas');
    [sheet.width, sheet.height] = [pad?.width ?? 1, pad?.height ?? 1];
    const pen = sheet.getContext('2d');
    if (pen === null || pad === null) return resolve(null);
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, sheet.width, sheet.height);
    pen.drawImage(pad, 0, 0);
    sheet.toBlob(resolve);
  });
  const ink = await inkOf(picture ?? new Blob());
  const isWide = (pad?.width ?? 0) > 700;
  return { isInside: isWide && ink.right > 0 && ink.left > 2 && ink.right < ink.width - 2 };
}

describe('the pad', () => {
  it.for(['light', 'dark'] as const)('has no finding of axe in %s', async (theme) => {
    await draw();
    document.documentElement.dataset['theme'] = theme;
    await line([60, 170], [290, 90]);
    await expect.element(signed).toBeVisible();
    expect(await problemsOfAxe()).toEqual([]);
    document.documentElement.dataset['theme'] = 'light';
  });
});
