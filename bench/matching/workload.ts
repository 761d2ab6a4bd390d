/**
 * Streams of orders and cancels like those of a busy market, drawn from a seed, with the trades they must lead to. The book
 * in here is plain and independent of every engine that is measured. All orders are good till cancelled, so every engine can
 * run them; takers cross the touch and what they do not get rests.
 */
import { drawFrom } from '@marigold/matching/testing/random-commands';

export interface WorkloadProfile {
  /** Open orders before the clock starts; takers hold the book near it. */
  readonly target: number;
  /** How far from the middle makers stand, and how close together: larger is closer. */
  readonly span: number;
  readonly concentration: number;
  /** Shares of the commands; the rest crosses. */
  readonly adds: number;
  readonly cancels: number;
  /** How far beyond the touch takers go. */
  readonly slip: number;
  /** How often the middle moves by one. */
  readonly drift: number;
}

export const workloadProfiles = {
  normal: { target: 20_000, span: 600, concentration: 3, adds: 0.6, cancels: 0.35, slip: 10, drift: 0.01 },
  /** Ten times the orders, twenty times the prices. */
  deep: {
    target: 200_000,
    span: 12_000,
    concentration: 1.5,
    adds: 0.6,
    cancels: 0.35,
    slip: 40,
    drift: 0.01,
  },
  /** Cancels rule a shallow book. */
  churn: { target: 2000, span: 100, concentration: 2, adds: 0.5, cancels: 0.47, slip: 5, drift: 0.02 },
  /** The middle runs, so prices come and go. */
  swing: { target: 20_000, span: 600, concentration: 3, adds: 0.6, cancels: 0.35, slip: 10, drift: 0.5 },
} as const satisfies Record<string, WorkloadProfile>;

export type ProfileName = keyof typeof workloadProfiles;
export const profileNames: readonly ProfileName[] = ['normal', 'deep', 'churn', 'swing'];

/** Prices are whole and below this; the middle starts half way. */
export const priceEnd = 1 << 20;
/** Makers, those who buy from them and those who sell to them are different people, so nobody ever meets himself. */
export const makers = 10_000;
const takersOfASide = 1000;

export interface Workload {
  /** So many commands come before the clock starts. */
  readonly preload: number;
  /** One number of each array is one command: 0 places, 1 cancels; 0 buys, 1 sells. */
  readonly kinds: Uint8Array;
  readonly sides: Uint8Array;
  readonly prices: Int32Array;
  readonly amounts: Int32Array;
  /** The order that is placed or cancelled; they grow by one. */
  readonly numbers: Int32Array;
  readonly owners: Int32Array;
  readonly trades: number;
  readonly checksum: number;
}

/** Depends on every trade and on their order. */
export function mix(sum: number, maker: number, taker: number, price: number, amount: number): number {
  const word = Math.imul(maker, 7) + Math.imul(taker, 13) + Math.imul(price, 17) + Math.imul(amount, 19);
  return (Math.imul(sum, 31) + word) | 0;
}

interface Order {
  readonly number: number;
  readonly side: number;
  readonly price: number;
  left: number;
  /** Its place among the live; -1 when it is gone. */
  place: number;
}

export function drawWorkload(profile: WorkloadProfile, seed: number, timed: number): Workload {
  const writer = new Writer(profile, seed, profile.target + timed);
  for (let count = 0; count < profile.target; count += 1) writer.addMaker();
  for (let count = 0; count < timed; count += 1) writer.addCommand();
  return { preload: profile.target, ...writer.columns, trades: writer.trades, checksum: writer.checksum };
}

class Writer {
  readonly columns;
  trades = 0;
  checksum = 0;
  private written = 0;
  private nextNumber = 1;
  private readonly lines = new Map<number, Order[]>();
  private readonly live: Order[] = [];
  private readonly recent: Order[] = [];
  private readonly bestOf = [0, priceEnd];
  private middle = priceEnd / 2;
  private trend = 1;
  private readonly below: (limit: number) => number;
  private readonly profile: WorkloadProfile;

  constructor(profile: WorkloadProfile, seed: number, commands: number) {
    this.profile = profile;
    this.below = drawFrom(seed);
    this.columns = {
      kinds: new Uint8Array(commands),
      sides: new Uint8Array(commands),
      prices: new Int32Array(commands),
      amounts: new Int32Array(commands),
      numbers: new Int32Array(commands),
      owners: new Int32Array(commands),
    };
  }

