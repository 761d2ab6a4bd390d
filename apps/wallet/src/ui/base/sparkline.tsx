/**
 * The path of a small line chart through `values`, oldest first, inside `width` by `height` with a margin of 1 px.
 * Values are for drawing only. Fewer than two values draw nothing.
 */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * (width - 2) + 1;
      const y = height - 2 - ((value - low) / range) * (height - 4);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

interface SparklineProps {
  values: readonly number[];
  tone: 'up' | 'down' | 'plain';
  width?: number;
  height?: number;
}

/** A line without axes; decoration beside the numbers that say the same. */
export function Sparkline({ values, tone, width = 64, height = 26 }: SparklineProps) {
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path
        d={sparklinePath(values, width, height)}
        fill="none"
        stroke={tone === 'plain' ? 'var(--text-3)' : `var(--${tone})`}
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
