/** What operations are done to, and what names one: the first arguments of a command, the place of a button. */
import type { Fields } from './fields.ts';
import { field } from './fields.ts';

const [chain, asset, account] = [field('chain'), field('asset'), field('account')];

export const objects = {
  /** The whole: nothing has to be named. */
  house: {},
  operator: { name: field('operator') },
  config: { key: field('config') },
  rate: { asset },
  content: { id: field('content') },
  ticket: { number: field('ticket') },
  payout: { transfer: field('payout') },
  lane: { chain, account },
  deposit: { deposit: field('deposit') },
  surplus: { surplus: field('surplus') },
  chain: { chain },
  chainAsset: { chain, asset },
  case: { case: field('case') },
  riskAccount: { chain, account },
  market: { symbol: field('market') },
  fee: { group: field('newGroup'), symbol: { kind: 'market', as: 'symbol or all' } },
  person: { user: field('person') },
  kycRecord: { record: field('identity') },
  cardApplication: { application: field('application') },
  cardProduct: { product: field('product') },
} as const satisfies Readonly<Record<string, Fields>>;

export type ObjectName = keyof typeof objects;
