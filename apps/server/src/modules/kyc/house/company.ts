/** The house among those who check identities. */
import type { DirectCompany } from '../port.ts';
import { createHouseProvider, type HouseParts } from './provider.ts';

/** As records and wishes name it. */
export const houseId = 'house';

export function houseCompany(parts: HouseParts): DirectCompany {
  return {
    id: houseId,
    name: 'Marigold',
    contentId: 'kyc-house',
    way: 'own',
    port: createHouseProvider(parts),
    // What is read is what stands there. A process that was stopped for an hour may still go on with its call, so a request
    // has no time after which it is void: it is asked again until it is answered.
    promise: { requestValidForMs: null, readLagMs: 0 },
  };
}
