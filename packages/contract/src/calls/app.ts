import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { contentId, decimal, fiat, id, language, lines, time, timeZone } from '../fields.ts';

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

export const appVersion = endpoint({
  path: 'app/version',
  does: 'Answers the newest version of the app with what is new in it.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({ platform: z.enum(['web', 'ios', 'android']).optional() }),
  output: z.strictObject({
    version: z.string(),
    code: z.int(),
    /** When that version was published. */
    time,
    /** Versions below this code must update before they go on. */
    leastCode: z.int(),
    /** Where a wrapper gets the new version; null on the web, which reloads. */
    url: z.string().nullable(),
    /** What is new, in the caller's language. */
    notes: z.array(z.string()).max(20),
  }),
  refusals: [],
});

/** A run of text inside a block. A link is an address as it was written; the app decides what may be opened. */
export const Inline = z.strictObject({
  text: z.string(),
  style: z.enum(['plain', 'strong', 'emphasis', 'code']),
  link: z.string().nullable(),
});
export type Inline = z.output<typeof Inline>;

/** Content as data: nothing in it is ever parsed as HTML by a browser. */
export const Block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('heading'), level: z.int().min(1).max(3), text: z.array(Inline) }),
  z.strictObject({ kind: z.literal('paragraph'), text: z.array(Inline) }),
  z.strictObject({
    kind: z.literal('list'),
    isOrdered: z.boolean(),
    items: z.array(z.array(Inline)).max(500),
  }),
  z.strictObject({ kind: z.literal('quote'), text: z.array(Inline) }),
  z.strictObject({ kind: z.literal('rule') }),
]);
export type Block = z.output<typeof Block>;

export const appContent = endpoint({
  path: 'app/content',
  does: "Answers an agreement, a help page or an announcement in the caller's language.",
  access: 'public',
  idempotent: false,
  input: z.strictObject({ id: contentId, language: language.optional() }),
  output: z.strictObject({
    id: contentId,
    kind: z.enum(['agreement', 'help', 'announcement']),
    /** The language it is in: the asked one, otherwise English. */
    language,
    version: z.int(),
    title: z.string(),
    time,
    blocks: z.array(Block).max(2000),
  }),
  refusals: [],
});

export const listAnnouncements = endpoint({
  path: 'announcement/list',
  does: "Answers the newest announcements in the caller's language.",
  access: 'public',
  idempotent: false,
  input: z.strictObject({ language: language.optional() }),
  output: z.strictObject({
    list: z.array(z.strictObject({ id: contentId, title: z.string(), time })).max(20),
  }),
  refusals: [],
});

export const sendFeedback = endpoint({
  path: 'app/feedback',
  does: 'Opens a support ticket; the answer comes as a message.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'id',
  input: z.strictObject({ text: lines(2000) }),
  output: z.strictObject({ id, number: z.string() }),
  refusals: ['text_empty', 'tickets_too_many'],
  limits: [{ per: 'user', count: 10, seconds: 86_400 }],
});

export const lifeInsight = endpoint({
  path: 'life/insight',
  does: 'Answers what came in and went out in each of the last months, newest first, at the rates of now.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({
    fiat: fiat.optional(),
    /** This month and so many before it, together; six without it. */
    months: z.int().min(1).max(12).optional(),
    /** IANA name of the zone whose months are meant; UTC without it. */
    timeZone: timeZone.optional(),
  }),
  output: z.strictObject({
    fiat,
    /** False when some amount has no fresh rate and is not counted. */
    complete: z.boolean(),
    list: z
      .array(z.strictObject({ /** Its first moment in that zone. */ month: time, in: decimal, out: decimal }))
      .max(12),
  }),
  refusals: [],
  limits: [{ per: 'user', count: 100, seconds: 10, countedIn: 'memory' }],
  isLongRead: true,
});
