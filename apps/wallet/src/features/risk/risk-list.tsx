import type { RiskCase, useRisks } from '../../domain/chain/chain-queries.ts';
import { listEnd } from '../../lib/query/list-end.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { momentText, sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Tag } from '../../ui/base/tag.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { iconOf, displayState, riskTone } from './risk-look.ts';
import { stateText } from './risk-text.ts';

type RiskListProps = {
  readonly risks: ReturnType<typeof useRisks>;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

/** Every case, newest first. */
export function RiskList({ risks, selected, isWide }: RiskListProps) {
  const t = useText();
  const rows = risks.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <>
      <p className="mb-4 type-sm text-ink-2">{t('risk.intro')}</p>
      <List label={t('risk.list')}>
        {rows.map((risk) => (
          <RiskRow key={risk.id} risk={risk} isSelected={risk.id === selected} isWide={isWide} />
        ))}
      </List>
      <ListEnd {...listEnd(risks, t)} />
    </>
  );
}

/** Decimals that are shown at least. */

type RowProps = { readonly risk: RiskCase; readonly isSelected: boolean; readonly isWide: boolean };

function RiskRow({ risk, isSelected, isWide }: RowProps) {
  const t = useText();
  const { id, object, rule, state, currency, amount, deadline, time } = risk;
  const address = isWide ? paths.risks({ id }) : paths.riskDetail(id);
  const display = displayState(state, useIsAhead(deadline ?? Number.POSITIVE_INFINITY));
  const until =
    display === 'open' && deadline !== null
      ? ` · ${t('risk.answerUntil', { time: momentText(deadline) })}`
      : '';
  return (
    <ListRow
      glyph={<ListGlyph icon={iconOf[object]} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span>{t(`risk.object.${object}`)}</span>
          <Tag tone={riskTone[display]}>{stateText(t, object, display)}</Tag>
        </span>
      }
      detail={<span className="whitespace-normal">{`${t(`risk.rule.${rule}`)}${until}`}</span>}
      value={sumText(amount, currency)}
      valueDetail={momentText(time)}
      isSelected={isSelected}
      link={linkTo(address, { isReplacing: isWide })}
    />
  );
}
