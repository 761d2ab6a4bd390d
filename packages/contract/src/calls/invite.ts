import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { listOf, page, time } from '../fields.ts';

export const inviteInfo = endpoint({
  path: 'invite/info',
  does: "Answers the caller's invitation code and how many friends registered with it.",
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ code: z.string(), count: z.int() }),
  refusals: [],
});

export const listInvited = endpoint({
  path: 'invite/list',
  does: "Answers the friends who registered with the caller's code, masked, newest first.",
  access: 'user',
  idempotent: false,
  input: z.strictObject({ ...page }),
  output: listOf(z.strictObject({ masked: z.string(), time })),
  refusals: [],
});
