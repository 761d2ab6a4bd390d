/** Which applications for cards wait for a person of the house. Where a card goes is opened one by one, and leaves a trace. */
import { cardUnknownAfterMs } from '@marigold/partners/card-states';

import type { Database } from '../../../platform/database/database.ts';
import { listWaitingApplications } from '../../card/views.ts';
import type { CommandOutcome } from '../outcome.ts';
import { timeOf } from '../report.ts';

const listedMax = 50;

export async function showCardsWaiting(db: Database, now: number): Promise<CommandOutcome> {
  const silentUntil = now - cardUnknownAfterMs;
  const waiting = await listWaitingApplications(db, { silentUntil, most: listedMax });
  const lines = waiting.map(({ id, product, state, parcel, mailBy, silentSince }) =>
    [
      `${id}: ${product}, ${state}`,
      ...(parcel === null ? [] : [`parcel ${parcel}`]),
      ...(parcel === 'preparing' ? [`to be sent by ${timeOf(mailBy)}`] : []),
      ...(silentSince === null ? [] : [`its company is silent since ${timeOf(silentSince)}`]),
    ].join(', '),
  );
  return {
    isDone: true,
    lines: lines.length === 0 ? ['No application for a card waits for a person.'] : lines,
  };
}
