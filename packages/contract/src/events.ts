/**
 * Every event of a person's own channel on the live line, with the hints that come with it. Plain data: the server types
 * what it announces by it, the database's own list is held against it, the wallet says of each what it makes old.
 */

/** A hint that is not always there ends with a question mark. */
type Shape = Readonly<Record<string, 'text' | 'text?' | 'number'>>;

/** Hints are for the screen, never secrets: ids, asset codes, amounts of the person's own. */
export const userEvents = {
  /** Money of one currency moved, or money of what one market trades. */
  balance: { currency: 'text?', symbol: 'text?' },
  bill: { id: 'text', type: 'text', status: 'text', direction: 'text', currency: 'text' },
  /** A notice came; `read`: what lies there was read on another screen. Beside `kind` stand facts of the notice. */
  message: {
    kind: 'text',
    topic: 'text?',
    noticeId: 'text?',
    amount: 'text?',
    currency: 'text?',
    from: 'text?',
    billId: 'text?',
    caseId: 'text?',
  },
  /** Ends connections; no screen hears of it. */
  session: { ended: 'text' },
  export: { taskId: 'text', done: 'number', total: 'number', status: 'text' },
  /** The verification of an identity went on: an order, or a record and its review. */
  kyc: { orderId: 'text?', authNo: 'text?' },
  /** An application for a card went on, or a card did: its state, or what its company says of it. */
  card: { applicationId: 'text?', cardId: 'text?' },
  /** A block came on a chain where deposits wait; `id` is of the newest of them. */
  deposit: { id: 'text', chain: 'text' },
  /** So many orders in one market changed; what is said of a single one stands beside. */
  order: { symbol: 'text', count: 'number', id: 'text?', status: 'text?', filled: 'text?' },
  /** An order met somebody; told with the `order` it belongs to. */
  fill: { symbol: 'text', id: 'text', side: 'text', price: 'text', amount: 'text', status: 'text' },
} as const satisfies Readonly<Record<string, Shape>>;

export type UserEvent = keyof typeof userEvents;

/** Worth nothing a moment later: told without a row of the outbox. */
export const passingEvents = ['order', 'fill'] as const satisfies readonly UserEvent[];

/** What is told with a row of the outbox. */
export type StoredEvent = Exclude<UserEvent, (typeof passingEvents)[number]>;

type HintsIn<Of extends Shape> = {
  readonly [Name in keyof Of as Of[Name] extends 'text?' ? never : Name]: Of[Name] extends 'number'
    ? number
    : string;
} & { readonly [Name in keyof Of as Of[Name] extends 'text?' ? Name : never]?: string };

export type HintsOf<Event extends UserEvent> = HintsIn<(typeof userEvents)[Event]>;
