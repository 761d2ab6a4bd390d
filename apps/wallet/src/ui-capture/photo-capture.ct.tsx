/** A photo of a document: the camera and what becomes of its refusals, what verdicts advise, and the way to the server. */
import { Refusal } from '@marigold/contract/endpoint';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react/pure';
import { page } from 'vitest/browser';

import { documentShot, fileOfShot, paintShot, type Shot } from '../../testing/documents.ts';
import { problemsOfAxe } from '../../testing/look-axe.ts';
import { idOf } from '../../testing/samples.ts';
import { drawComponent, type ScreenSetup } from '../../testing/screen.tsx';
import { answersUpload, sent, uploads } from '../../testing/upload.ts';
import { PhotoCapture } from './photo-capture.tsx';
import type { Photo, PhotoItem } from './photo.ts';
import { UsePhotoButton } from './use-photo-button.tsx';
import { useUpload } from './use-upload.ts';

const frame = page.getByRole('group');
const take = page.getByRole('button', { name: 'Take photo' });
const choose = page.getByRole('button', { name: 'Choose file' });
const retake = page.getByRole('button', { name: 'Retake' });
const use = page.getByRole('button', { name: 'Use this photo' });
const still = page.getByRole('img', { name: 'Your photo' });

const image = { fileId: idOf(1101), url: '/files/1.jpg', size: 2048, type: 'image/jpeg' };

/** What the device's camera answers, and whether it was allowed before. */
const askCamera = vi.fn<(wishes?: MediaStreamConstraints) => Promise<MediaStream>>();
let permission: PermissionState = 'prompt';
let isHidden = false;

function Step({ item }: { readonly item: PhotoItem }) {
  const [taken, setTaken] = useState<Photo>();
  const upload = useUpload('identity');
  return (
    <>
      <PhotoCapture
        item={item}
        title="Photo of your passport"
        hint="The page with your photo and name. All four corners visible, no glare."
        taken={taken}
        upload={upload.state}
        onReady={setTaken}
        onRetry={() => void upload.retry()}
        onRetake={() => {
          setTaken(undefined);
          upload.reset();
        }}
      />
      <UsePhotoButton
        photo={taken}
        upload={upload.state}
        onUse={async ({ file }) => await upload.send(file)}
      />
    </>
  );
}

async function draw(setup: ScreenSetup = {}, item: PhotoItem = 'idFront'): Promise<void> {
  await drawComponent(<Step item={item} />, setup);
}

/** A camera that sees a shot; its canvas and its stream. */
function sees(shot: Shot) {
  const canvas = documentShot(shot);
  const stream = canvas.captureStream();
  askCamera.mockImplementation(async () => await Promise.resolve(stream));
  return { canvas, stream };
}

const statesOf = (stream: MediaStream) => stream.getTracks().map(({ readyState }) => readyState);

/** Chooses a file as the browser's own window does. */
function give(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])');
  if (input === null) throw new Error('nothing takes a file');
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function setHidden(next: boolean): void {
  isHidden = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  permission = 'prompt';
  isHidden = false;
  askCamera.mockReset().mockRejectedValue(new DOMException('none', 'NotFoundError'));
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(askCamera);
  vi.spyOn(navigator.permissions, 'query').mockImplementation(
    async () => await Promise.resolve({ state: permission } as PermissionStatus),
  );
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'));
});

afterEach(() => vi.restoreAllMocks());

