/**
 * The layer table: who may import whom. The whole law of the house in one screen; scripts/boundaries.ts checks it.
 * A folder may always import itself. Tests, e2e, bench and scripts stand outside and may import anything.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/money': [],
  'packages/texts': [],
  'packages/contract': ['packages/money'],
  'packages/ledger': ['packages/money'],

  'apps/server/src/platform': ['packages/money', 'packages/contract', 'packages/texts'],
  'apps/server/src/adapters': [
    'apps/server/src/modules/identity',
    'apps/server/src/modules/rate',
    'apps/server/src/platform',
    'packages/contract',
  ],
  'apps/server/src/modules/config': ['apps/server/src/platform', 'packages/contract'],
  'apps/server/src/modules/rate': ['apps/server/src/platform', 'packages/contract', 'packages/money'],
  'apps/server/src/modules/identity': [
    'apps/server/src/platform',
    'packages/contract',
    'packages/money',
    'packages/texts',
  ],
  'apps/server/src/modules/security': [
    'apps/server/src/modules/identity',
    'apps/server/src/modules/rate',
    'apps/server/src/platform',
    'packages/contract',
    'packages/money',
    'packages/texts',
  ],
  'apps/server/src/modules/audit': ['apps/server/src/platform', 'packages/contract', 'packages/ledger'],
  'apps/server/src/operator': [
    'apps/server/src/modules/audit',
    'apps/server/src/platform',
    'packages/ledger',
  ],
  'apps/server/src/modules/wallet': [
    'apps/server/src/modules/rate',
    'apps/server/src/platform',
    'packages/contract',
    'packages/ledger',
    'packages/money',
  ],
  'apps/server/src/modules/bill': [
    'apps/server/src/modules/rate',
    'apps/server/src/modules/wallet',
    'apps/server/src/platform',
    'packages/contract',
    'packages/ledger',
    'packages/money',
  ],
  'apps/server/src/modules/transfer': [
    'apps/server/src/modules/bill',
    'apps/server/src/modules/identity',
    'apps/server/src/modules/rate',
    'apps/server/src/modules/security',
    'apps/server/src/modules/wallet',
    'apps/server/src/platform',
    'packages/contract',
    'packages/ledger',
    'packages/money',
  ],
  'apps/server/src/modules/demo': [
    'apps/server/src/adapters',
    'apps/server/src/modules/bill',
    'apps/server/src/modules/identity',
    'apps/server/src/modules/rate',
    'apps/server/src/modules/security',
    'apps/server/src/modules/wallet',
    'apps/server/src/platform',
    'packages/contract',
    'packages/ledger',
    'packages/money',
    'packages/texts',
  ],

  'apps/wallet/src/ui': [],
  'apps/wallet/src/lib': ['packages/contract', 'packages/money', 'packages/texts'],
  'apps/wallet/src/features': [
    'apps/wallet/src/ui',
    'apps/wallet/src/lib',
    'packages/contract',
    'packages/money',
  ],
  'apps/wallet/src/app': [
    'apps/wallet/src/features',
    'apps/wallet/src/ui',
    'apps/wallet/src/lib',
    'packages/contract',
    'packages/money',
  ],
};

/** Layers whose folders are slices side by side: none imports another. */
export const slicedLayers: readonly string[] = ['apps/wallet/src/features'];
