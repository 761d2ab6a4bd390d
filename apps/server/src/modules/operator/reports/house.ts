/** What is printed about money as a whole, operators, and what is set for everybody. */
import type { Operations } from '@marigold/operations/operations';

import type { AcceptedJump } from '../../rate/accept.ts';
import type { ReportsOf } from '../report.ts';
import { listed, timeOf } from '../report.ts';

export const houseReports = {
  'money.resume': {
    done: () => 'Every posting was checked; money runs again.',
    no: {
      not_halted: 'Money is not halted.',
      broken: (_words, { why }) => `${String(why)} (npm run operator -- auditor run --full lists every row)`,
    },
  },
  'operator.enroll': {
    done: ({ key }: { readonly key: string }, { name }) => [
      `${name} is enrolled. The key is shown only now:`,
      key,
    ],
    no: { taken: ({ name }) => `"${name}" is taken, or no name (2 to 40 of a-z, 0-9 and -).` },
  },
  'config.set': {
    done: (_facts: undefined, { key }) => `${key} is set; apps see it within twelve hours, new ones at once.`,
    no: {
      gone: ({ key }, { there }) => `There is no entry "${key}"; there are ${[there].flat().join(', ')}.`,
      unfit: ({ key }, facts) => [`The value does not fit ${key}:`, ...listed(facts, 'problems')],
    },
  },
  'rate.accept': {
    done: ({ usd, sources, since }: AcceptedJump, { asset }) =>
      `One ${asset} is worth ${usd} USD: ${sources} sources since ${timeOf(since)}.`,
    no: { gone: ({ asset }) => `No price of "${asset}" waits.` },
  },
  'content.publish': {
    done: ({ version }: { readonly version: number }, { id, language }) =>
      `${id} in ${language} is published as version ${version}.`,
    no: {
      unfit: (_words, facts) => ['This cannot be published:', ...listed(facts, 'problems')],
      no_news: 'Only announcements are mailed.',
      other_kind: ({ id }) => `"${id}" is content of another kind.`,
    },
  },
  'content.retire': {
    done: (_facts: undefined, { id }) => `${id} is withdrawn.`,
    no: { gone: ({ id }) => `There is no announcement "${id}".` },
  },
  'ticket.answer': {
    done: (_facts: undefined, { number }) => `${number} is answered.`,
    no: { gone: ({ number }) => `There is no open request "${number}".` },
  },
} as const satisfies ReportsOf<
  Operations,
  | 'money.resume'
  | 'operator.enroll'
  | 'config.set'
  | 'rate.accept'
  | 'content.publish'
  | 'content.retire'
  | 'ticket.answer'
>;
