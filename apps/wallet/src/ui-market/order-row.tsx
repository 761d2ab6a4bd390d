import '../ui/list/list.css';
import './order-row.css';
import './tone.css';
import type { ReactNode } from 'react';

import { Button } from '../ui/base/button.tsx';
import { Pressable, type LinkRender } from '../ui/base/pressable.tsx';
import { VisuallyHidden } from '../ui/base/visually-hidden.tsx';

/** What a row says of an order, in words and numbers that are ready to be read. */
export interface OrderRowWords {
  pair: string;
  /** `Limit buy`. */
  kind: string;
  tone: 'up' | 'down';
  /** Price × amount. */
  detail: string;
  /** Whole percent, and the same as a sentence. */
  filled: { percent: number; label: string };
}

interface OrderRowProps extends OrderRowWords {
  /** What became of it, and when, in place of the button. */
  value?: ReactNode;
  valueDetail?: ReactNode;
  isSelected?: boolean | undefined;
  link?: LinkRender | undefined;
  cancel?: OrderCancel | undefined;
}

interface OrderCancel {
  label: string;
  busyLabel: string;
  isBusy: boolean;
  /** True while money actions are off; the reason stands where they are listed. */
  isOff?: boolean | undefined;
  onPress: () => unknown;
}

/** One order: how much of it is done, what it is, and the way to take it back. A child of `List`. */
export function OrderItem(props: OrderRowProps) {
  const { pair, kind, tone, detail, filled, value, valueDetail, cancel } = props;
  return (
    <li className="order-row">
      <Pressable
        className={`list-row list-row-glyph order-row-main${cancel === undefined ? '' : ' order-row-open'}`}
        link={props.link}
        current={props.isSelected ? 'true' : false}
      >
        <FillRing tone={tone} {...filled} />
        <span className="list-row-main">
          <b>
            {pair} <span className={`tone-${tone}`}>{kind}</span>
          </b>
          <span className="num">{detail}</span>
        </span>
        {value === undefined ? null : (
          <span className="list-row-value order-row-value">
            <b>{value}</b>
            {valueDetail === undefined ? null : <span>{valueDetail}</span>}
          </span>
        )}
      </Pressable>
      {cancel === undefined ? null : (
        <Button
          size="small"
          isBusy={cancel.isBusy}
          busyLabel={cancel.busyLabel}
          isDisabled={cancel.isOff}
          onPress={cancel.onPress}
          className="order-row-cancel"
        >
          {cancel.label}
          <VisuallyHidden>{` ${pair} ${kind} ${detail}`}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

const radius = 15;
const around = 2 * Math.PI * radius;

interface FillRingProps {
  tone: 'up' | 'down';
  percent: number;
  label: string;
  size?: 40 | 72;
}

/** A ring that closes as the order is filled. */
export function FillRing({ tone, percent, label, size = 40 }: FillRingProps) {
  return (
    <svg
      className="order-row-ring"
      width={size}
      height={size}
      viewBox="0 0 36 36"
      role="img"
      aria-label={label}
    >
      <circle cx="18" cy="18" r={radius} fill="none" stroke="var(--line)" strokeWidth="3" />
      {percent === 0 ? null : (
        <circle
          cx="18"
          cy="18"
          r={radius}
          fill="none"
          stroke={`var(--${tone})`}
          strokeWidth="3"
          strokeDasharray={`${(around * percent) / 100} ${around}`}
          transform="rotate(-90 18 18)"
        />
      )}
      <text x="18" y="21.4" textAnchor="middle" data-whole={percent === 100 || undefined}>
        {`${percent}%`}
      </text>
    </svg>
  );
}
