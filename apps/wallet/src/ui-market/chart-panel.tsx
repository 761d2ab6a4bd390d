import '../ui/field/chip.css';
import '../ui/field/native-control.css';
import '../ui/page/page-state.css';
import './chart-panel.css';
import './market-tokens.css';
import { type ReactNode, useId, useMemo, useState } from 'react';

import { IconButton } from '../ui/base/icon-button.tsx';
import { Chip, Chips } from '../ui/field/chip.tsx';
import type { ChartFormat } from './chart-canvas.ts';
import { type ChartCandle, type ChartShows, linesOf } from './chart-data.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTable } from './chart-table.tsx';
import { ChartView } from './chart-view.tsx';
import type { ChartWords } from './chart-words.ts';
import { FullView } from './full-view.tsx';

interface ChartPanelProps<Interval extends string> {
  /** What is charted, for readers and over the full screen: `BTC/USDT`. */
  title: string;
  /** Oldest first; undefined while they are on their way. */
  candles: readonly ChartCandle[] | undefined;
  /** Stands in place of the chart when no candles came. */
  failure?: ReactNode;
  interval: Interval;
  /** `name` is what readers hear: "15 minutes". */
  intervals: readonly { value: Interval; label: string; name: string; isOfDays: boolean }[];
  onInterval: (interval: Interval) => void;
  /** The oldest candles are nearly in sight. */
  onOlder: () => void;
  shows: ChartShows;
  onShows: (shows: ChartShows) => void;
  /** Decimals of a price. */
  decimals: number;
  format: ChartFormat;
  words: ChartWords;
  /** Whose drawing it is, with the link that its licence asks for. */
  credit: ReactNode;
  /** Fills the whole screen; the page keeps it, because its own bar may have the button. */
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  /** Without the button where the page's bar has one. */
  hasFullButton?: boolean | undefined;
}

/** Candles of a market with volume and lines over them, an interval bar and a legend that follows the crosshair. */
export function ChartPanel<Interval extends string>(props: ChartPanelProps<Interval>) {
  const { title, words, isFull, onFull } = props;
  const chart = <Chart {...props} />;
  if (!isFull) return chart;
  return (
    <FullView title={title} closeLabel={words.leaveFull} onClose={() => onFull(false)}>
      {chart}
    </FullView>
  );
}

function Chart<Interval extends string>(props: ChartPanelProps<Interval>) {
  const { candles, shows, words, format, title, interval, decimals } = props;
  const [hovered, setHovered] = useState<number>();
  const lines = useMemo(() => linesOf(candles ?? [], shows), [candles, shows]);
  const chosen = props.intervals.find(({ value }) => value === interval);
  const name = words.chart(title, chosen?.name ?? interval);

  /** Another chart begins: what was pointed at is not in it. */
  function change(next: Interval): void {
    setHovered(undefined);
    props.onInterval(next);
  }

  return (
    <section className="chart-panel" aria-label={name}>
      <ChartBar {...props} onInterval={change} />
      <ChartLegend {...{ candles, lines, shows, words, format, decimals, hovered }} />
      <div className="chart-panel-canvas" data-panes={shows.strength ? 2 : 1}>
        {props.failure ??
          (candles?.length === 0 ? (
            <p className="page-state type-sm text-ink-3">{words.none}</p>
          ) : (
            <ChartView
              key={interval}
              label={name}
              isOfDays={chosen?.isOfDays ?? false}
              onHover={setHovered}
              onOlder={props.onOlder}
              {...{ candles, lines, shows, words, format, decimals, hovered }}
            />
          ))}
      </div>
      <div className="chart-panel-credit">{props.credit}</div>
      <ChartTable name={name} candles={candles ?? []} words={words} format={format} />
    </section>
  );
}

function ChartBar<Interval extends string>(props: ChartPanelProps<Interval>) {
  const { intervals, interval, onInterval, words, isFull, onFull, hasFullButton = true } = props;
  const [isOpen, setOpen] = useState(false);
  const group = useId();
  return (
    <>
      <div className="chart-panel-bar">
        <div className="chip-line" role="radiogroup" aria-label={words.intervals}>
          {intervals.map(({ value, label, name }) => (
            <label key={value} className="chart-panel-interval">
              <input
                type="radio"
                className="native-control"
                name={group}
                aria-label={name}
                checked={value === interval}
                onChange={() => onInterval(value)}
              />
              <span aria-hidden="true">{label}</span>
            </label>
          ))}
        </div>
        <IconButton
          icon="sliders-horizontal"
          size={20}
          label={words.settings}
          isPressed={isOpen}
          onPress={() => setOpen(!isOpen)}
        />
        {hasFullButton && !isFull ? (
          <IconButton icon="arrows-out-simple" size={20} label={words.full} onPress={() => onFull(true)} />
        ) : null}
      </div>
      {isOpen ? <ShowChips {...props} /> : null}
    </>
  );
}

const showNames = ['average', 'bands', 'strength', 'volume', 'line'] as const;

function ShowChips<Interval extends string>({ shows, onShows, words }: ChartPanelProps<Interval>) {
  return (
    <div className="chart-panel-shows">
      <Chips label={words.settings}>
        {showNames.map((name) => (
          <Chip
            key={name}
            isSelected={shows[name]}
            label={words.shows[name].name}
            onPress={() => onShows({ ...shows, [name]: !shows[name] })}
          >
            {words.shows[name].label}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}
