import '../../../ui-market/step-field.css';
import './order-fields.css';
import type { Market } from '@marigold/contract/calls/market';
import { Fragment } from 'react';

import { RechargeLink } from '../../../domain/chain/recharge-link.tsx';
import { countText, numberText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { StepField } from '../../../ui-market/step-field.tsx';
import type { OrderField } from './order-form.ts';
import { problemText } from './problem-text.ts';
import type { OrderEntry } from './use-order-entry.ts';
import type { Submit } from './use-submit.ts';

export type FieldsProps = {
  readonly market: Market;
  readonly entry: OrderEntry;
  readonly submit: Submit;
};

/** The id of a field's input: the first wrong one gets the focus. */
export function fieldId(field: OrderField): string {
  return `trade-${field}`;
}

/** Price and amount with their steps; a market order has no price. */
export function PriceAndAmount(props: FieldsProps) {
  const t = useText();
  const { form } = props.entry;
  const isByTotal = form.type === 'market' && form.by === 'total';
  return (
    <Fragment>
      {form.type === 'limit' ? (
        <Field {...props} field="price" hasSteps />
      ) : (
        <p className="step-field" data-off>
          {t('trade.atMarket')}
        </p>
      )}
      {isByTotal ? (
        <Field {...props} field="total" hasSteps={false} />
      ) : (
        <Field {...props} field="amount" hasSteps />
      )}
    </Fragment>
  );
}

/** What price and amount come to; of a market order the switch between the two ways to say how much. */
export function OrderTotal(props: FieldsProps) {
  const t = useText();
  const { market, entry } = props;
  const { form } = entry;
  if (form.type === 'limit') return <Field {...props} field="total" hasSteps={false} />;
  const other = form.by === 'total' ? 'amount' : 'total';
  return (
    <button type="button" className="order-fields-switch" onClick={() => entry.chooseBy(other)}>
      {t(other === 'amount' ? 'trade.by.amount' : 'trade.by.total', {
        currency: other === 'amount' ? market.base : market.quote,
      })}
    </button>
  );
}

function Field({
  market,
  entry,
  submit,
  field,
  hasSteps,
}: FieldsProps & { readonly field: OrderField; readonly hasSteps: boolean }) {
  const t = useText();
  const { form, read } = entry;
  const currency = field === 'amount' ? market.base : market.quote;
  const name = t(`trade.${field}.name`, { currency });
  const decimal = read[field];
  const given = form.side === 'buy' ? market.quote : market.base;
  const message = messageOf(field);
  return (
    <>
      <StepField
        id={fieldId(field)}
        label={t(`trade.${field}`, { currency })}
        name={name}
        value={form[field]}
        displayed={decimal === undefined ? form[field] : displayText(decimal, form[field])}
        placeholder={field === 'total' ? t('trade.total.from', { min: numberText(market.totalMin) }) : '0'}
        error={message?.text}
        onChange={(text) => {
          submit.forget();
          entry.type(field, text);
        }}
        onBlur={() => entry.leave(field)}
        steps={
          hasSteps && field !== 'total'
            ? {
                less: t('trade.less.step', { field: name }),
                more: t('trade.more.step', { field: name }),
                onStep: (direction) => {
                  submit.forget();
                  entry.step(field, direction);
                },
              }
            : undefined
        }
      />
      {message?.isShort === true ? <RechargeLink currency={given} /> : null}
    </>
  );

  function messageOf(one: OrderField): { readonly text: string; readonly isShort: boolean } | undefined {
    const problem = entry.problems[one];
    if (problem !== undefined)
      return { text: problemText(t, one, problem, market, given), isShort: problem.kind === 'balance' };
    return submit.no !== undefined && fieldOf(submit.no.field, form.by) === one ? submit.no : undefined;
  }
}

/** Amount and total say the same: what is said of one stands where it was typed. */
export function fieldOf(field: OrderField | undefined, by: 'amount' | 'total'): OrderField | undefined {
  return field === undefined || field === 'price' ? field : by;
}

/** A number that is not being typed, with its groups; as it was typed where it says no more than that. */
function displayText(decimal: string, typed: string): string {
  return typed.trim() === '' ? typed : numberText(decimal);
}

/** What readers hear of a part of the available balance. */
export function useShareText(): (percent: number) => string {
  const t = useText();
  return (percent) => t('trade.share.percent', { percent: countText(percent) });
}
