/** What the processes of the bench `fanout` say to each other. */

export const clients = 2000;
/** Of them, those that stop reading. */
export const stalled = clients / 20;
export const symbol = 'BTC_USDT';
/** What a trade page hears. */
export const pageChannels = [
  `depth:${symbol}`,
  `trades:${symbol}`,
  `ticker:${symbol}`,
  `candles:${symbol}:1m`,
];
/** Heard by the stalled clients alone: it fills what the system keeps for a reader that does not read. */
export const floodChannel = 'flood';

/** Our stream, or a loop of `ws.send`. */
export type FanoutSide = 'stream' | 'plain';

export type ServerPort = { readonly port: number; readonly path: string };
/** `ticks`: so many times, a tenth of a second of trading is told of. `flood`: fills the lines of the stalled. */
export type ServerOrder =
  | { readonly kind: 'ticks'; readonly count: number }
  | { readonly kind: 'flood' }
  | { readonly kind: 'look' };
export type ServerLook = {
  readonly cpuSeconds: number;
  readonly rssBytes: number;
  readonly bufferedBytes: number;
  readonly clients: number;
};

export type LoadOrder =
  | { readonly kind: 'connect'; readonly place: ServerPort; readonly channels: readonly string[] }
  /** What came since the last count. */
  | { readonly kind: 'count' }
  | { readonly kind: 'look' }
  | { readonly kind: 'stop' };
export type LoadCount = {
  readonly messages: number;
  readonly bytes: number;
  /** What was wrong with what the watched clients heard. */
  readonly wrong: string[];
};
