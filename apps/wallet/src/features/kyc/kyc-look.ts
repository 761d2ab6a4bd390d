/** What the home of identity shows on each step: one table, so that no step is without words or has two main actions. */
import type { KycStatusNow, KycStep } from '../../domain/kyc/kyc-queries.ts';
import { paths } from '../../lib/route/paths.ts';
import { petalCount, petalsOf } from '../../ui/base/bloom-geometry.ts';

/** Levels of a verified identity (domain.md B.2), and the days of the longer of their two limits. */
export const levelsMax = 3;
export const levelWindowDays = 30;

/** Where the one action of a step leads. */
type KycWay = 'twoStep' | 'order' | 'check' | 'review' | 'mine' | 'support';

/** `steps`: petals are accepted items of the record. `levels`: petals are levels. */
type KycLook = {
  readonly way: KycWay;
  readonly petals: 'items' | 'levels';
  /** What stands beneath the card. */
  readonly shows: readonly ('levels' | 'terms' | 'time' | 'items')[];
  /** A company that does not answer matters here. */
  readonly isCompanyNeeded?: true;
};

export const kycLooks: Readonly<Record<KycStep, KycLook>> = {
  bind: { way: 'twoStep', petals: 'levels', shows: ['levels', 'terms'] },
  order: { way: 'order', petals: 'levels', shows: ['levels', 'terms'] },
  pay: { way: 'order', petals: 'levels', shows: ['time', 'levels'] },
  start: { way: 'check', petals: 'items', shows: ['terms'], isCompanyNeeded: true },
  continue: { way: 'check', petals: 'items', shows: ['terms'], isCompanyNeeded: true },
  wait: { way: 'review', petals: 'items', shows: ['levels'], isCompanyNeeded: true },
  again: { way: 'mine', petals: 'items', shows: ['items'], isCompanyNeeded: true },
  person: { way: 'review', petals: 'items', shows: ['levels'], isCompanyNeeded: true },
  done: { way: 'mine', petals: 'levels', shows: ['levels'] },
  final: { way: 'support', petals: 'levels', shows: ['levels'] },
  disabled: { way: 'support', petals: 'levels', shows: ['levels'] },
};

/** The address that the one action leads to; without a record it is the order, which says what is wrong. */
export function kycWayOf(status: Pick<KycStatusNow, 'nextStep' | 'order' | 'record' | 'way'>): string {
  const { order, record, way: checkedBy } = status;
  const orderPage = paths.kycOrder(order === null ? {} : { id: order.orderId });
  const recordPages = {
    check: (authNo: string) =>
      checkedBy === 'own' ? paths.kycPerson({ record: authNo }) : paths.kycThird({ record: authNo }),
    review: (authNo: string) => paths.kycReview({ record: authNo }),
  };
  const { way } = kycLooks[status.nextStep];
  switch (way) {
    case 'twoStep':
      return paths.googleAuth({ back: paths.kyc() });
    case 'order':
      return orderPage;
    case 'mine':
      return paths.myKyc();
    case 'support':
      return paths.contact();
    default:
      return record === null ? orderPage : recordPages[way](record.authNo);
  }
}

/** Lit petals: each stands for counted items of the record, or for levels. */
export function litOf({ nextStep, level, items, accepted }: KycStatusNow): number {
  if (kycLooks[nextStep].petals === 'items') return petalsOf(accepted, items);
  return Math.min(petalCount, petalsOf(level, levelsMax));
}

/** The level that a further check can give; undefined where there is none above. */
export function nextLevel({ nextStep, level }: Pick<KycStatusNow, 'nextStep' | 'level'>): number | undefined {
  return nextStep === 'done' && level < levelsMax ? level + 1 : undefined;
}
