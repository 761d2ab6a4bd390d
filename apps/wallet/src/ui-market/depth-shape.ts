/** The two stairs of a depth chart. For drawing only: sums are floating-point numbers. */
export type DepthLevel = readonly [price: string, amount: string];

/** A price and everything that stands between it and the middle. */
export type DepthStep = { readonly price: number; readonly sum: number };

export type DepthShape = {
  /** From the middle outwards. */
  readonly bids: readonly DepthStep[];
  readonly asks: readonly DepthStep[];
  /** Prices at the edges. */
  readonly low: number;
  readonly high: number;
  /** The larger sum at an edge. */
  readonly most: number;
};

/** Levels of each side that are looked at. */
const levelsMax = 80;

/** Both sides best first, as far as both reach, so that the middle stands in the middle; undefined without any level. */
export function depthShape(bids: readonly DepthLevel[], asks: readonly DepthLevel[]): DepthShape | undefined {
  const sides = { bids: stairs(bids), asks: stairs(asks) };
  const [bid, ask] = [sides.bids[0]?.price, sides.asks[0]?.price];
  const middle = bid === undefined ? ask : ask === undefined ? bid : (bid + ask) / 2;
  if (middle === undefined) return undefined;
  const reaches = [sides.bids, sides.asks].flatMap((side) => {
    const last = side.at(-1);
    return last === undefined ? [] : [Math.abs(last.price - middle)];
  });
  // One level alone has no width of its own.
  const reach = Math.min(...reaches) || middle / 1000;
  // What stands on the edge itself has no width any more.
  const within = (steps: readonly DepthStep[]) =>
    steps.filter(({ price }) => Math.abs(price - middle) < reach);
  const shape = { bids: within(sides.bids), asks: within(sides.asks) };
  return {
    ...shape,
    low: middle - reach,
    high: middle + reach,
    most: Math.max(shape.bids.at(-1)?.sum ?? 0, shape.asks.at(-1)?.sum ?? 0),
  };
}

function stairs(levels: readonly DepthLevel[]): DepthStep[] {
  let sum = 0;
  return levels.slice(0, levelsMax).map(([price, amount]) => {
    sum += Number(amount);
    return { price: Number(price), sum };
  });
}

/** The filled stairs of one side inside `width` by `height`; '' where nothing stands. */
export function depthPath(
  steps: readonly DepthStep[],
  side: 'bids' | 'asks',
  { low, high, most }: DepthShape,
  width: number,
  height: number,
): string {
  const [first] = steps;
  if (first === undefined || most === 0) return '';
  const x = (price: number) => (((price - low) / (high - low)) * width).toFixed(1);
  const y = (sum: number) => (height - (sum / most) * (height - 4)).toFixed(1);
  const edge = side === 'bids' ? '0.0' : width.toFixed(1);
  const stairs = steps.map(({ price, sum }) => `H${x(price)}V${y(sum)}`).join('');
  return `M${x(first.price)} ${height}${stairs}H${edge}V${height}Z`;
}

/** How much stands between the middle and a place from 0 to 1 of the width; undefined in the gap. */
export function stepAt(
  shape: DepthShape,
  place: number,
): (DepthStep & { side: 'bids' | 'asks' }) | undefined {
  const price = shape.low + place * (shape.high - shape.low);
  const bid = shape.bids.findLast((step) => step.price >= price);
  if (bid !== undefined) return { ...bid, side: 'bids' };
  const ask = shape.asks.findLast((step) => step.price <= price);
  return ask === undefined ? undefined : { ...ask, side: 'asks' };
}
