/** The house among those who check identities. */
import { type DirectCompany, ownAgreement, ownVerifier } from '../port.ts';
import { createHouseProvider, type HouseParts } from './provider.ts';

export function houseCompany(parts: HouseParts): DirectCompany {
  return {
    id: ownVerifier,
    name: 'Marigold',
    contentId: ownAgreement,
    way: 'own',
    port: createHouseProvider(parts),
    // What is read is what stands there. A process that was stopped for an hour may still go on with its call, so a request
    // has no time after which it is void: it is asked again until it is answered.
    promise: { requestValidForMs: null, readLagMs: 0 },
  };
}
