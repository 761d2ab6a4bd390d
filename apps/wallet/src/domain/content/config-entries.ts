/**
 * What an operator set for the app, read with our own eyes: the configuration was kept by this browser for up to twelve
 * hours and may be older or newer than this code. What does not have its shape counts as not there, row by row, so that
 * a broken entry never breaks a screen.
 */
import type {
  ContactChannel,
  ConfigEntryOf,
  LanguageWords,
  Tile,
  TileIcon,
} from '@marigold/contract/calls/config';

import { isRecord } from '../../lib/device/storage.ts';
import { useStore } from '../../lib/device/store.ts';
import { type AppConfig, findEntry } from '../../lib/device/stored-config.ts';
import { currentAppConfig } from '../../lib/http/config.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';

type Row = Readonly<Record<string, unknown>>;

const tileIcons: ReadonlySet<string> = new Set<TileIcon>([
  'airplane-tilt',
  'chart-line-up',
  'device-mobile',
  'gift',
  'globe',
  'question',
  'receipt',
  'shopping-bag',
  'storefront',
  'users',
]);
const channelKinds: ReadonlySet<string> = new Set<ContactChannel['kind']>([
  'email',
  'phone',
  'telegram',
  'whatsapp',
  'website',
  'hours',
]);

export type Banner = Pick<ConfigEntryOf<'banners'>['list'][number], 'id' | 'title' | 'link'>;
export type TileGroup = { readonly name: LanguageWords; readonly tiles: readonly Tile[] };
export type Downloads = ConfigEntryOf<'downloads'>;

/** True unless the operator turned it off. */
function isOn(config: AppConfig | undefined, feature: string): boolean {
  const features = findEntry(config, 'features')?.['features'];
  return !isRecord(features) || features[feature] !== false;
}

/** The banners whose time it is. */
function banners(config: AppConfig | undefined, now: number): readonly Banner[] {
  return rowsOf(findEntry(config, 'banners')?.['list']).flatMap((row) => {
    const { id, title, link, from = 0, to = Infinity } = row;
    if (typeof id !== 'string' || !isWords(title) || typeof link !== 'string') return [];
    if (typeof from !== 'number' || typeof to !== 'number' || now < from || now >= to) return [];
    return [{ id, title, link }];
  });
}

function tileGroups(config: AppConfig | undefined): readonly TileGroup[] {
  return rowsOf(findEntry(config, 'life')?.['groups']).flatMap(({ name, tiles }) => {
    const read = rowsOf(tiles).flatMap(readTile);
    return isWords(name) && read.length > 0 ? [{ name, tiles: read }] : [];
  });
}

function channels(config: AppConfig | undefined): readonly ContactChannel[] {
  return rowsOf(findEntry(config, 'contact')?.['channels']).flatMap((row) => {
    const { label, value, link } = row;
    if (!isChannelKind(row['kind']) || !isWords(label) || typeof value !== 'string') return [];
    const isLink = typeof link === 'string' && /^(mailto:|tel:|https:\/\/)/.test(link);
    return [{ kind: row['kind'], label, value, ...(isLink ? { link } : {}) }];
  });
}

function downloads(config: AppConfig | undefined): Downloads {
  const entry = findEntry(config, 'downloads');
  return {
    ...httpsOnly('ios', entry?.['ios']),
    ...httpsOnly('android', entry?.['android']),
    ...httpsOnly('apk', entry?.['apk']),
  };
}

/** Each reader takes the configuration as it was kept; `now` is epoch milliseconds. */
export const configReaders = { isOn, banners, tileGroups, channels, downloads } as const;

/** What a reader finds in this app's configuration; the component renders again when another one has come. */
export function useConfig<Found>(reader: (config: AppConfig | undefined) => Found): Found {
  return reader(useStore(currentAppConfig.state));
}

/** The operator's words in the language on screen. */
export function wordsHere(words: LanguageWords): string {
  return words[currentLanguage()];
}

function readTile({ icon, name, detail, link }: Row): Tile[] {
  if (!isWords(name) || typeof link !== 'string') return [];
  const known = isTileIcon(icon) ? icon : 'globe';
  return [{ icon: known, name, link, ...(isWords(detail) ? { detail } : {}) }];
}

function isTileIcon(value: unknown): value is TileIcon {
  return typeof value === 'string' && tileIcons.has(value);
}

function isChannelKind(value: unknown): value is ContactChannel['kind'] {
  return typeof value === 'string' && channelKinds.has(value);
}

/** A text in each language of the app. */
function isWords(value: unknown): value is LanguageWords {
  if (!isRecord(value)) return false;
  const texts = [value['en'], value['zh-Hans'], value['zh-Hant'], value['ja'], value['ru']];
  return texts.every((text) => typeof text === 'string' && text !== '');
}

function httpsOnly<Name extends keyof Downloads>(
  name: Name,
  value: unknown,
): { readonly [N in Name]?: string } {
  const found: { [N in Name]?: string } = {};
  if (typeof value === 'string' && value.startsWith('https://')) found[name] = value;
  return found;
}

function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
