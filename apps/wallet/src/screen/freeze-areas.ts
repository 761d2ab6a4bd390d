/** How the areas of a freeze are called, one word beside the other. */
import type { FreezeArea } from '@marigold/guard/freezes';

import { currentLanguage, languages, sayNow, type WalletTextId } from '../lib/text/i18n.ts';

const areaTexts: Readonly<Record<FreezeArea, WalletTextId>> = {
  payout: 'freeze.area.payout',
  trade: 'freeze.area.trade',
  card: 'freeze.area.card',
  credentials: 'freeze.area.credentials',
  login: 'freeze.area.login',
};

/** "sending and trading". */
export function areasText(areas: readonly FreezeArea[]): string {
  const words = areas.map((area) => sayNow(areaTexts[area]));
  return new Intl.ListFormat(languages[currentLanguage()].lang, { type: 'conjunction' }).format(words);
}
