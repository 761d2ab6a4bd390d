/** The one transfer on its way in this browser: payment.ts with its storage, calls and session. */
import { intents } from '../../lib/intent.ts';
import { invalidateMoney } from '../../lib/queries.ts';
import { session } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';
import { drafts } from './draft.ts';
import { createPayments } from './payment.ts';

export const payments = createPayments({
  send: (input) =>
    intents.send('transfer/internal', input, { disableLoading: true, onFail: () => undefined }),
  hasUnanswered: () => intents.hasUnanswered('transfer/internal'),
  storage,
  uid: () => session.state.get().user?.uid,
  clock: () => Date.now(),
  onDone() {
    drafts.clear();
    void invalidateMoney();
  },
});

session.onEnd(() => payments.leave());
