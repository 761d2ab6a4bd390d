import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import { time } from './fields.ts';

/** Spec 7: POST app/config; a list of entries, each with a `key` and further fields, looked up by key. */
export const appConfig = endpoint({
  path: 'app/config',
  does: 'Answers the configuration entries of the app: features, links, deployment.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({}),
  output: z.array(z.looseObject({ key: z.string() })).max(200),
  refusals: [],
});

export const appPing = endpoint({
  path: 'app/ping',
  does: 'Answers the server time and build, for a clock and connection check.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ time, version: z.string(), mode: z.enum(['demo', 'production']) }),
  refusals: [],
});
