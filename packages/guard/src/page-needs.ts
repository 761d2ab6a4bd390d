/**
 * "Bind first" (security.md 1): what somebody must have set before a page, or the last step of it, is of use to them, and
 * the calls of that page that refuse it. The wallet draws its gate by this table, the server refuses by it.
 */

/** What is set once, and the refusal of whoever has not. */
export const needs = {
  paymentPassword: { refusal: 'payment_password_missing' },
  twoStep: { refusal: 'two_step_missing' },
} as const;
export type Need = keyof typeof needs;

export type PageNeed = {
  readonly need: Need;
  /** `page`: the page is shut without it. `deed`: it may be read and filled in; what it sends is not sent. */
  readonly at: 'page' | 'deed';
  /** What of the page is refused. */
  readonly calls: readonly string[];
};

export const pageNeeds = {
  '/pages/exchange/transfer': {
    need: 'paymentPassword',
    at: 'deed',
    calls: ['transfer/internal', 'transfer/submit'],
  },
  '/pages/transaction/transaction': { need: 'paymentPassword', at: 'deed', calls: ['trade/confirm'] },
  '/pages/user/resetpaypass': { need: 'paymentPassword', at: 'deed', calls: ['user/paypwd/reset'] },
  '/pages/googleauth/checkcode': {
    need: 'twoStep',
    at: 'page',
    calls: ['user/google/unbind', 'user/google/codes'],
  },
} as const satisfies Readonly<Record<string, PageNeed>>;
export type NeedyPage = keyof typeof pageNeeds;

/** What a person has set. */
export type Settled = { readonly hasPayPassword: boolean; readonly hasGoogle: boolean };

const isSet: Readonly<Record<Need, (person: Settled) => boolean>> = {
  paymentPassword: ({ hasPayPassword }) => hasPayPassword,
  twoStep: ({ hasGoogle }) => hasGoogle,
};

/** What the page lacks for this person; undefined where nothing is missing. */
export function missingFor(page: NeedyPage, person: Settled): Need | undefined {
  const { need } = pageNeeds[page];
  return isSet[need](person) ? undefined : need;
}
