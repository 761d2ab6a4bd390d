/** A "no" that the form has to be looked at for. */
import type { Failure, Result } from '../../../lib/http/api.ts';
import { sayNow } from '../../../lib/text/i18n.ts';
import type { TransferField } from '../form/order.ts';

/** Without a field it concerns the whole of the form. */
export type FormNo = {
  readonly refusal: string;
  readonly field: TransferField | undefined;
  readonly text: string;
};

export type QuoteNo = Exclude<Result<'transfer/quote'>, { readonly ok: true }>;

const formFields: Readonly<Record<string, TransferField>> = {
  to: 'to',
  address: 'address',
  amount: 'amount',
  amountConfirm: 'again',
  note: 'note',
};

export function quoteNo(refused: QuoteNo): FormNo {
  if (refused.kind !== 'network') return formNoOf(refused);
  return { refusal: '', field: undefined, text: sayNow('shell.requestNetworkError') };
}

export function formNoOf(refused: Exclude<Failure, { readonly kind: 'network' }>): FormNo {
  const refusal = refused.kind === 'refusal' ? refused.refusal : (refused.reason ?? '');
  return { refusal, field: formFields[refused.field ?? ''], text: refused.msg };
}
