/** The one way an application changes: along the arrows of its table, with its steps, and its person is told. */
import type { CardApplicationState } from '@marigold/partners/card-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { type ApplicationRow, moveApplication } from './store.ts';

type States = readonly [CardApplicationState, ...CardApplicationState[]];

/** Of a row that the caller has locked. Answers it as it is now. */
export async function changeApplication(
  db: Database,
  application: ApplicationRow,
  { states, now }: { readonly states: States; readonly now: number },
): Promise<ApplicationRow> {
  await moveApplication(db, application, { states, now });
  await announceApplication(db, application);
  return { ...application, state: states.at(-1) ?? application.state, changedAt: now };
}

export async function announceApplication(
  db: Database,
  { id, userId }: Pick<ApplicationRow, 'id' | 'userId'>,
): Promise<void> {
  await announce(db, { userId, event: 'card', data: { applicationId: id } });
}
