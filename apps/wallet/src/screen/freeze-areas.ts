/** How the areas of a freeze are called, one word beside the other. */
import type { FreezeArea } from '@marigold/guard/freezes';

import { currentLanguage, languages, sayNow, type WalletTextId } from '../lib/text/i18n.ts';

/** Cards are not there yet: what nobody can do is not said to be paused. */
const areaTexts: Readonly<Record<FreezeArea, WalletTextId | undefined>> = {
  payout: 'freeze.area.payout',
  trade: 'freeze.area.trade',
  card: undefined,
  credentials: 'freeze.area.credentials',
  login: 'freeze.area.login',
};

/** "sending and trading"; empty where none of them is one that people meet. */
export function areasText(areas: readonly FreezeArea[]): string {
  const words = areas.flatMap((area) => areaTexts[area] ?? []).map((id) => sayNow(id));
  return new Intl.ListFormat(languages[currentLanguage()].lang, { type: 'conjunction' }).format(words);
}