describe('the camera', () => {
  it('is not asked for before the person presses', async () => {
    const { stream } = sees('good');
    await draw();
    await expect.element(frame.getByText(/^The camera opens here/)).toBeVisible();
    expect(askCamera).not.toHaveBeenCalled();
    await take.click();
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
    expect(askCamera).toHaveBeenCalledWith({
      video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1440 } },
      audio: false,
    });
    expect(statesOf(stream)).toEqual(['live']);
  });

  it('is on at once where it was allowed before', async () => {
    permission = 'granted';
    sees('good');
    await draw();
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
  });

  it.for([
    ['NotAllowedError', 'The camera is not allowed'],
    ['NotFoundError', 'No camera here'],
    ['NotReadableError', 'The camera does not answer'],
  ] as const)('that is refused (%s) says what to do, and is tried again', async ([name, title]) => {
    askCamera.mockRejectedValue(new DOMException('no', name));
    await draw();
    await take.click();
    await expect.element(frame.getByText(title)).toBeVisible();
    await expect.element(choose).toBeEnabled();
    expect(await problemsOfAxe()).toEqual([]);
    sees('good');
    await frame.getByRole('button', { name: 'Try the camera again' }).click();
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
  });

  it('that is refused leaves photos to the app of a phone', async () => {
    askCamera.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    await draw();
    await take.click();
    await expect.element(frame.getByText('The camera is not allowed')).toBeVisible();
    const opened: (string | null)[] = [];
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function click(this: HTMLInputElement) {
      opened.push(this.getAttribute('capture'));
    });
    await take.click();
    await choose.click();
    expect(opened).toEqual(['environment', null]);
  });

  it('that pages may not ask for says so', async () => {
    vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as unknown as MediaDevices);
    vi.stubGlobal('isSecureContext', false);
    await draw();
    await take.click();
    await expect.element(frame.getByText('The camera cannot be used here')).toBeVisible();
    expect(frame.getByRole('button').elements()).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('is off while the page is hidden, and on again afterwards', async () => {
    const before = sees('good');
    await draw();
    await take.click();
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
    const after = sees('good');
    setHidden(true);
    await expect.poll(() => statesOf(before.stream)).toEqual(['ended']);
    expect(askCamera).toHaveBeenCalledTimes(1);
    setHidden(false);
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
    expect(statesOf(after.stream)).toEqual(['live']);
  });

  it('goes off when the page is left, also where it is allowed only then', async () => {
    const { stream } = sees('good');
    const late = Promise.withResolvers<MediaStream>();
    askCamera.mockReturnValue(late.promise);
    await draw();
    await take.click();
    await expect.element(frame.getByText(/asks for the camera/)).toBeVisible();
    await cleanup();
    late.resolve(stream);
    await expect.poll(() => statesOf(stream)).toEqual(['ended']);
  });
});

describe('the verdict', () => {
  it.for([
    ['good', 'Sharp and complete'],
    ['blurred', 'Blurred: hold still'],
    ['glare', 'Glare: tilt it a little'],
    ['dark', 'Too dark: more light'],
    ['far', 'Too far: fill the frame'],
  ] as const)('on what is %s says: %s', async ([shot, words]) => {
    sees(shot);
    await draw();
    await take.click();
    await expect.element(frame.getByText(words)).toBeVisible();
  });

  it('follows what the camera sees, and is read out once for each change', async () => {
    const { canvas } = sees('dark');
    await draw();
    await take.click();
    await expect.element(frame.getByText('Too dark: more light')).toBeVisible();
    const spoken: (string | null)[] = [];
    const line = frame.getByText('Too dark: more light').element().closest('[role=status]');
    if (line === null) throw new Error('nothing is read out');
    new MutationObserver(() => spoken.push(line.textContent)).observe(line, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    paintShot(canvas, 'good');
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
    await expect.poll(() => spoken).toEqual(['Sharp and complete']);
  });

  it('that is bad asks for another photo, and lets the person decide after the second', async () => {
    await draw();
    give(await fileOfShot(documentShot('blurred')));
    await expect.element(frame.getByText('Blurred: hold still')).toBeVisible();
    await expect.element(use).toHaveAttribute('aria-disabled', 'true');
    await expect.element(use).toHaveAccessibleDescription(/^Please take it once more/);
    await use.click({ force: true });
    expect(uploads()).toEqual([]);
    give(await fileOfShot(documentShot('glare'), 'passport-2.jpg'));
    await expect.element(frame.getByText('Glare: tilt it a little')).toBeVisible();
    answersUpload(image);
    await page.getByRole('button', { name: 'Use this photo anyway' }).click();
    await expect.poll(uploads).toMatchObject([{ name: 'passport-2.jpg', kind: 'identity' }]);
  });
});

describe('the frame', () => {
  it.for(['light', 'dark'] as const)('has no finding of axe around its verdict in %s', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    sees('good');
    await draw();
    expect(await problemsOfAxe()).toEqual([]);
    await take.click();
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
    expect(await problemsOfAxe()).toEqual([]);
    document.documentElement.dataset['theme'] = 'light';
  });
});

describe('the words', () => {
  /** Buttons and lines whose words are cut or reach out of the window. */
  const cut = () =>
    [...document.querySelectorAll('button, .photo-frame-pill, .photo-frame-words, p')]
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > window.innerWidth,
      )
      .map((one) => one.textContent);

  it.for([
    ['en', 100],
    ['ru', 100],
    ['ja', 100],
    ['zh-Hans', 100],
    ['zh-Hant', 100],
    ['ru', 200],
    ['ja', 200],
  ] as const)('fit 320 px in %s at %i percent', async ([language, textPercent]) => {
    askCamera.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await draw({ language, size: 'narrow', textPercent });
    expect(cut()).toEqual([]);
    await page.getByRole('button').first().click();
    await expect.element(frame.getByRole('button')).toBeVisible();
    expect(cut()).toEqual([]);
    give(await fileOfShot(documentShot('blurred')));
    await expect.poll(() => document.querySelector('[data-is=bad]')).not.toBeNull();
    expect(cut()).toEqual([]);
  });
});

