/** Everywhere that a value could come to lie: each place gathers its texts, and is searched once at the end. */
import { type Canary, type CanaryKind, formIn, encodingsOf, searchable } from './canary.ts';

/**
 * What belongs somewhere: the key of a record in its own row, what a call answers to nobody but the person it is of, and where
 * a card goes, for whoever sends it. What is printed on a card belongs nowhere.
 */
const belongs: Readonly<Record<string, readonly CanaryKind[]>> = {
  'column app.identity_key.wrapped': ['wrapped'],
  "answers of kyc/detail to the record's person": ['words'],
  "answers of kyc/draft to the record's person": ['person'],
  "answers of kyc/third/link to the record's person": ['page'],
  "answers of card/list to the card's person": ['embossed'],
  "answers of card/info to the card's person": ['embossed'],
  "answers of card/order/detail to the card's person": ['embossed', 'mailed'],
  'an application as an operator opened it': ['mailed'],
};

export type Places = {
  readonly add: (place: string, ...texts: readonly string[]) => void;
  readonly textOf: (place: string) => string;
  /** Those that have something to search. */
  readonly names: () => string[];
};

export function createPlaces(): Places {
  const byName = new Map<string, Set<string>>();
  const textOf = (place: string) => [...(byName.get(place) ?? [])].join('\n');
  return {
    textOf,
    names: () => [...byName.keys()].filter((place) => textOf(place) !== ''),
    add(place, ...texts) {
      const known = byName.get(place) ?? new Set();
      for (const text of texts) known.add(text);
      byName.set(place, known);
    },
  };
}

export type FoundCanary = { readonly place: string; readonly canary: string; readonly form: string };

/** Which values are where they must not be. */
export function findCanaries(places: Places, canaries: readonly Canary[]): FoundCanary[] {
  const all = canaries.map((canary) => ({ canary, forms: encodingsOf(canary.text) }));
  return places.names().flatMap((place) => {
    const text = searchable(places.textOf(place));
    return all.flatMap(({ canary, forms }) => {
      if (belongs[place]?.includes(canary.kind) === true) return [];
      const form = formIn(text, forms);
      return form === undefined ? [] : [{ place, canary: canary.name, form }];
    });
  });
}

/** Every form of some values, openly in every place: how many there were, and how many would have been missed. */
export function missedForms(places: Places, canaries: readonly Canary[]): { tries: number; missed: number } {
  const forms = canaries.flatMap(({ text }) => encodingsOf(text));
  let [tries, missed] = [0, 0];
  for (const place of places.names()) {
    const end = places.textOf(place).slice(-1000);
    for (const form of forms) {
      tries += 1;
      const planted = searchable(`${end}\n-${form.needle}-`);
      if (formIn(planted, [form]) === undefined) missed += 1;
    }
  }
  return { tries, missed };
}
