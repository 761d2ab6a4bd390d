import type { VerifyMethod } from '@marigold/guard/factors';

import {
  isVoid,
  verificationMethods,
  useVerification,
  type Verification,
  startsByItself,
} from '../../../domain/verification/use-verification.ts';
import { useSteps } from '../../../lib/intents/use-steps.ts';
import type { TransferOrder } from '../form/order.ts';
import { approvalKey, approvalOf, codeOf } from './approval.ts';
import { type FormNo, formNoOf } from './form-no.ts';
import {
  type RequestedPayment,
  type PaySheetState,
  refusalEvent,
  type SheetEffect,
  type SheetEvent,
  type SheetState,
  sheetSteps,
} from './payment-steps.ts';
import type { PaymentNo } from './payment.ts';

const closed: SheetState = { step: 'closed' };

export type PaySheetSteps = {
  readonly sheet: PaySheetState | undefined;
  readonly verification: Verification;
  /** Takes a step of the sheet; `no` is what the form says where it leads back there. */
  readonly take: (event: SheetEvent, requested?: Partial<RequestedPayment>, no?: FormNo) => void;
  /** Asks for the approval of an order from its beginning. */
  readonly open: (order: TransferOrder) => void;
  /** The step that an answer to a payment leads to; undefined where the page says the rest. */
  readonly answer: (refused: PaymentNo | undefined, payPassword: string) => void;
  readonly startCode: (order: TransferOrder, method: VerifyMethod) => Promise<void>;
};

/** The sheet of a payment as its table has it, and what is to be done on the way. */
export function usePaySheet(sayAtForm: (no: FormNo | undefined) => void): PaySheetSteps {
  const verification = useVerification();
  const steps = useSteps<SheetState, SheetEvent, SheetEffect>(sheetSteps, closed);
  const sheet = steps.state.step === 'closed' ? undefined : steps.state;

  function take(event: SheetEvent, requested: Partial<RequestedPayment> = {}, no?: FormNo): void {
    const effects: Readonly<Record<SheetEffect, () => void>> = {
      offerCode: () => offerCode(requested),
      dropCode: verification.drop,
      sayAtForm: () => sayAtForm(no),
    };
    for (const effect of steps.take(event, requested)) effects[effect]();
  }

  function offerCode({ order, methods = [] }: Partial<RequestedPayment>): void {
    const first = startsByItself(methods);
    if (order === undefined || first === undefined) return;
    if (codeOf(verification, order) === undefined) void startCode(order, first);
  }

  async function startCode(order: TransferOrder, method: VerifyMethod): Promise<void> {
    const problem = await verification.start(approvalOf(order), method, approvalKey(order));
    take('codeRequested', { problem });
  }

  return {
    sheet,
    verification,
    take,
    open: (order) => take('ordered', { order, methods: [], problem: undefined, payPassword: '' }),
    answer(refused, payPassword) {
      if (refused === undefined) return take('sent');
      const event = refused.kind === 'status' ? 'refused' : refusalEvent(refused.refusal, isVoid(refused));
      const requested = verificationMethods(refused);
      take(
        event,
        {
          order: refused.order,
          methods: requested.length > 0 ? requested : (sheet?.methods ?? []),
          problem: event === 'codeNeeded' ? undefined : refused.msg,
          payPassword: event.startsWith('code') ? payPassword : '',
        },
        formNoOf(refused),
      );
    },
    startCode,
  };
}
