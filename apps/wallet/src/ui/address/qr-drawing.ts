/** A QR code as one outline: round dots, rounded corner eyes, and room for the mark in the middle. */
export interface QrDrawing {
  /** Modules on a side, without the quiet zone. */
  readonly size: number;
  /** One path on a grid of modules from 0 0, filled by the even-odd rule: for `<path d>` and for a canvas's Path2D. */
  readonly path: string;
}

/** Modules that must stay empty around a code, or readers do not find it. */
export const quietModules = 4;
/** The mark covers this part of a side; error correction Q restores four times as much. */
export const markShare = 0.26;

const eyeModules = 7;

/** Draws a text. The encoder is fetched when the first code is drawn. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { encodeQR } = await import('qr');
  // One module of edge is the least that the encoder draws.
  const modules = encodeQR(text, 'raw', { ecc: 'quartile', border: 1 })
    .slice(1, -1)
    .map((line) => line.slice(1, -1));
  const size = modules.length;
  const far = size - eyeModules;
  const isEye = (row: number, column: number): boolean =>
    (row < eyeModules && (column < eyeModules || column >= far)) || (row >= far && column < eyeModules);
  const middle = (size - 1) / 2;
  const isMark = (row: number, column: number): boolean =>
    Math.hypot(row - middle, column - middle) < (size * markShare) / 2;
  const dots = modules.flatMap((line, row) =>
    line.map((isDark, column) =>
      isDark && !isEye(row, column) && !isMark(row, column) ? dot(column, row) : '',
    ),
  );
  return { size, path: dots.join('') + eye(0, 0) + eye(far, 0) + eye(0, far) };
}

function dot(x: number, y: number): string {
  return `M${x + 0.04} ${y + 0.5}a.46 .46 0 1 1 .92 0a.46 .46 0 1 1-.92 0z`;
}

/** Ring and centre of one corner. */
function eye(x: number, y: number): string {
  return square(x, y, 7, 2) + square(x + 1, y + 1, 5, 1.3) + square(x + 2, y + 2, 3, 0.9);
}

function square(x: number, y: number, side: number, radius: number): string {
  const edge = side - 2 * radius;
  const arc = (dx: number, dy: number): string => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + radius} ${y}h${edge}${arc(radius, radius)}v${edge}${arc(-radius, radius)}` +
    `h${-edge}${arc(-radius, -radius)}v${-edge}${arc(radius, -radius)}z`
  );
}
