import type { ReactNode } from 'react';

import { coinText, showCoin } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { SkeletonBar } from '../../../ui/base/skeleton.tsx';
import { KeyValues } from '../../../ui/list/key-values.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import { figuresOf } from '../form/order.ts';
import type { TransferFormState } from '../form/use-transfer-form.ts';

/** What the transfer comes to: three rows beneath the form on phones, a card of its own beside it on desktops. */
export function TransferSummary({
  form,
  action,
}: {
  readonly form: TransferFormState;
  readonly action: ReactNode;
}) {
  const t = useText();
  const { fee, sent, received } = useFigures(form);
  const isOnChain = form.form.mode === 'onChain';
  const found = isOnChain
    ? (form.facts?.payee?.name ?? form.facts?.internal ?? undefined)
    : form.payee.answer?.kind === 'found'
      ? form.payee.answer.found.masked
      : undefined;
  const isAtOnce = !isOnChain || (form.facts?.internal ?? null) !== null;
  const feeName = t(isAtOnce ? 'transfer.fee' : 'transfer.networkFee');
  const { minutes } = form;
  const arrives = isAtOnce
    ? t('transfer.arrivesNow')
    : minutes === undefined
      ? ''
      : t('transfer.minutes', { minutes });
  return (
    <>
      <div className="mt-3 px-0.5 wide:hidden">
        <KeyValues
          isTight
          rows={[
            { key: feeName, value: fee },
            { key: t('transfer.arrives'), value: arrives },
            { key: t('transfer.recipientGets'), value: received('row'), isStrong: true },
          ]}
        />
      </div>
      <section className="hidden rounded-lg bg-surface p-5.5 wide:block">
        <h2 className="type-sm wrap-anywhere text-ink-2">
          {found === undefined ? t('transfer.recipientGets') : t('transfer.payeeGets', { payee: found })}
        </h2>
        {received('title')}
        <div className="mt-3 mb-4 border-t border-line pt-1.5">
          <KeyValues
            rows={[
              { key: t('transfer.youSend'), value: sent },
              { key: feeName, value: fee },
              { key: t('transfer.arrives'), value: arrives },
            ]}
          />
        </div>
        {action}
      </section>
    </>
  );
}

/** The figures of the form, as they are shown. */
function useFigures({ terms, amount, isFeeQuoted }: TransferFormState) {
  const t = useText();
  if (terms === undefined) {
    const bar = <SkeletonBar width={96} />;
    return { fee: bar, sent: bar, received: () => bar };
  }
  const { currency, decimals } = terms;
  const { fee, sent, received } = figuresOf(terms, amount);
  const parts = (decimal: string) => showCoin(decimal, currency, { decimalsMin: decimals });
  return {
    // A fee that follows the network is fixed by the quote only.
    fee:
      isFeeQuoted && /[1-9]/.test(fee) ? (
        t('transfer.about', { amount: coinText(fee, currency, { decimalsMin: decimals }) })
      ) : (
        <MoneyText parts={parts(fee)} />
      ),
    sent: <MoneyText parts={parts(sent)} />,
    received: (size: 'row' | 'title') => <MoneyText size={size} parts={parts(received)} />,
  };
}
