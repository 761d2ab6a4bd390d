import { showToast } from '../device/toasts.ts';
import { isWrapped } from '../device/webview.ts';
/** Giving something out of the app: saving a picture, handing a link to whoever the person chooses. */
import { sayNow } from '../text/i18n.ts';

/** Saves a picture under a name. */
export async function savePicture(draw: () => Promise<Blob>, name: string): Promise<void> {
  const picture = await drawn(draw);
  if (picture !== undefined) save(picture, name);
}

/** Hands a picture to whoever the person chooses; where the device offers no choice of people it is saved. */
export async function sharePicture(
  draw: () => Promise<Blob>,
  { name, title }: { readonly name: string; readonly title: string },
): Promise<void> {
  const picture = await drawn(draw);
  if (picture === undefined) return;
  const given = { files: [new File([picture], name, { type: picture.type })], title };
  if (typeof navigator.canShare === 'function' && navigator.canShare(given)) {
    try {
      return await navigator.share(given);
    } catch (error) {
      if (isChangeOfMind(error)) return;
    }
  }
  save(picture, name);
}

/**
 * Inside of a wrapper there is no album to save to, and some browsers do not draw; both are said in the specification's
 * words (spec 6, 8).
 */
async function drawn(draw: () => Promise<Blob>): Promise<Blob | undefined> {
  if (isWrapped()) {
    showToast({ text: sayNow('shell.h5Album') });
    return undefined;
  }
  try {
    return await draw();
  } catch {
    showToast({ text: sayNow('shell.h5Screenshot') });
    return undefined;
  }
}

/** Saves a text as a file under a name; inside of a wrapper, which has no place for files, it is copied. */
export async function saveText(text: string, name: string): Promise<void> {
  if (isWrapped()) return await share({ title: name, text });
  hand(new Blob([text], { type: 'text/plain' }), name);
}

function save(picture: Blob, name: string): void {
  hand(picture, name);
  showToast({ text: sayNow('shell.pictureSaved') });
}

function hand(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the bytes when the click returns; the address may go a little later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

type Shared = { readonly title: string } & ({ readonly url: string } | { readonly text: string });

/**
 * Offers a link or a text to the device's own choice of people; where there is none it is copied. A change of mind is
 * silent.
 */
export async function share(given: Shared): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      return await navigator.share(given);
    } catch (error) {
      if (isChangeOfMind(error)) return;
    }
  }
  try {
    await navigator.clipboard.writeText('url' in given ? given.url : given.text);
    showToast({ text: sayNow('shell.copied') });
  } catch {
    showToast({ text: sayNow('shell.copyFailed') });
  }
}

function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
