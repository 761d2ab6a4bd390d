/** Parts of pictures: what lies in the frame, whole for the file and small for the verdict. */

/** The width that is judged (spec 2.6). */
const copyWidth = 480;
/** No copy is higher, however narrow a picture is. */
const copyHeightMax = 960;
const jpegQuality = 0.92;

type Source = CanvasImageSource & { readonly width: number; readonly height: number };

/** A small copy of a whole picture, as pixels; undefined where the browser does not draw. */
export function smallCopy(source: Source): ImageData | undefined {
  const { width: wide, height: high } = source;
  if (wide === 0 || high === 0) return undefined;
  const scale = Math.min(copyWidth / wide, copyHeightMax / high);
  const width = Math.max(1, Math.round(wide * scale));
  const height = Math.max(1, Math.round(high * scale));
  const pen = penOf(width, height);
  pen?.drawImage(source, 0, 0, width, height);
  return pen?.getImageData(0, 0, width, height);
}

/** A small copy of what the frame shows of the camera; undefined while it shows nothing. */
export function copyOfView(player: HTMLVideoElement): ImageData | undefined {
  const view = viewOf(player);
  if (view === undefined) return undefined;
  const height = Math.round((copyWidth * view.height) / view.width);
  const pen = penOf(copyWidth, height);
  pen?.drawImage(player, view.left, view.top, view.width, view.height, 0, 0, copyWidth, height);
  return pen?.getImageData(0, 0, copyWidth, height);
}

/** What the frame shows of the camera as a JPEG in the camera's own size: what is seen is what is sent. */
export function photoOfView(player: HTMLVideoElement): Blob | undefined {
  const view = viewOf(player);
  if (view === undefined) return undefined;
  const pen = penOf(Math.round(view.width), Math.round(view.height));
  if (pen === undefined) return undefined;
  const { canvas } = pen;
  pen.drawImage(player, view.left, view.top, view.width, view.height, 0, 0, canvas.width, canvas.height);
  // Not `toBlob`: browsers leave that to moments in which the page is idle, for which a running camera lets them wait seconds.
  return jpegFrom(canvas.toDataURL('image/jpeg', jpegQuality));
}

/** The bytes of a data address; undefined where there was no room for the picture. */
function jpegFrom(address: string): Blob | undefined {
  const base64 = address.split(',')[1] ?? '';
  if (base64 === '') return undefined;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}

/** The part of the camera's picture that its frame, which it covers, lets through. */
function viewOf(player: HTMLVideoElement) {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = player;
  if (videoWidth === 0 || clientWidth === 0 || clientHeight === 0) return undefined;
  const scale = Math.min(videoWidth / clientWidth, videoHeight / clientHeight);
  const [width, height] = [clientWidth * scale, clientHeight * scale];
  return { left: (videoWidth - width) / 2, top: (videoHeight - height) / 2, width, height };
}

function penOf(width: number, height: number): CanvasRenderingContext2D | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { willReadFrequently: true }) ?? undefined;
  if (pen === undefined) return undefined;
  pen.imageSmoothingQuality = 'high';
  // What is transparent in a picture is white on paper.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  return pen;
}
