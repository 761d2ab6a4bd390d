import { RechargeLink } from '../../../domain/chain/recharge-link.tsx';
import type { isEnough } from '../../../domain/purchase/price-choice.ts';
import type { PayFlow, PriceInCurrency } from '../../../domain/purchase/use-purchase.ts';
import { sumText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Card } from '../../../ui/base/card.tsx';
import { SectionHead } from '../../../ui/base/section-head.tsx';
import { RadioRows } from '../../../ui/field/choice-rows.tsx';
import { FieldHint } from '../../../ui/field/field.tsx';

type WithProps = {
  readonly prices: readonly PriceInCurrency[];
  readonly price: PriceInCurrency;
  readonly balances: Parameters<typeof isEnough>[1];
  readonly pay: PayFlow;
  readonly onPick: (currency: string) => void;
};

/** The currencies that a card can be paid in, each with its balance, and why it was not paid. */
export function PayWith({ prices, price, balances, pay, onPick }: WithProps) {
  const t = useText();
  return (
    <section>
      <SectionHead isQuiet title={t('card.pay.with')} />
      <Card>
        <RadioRows
          label={t('card.pay.with')}
          options={prices.map(({ currency, amount }) => ({
            value: currency,
            label: sumText(amount, currency),
            detail: balanceText(currency),
          }))}
          value={price.currency}
          onChange={onPick}
        />
        <PayProblem pay={pay} />
      </Card>
      <p className="mt-3 px-1 type-sm text-ink-2">{t('card.pay.refund')}</p>
    </section>
  );

  function balanceText(currency: string): string | undefined {
    if (balances === undefined) return undefined;
    const available = balances.find((one) => one.currency === currency)?.available ?? '0';
    // It wraps as a whole.
    return t('card.pay.balance', { amount: sumText(available) }).replaceAll(' ', '\u00A0');
  }
}

/** Why it was not paid, beneath what it is paid with; where money is missing, the way to bring some. */
function PayProblem({ pay: { no, isUnanswered } }: Pick<WithProps, 'pay'>) {
  const t = useText();
  if (no === undefined)
    return isUnanswered ? <FieldHint id="card-pay-problem" error={t('card.pay.unanswered')} /> : null;
  return (
    <>
      <FieldHint id="card-pay-problem" error={no.text} />
      {no.refusal === 'insufficient_balance' ? <RechargeLink currency={no.currency} /> : null}
    </>
  );
}
