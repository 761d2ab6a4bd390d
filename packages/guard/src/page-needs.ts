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
  /** `page`: the page is shut without them. `deed`: it may be read and filled in; what it sends is not sent. */
  readonly at: 'page' | 'deed';
  /** What has to be set, in the order in which it is asked for, and what of the page is refused without it. */
  readonly calls: { readonly [One in Need]?: readonly string[] };
};

export const pageNeeds = {
  '/pages/exchange/transfer': {
    at: 'deed',
    calls: { paymentPassword: ['transfer/internal', 'transfer/submit'] },
  },
  '/pages/transaction/transaction': { at: 'deed', calls: { paymentPassword: ['trade/confirm'] } },
  '/pages/user/resetpaypass': { at: 'deed', calls: { paymentPassword: ['user/paypwd/reset'] } },
  '/pages/googleauth/checkcode': {
    at: 'page',
    calls: { twoStep: ['user/google/unbind', 'user/google/codes'] },
  },
  '/pages/kyc/kycorder': {
    at: 'page',
    calls: { paymentPassword: ['kyc/order/pay'], twoStep: ['kyc/order/create', 'kyc/order/pay'] },
  },
  '/pages/kyc/auth': {
    at: 'page',
    calls: { paymentPassword: ['kyc/bind', 'kyc/unbind', 'kyc/bind/answer'] },
  },
  '/pages/card/cardmethod': {
    at: 'deed',
    calls: { paymentPassword: ['card/order/pay'], twoStep: ['card/order/pay'] },
  },
  '/pages/card/actived': { at: 'page', calls: { twoStep: ['card/activate'] } },
  '/pages/card/unlock': { at: 'page', calls: { twoStep: ['card/unlock'] } },
} as const satisfies Readonly<Record<string, PageNeed>>;
export type NeedyPage = keyof typeof pageNeeds;

/** What a person has set. */
export type Settled = { readonly hasPayPassword: boolean; readonly hasGoogle: boolean };

const isSet: Readonly<Record<Need, (person: Settled) => boolean>> = {
  paymentPassword: ({ hasPayPassword }) => hasPayPassword,
  twoStep: ({ hasGoogle }) => hasGoogle,
};

const inOrder = ['paymentPassword', 'twoStep'] as const satisfies readonly Need[];

/** What the page needs of somebody. */
export function needsOf({ calls }: PageNeed): readonly Need[] {
  return inOrder.filter((need) => calls[need] !== undefined);
}

/** What the page lacks for this person, what comes first; undefined where nothing is missing. */
export function missingFor(page: NeedyPage, person: Settled): Need | undefined {
  return needsOf(pageNeeds[page]).find((need) => !isSet[need](person));
}
