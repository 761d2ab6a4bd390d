/** Pictures of a document as a camera sees them, each the same in every run. */

export type Shot = 'good' | 'blurred' | 'glare' | 'dark' | 'far';

const [width, height] = [960, 666];

/** A card with a portrait and lines of letters on a dark table. */
export function documentShot(shot: Shot): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  paintShot(canvas, shot);
  return canvas;
}

/** Paints another shot where one is seen already. */
export function paintShot(canvas: HTMLCanvasElement, shot: Shot): void {
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser does not draw');
  pen.reset();
  pen.fillStyle = '#5d564e';
  pen.fillRect(0, 0, width, height);
  const scale = shot === 'far' ? 0.35 : 1;
  pen.translate((width * (1 - scale)) / 2, (height * (1 - scale)) / 2);
  pen.scale(scale, scale);
  paintCard(pen);
  pen.resetTransform();
  if (shot === 'blurred') blur(canvas, pen);
  if (shot === 'glare') {
    pen.fillStyle = '#fff';
    pen.beginPath();
    pen.ellipse(620, 250, 170, 90, 0.4, 0, 2 * Math.PI);
    pen.fill();
  }
  if (shot === 'dark') {
    pen.fillStyle = 'rgb(0 0 0 / 0.8)';
    pen.fillRect(0, 0, width, height);
  }
}

/** What lies out of focus: made small, and large again. */
function blur(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D): void {
  const small = document.createElement('canvas');
  [small.width, small.height] = [width / 24, height / 24];
  small.getContext('2d')?.drawImage(canvas, 0, 0, small.width, small.height);
  pen.drawImage(small, 0, 0, width, height);
}

function paintCard(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = '#d4ddd7';
  pen.fillRect(70, 60, 820, 546);
  pen.fillStyle = '#8fa59b';
  pen.fillRect(120, 140, 230, 280);
  pen.fillStyle = '#37473f';
  for (let line = 0; line < 9; line += 1)
    for (let letter = 0; letter < 24; letter += 1)
      if ((line * 7 + letter * 5) % 6 !== 0) pen.fillRect(400 + letter * 19, 130 + line * 36, 12, 18);
  for (let line = 0; line < 2; line += 1)
    for (let letter = 0; letter < 40; letter += 1) pen.fillRect(110 + letter * 19, 480 + line * 50, 12, 24);
}

/** A canvas as the file of a photo. */
export async function fileOfShot(canvas: HTMLCanvasElement, name = 'passport-1.jpg'): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (blob === null) throw new Error('this browser makes no pictures');
  return new File([blob], name, { type: 'image/jpeg' });
}
