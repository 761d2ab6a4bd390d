import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { listOf, page, time } from '../fields.ts';

/** What a notice is about; announcements are news for everybody. */
export const MessageTopic = z.enum(['money', 'security', 'service', 'announcement']);
export type MessageTopic = z.output<typeof MessageTopic>;

/** The notice's id, or the content id of an announcement. */
const messageId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}$/);

export const Message = z.strictObject({
  id: messageId,
  topic: MessageTopic,
  /** What happened, for the glyph: received, sent, newDevice, passwordChanged… */
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  isRead: z.boolean(),
  time,
  /** The page of the app that tells more. */
  path: z.string().nullable(),
});
export type Message = z.output<typeof Message>;

const Unread = z.strictObject({
  money: z.int(),
  security: z.int(),
  service: z.int(),
  announcement: z.int(),
});

export const listMessages = endpoint({
  path: 'message/list',
  does: "Answers notices and announcements in the caller's language, newest first.",
  access: 'user',
  idempotent: false,
  input: z.strictObject({ topic: MessageTopic.optional(), ...page }),
  output: listOf(Message),
  refusals: [],
});

export const messageSummary = endpoint({
  path: 'message/summary',
  does: 'Answers how many messages of each topic are unread; at most 100 are counted.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ unread: Unread }),
  refusals: [],
});

/** Not applied once by a key: reading twice is the same as reading once. */
export const readMessages = endpoint({
  path: 'message/read',
  does: 'Marks messages as read: those named, or all; ids of others change nothing.',
  access: 'user',
  idempotent: false,
  input: z
    .strictObject({
      ids: z.array(messageId).min(1).max(100).optional(),
      all: z.literal(true).optional(),
    })
    .refine((input) => (input.ids === undefined) !== (input.all === undefined), { path: ['ids'] }),
  output: z.strictObject({ unread: Unread }),
  refusals: [],
});
