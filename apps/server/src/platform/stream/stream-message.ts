/** What a client may say on a live connection. */
import type { RawData } from 'ws';
import * as z from 'zod';

import { channelsMax } from './stream-bounds.ts';

/** The one channel that is different for everybody, and needs a session. */
export const ownChannel = 'user';

const id = z.union([z.string().max(64), z.int()]);
const channels = z.array(z.string().min(1).max(64)).min(1).max(channelsMax);
const StreamMessage = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('auth'), id: id.optional(), token: z.string().min(1).max(100) }),
  z.strictObject({ op: z.literal('sub'), id, ch: channels }),
  z.strictObject({ op: z.literal('unsub'), id, ch: channels }),
  z.strictObject({ op: z.literal('ping'), id: id.optional() }),
]);
export type StreamMessage = z.output<typeof StreamMessage>;

/** Undefined for whatever is no message. */
export function parseMessage(raw: RawData, isBinary: boolean): StreamMessage | undefined {
  if (isBinary || !Buffer.isBuffer(raw)) return undefined;
  try {
    return StreamMessage.safeParse(JSON.parse(raw.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