describe('a photo', () => {
  it('is taken, stands still with its name and size, and is given up for another', async () => {
    const { stream } = sees('good');
    await draw();
    await take.click();
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
    await expect.element(use).toHaveAttribute('aria-disabled', 'true');
    await take.click();
    await expect.element(still).toBeVisible();
    await expect.element(page.getByText(/^document-front-1\.jpg · \d+ kB$/)).toBeVisible();
    expect(statesOf(stream)).toEqual(['ended']);
    expect(await problemsOfAxe()).toEqual([]);
    sees('good');
    await retake.click();
    await expect.element(still).not.toBeInTheDocument();
    await expect.element(take).toHaveFocus();
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
    await take.click();
    await expect.element(page.getByText(/^document-front-2\.jpg/)).toBeVisible();
  });

  it('is what the frame shows of the camera, in the camera’s own size', async () => {
    // Browsers leave this to idle moments, which a page with a running camera may not have.
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockReturnValue(undefined);
    const wide = document.createElement('canvas');
    [wide.width, wide.height] = [1280, 720];
    const pen = wide.getContext('2d');
    pen?.fillRect(0, 0, wide.width, wide.height);
    pen?.drawImage(documentShot('good'), 160, 27);
    askCamera.mockResolvedValue(wide.captureStream());
    await draw();
    await take.click();
    await expect.element(frame.getByText('Sharp and complete')).toBeVisible();
    await take.click();
    await expect.element(still).toBeVisible();
    const picture = still.element() as HTMLImageElement;
    await picture.decode();
    expect(picture.naturalHeight).toBe(wide.height);
    expect(picture.naturalWidth / picture.naturalHeight).toBeCloseTo(343 / 238, 2);
  });

  it.for([
    ['words.txt', 'text/plain', 3, 'Choose a JPG or PNG picture.'],
    ['wall.jpg', 'image/jpeg', 20_000_001, 'The file is larger than 20 MB. Choose a smaller one.'],
    ['torn.png', 'image/png', 3, 'This file could not be read as a picture. Choose another one.'],
  ] as const)('%s is not taken, and the page says why', async ([name, type, bytes, words]) => {
    await draw();
    give(new File([new Uint8Array(bytes)], name, { type }));
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    await expect.element(still).not.toBeInTheDocument();
    give(await fileOfShot(documentShot('good')));
    await expect.element(still).toBeVisible();
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
  });

  it('stays where the file chosen after it cannot be read', async () => {
    await draw();
    give(await fileOfShot(documentShot('good')));
    await expect.element(use).not.toHaveAttribute('aria-disabled');
    give(new File([new Uint8Array(3)], 'torn.png', { type: 'image/png' }));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByText(/^passport-1\.jpg/)).toBeVisible();
    await expect.element(use).not.toHaveAttribute('aria-disabled');
  });

  it('that is chosen in place of an uploaded one is not uploaded yet', async () => {
    await draw();
    give(await fileOfShot(documentShot('good')));
    answersUpload(image);
    await use.click();
    await expect.element(page.getByText('Uploaded', { exact: true })).toBeVisible();
    give(await fileOfShot(documentShot('good'), 'passport-2.jpg'));
    await expect.element(page.getByText(/^passport-2\.jpg/)).toBeVisible();
    await expect.element(page.getByText('Uploaded', { exact: true })).not.toBeInTheDocument();
  });

  it('says how much of it has left, and is there', async () => {
    await draw();
    give(await fileOfShot(documentShot('good')));
    const answer = Promise.withResolvers<typeof image>();
    answersUpload(answer.promise);
    await use.click();
    sent(0.4);
    await expect.element(page.getByText('40% uploaded')).toBeVisible();
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '0.4');
    await expect.element(take).toHaveAttribute('aria-disabled', 'true');
    await expect.element(retake).not.toBeInTheDocument();
    answer.resolve(image);
    await expect.element(page.getByText('Uploaded', { exact: true })).toBeVisible();
  });

  it('that did not get there stays, and is sent again', async () => {
    await draw();
    give(await fileOfShot(documentShot('good')));
    await use.click();
    await expect
      .element(page.getByText('The connection broke. The file is still here: send it again.'))
      .toBeVisible();
    await expect.element(still).toBeVisible();
    expect(await problemsOfAxe()).toEqual([]);
    answersUpload(image);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Uploaded', { exact: true })).toBeVisible();
    expect(uploads().map(({ name }) => name)).toEqual(['passport-1.jpg', 'passport-1.jpg']);
  });

  it('that is refused says the refusal', async () => {
    await draw();
    give(await fileOfShot(documentShot('good')));
    answersUpload(new Refusal('image_broken'));
    await use.click();
    await expect
      .element(page.getByText('The picture is damaged or incomplete. Choose another one.'))
      .toBeVisible();
  });
});
