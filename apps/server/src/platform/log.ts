import { pino } from 'pino';

export type Log = pino.Logger;

/** Fields that never reach a log, at any depth used here. */
const secretFields = [
  'password',
  'payPassword',
  'newPassword',
  'confirm',
  'code',
  'token',
  'authorization',
  'secret',
];

/** JSON lines on standard error; secrets cut out by name. */
export function createLog(level: string): Log {
  const paths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino({ level, redact: { paths, censor: '[cut]' } }, pino.destination(2));
}
