/** What is printed about the account of one person. */
import type { Operations } from '@marigold/operations/operations';

import type { ReportsOf } from '../report.ts';

const nobody = ({ user }: { readonly user: string }) => `There is nobody called ${user}.`;

export const personReports = {
  'person.freeze': {
    done: ({ ended }: { readonly ended: number }, { user, area, hours }) => {
      const end = hours === 'lifted' ? 'until two persons lift it' : `for ${hours} hours`;
      return `${area} of ${user} is frozen ${end}${area === 'login' ? `; ${ended} sessions were ended` : ''}.`;
    },
    no: { nobody },
  },
  'person.unfreeze': {
    done: ({ count }: { readonly count: number }, { user, area }) =>
      `${area} of ${user} is free; ${count} freezes were lifted.`,
    no: { nobody, not_frozen: ({ user, area }) => `${area} of ${user} is not frozen.` },
  },
} as const satisfies ReportsOf<Operations, 'person.freeze' | 'person.unfreeze'>;
