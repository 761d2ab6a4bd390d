/** "Bind first": the table of what pages need says what the contract says of their calls, no more and no less. */
import {
  type Need,
  type NeedyPage,
  needs,
  needsOf,
  type PageNeed,
  pageNeeds,
} from '@marigold/guard/page-needs';
import { expect, it } from 'vitest';

import { contract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { pagePaths } from './pages.ts';

const rows = Object.entries(pageNeeds) as [NeedyPage, PageNeed][];
const calls: Readonly<Record<string, Endpoint>> = contract;

it.each(rows)('%s is a page, and its calls refuse who lacks what it needs', (page, row) => {
  expect(pagePaths).toContain(page);
  for (const need of needsOf(row)) {
    for (const call of row.calls[need] ?? [])
      expect(calls[call]?.refusals, call).toContain(needs[need].refusal);
  }
});

it.each(Object.entries(needs) as [Need, { refusal: string }][])(
  'every call that refuses who lacks %s belongs to a page of the table',
  (need, { refusal }) => {
    const refusing = Object.entries(calls).filter(([, { refusals }]) => refusals.includes(refusal));
    const named = rows.flatMap(([, row]) => row.calls[need] ?? []);
    expect(refusing.map(([path]) => path).toSorted()).toEqual([...new Set(named)].toSorted());
  },
);
