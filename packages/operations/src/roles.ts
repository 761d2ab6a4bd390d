/** What operators act as. A second person agrees out of another group than the one who asks. */

export type Group = 'front' | 'check' | 'money' | 'market' | 'watch' | 'rule';

/** Each role with its group. */
export const roles = {
  support: 'front',
  content: 'front',
  verification: 'check',
  risk: 'check',
  treasury: 'money',
  cards: 'money',
  market: 'market',
  auditor: 'watch',
  admin: 'rule',
} as const satisfies Readonly<Record<string, Group>>;

export type Role = keyof typeof roles;
