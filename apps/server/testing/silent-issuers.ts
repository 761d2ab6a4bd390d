/** A company that issues cards and answers nobody: products are sold, and nothing of it happens by itself. */
import type { CardCompanies } from '../src/modules/card/port.ts';

const unknown = { is: 'unknown' } as const;

export const silentIssuers: CardCompanies = new Map([
  [
    'democards',
    {
      id: 'democards',
      name: 'Demo Cards',
      contentId: 'card-demo-company',
      promise: { requestValidForMs: null, readLagMs: null },
      port: {
        holder: async () => await Promise.resolve(unknown),
        findHolder: async () => await Promise.resolve(unknown),
        open: async () => await Promise.resolve(unknown),
        findOpening: async () => await Promise.resolve(unknown),
        find: async () => await Promise.resolve(unknown),
        activate: async () => await Promise.resolve(unknown),
        setState: async () => await Promise.resolve(unknown),
        readEvent: () => undefined,
      },
      isDemo: true,
    },
  ],
]);
