/** What a company is asked when a record was erased here: to forget its person too. */
import * as z from 'zod';

import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { CallKind } from '../../partner/work.ts';
import type { IdentityCompany } from '../port.ts';
import { isRefOfAnother, markForgotten } from './store.ts';

export const eraseKind = 'identity.erase';

/** How the company calls the applicant; null: it was left before it answered, and is asked for it. */
const Request = z.object({ ref: z.string().nullable() });

/** Sent twice it is the same as once. A company that refuses is asked again by the job of the next night. */
export function createEraseKind(
  { db, clock, log }: { readonly db: Database; readonly clock: Clock; readonly log: Log },
  { port }: IdentityCompany,
): CallKind<null> {
  return {
    nature: 'set',

    async send({ objectId: id, provider, request }) {
      const { ref } = Request.parse(request);
      if (ref !== null) return await port.erase(ref);
      const found = await port.find({ applicant: id });
      // Nothing is there to be erased.
      if (found.is === 'absent') return { is: 'done', value: null };
      if (found.is !== 'done') return found;
      const { ref: itsRef } = found.value;
      // An answer about somebody else would erase them.
      if (await isRefOfAnother(db, { id, provider, ref: itsRef })) return { is: 'unknown' };
      return await port.erase(itsRef);
    },

    async apply(transaction, { objectId, provider }, end) {
      if (end.is !== 'done') {
        const reason = end.is === 'refused' ? end.reason.slice(0, 200) : 'void';
        log.error({ provider, record: objectId, reason }, 'a company does not erase an identity');
        return { refused: reason };
      }
      await markForgotten(transaction, { recordId: objectId, provider, now: clock() });
      return { erased: true };
    },
  };
}
