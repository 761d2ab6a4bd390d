/** What other rooms read of cards. */
import type { CardApplicationState, CardDeliveryState } from '@marigold/partners/card-states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

export type WaitingApplication = {
  readonly id: string;
  readonly product: string;
  readonly state: CardApplicationState;
  /** Where its parcel is; null: it is no card of plastic, or not made yet. */
  readonly parcel: CardDeliveryState | null;
  readonly mailBy: number | null;
  /** Since when its company does not answer. */
  readonly silentSince: number | null;
  readonly since: number;
};

/** Applications that wait for a person of the house: cards to send, parcels that came back or went lost, silence of a day. */
export async function listWaitingApplications(
  db: Database,
  { silentUntil, most }: { readonly silentUntil: number; readonly most: number },
): Promise<readonly WaitingApplication[]> {
  const found = await sql<WaitingApplication>`
    select a.id, p.name as product, a.state, d.state as parcel, d.mail_by as "mailBy", a.silent_since as "silentSince",
      a.changed_at as since
    from app.card_application a
    join app.card_product p on p.id = a.product_id
    left join app.card_delivery d on d.application_id = a.id
    where a.state not in ('active', 'closed')
      and (d.state in ('preparing', 'returned', 'lost') or a.silent_since <= ${new Date(silentUntil)})
    order by d.mail_by nulls last, a.id limit ${most}`.execute(db);
  return found.rows;
}
