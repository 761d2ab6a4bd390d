/** A list of made-up people for a demonstration and for tests: the same person always has the same score. */
import type { ListHit, ScreenedPerson, ScreeningList } from '@marigold/partners/screening-port';

import { demoList, type DemoListEntry, demoListVersion } from './demo-list.ts';

/** How much a name counts when the birthday is another one, of the same year or of none that is known. */
const sameYear = 0.9;
const otherYear = 0.6;
/** Whatever is less alike is not named at all. */
const namedFrom = 0.5;

export type DemoListing = { readonly version: string; readonly entries: readonly DemoListEntry[] };

/** @throws in production, where nobody may be compared with people who do not exist. */
export function createSimulatedScreening(
  mode: 'demo' | 'production',
  listing: () => DemoListing = () => ({ version: demoListVersion, entries: demoList }),
): ScreeningList {
  if (mode !== 'demo')
    throw new Error('The simulated list of sanctioned persons is for a demonstration only');
  return {
    async screen(person) {
      const { version: listVersion, entries } = listing();
      const hits = entries.map((entry) => hitOf(person, entry)).filter(({ score }) => score >= namedFrom);
      const best = hits.toSorted((one, other) => other.score - one.score);
      return await Promise.resolve({ is: 'done', listVersion, hits: best });
    },
    version: async () => await Promise.resolve(listing().version),
  };
}

function hitOf({ names, birthday }: ScreenedPerson, entry: DemoListEntry): ListHit {
  const ours = names.map(plainName);
  const alike = Math.max(
    ...entry.names.flatMap((name) => ours.map((own) => likenessOf(own, plainName(name)))),
  );
  const score = Math.round(alike * weightOf(birthday, entry.birthday) * 1000) / 1000;
  return { listId: entry.listId, score, name: entry.names[0] ?? entry.listId, source: 'Demo list' };
}

function weightOf(own: string, listed: string): number {
  if (own === listed) return 1;
  return own.slice(0, 4) === listed.slice(0, 4) ? sameYear : otherYear;
}

/** Without marks, case and the order of words. */
function plainName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.toSorted().join(' ');
}

/** 1 for the same text, 0 where every letter would have to change. */
function likenessOf(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 0 : 1 - editsBetween(one, other) / longest;
}

/** How many letters have to be put in, left out or changed (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [row, letter] of Array.from(one).entries()) {
    const line = [row + 1];
    for (const [column, against] of Array.from(other).entries()) {
      const changed = (above[column] ?? 0) + (letter === against ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