  addCommand(): void {
    const { adds, cancels, target } = this.profile;
    this.drift();
    const share = this.share();
    if (share < adds || this.live.length < Math.min(100, target / 2)) this.addMaker();
    else if (share < adds + cancels) this.addCancel();
    else this.addTaker();
  }

  /** Never crosses: makers look at the touch. */
  addMaker(): void {
    const { span, concentration } = this.profile;
    const side = this.below(2);
    const away = 1 + Math.floor(span * this.share() ** concentration);
    const [bid = 0, ask = 0] = this.bestOf;
    const price = side === 0 ? Math.min(this.middle - away, ask - 1) : Math.max(this.middle + away, bid + 1);
    this.place(side, price, 1 + this.below(100), this.below(makers));
  }

  private addTaker(): void {
    const { slip, target } = this.profile;
    const side = this.below(2);
    const touch = this.bestOf[1 - side] ?? 0;
    if (touch <= 0 || touch >= priceEnd) return this.addMaker();
    const beyond = this.below(slip + 1);
    const much = Math.max(1, Math.min(24, 5 + (100 * (this.live.length - target)) / target));
    const owner = makers + side * takersOfASide + this.below(takersOfASide);
    this.place(
      side,
      side === 0 ? touch + beyond : touch - beyond,
      1 + this.below(Math.round(100 * much)),
      owner,
    );
  }

  /** Every second one of a young order; one or two in a hundred come too late. */
  private addCancel(): void {
    const young = this.below(2) === 0 ? this.recent[this.below(1024)] : undefined;
    const old = this.live[this.below(this.live.length)];
    const order = young !== undefined && (young.place >= 0 || this.below(20) === 0) ? young : old;
    if (order === undefined) return this.addMaker();
    this.write(1, order.side, order.price, 0, order.number, 0);
    if (order.place >= 0) this.forget(order);
  }

  private place(side: number, price: number, amount: number, owner: number): void {
    const number = this.nextNumber;
    this.nextNumber += 1;
    this.write(0, side, price, amount, number, owner);
    let left = amount;
    while (left > 0) {
      const touch = this.bestOf[1 - side] ?? 0;
      const maker = (side === 0 ? touch <= price : touch >= price) ? this.lines.get(touch)?.[0] : undefined;
      if (maker === undefined) break;
      const matched = Math.min(left, maker.left);
      left -= matched;
      maker.left -= matched;
      this.trades += 1;
      this.checksum = mix(this.checksum, maker.number, number, touch, matched);
      if (maker.left === 0) this.forget(maker);
    }
    if (left === 0) return;
    const order = { number, side, price, left, place: this.live.length };
    this.live.push(order);
    this.recent[number % 1024] = order;
    const line = this.lines.get(price);
    if (line === undefined) this.lines.set(price, [order]);
    else line.push(order);
    const best = this.bestOf[side] ?? 0;
    this.bestOf[side] = side === 0 ? Math.max(best, price) : Math.min(best, price);
  }

  private forget(order: Order): void {
    const last = this.live.pop();
    if (last !== undefined && last !== order) {
      this.live[order.place] = last;
      last.place = order.place;
    }
    order.place = -1;
    const line = this.lines.get(order.price);
    line?.splice(line.indexOf(order), 1);
    if (line?.length !== 0) return;
    this.lines.delete(order.price);
    let best = this.bestOf[order.side] ?? 0;
    const step = order.side === 0 ? -1 : 1;
    while (best > 0 && best < priceEnd && !this.lines.has(best)) best += step;
    this.bestOf[order.side] = best;
  }

  private drift(): void {
    const { drift } = this.profile;
    if (this.share() >= drift) return;
    if (this.share() < 0.0005) this.trend = -this.trend;
    const up = drift > 0.1 ? 0.5 + 0.1 * this.trend : 0.5;
    this.middle += this.share() < up ? 1 : -1;
  }

  private share(): number {
    return this.below(2 ** 32) / 2 ** 32;
  }

  private write(
    kind: number,
    side: number,
    price: number,
    amount: number,
    number: number,
    owner: number,
  ): void {
    const at = this.written;
    this.written += 1;
    const { kinds, sides, prices, amounts, numbers, owners } = this.columns;
    kinds[at] = kind;
    sides[at] = side;
    prices[at] = price;
    amounts[at] = amount;
    numbers[at] = number;
    owners[at] = owner;
  }
}
