/** The filters of the list of records, as they stand in its address: what is no value filters nothing. Pure. */
import type { KycRecordFilter } from '../../domain/kyc/kyc-queries.ts';
import type { KycRecordsSearch } from '../../lib/route/searches.ts';

export const recordStatuses = ['notBound', 'normal', 'disabled'] as const;
export const recordUses = ['notUsed', 'unusable', 'card', 'system'] as const;

export function recordFilter({ status, use }: KycRecordsSearch): KycRecordFilter {
  const knownStatus = recordStatuses.find((one) => one === status);
  const knownUse = recordUses.find((one) => one === use);
  return {
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(knownUse === undefined ? {} : { use: knownUse }),
  };
}
