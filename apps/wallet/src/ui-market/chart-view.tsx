import '../ui/page/page-state.css';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';

import { Button } from '../ui/base/button.tsx';
import { SkeletonBar } from '../ui/base/skeleton.tsx';
import type { ChartDrawing, ChartFormat, ChartViewport, drawChart } from './chart-canvas.ts';
import type { ChartCandle, ChartLines, ChartShows } from './chart-data.ts';
import type { ChartWords } from './chart-words.ts';

interface ViewProps {
  label: string;
  candles: readonly ChartCandle[] | undefined;
  lines: ChartLines;
  shows: ChartShows;
  decimals: number;
  isOfDays: boolean;
  words: ChartWords;
  format: ChartFormat;
  hovered: number | undefined;
  onHover: (index: number | undefined) => void;
  onOlder: () => void;
}

/** The drawing, with the keyboard on it: arrows go from candle to candle, plus and minus change their width. */
export function ChartView(props: ViewProps) {
  const { candles, words, label } = props;
  const { draw, hasFailed, retry } = useDrawing();
  const { element, drawing } = useChart(props, draw);
  const [spoken, setSpoken] = useState('');
  const keys = useId();
  const press = useKeys(props, drawing, setSpoken);
  if (hasFailed) {
    return (
      <div className="page-state" role="alert">
        <p>{words.failed}</p>
        <Button size="small" onPress={retry}>
          {words.retry}
        </Button>
      </div>
    );
  }
  return (
    <>
      <div
        ref={element}
        data-drawing
        role="application"
        aria-label={label}
        aria-describedby={keys}
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => drawing.current?.point(undefined)}
      />
      <p id={keys} className="visually-hidden">
        {words.keys}
      </p>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      {candles === undefined || draw === undefined ? (
        <div className="page-state" role="status">
          <span className="visually-hidden">{words.loading}</span>
          <SkeletonBar width={2000} height={220} />
        </div>
      ) : null}
    </>
  );
}

type Draw = typeof drawChart;

/** The drawing's code: it comes when a chart is first seen, and is asked for again after a failure. */
function useDrawing() {
  const [draw, setDraw] = useState<Draw>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<number>();
  useEffect(() => {
    let isWanted = true;
    import('./chart-canvas.ts').then(
      (loaded) => isWanted && setDraw(() => loaded.drawChart),
      () => isWanted && setFailed(attempt),
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  return { draw, hasFailed: failed === attempt, retry: () => setAttempt(attempt + 1) };
}

/** Draws while the element is there, follows what is shown and the theme, and keeps the reader's place. */
function useChart(
  { candles, lines, shows, decimals, isOfDays, ...props }: ViewProps,
  draw: Draw | undefined,
) {
  const element = useRef<HTMLDivElement>(null);
  const drawing = useRef<ChartDrawing>(undefined);
  const place = useRef<ChartViewport>(undefined);
  const hover = useEffectEvent(props.onHover);
  const older = useEffectEvent(props.onOlder);
  const format = useEffectEvent(() => props.format);
  const show = useEffectEvent((made: ChartDrawing) => {
    if (candles !== undefined) made.show(candles, lines);
  });
  useEffect(() => {
    const target = element.current;
    if (target === null || draw === undefined) return undefined;
    const made = draw(target, {
      shows,
      decimals,
      isOfDays,
      format: format(),
      place: place.current,
      onHover: (index) => hover(index),
      onOlder: () => older(),
    });
    drawing.current = made;
    show(made);
    const painter = new MutationObserver(made.paint);
    painter.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-updown'] });
    let isThere = true;
    void document.fonts.ready.then(() => isThere && made.paint());
    return () => {
      isThere = false;
      painter.disconnect();
      drawing.current = undefined;
      place.current = made.end();
    };
  }, [draw, shows, decimals, isOfDays]);
  useEffect(() => {
    if (candles !== undefined) drawing.current?.show(candles, lines);
  }, [candles, lines]);
  return { element, drawing };
}

const zoomStep = 1.25;

function useKeys(
  { candles, hovered, onHover, format, words }: ViewProps,
  drawing: { readonly current: ChartDrawing | undefined },
  announce: (text: string) => void,
) {
  function point(index: number): void {
    const candle = candles?.[index];
    if (candle === undefined) return;
    drawing.current?.point(index);
    onHover(index);
    const [time, open, high, low, close] = candle;
    const announced = [
      `${words.open.name} ${format.price(open)}`,
      `${words.high.name} ${format.price(high)}`,
      `${words.low.name} ${format.price(low)}`,
      `${words.close.name} ${format.price(close)}`,
    ];
    announce(`${format.time(time)}: ${announced.join(', ')}`);
  }

  return (event: KeyboardEvent) => {
    const last = (candles?.length ?? 0) - 1;
    const at = hovered ?? last + 1;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => point(Math.max(0, at - 1)),
      ArrowRight: () => point(Math.min(last, at + 1)),
      End: () => point(last),
      '+': () => drawing.current?.zoom(zoomStep),
      '=': () => drawing.current?.zoom(zoomStep),
      '-': () => drawing.current?.zoom(1 / zoomStep),
    };
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
}
