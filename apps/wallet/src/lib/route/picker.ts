import { isRecord, readJson, storage, storageKeys, type TextStorage, writeJson } from '../device/storage.ts';
/**
 * Pickers are pages of their own (currency, fiat, country): the page that asks gives its own address as `back`, and finds
 * the choice in its query under the name of what was chosen. So a choice survives a reload and the browser's back, and
 * the asking page reads it as it reads everything else, through `readSearch`.
 *
 *   open    go(paths.currency({ back: paths.transfer({ to, currency }) }))
 *   choose  handBack({ currency: 'EUR' }, { back, otherwise: paths.assets() })
 *   read    '/pages/exchange/transfer': ({ currency, to }) => …
 */
import { goBack, returnTo } from './navigation.ts';
import { isOwnAddress, withSearch } from './paths.ts';
import { parseSearch } from './search-text.ts';

/** What pickers choose: the names of the query under which callers find it. */
export type PickName = 'currency' | 'chain' | 'fiat' | 'country';

/** What was chosen; a name that is undefined is chosen to be open. */
export type Choice = { readonly [N in PickName]?: string | undefined };

export type WayBack = {
  /** The page that asked, as the picker's own query says. */
  readonly back?: string | undefined;
  /** Where to go when nobody asked: a picker that was opened by its address. */
  readonly otherwise: string;
};

/** Returns to the page that asked, with the choice in its query. */
export function handBack(choice: Choice, { back, otherwise }: WayBack): void {
  returnTo(withSearch(ownAddressOf(back) ?? otherwise, choice));
}

/** Leaves a picker without a choice. */
export function leavePicker({ back, otherwise }: WayBack): void {
  goBack(ownAddressOf(back) ?? otherwise);
}

/** What the page that asked shows now, so that the picker can mark it. */
export function chosenBefore(back: string | undefined, name: PickName): string | undefined {
  return parseSearch(ownAddressOf(back)?.split(/\?(.*)/s)[1] ?? '')[name];
}

/** A picker that was reached through a strange link returns to a page of this app all the same. */
function ownAddressOf(back: string | undefined): string | undefined {
  return back !== undefined && isOwnAddress(back) ? back : undefined;
}

const recentMax = 5;

export type Recents = {
  /** What this person (or the visitor, with undefined) chose lately, the last one first. */
  readonly list: (name: PickName, uid: string | undefined) => readonly string[];
  readonly add: (name: PickName, value: string, uid: string | undefined) => void;
};

/** The last choices of whoever uses this browser. Another person finds none of them. */
export function createRecents(from: TextStorage): Recents {
  function read(uid: string | undefined): Readonly<Record<string, unknown>> {
    const all = readJson(from, storageKeys.recentPicks);
    return isRecord(all) && all['of'] === (uid ?? null) ? all : {};
  }
  function list(name: PickName, uid: string | undefined): readonly string[] {
    const values = read(uid)[name];
    if (!Array.isArray(values)) return [];
    return values.filter((value): value is string => typeof value === 'string').slice(0, recentMax);
  }
  return {
    list,
    add(name, value, uid) {
      const others = list(name, uid).filter((one) => one !== value);
      const values = [value, ...others].slice(0, recentMax);
      writeJson(from, storageKeys.recentPicks, { ...read(uid), of: uid ?? null, [name]: values });
    },
  };
}

export const recents: Recents = createRecents(storage);
