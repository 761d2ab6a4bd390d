import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { dateTimeText, numberText, showNumber } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { kindName, type ExplainedEntry } from './explanation.ts';

type RowsProps = {
  readonly postings: readonly ExplainedEntry[];
  readonly decimals: number;
};

/** The entries, newest first; one with a bill leads to it. */
export function PostingRows({ postings, decimals }: RowsProps) {
  const t = useText();
  return (
    <List label={t('assets.explain.action')} className="-mx-4 mt-1">
      {postings.map(({ journal, line, kind, time, delta, after, billId }) => {
        const isOut = delta.startsWith('-');
        const parts = showNumber(delta, { decimalsMin: decimals });
        return (
          <ListRow
            key={`${journal}.${line}`}
            glyph={<ListGlyph icon={isOut ? 'arrow-up-right' : 'arrow-down-left'} />}
            title={t(`assets.explain.kind.${kindName(kind)}`)}
            detail={<span className="whitespace-normal">{dateTimeText(time)}</span>}
            value={
              <MoneyText parts={isOut ? parts : { ...parts, sign: '+' }} tone={isOut ? undefined : 'ok'} />
            }
            valueDetail={
              <>
                {t('assets.explain.after', {
                  amount: numberText(after, { decimalsMin: decimals }),
                })}
                {billId === null ? null : (
                  <VisuallyHidden>{`, ${t('assets.explain.openBill')}`}</VisuallyHidden>
                )}
              </>
            }
            link={billId === null ? undefined : linkTo(paths.billDetail(billId))}
          />
        );
      })}
    </List>
  );
}
