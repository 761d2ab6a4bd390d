import { Refusal } from '@marigold/contract/endpoint';

import type { Handlers } from '../../platform/http/call.ts';
import type { ChainPorts } from '../chain/port.ts';
import { findPayee } from '../payee/find.ts';
import type { PaymentSubjects } from '../security/subject.ts';
import type { Spending } from '../spending/service.ts';
import { createTransferConfig } from './config.ts';
import { cancelTransfer, showTransfer } from './detail.ts';
import { createQuote } from './quote.ts';
import { createSend } from './send.ts';
import { internalSubject, quoteSubject } from './subject.ts';
import { createSubmit } from './submit.ts';

type TransferHandlers = Pick<
  Handlers,
  | 'payee/lookup'
  | 'transfer/config'
  | 'transfer/internal'
  | 'transfer/quote'
  | 'transfer/submit'
  | 'transfer/detail'
  | 'transfer/cancel'
>;

export type TransfersDependencies = { readonly spending: Spending; readonly chains: ChainPorts };

export function createTransfers({ spending, chains }: TransfersDependencies): TransferHandlers {
  return {
    // Answers only a masked nickname: enough to recognise a friend, too little to learn who somebody is.
    async 'payee/lookup'({ to }, { db, session }) {
      const payee = await findPayee(db, to);
      if (payee === undefined) return new Refusal('payee_not_found', {}, 'to');
      if (payee.userId === session.userId) return new Refusal('payee_is_self', {}, 'to');
      return { masked: payee.masked, kind: payee.kind };
    },

    'transfer/config': createTransferConfig({ chains, spending }),
    'transfer/internal': createSend(spending),
    'transfer/quote': createQuote({ chains }),
    'transfer/submit': createSubmit(spending, chains),
    'transfer/detail': showTransfer,
    'transfer/cancel': cancelTransfer,
  };
}

/** What exactly a code approves, and in what words. */
export const transferSubjects: PaymentSubjects = {
  'transfer/internal': internalSubject,
  'transfer/submit': quoteSubject,
};
