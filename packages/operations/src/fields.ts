/** What an operation takes: each kind of field has one reader on a command line, and later one control of a form. */

/** What each kind is once it was read. */
export type Values = {
  // Ids of rows.
  payout: string;
  deposit: string;
  case: string;
  /** The number of a record, MK-… */
  identity: string;
  surplus: string;
  /** An application for a card. */
  application: string;
  binding: string;
  /** What a list of sanctioned persons calls an entry. */
  listed: string;
  /** An item that a person gives of an identity, and why it is asked for once more. */
  kycItem: string;
  kycLabel: string;
  /** The two or three lines at the bottom of a document. */
  mrz: readonly string[];
  // Names of rows, as people say them.
  operator: string;
  product: string;
  person: string;
  config: string;
  asset: string;
  chain: string;
  account: string;
  market: string;
  group: string;
  content: string;
  ticket: string;
  language: string;
  /** Names that are given now: a market is called by its assets, BTC_USDT. */
  newMarket: string;
  newGroup: string;
  /** How many decimals, 0 to 8. */
  decimals: number;
  /** A decimal string above zero. */
  positive: string;
  /** A decimal string from 0 to 10, at most four decimals. */
  percent: string;
  /** What a bound or a rule becomes; its deed knows the form. */
  setting: string;
  /** Chain units below zero: what is missing. */
  missing: bigint;
  /** 1 to 8760, or until somebody lifts it. */
  hours: number | 'lifted';
  nonce: bigint;
  block: number;
  /** With its 0x, in small letters. */
  transaction: string;
  title: string;
  /** What a carrier calls something: 1 to 60 letters, digits, spaces and signs. */
  label: string;
  /** A text of several lines, at most `max` characters. */
  lines: string;
  markdown: string;
  json: string;
  choice: string;
  /** Where a file is written that there is not yet. */
  newFile: string;
  flag: boolean;
};

export type Kind = keyof Values;

export type OperationField = {
  readonly kind: Kind;
  /** Of a choice. */
  readonly options?: readonly string[];
  /** Of lines. */
  readonly max?: number;
  /** Given by its name on a command line (`--title`), not by its place. A flag always is. */
  readonly isNamed?: true;
  /** What the usage calls it, where that is not its own name. */
  readonly as?: string;
};

/** In the order in which they are given. */
export type Fields = Readonly<Record<string, OperationField>>;

export type ValueOf<F extends OperationField> = F extends { readonly options: readonly (infer Option)[] }
  ? Option
  : Values[F['kind']];

export function field<const K extends Kind>(kind: K): { readonly kind: K } {
  return { kind };
}

export function choice<const Options extends readonly string[]>(
  ...options: Options
): { readonly kind: 'choice'; readonly options: Options } {
  return { kind: 'choice', options };
}

/** A field that is given by its name. */
export function named<const F extends OperationField>(one: F): F & { readonly isNamed: true } {
  return { ...one, isNamed: true };
}

/** Kinds that hold what people wrote or are called: never in the audit log, which keeps ids and facts. */
export const personalKinds: ReadonlySet<Kind> = new Set([
  'person',
  'title',
  'lines',
  'markdown',
  'json',
  'mrz',
  'newFile',
]);
