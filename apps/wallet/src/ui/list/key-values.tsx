import './key-values.css';
import type { ReactNode } from 'react';

export interface KeyValue {
  key: string;
  value: ReactNode;
  isStrong?: boolean | undefined;
}

/** Names and values of one thing. Values may wrap anywhere, names take at most half of the line. */
export function KeyValues({ rows, isTight }: { rows: readonly KeyValue[]; isTight?: boolean }) {
  return (
    <dl className={isTight ? 'key-values key-values-tight' : 'key-values'}>
      {rows.map(({ key, value, isStrong }) => (
        <div key={key} data-strong={isStrong || undefined}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
