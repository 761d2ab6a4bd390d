/** The query of an address as texts. Pure; what a page makes of it stands in paths.ts. */

/** Query parameters as they stand in the address: one text per name. */
export type RawSearch = Readonly<Record<string, string>>;

/** The query of an address as texts; of two equal names the first counts. */
export function parseSearch(query: string): RawSearch {
  const search: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(search, name)) search[name] = value;
  }
  return search;
}
