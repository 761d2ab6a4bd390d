import { useState } from 'react';

import { invalidateKyc, type KycBindings } from '../../domain/kyc/kyc-queries.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type SheetNo, sheetNoOf } from './password-sheet.tsx';

export type ReceivedWish = KycBindings['received'][number];

/** What is being answered; `accept` is the answer that the payment password approves. */
export type Answering = { readonly wish: ReceivedWish; readonly accept: boolean };

/** The answer of an owner on its way; what came of it is said in a toast, for its row says it afterwards. */
export function useAnswer() {
  const t = useText();
  const { send } = useIntent('kyc/bind/answer');
  const [answering, setAnswering] = useState<Answering>();
  async function answer(payPassword: string): Promise<SheetNo | undefined> {
    if (answering === undefined) return undefined;
    const { wish, accept } = answering;
    const input = { bindingId: wish.bindingId, accept, payPassword };
    const result = await send(input, { disableLoading: true, onFail: () => undefined });
    await invalidateKyc();
    if (wasApplied(result)) {
      showToast({ text: t(accept ? 'kycauth.allowed' : 'kycauth.refused') });
      return undefined;
    }
    const no = sheetNoOf(t, result);
    if (no === undefined && result.kind !== 'network') showToast({ text: result.msg });
    return no;
  }
  return { answering, ask: setAnswering, close: () => setAnswering(undefined), answer };
}
