import { pino } from 'pino';

export type Log = pino.Logger;

/** Fields that never reach a log, at any depth used here. */
const secretFields = [
  'password',
  'loginPassword',
  'oldPassword',
  'newPassword',
  'payPassword',
  'confirm',
  'code',
  'token',
  'authorization',
  'secret',
];

/**
 * An error without what it may quote: PostgreSQL's `detail` names the values of a row. Its SQLSTATE is kept under a name
 * of its own, because every `code` is cut out.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, cause } = error;
  const state = 'code' in error ? { state: String(error.code) } : {};
  return { name, message, stack, ...state, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}

/** JSON lines on standard error (or `target`); secrets cut out by name. */
export function createLog(level: string, target: pino.DestinationStream = pino.destination(2)): Log {
  const paths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  const redact = { paths, censor: '[cut]' };
  return pino({ level, redact, serializers: { err: describeError } }, target);
}
