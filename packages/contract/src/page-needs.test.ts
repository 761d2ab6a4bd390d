/** "Bind first": the table of what pages need says what the contract says of their calls, no more and no less. */
import { type NeedyPage, needs, type PageNeed, pageNeeds } from '@marigold/guard/page-needs';
import { expect, it } from 'vitest';

import { contract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { pagePaths } from './pages.ts';

const rows = Object.entries(pageNeeds) as [NeedyPage, PageNeed][];
const calls: Readonly<Record<string, Endpoint>> = contract;

it.each(rows)(
  '%s is a page, and its calls refuse who lacks what it needs',
  (page, { need, calls: named }) => {
    expect(pagePaths).toContain(page);
    for (const call of named) expect(calls[call]?.refusals, call).toContain(needs[need].refusal);
  },
);

it.each(Object.values(needs))(
  'every call that refuses with $refusal belongs to a page of the table',
  ({ refusal }) => {
    const refusing = Object.entries(calls).filter(([, { refusals }]) => refusals.includes(refusal));
    const named = rows
      .filter(([, { need }]) => needs[need].refusal === refusal)
      .flatMap(([, row]) => row.calls);
    expect(refusing.map(([path]) => path).toSorted()).toEqual([...new Set(named)].toSorted());
  },
);
