/** What stands in a row of the page table, and how a page's code and texts are fetched together. */
import type { ComponentType } from 'react';

import { loadTexts, type TextBundle, type WalletTextId } from '../lib/i18n.ts';
import type { PagePath, SearchOf } from '../lib/paths.ts';
import type { IconName } from '../ui/icon-names.ts';

/** How a page appears in the tab bar (phones) and the rail (from 960 px). */
export type BarEntry = {
  readonly label: WalletTextId;
  readonly icon: IconName;
  readonly activeIcon: IconName;
};

export type PageRow<Search extends object> = {
  readonly title: WalletTextId | ((search: Search) => WalletTextId);
  /** `user`: a visitor sees the prompt to log in or register instead. */
  readonly guard: 'visitor' | 'user';
  /** Position in the tab bar; tab homes pull to refresh. */
  readonly tab?: number;
  /** Group of the rail: 1 are the tabs, 2 what stands below the line, 3 its foot. */
  readonly rail?: 1 | 2 | 3;
  readonly bar?: BarEntry;
  /** False where a page brings a frame of its own (login) and bars would only distract. */
  readonly hasBars?: false;
  readonly load: () => Promise<ComponentType<Search>>;
};

export type Rows = { readonly [P in PagePath]: PageRow<SearchOf[P]> };

/** A page behind the first screen: its code and its texts, at the same time. */
export async function withTexts<Module, Page>(
  bundles: readonly TextBundle[],
  module: Promise<Module>,
  pick: (module: Module) => Page,
): Promise<Page> {
  const [loaded] = await Promise.all([module, ...bundles.map(loadTexts)]);
  return pick(loaded);
}
