/**
 * Every endpoint's valid base request, who may call it and which object it is about. The authorisation matrix and the
 * fuzzer both read this one table; a path of the contract without a row does not compile.
 */
import type { Path } from '@marigold/contract/contract';

import { accountRequests } from './requests/account.ts';
import { appRequests } from './requests/app.ts';
import type { BaseRequest } from './requests/base-request.ts';
import { cardRequests } from './requests/card.ts';
import { kycRequests } from './requests/kyc.ts';
import { marketRequests } from './requests/market.ts';
import { moneyRequests } from './requests/money.ts';
import { tradeRequests } from './requests/trade.ts';
import { transferRequests } from './requests/transfer.ts';

export const baseRequests: { readonly [P in Path]: BaseRequest<P> } = {
  ...appRequests,
  ...accountRequests,
  ...cardRequests,
  ...kycRequests,
  ...marketRequests,
  ...moneyRequests,
  ...tradeRequests,
  ...transferRequests,
};
