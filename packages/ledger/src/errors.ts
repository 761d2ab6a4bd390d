/**
 * How the ledger says no. Every class has a `code` to switch on. The database has rolled the statement back and the
 * surrounding database transaction is aborted: roll it back before anything else.
 * The SQL side of this table stands at the top of schema/ledger.sql.
 */
export type LedgerErrorCode =
  | 'InsufficientBalance'
  | 'KeyReused'
  | 'Halted'
  | 'Fenced'
  | 'HoldNotFound'
  | 'HoldClosed'
  | 'HoldTooSmall'
  | 'NotReversible'
  | 'Refused';

export class LedgerError extends Error {
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
    this.code = code;
  }
}

/** The class of one such "no": it is thrown, told apart by `instanceof`, and says the same each time. */
function errorOf(code: LedgerErrorCode, message: string) {
  return class extends LedgerError {
    static override readonly name = code;

    constructor(cause?: unknown) {
      super(code, message, cause);
    }
  };
}

/** A from-account (or the sum of what one journal takes from it) has too little. */
export const InsufficientBalance = errorOf(
  'InsufficientBalance',
  'An account has less than this journal takes from it.',
);

/** The same scope and key were used before for another request; nothing was done. */
export const KeyReused = errorOf('KeyReused', 'The key was used before with another request.');

/** The auditor found broken books: no money moves until an operator resumes it. */
export const Halted = errorOf('Halted', 'Money is halted until an operator resumes it.');

/** Another process holds the lease now; this writer must stop and take the lease again. */
export const Fenced = errorOf('Fenced', 'Another process holds the lease.');

/** No such hold for this owner. */
export const HoldNotFound = errorOf('HoldNotFound', 'There is no such hold for this owner.');

/** The hold was captured or released before. */
export const HoldClosed = errorOf('HoldClosed', 'The hold was captured or released before.');

/** The payments of a capture are more than the hold contains. */
export const HoldTooSmall = errorOf('HoldTooSmall', 'The payments are more than the hold contains.');

/** The journal is unknown, reversed before, itself a reversal, or part of a hold. */
export const NotReversible = errorOf('NotReversible', 'This journal cannot be reversed.');

/** What was asked for cannot be written down at all: a defect of the caller (unknown account, zero units, two assets). */
export class RefusedByLedger extends LedgerError {
  constructor(detail: string, cause?: unknown) {
    super('Refused', `The ledger refused: ${detail}`, cause);
  }
}

const byState: Readonly<Record<string, new (cause?: unknown) => LedgerError>> = {
  MG004: Fenced,
  MG005: KeyReused,
  MG007: Halted,
  MG008: HoldNotFound,
  MG009: HoldClosed,
  MG011: NotReversible,
  MG013: HoldTooSmall,
};

/** The ledger's own error for a database error, or the same value when the database failed for another reason. */
export function ledgerError(error: unknown): unknown {
  const { state, constraint } = facts(error);
  if (state === undefined) return error;
  if (constraint === 'account_no_overdraft') return new InsufficientBalance(error);
  const known = byState[state];
  if (known !== undefined) return new known(error);
  // 22: bad value, 23: constraint, MG: the ledger's own remaining codes. Everything else is an outage or a defect.
  const isRefusal = state.startsWith('22') || state.startsWith('23') || state.startsWith('MG');
  return isRefusal ? new RefusedByLedger(error instanceof Error ? error.message : state, error) : error;
}

/** Runs one ledger statement and gives its failures their names. */
export async function withNamedErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw ledgerError(error);
  }
}

function facts(error: unknown): { state?: string; constraint?: string } {
  if (!(error instanceof Error)) return {};
  const state = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return {
    ...(state !== undefined && /^[0-9A-Z]{5}$/.test(state) && { state }),
    ...(constraint !== undefined && { constraint }),
  };
}
