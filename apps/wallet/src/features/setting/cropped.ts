/** Cuts a square out of a picture in this page, so that only what will be seen is sent. */

/** The server keeps no larger one. */
const side = 512;
const quality = 0.9;

export type Square = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A JPEG of the square; what is transparent becomes white. Undefined when the browser cannot draw it. */
export async function cropped(url: string, area: Square): Promise<Blob | undefined> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return await new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', quality),
  );
}
