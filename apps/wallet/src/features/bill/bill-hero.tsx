import '../../ui/base/glyph.css';
import type { BillDetail } from '@marigold/contract/calls/bill';
import { minuteMs } from '@marigold/money/spans';

import { useChain } from '../../domain/chain/deposit-queries.ts';
import { showCoin } from '../../lib/text/format.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { amountLook, countOf, litPetalsOfBill } from './bill-look.ts';
import { statusText } from './status-text.ts';

/** What happened and how much, in one glance; petals open while the reader looks. */
export function BillHero({ bill }: { readonly bill: BillDetail }) {
  const t = useText();
  const { type, amount, currency, decimals } = bill;
  const look = amountLook(bill, showCoin(amount, currency, { decimalsMin: decimals }));
  const left = useTimeLeft(bill);
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
      <HeroSign bill={bill} />
      <div className="max-w-full">
        <p className="type-sm text-ink-2">{`${t(`bill.type.${type}`)} · ${statusText(t, bill)}`}</p>
        <p className={look.isStruck ? 'text-ink-3' : ''}>
          <MoneyText size="title" parts={look.parts} isStruck={look.isStruck} />
        </p>
        {left === undefined ? null : <p className="type-sm text-ink-3">{left}</p>}
      </div>
    </header>
  );
}

/** Seconds are told in steps that nobody takes for a promise. */
const secondsStep = 5;

/** How long the blocks that are missing usually take; undefined where none are counted. */
function useTimeLeft(bill: BillDetail): string | undefined {
  const t = useText();
  const counted = countOf(bill);
  const chain = useChain(counted === undefined ? null : bill.chain);
  if (counted === undefined || chain === undefined) return undefined;
  return timeLeft(t, Math.max(0, counted.required - counted.count) * chain.blockMs);
}

function timeLeft(t: Say, leftMs: number): string | undefined {
  if (leftMs === 0) return undefined;
  if (leftMs >= minuteMs) return t('bill.minutesLeft', { minutes: Math.ceil(leftMs / minuteMs) });
  return t('bill.secondsLeft', { seconds: Math.ceil(leftMs / 1000 / secondsStep) * secondsStep });
}

function HeroSign({ bill }: { readonly bill: BillDetail }) {
  const t = useText();
  const { status } = bill;
  if (status === 'failed') {
    return (
      <span className="glyph glyph-bad glyph-large">
        <Icon name="x" size={34} />
      </span>
    );
  }
  const counted = countOf(bill);
  return (
    <span className="flex-none" role={counted === undefined ? undefined : 'status'}>
      <Bloom
        size={72}
        lit={litPetalsOfBill(bill) ?? 12}
        number={counted?.count}
        label={counted === undefined ? t(`bill.status.${status}`) : t('bill.counting', counted)}
      />
    </span>
  );
}
