import { useState } from 'react';

import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type ListedRates, useAge } from './age.ts';
import { Converter } from './converter.tsx';
import { RateTable } from './rate-table.tsx';

export function RateView({ rates, fetchedAt }: { readonly rates: ListedRates; readonly fetchedAt: number }) {
  const t = useText();
  const [picked, setPicked] = useState<string>();
  const ageOf = useAge(rates.time, fetchedAt);
  const ofKind = (kind: 'coin' | 'fiat') => rates.list.filter((rate) => rate.kind === kind);
  // The currency of display itself is no pair: after a change of it another one takes its place.
  const base = rates.list.some((rate) => rate.base === picked) ? picked : undefined;
  const selected = base ?? rates.list[0]?.base ?? '';
  const table = { ageOf, base: selected, onPick: pick };

  function pick(next: string): void {
    setPicked(next);
    window.scrollTo({ top: 0 });
  }

  return (
    <>
      <Converter rates={rates} ageOf={ageOf} base={selected} onBase={setPicked} />
      <div className="grid wide:grid-cols-2 wide:gap-x-6 items-start">
        <RateTable title={t('rate.coins')} rates={ofKind('coin')} {...table} />
        <RateTable title={t('rate.fiats')} rates={ofKind('fiat')} {...table} />
      </div>
      <p className="type-sm text-ink-3 pt-4 px-1">
        {t('rate.updated', { time: dateTimeText(newestOf(rates)) })}
        <br />
        {t('rate.note')}
      </p>
    </>
  );
}

/** When a source last told a price. */
function newestOf({ list }: ListedRates): number {
  return Math.max(...list.map(({ time }) => time));
}
