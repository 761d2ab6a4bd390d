import { session } from '../../../lib/device/session.ts';
import { storage } from '../../../lib/device/storage.ts';
/** The one transfer on its way in this browser: payment.ts with its storage, calls and session. */
import { intents } from '../../../lib/intents/intent.ts';
import { invalidateMoney } from '../../../lib/query/queries.ts';
import { drafts } from '../form/draft.ts';
import { createPayments } from './payment.ts';
import { hasUnanswered, sendOrder } from './send-order.ts';

export const payments = createPayments({
  send: async (order, proofs) => await sendOrder(intents, order, proofs),
  hasUnanswered: (mode) => hasUnanswered(intents, mode),
  storage,
  uid: () => session.state.get().user?.uid,
  clock: () => Date.now(),
  onDone() {
    drafts.clear();
    void invalidateMoney();
  },
});

session.onEnd(() => payments.leave());
