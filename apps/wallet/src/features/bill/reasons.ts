/** Why a movement on a chain waits or failed: the words of the server that have a text. Pure. */
export const billReasons = [
  'hot_wallet_low',
  'gas_low',
  'gas_too_dear',
  'recipient_refuses',
  'refused_by_review',
  'refused_by_risk',
  'review_amount',
  'risk_amount',
  'risk_list',
  'risk_velocity',
  'cancelled_by_you',
  'cancelled_by_us',
  'transaction_failed',
  'transaction_burnt',
  'transfer_missing',
  'judged_unpaid',
  'deposit_held',
  'deposit_orphaned',
] as const;

/** A word without a text says nothing. */
export function reasonOf(word: string | null): (typeof billReasons)[number] | undefined {
  return billReasons.find((one) => one === word);
}
