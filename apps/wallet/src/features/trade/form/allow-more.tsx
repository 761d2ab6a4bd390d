import type { Market } from '@marigold/contract/calls/market';
import { hoursIn, lossWindowMs } from '@marigold/contract/durations';
import { pairText } from '@marigold/contract/rules/pair';
import { useState } from 'react';

import { useApproval } from '../../../domain/verification/use-verification.ts';
import { problemOf } from '../../../lib/http/form-problem.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { coinText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenCodeSheet } from '../../../screen/screen-code-sheet.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Note } from '../../../ui/base/note.tsx';
import type { OrderInput } from './order-form.ts';

/** An order that would give away too much, and how much more one code would allow. */
export type TooMuch = {
  readonly order: OrderInput;
  /** In the quote asset of the market, as the server said it. */
  readonly more: string;
};

type AllowMoreProps = {
  readonly market: Market;
  /** Undefined: the last order was not refused for that. */
  readonly tooMuch: TooMuch | undefined;
  /** Why it was refused. */
  readonly text: string | undefined;
  /** The sum is allowed: the order that asked for it goes on by itself. */
  readonly onAllowed: (order: OrderInput) => Promise<void>;
};

/** The way on for an order that gives away too much against the index price: a code that names the sum. */
export function AllowMore({ market, tooMuch, text, onAllowed }: AllowMoreProps) {
  const t = useText();
  const intent = useIntent('trade/allow');
  const [problem, setProblem] = useState<string>();
  const approval = useApproval<TooMuch, 'trade/allow'>({
    request: ({ order, more }) => ({
      kind: 'trade/allow',
      subject: { symbol: order.symbol, amount: more },
    }),
    send: async ({ order, more }, verify) =>
      await intent.send(
        { symbol: order.symbol, amount: more, ...(verify === undefined ? {} : { verify }) },
        { showErrors: true, disableLoading: true, onFail: () => undefined },
      ),
    onResult(result, { order }) {
      if (result.ok) void onAllowed(order);
      else setProblem(problemOf(result, { fields: [] })?.text);
    },
  });
  // While the sheet slides away it still names what it was about.
  const [last, setLast] = useState(tooMuch);
  if (tooMuch !== undefined && tooMuch !== last) {
    setLast(tooMuch);
    setProblem(undefined);
  }
  const amount = last === undefined ? '' : coinText(last.more, market.quote);
  return (
    <>
      {tooMuch === undefined ? null : (
        <Note tone="bad">
          <p>{problem ?? text}</p>
          <Button
            size="small"
            className="mt-2"
            isBusy={intent.isSending}
            onPress={async () => await approval.submit(tooMuch)}
          >
            {t('trade.allow.action', { amount })}
          </Button>
        </Note>
      )}
      <ScreenCodeSheet
        title={t('trade.allow.title')}
        text={t('trade.allow.text', {
          pair: pairText(market.symbol),
          amount,
          hours: hoursIn(lossWindowMs),
        })}
        approval={approval}
      />
    </>
  );
}
