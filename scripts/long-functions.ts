/** Functions that are longer than budgets.json allows, with what is inside them. Rows only shrink and go; none is added. */
export const longFunctions: Readonly<Record<string, number>> = {
  'apps/wallet/src/features/transfer/pay/use-payment.ts:usePayment': 114,
  'apps/wallet/src/lib/live/live.ts:createLive': 152,
  'apps/wallet/src/lib/live/market-stream.ts:createMarketStream': 108,
};
