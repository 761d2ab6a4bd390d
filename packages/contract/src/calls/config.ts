/**
 * The entries of the app's configuration that an operator may set: one schema per key. The server checks a new value by
 * it; the app reads the same shapes with its own eyes, because what a browser kept may be older than either.
 */
import * as z from 'zod';

import { language, line } from '../fields.ts';

/** A page of this app, or an https address of somebody else. */
const link = z
  .string()
  .max(500)
  .regex(
    /^(\/(?!\/)[\x21-\x5b\x5d-\x7e]*|https:\/\/[\x21-\x5b\x5d-\x7e]+)$/,
    'a page of the app or an https address',
  );
/** One text per language of the app: none may be missing. */
const words = (max: number) => z.record(language, line(max).trim().min(1));
const time = z.int().min(0);

/** What is on. A feature that is not named is on. */
const Features = z.strictObject({
  features: z.record(z.string().regex(/^[a-z][A-Za-z]{1,30}$/), z.boolean()),
});

const Banner = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  title: words(80),
  link,
  /** Shown from this moment to that one. */
  from: time.optional(),
  to: time.optional(),
});

export const TileIcon = z.enum([
  'chart-line-up',
  'airplane-tilt',
  'device-mobile',
  'gift',
  'globe',
  'question',
  'receipt',
  'shopping-bag',
  'users',
  'storefront',
]);
export type TileIcon = z.output<typeof TileIcon>;

const Tile = z.strictObject({ icon: TileIcon, name: words(40), detail: words(80).optional(), link });
export type Tile = z.output<typeof Tile>;

const ContactChannel = z.strictObject({
  kind: z.enum(['email', 'phone', 'telegram', 'whatsapp', 'website', 'hours']),
  label: words(60),
  /** What is shown and copied: the address, the number, the hours. */
  value: line(120).trim().min(1),
  link: z
    .string()
    .max(500)
    .regex(/^(mailto:|tel:|https:\/\/)[\x21-\x5b\x5d-\x7e]+$/)
    .optional(),
});
export type ContactChannel = z.output<typeof ContactChannel>;

const download = z
  .url({ protocol: /^https$/ })
  .max(500)
  .optional();

/** By key, what an operator may set. */
export const configSchemas = {
  features: Features,
  banners: z.strictObject({ list: z.array(Banner).max(10) }),
  life: z.strictObject({
    groups: z.array(z.strictObject({ name: words(40), tiles: z.array(Tile).min(1).max(20) })).max(10),
  }),
  contact: z.strictObject({ channels: z.array(ContactChannel).max(20) }),
  downloads: z.strictObject({ ios: download, android: download, apk: download }),
} as const;

export type ConfigKey = keyof typeof configSchemas;
export type ConfigEntryOf<Key extends ConfigKey> = z.output<(typeof configSchemas)[Key]>;
export type LanguageWords = z.output<ReturnType<typeof words>>;
