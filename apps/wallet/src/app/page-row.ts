/** What the app adds to a row of the table of pages: who may see it, and how its code and texts are fetched together. */
import type { ComponentType } from 'react';

import type { PagePath, SearchOf } from '../lib/route/paths.ts';
import { loadTexts, type TextBundle } from '../lib/text/i18n.ts';

export type PageRow<Search extends object> = {
  /** `user`: a visitor sees the prompt to log in or register instead. */
  readonly guard: 'visitor' | 'user';
  /** Addresses of it that a visitor sees all the same. */
  readonly isForVisitor?: (search: Search) => boolean;
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
