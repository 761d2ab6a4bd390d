import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react';

import { drawName, drawStrokes } from './signature-pen.ts';
import { type Size, fitPad, type Fit, type Point, type Stroke, unfit } from './strokes.ts';

export type Drawing = {
  readonly strokes: readonly Stroke[];
  /** The pad on which the drawing began: its points are px of that. */
  readonly pad: Size;
};

export type SignatureStrokes = {
  readonly drawing: Drawing;
  readonly clear: () => void;
  /** Takes the newest stroke away; answers what is left. */
  readonly undo: () => Drawing;
  readonly onPointerDown: (event: ReactPointerEvent<HTMLCanvasElement>) => void;
  readonly onPointerMove: (event: ReactPointerEvent<HTMLCanvasElement>) => void;
  readonly onPointerUp: (event: ReactPointerEvent<HTMLCanvasElement>) => void;
};

const nothing: Drawing = { strokes: [], pad: { width: 1, height: 1 } };
/** Where letters stand on the pad: above its line. */
const nameMiddle = 0.5;

/**
 * What a hand draws on a canvas, redrawn whenever the pad changes its size; or a typed name in its place.
 * @param onDrawn called with the whole drawing whenever the hand is lifted.
 */
export function useStrokes(
  canvas: HTMLCanvasElement | null,
  typed: string | undefined,
  onDrawn: (drawing: Drawing) => void,
): SignatureStrokes {
  const [drawing, setDrawing] = useState(nothing);
  const running = useRef<{ readonly id: number; points: Point[] }>(undefined);
  const newest = useRef(drawing);
  useEffect(() => {
    newest.current = drawing;
  }, [drawing]);

  const paint = useCallback(() => {
    if (canvas !== null) repaint(canvas, newest.current, running.current?.points, typed);
  }, [canvas, typed]);
  useEffect(paint, [paint, drawing]);
  useEffect(() => {
    if (canvas === null) return undefined;
    const watcher = new ResizeObserver(paint);
    watcher.observe(canvas);
    return () => watcher.disconnect();
  }, [canvas, paint]);

  function change(next: Drawing): void {
    newest.current = next;
    setDrawing(next);
  }

  /** Points of an event as the drawing counts them; what came between two frames is not lost. */
  function pointsOf({ nativeEvent, currentTarget }: ReactPointerEvent<HTMLCanvasElement>): Point[] {
    const fit = fitPad(newest.current.pad, areaOf(currentTarget));
    const between = nativeEvent.getCoalescedEvents?.() ?? [];
    const box = currentTarget.getBoundingClientRect();
    return (between.length === 0 ? [nativeEvent] : between).map(({ clientX, clientY }) =>
      unfit({ x: clientX - box.left, y: clientY - box.top }, fit),
    );
  }

  return {
    drawing,
    clear: () => change(nothing),
    undo() {
      const { strokes, pad } = newest.current;
      const next = { strokes: strokes.slice(0, -1), pad };
      change(next);
      return next;
    },
    onPointerDown(event) {
      if (typed !== undefined || running.current !== undefined || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (newest.current.strokes.length === 0) change({ strokes: [], pad: areaOf(event.currentTarget) });
      running.current = { id: event.pointerId, points: pointsOf(event).slice(-1) };
      paint();
    },
    onPointerMove(event) {
      if (running.current?.id !== event.pointerId) return;
      running.current.points.push(...pointsOf(event));
      paint();
    },
    onPointerUp(event) {
      const { current } = running;
      if (current?.id !== event.pointerId) return;
      running.current = undefined;
      const { strokes, pad } = newest.current;
      const next = { strokes: [...strokes, current.points], pad };
      change(next);
      onDrawn(next);
    },
  };
}

function areaOf({ clientWidth, clientHeight }: HTMLCanvasElement): Size {
  return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
}

/** Draws everything anew, as fine as the screen is. */
function repaint(
  canvas: HTMLCanvasElement,
  { strokes, pad }: Drawing,
  running: Stroke | undefined,
  typed: string | undefined,
): void {
  const area = areaOf(canvas);
  const fine = globalThis.devicePixelRatio || 1;
  const [width, height] = [Math.round(area.width * fine), Math.round(area.height * fine)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.setTransform(fine, 0, 0, fine, 0, 0);
  pen.clearRect(0, 0, area.width, area.height);
  if (typed !== undefined) return drawName(pen, typed, area, nameMiddle);
  const fit: Fit = fitPad(pad, area);
  drawStrokes(pen, running === undefined ? strokes : [...strokes, running], fit);
}
