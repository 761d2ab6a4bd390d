/** A picture of something that happened: what it came to, and its facts beneath each other on a tile. */
import { drawTile, openPaper, pngOf, posterWidth, drawText } from './poster-pen.ts';

export interface RecordPoster {
  title: string;
  /** The one large line. */
  lead: string;
  rows: readonly { readonly key: string; readonly value: string }[];
  /** The last small line: where it is from. */
  note: string;
}

const tile = { x: 60, y: 300, width: posterWidth - 120 } as const;
/** From the top of the tile to its first row, which is where the lead ends. */
const leadHeight = 170;
const rowHeight = 124;
const footHeight = 140;

/** Draws it as a PNG 1080 wide and as high as its rows need. Throws where the browser cannot draw. */
export async function drawRecordPoster({ title, lead, rows, note }: RecordPoster): Promise<Blob> {
  const height = tile.y + leadHeight + rows.length * rowHeight + footHeight;
  const { canvas, pen } = openPaper(height, title);
  drawTile(pen, { ...tile, height: leadHeight + rows.length * rowHeight });
  drawText(pen, lead, tile.y + 110, 600, 72);
  rows.forEach(({ key, value }, index) => {
    const top = tile.y + leadHeight + index * rowHeight;
    drawText(pen, key, top + 34, 400, 32);
    drawText(pen, value, top + 82, 600, 40);
  });
  drawText(pen, note, height - 56, 400, 34);
  return await pngOf(canvas);
}
