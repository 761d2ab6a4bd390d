import './depth-chart.css';
import './market-empty.css';
import './market-tokens.css';
import './tone.css';
import { type PointerEvent, useState } from 'react';

import {
  type DepthLevel,
  depthPath,
  type DepthShape,
  depthShape,
  type DepthStep,
  stepAt,
} from './depth-shape.ts';
import { drawnDecimal } from './drawn-decimal.ts';

export type DepthWords = {
  /** Its name for readers. */
  readonly chart: string;
  readonly none: string;
  readonly bids: string;
  readonly asks: string;
  readonly price: string;
  /** Everything that stands up to a price. */
  readonly sum: string;
};

export type DepthFormat = {
  readonly price: (decimal: string) => string;
  readonly amount: (decimal: string) => string;
};

interface DepthChartProps {
  /** Best first. */
  bids: readonly DepthLevel[];
  asks: readonly DepthLevel[];
  /** Decimals of a price and of an amount. */
  decimals: { readonly price: number; readonly amount: number };
  format: DepthFormat;
  words: DepthWords;
  /** Out of date: drawn pale. */
  isStale?: boolean | undefined;
}

const width = 343;
const height = 96;

/** What stands on both sides of a book, summed from the middle outwards; a finger or mouse reads a price. */
export function DepthChart({ bids, asks, decimals, format, words, isStale }: DepthChartProps) {
  const [place, setPlace] = useState<number>();
  const shape = depthShape(bids, asks);
  if (shape === undefined) return <p className="market-empty">{words.none}</p>;
  const texts = { price: asPrice, sum: asAmount };
  return (
    <figure className="depth-chart" data-stale={isStale || undefined}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chart}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setPlace(undefined)}
      >
        <path d={depthPath(shape.bids, 'bids', shape, width, height)} data-side="bids" />
        <path d={depthPath(shape.asks, 'asks', shape, width, height)} data-side="asks" />
        {place === undefined ? null : <path d={`M${place * width} 0V${height}`} data-side="none" />}
      </svg>
      <DepthCaption shape={shape} place={place} words={words} texts={texts} />
      <DepthTable shape={shape} words={words} texts={texts} />
    </figure>
  );

  function asPrice(value: number): string {
    return format.price(drawnDecimal(value, decimals.price));
  }
  function asAmount(value: number): string {
    return format.amount(drawnDecimal(value, decimals.amount));
  }
  function follow({ clientX, currentTarget }: PointerEvent<SVGElement>): void {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    if (wide > 0) setPlace(Math.min(1, Math.max(0, (clientX - left) / wide)));
  }
}

type DepthTexts = { readonly price: (value: number) => string; readonly sum: (value: number) => string };

/** The prices at the edges and in the middle, or the one that is pointed at. */
function DepthCaption(props: {
  shape: DepthShape;
  place: number | undefined;
  words: DepthWords;
  texts: DepthTexts;
}) {
  const { shape, place, words, texts } = props;
  const step = place === undefined ? undefined : stepAt(shape, place);
  return (
    <div className="depth-chart-axis" aria-hidden="true">
      {step === undefined ? (
        <>
          <span>{texts.price(shape.low)}</span>
          <span>{texts.price((shape.low + shape.high) / 2)}</span>
          <span>{texts.price(shape.high)}</span>
        </>
      ) : (
        <>
          <span data-side={step.side}>{`${words.price} ${texts.price(step.price)}`}</span>
          <span>{`${words.sum} ${texts.sum(step.sum)}`}</span>
        </>
      )}
    </div>
  );
}

/** Steps of each side that are read out. */
const rowsMax = 10;

function DepthTable({ shape, words, texts }: { shape: DepthShape; words: DepthWords; texts: DepthTexts }) {
  return (
    <div className="visually-hidden">
      {(['bids', 'asks'] as const).map((side) => (
        <table key={side}>
          <caption>{words[side]}</caption>
          <thead>
            <tr>
              <th scope="col">{words.price}</th>
              <th scope="col">{words.sum}</th>
            </tr>
          </thead>
          <tbody>
            {shape[side].slice(0, rowsMax).map(({ price, sum }: DepthStep) => (
              <tr key={price}>
                <th scope="row">{texts.price(price)}</th>
                <td>{texts.sum(sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
