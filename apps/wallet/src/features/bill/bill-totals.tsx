import { type BillFilter, useBillSummary } from '../../domain/bill/bill-queries.ts';
import { fiatText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';

/** What came in and went out under the filters. A total that does not come leaves the list as it is. */
export function BillTotals({ filter }: { readonly filter: BillFilter }) {
  const t = useText();
  const { data, isPending } = useBillSummary(filter);
  if (data === undefined && !isPending) return null;
  return (
    <div className="pt-3 type-sm text-ink-3">
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        {(['in', 'out'] as const).map((side) => (
          <div key={side} className="flex items-center gap-1 min-h-5">
            <dt>{t(side === 'in' ? 'bill.in' : 'bill.out')}</dt>
            <dd className="num type-sm-b text-ink">
              {data === undefined ? <SkeletonBar width={80} /> : fiatText(data[side], data.fiat)}
            </dd>
          </div>
        ))}
      </dl>
      {data?.complete === false ? <p>{t('bill.incomplete')}</p> : null}
    </div>
  );
}
