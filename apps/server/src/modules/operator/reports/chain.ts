/** What is printed about chains, what is listed on them, and where they differ from the books. */
import type { Operations } from '@marigold/operations/operations';

import type { ReportsOf } from '../report.ts';

type Moved = { readonly units: bigint };

const noSurplus = 'There is no such surplus in suspense.';

export const chainReports = {
  'asset.halt': {
    done: (_facts: undefined, { asset, chain }) =>
      `${asset} on ${chain} is neither credited nor paid until it is resumed.`,
    no: {
      not_listed: ({ asset, chain }) => `${asset} is not listed on ${chain}.`,
      halted: ({ asset, chain }) => `${asset} on ${chain} is halted already.`,
    },
  },
  'asset.resume': {
    done: (_facts: undefined, { asset, chain }) => `${asset} on ${chain} is credited and paid again.`,
    no: { not_halted: ({ asset, chain }) => `${asset} on ${chain} is not halted.` },
  },
  'asset.limit': {
    done: ({ before }: { readonly before: string }, { asset, chain, limit, value }) =>
      `${asset} on ${chain}: ${limit} is ${value}, it was ${before}.`,
    no: {
      not_listed: ({ asset, chain }) => `${asset} is not listed on ${chain}.`,
      unfit: (_words, { why }) => `Nothing changed: ${String(why)}`,
    },
  },
  'chain.halt': {
    done: (_facts: undefined, { chain }) =>
      `Nothing on ${chain} is read, credited or paid until it is resumed.`,
    no: { halted: ({ chain }) => `${chain} is halted already, or was never read.` },
  },
  'chain.resume': {
    done: ({ left }: { readonly left: number }, { chain }) =>
      `${chain} is read again; ${left} blocks were given up.`,
    no: {
      no_node: ({ chain }) => `No node of ${chain} is configured.`,
      not_halted: ({ chain }) => `${chain} is not halted.`,
      no_common_block: 'The node and we share no block at all.',
    },
  },
  'chain.rescan': {
    done: ({ found }: { readonly found: number }) => `${found} transfers to us are in these blocks.`,
    no: { no_node: ({ chain }) => `No node of ${chain} is configured.` },
  },
  'books.accept': {
    done: () => 'The books have it now, against suspense; resume the asset when it is right.',
    no: { not_listed: ({ asset, chain }) => `${asset} is not listed on ${chain}.` },
  },
  'books.assign': {
    done: ({ units }: Moved) => `${units} ledger units are credited.`,
    no: { nobody: ({ user }) => `There is nobody called ${user}.`, gone: noSurplus },
  },
  'books.keep': {
    done: ({ units }: Moved) => `${units} ledger units are kept for the house.`,
    no: { gone: noSurplus },
  },
} as const satisfies ReportsOf<Operations, keyof Operations & `${'asset' | 'chain' | 'books'}.${string}`>;
