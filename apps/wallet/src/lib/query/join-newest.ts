/** How a long list learns what is new by its newest page alone, instead of page by page. Pure. */
export type ListPage<Row> = { readonly list: readonly Row[]; readonly next: string | null };

export type Pages<Page> = {
  readonly pages: readonly Page[];
  /** The cursor that each page was fetched with. */
  readonly pageParams: readonly (string | undefined)[];
};

/**
 * The pages with the newest one joined on, its rows in place of those they overlap with. Undefined when the two do not
 * meet, because more is new than one page holds: then all of them have to be fetched again.
 */
export function joinNewest<Page extends ListPage<{ readonly id: string }>>(
  { pages, pageParams }: Pages<Page>,
  newest: Page,
): Pages<Page> | undefined {
  const oldest = newest.list.at(-1);
  if (newest.next === null || oldest === undefined) return { pages: [newest], pageParams: [undefined] };
  const meets = pages.findIndex(({ list }) => list.some(({ id }) => id === oldest.id));
  const page = pages[meets];
  if (page === undefined) return undefined;
  const after = page.list.slice(page.list.findIndex(({ id }) => id === oldest.id) + 1);
  return {
    pages: [{ ...page, list: [...newest.list, ...after] }, ...pages.slice(meets + 1)],
    pageParams: [undefined, ...pageParams.slice(meets + 1)],
  };
}
