/**
 * What the app is configured with until an operator says otherwise. Honest by rule: only what this program can keep.
 * There is no shop, no partner and no support line behind a fresh start, so there is no tile for one.
 */
import type { ConfigEntryOf, ConfigKey, LanguageWords, TileIcon } from '@marigold/contract/calls/config';
import { addressOfPage, type PagePath } from '@marigold/contract/pages';
import type { TextId } from '@marigold/texts/ids';
import { say } from '@marigold/texts/say';

export type ConfigValues = { readonly [Key in ConfigKey]: ConfigEntryOf<Key> };

export const configDefaults: ConfigValues = {
  features: { features: {} },
  banners: { list: [] },
  life: {
    groups: [
      {
        name: inEveryLanguage('tile.group.money'),
        tiles: [
          tile('chart-line-up', '/pages/rate/rate', ['tile.rates', 'tile.ratesDetail']),
          tile('receipt', '/pages/exchange/bill', ['tile.bills', 'tile.billsDetail']),
        ],
      },
      {
        name: inEveryLanguage('tile.group.people'),
        tiles: [
          tile('users', '/pages/exchange/payee', ['tile.payees', 'tile.payeesDetail']),
          tile('gift', '/pages/building/building', ['tile.invite', 'tile.inviteDetail']),
        ],
      },
    ],
  },
  contact: { channels: [] },
  downloads: {},
};

/** A text without values in each language of the app. */
type PlainTextId = Extract<TextId, `tile.${string}`>;

function inEveryLanguage(id: PlainTextId): LanguageWords {
  return {
    en: say('en', id),
    'zh-Hans': say('zh-Hans', id),
    'zh-Hant': say('zh-Hant', id),
    ja: say('ja', id),
    ru: say('ru', id),
  };
}

function tile(icon: TileIcon, page: PagePath, [name, detail]: readonly [PlainTextId, PlainTextId]) {
  return { icon, name: inEveryLanguage(name), detail: inEveryLanguage(detail), link: addressOfPage(page) };
}
