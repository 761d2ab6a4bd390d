import type { KycBindings } from '../../domain/kyc/kyc-queries.ts';
import { dayText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { bindingTone } from './auth-look.ts';

type Row = KycBindings['made'][number] | KycBindings['received'][number];
type ListProps = { readonly title: string; readonly rows: readonly Row[] };

/** Numbers with what became of them, the newest first; nothing where there are none. */
export function BindingList({ title, rows }: ListProps) {
  if (rows.length === 0) return null;
  return (
    <section className="mt-6">
      <SectionHead title={title} />
      <List label={title}>
        {rows.map((row) => (
          <BindingRow key={row.bindingId} row={row} />
        ))}
      </List>
    </section>
  );
}

function BindingRow({ row }: { readonly row: Row }) {
  const t = useText();
  const { authNo, use, status, created, expires } = row;
  const when = status === 'open' ? t('kycauth.madeUntil', { time: momentText(expires) }) : dayText(created);
  return (
    <ListRow
      title={<span className="type-mono whitespace-nowrap">{authNo}</span>}
      detail={
        <>
          <span className="block whitespace-normal">
            {[...('from' in row ? [row.from] : []), t(`kycauth.use.${use}`), when].join(' · ')}
          </span>
          <span className="mt-1.5 flex">
            <Tag tone={bindingTone[status]}>{t(`kycauth.status.${status}`)}</Tag>
          </span>
        </>
      }
    />
  );
}
