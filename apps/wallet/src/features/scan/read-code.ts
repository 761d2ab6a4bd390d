/** The text of a QR code in a picture. The reader is fetched with the first picture. */

/** Longer sides are made smaller first: codes are read as well, and phones take pictures of 50 megapixels. */
const sideMax = 1600;

/** A file that is no picture this browser can open. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture';
}

/** Reads pixels; undefined where there is no code in them. */
export async function readPixels(pixels: ImageData): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js');
  try {
    return decodeQR({ width: pixels.width, height: pixels.height, data: pixels.data });
  } catch {
    // The reader throws where it finds nothing.
    return undefined;
  }
}

/** Reads a file. Throws NotAPicture. */
export async function readPicture(file: Blob): Promise<string | undefined> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch (error) {
    throw new NotAPicture('not a picture', { cause: error });
  }
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const pixels = grab(document.createElement('canvas'), bitmap, width, height);
  bitmap.close();
  return pixels === undefined ? undefined : await readPixels(pixels);
}

/** The pixels of a source at a size; undefined where the browser does not draw. */
export function grab(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  width: number,
  height: number,
): ImageData | undefined {
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return undefined;
  // What is transparent in a picture is white on paper.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(source, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height);
}
