import { type ReactNode, useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { listEnd } from '../../lib/list-end.ts';
import type { Payee, usePayees } from '../../lib/queries.ts';
import { readFailed } from '../../lib/read-failed.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { List } from '../../ui/list.tsx';
import type { LinkRender } from '../../ui/pressable.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PayeeRow } from './payee-row.tsx';

type PayeeListProps = {
  readonly payees: ReturnType<typeof usePayees>;
  readonly selectedId?: string | undefined;
  readonly linkOf?: (payee: Payee) => LinkRender;
  readonly onPick?: (payee: Payee) => void;
  /** Leaves away those that are of no use here. */
  readonly isShown?: (payee: Payee) => boolean;
  /** What stands where nobody is in the book yet. */
  readonly empty: ReactNode;
};

/** From this many on a search is worth its place. */
const searchFrom = 6;

/** The recipients, found by any of their words. */
export function PayeeList({ payees, selectedId, linkOf, onPick, isShown, empty }: PayeeListProps) {
  const t = useText();
  const [query, setQuery] = useState('');
  if (payees.data === undefined) {
    if (payees.isPending) return <SkeletonRows label={t('shell.loading')} count={5} />;
    const retry = { label: t('shell.tapToRetry'), onPress: payees.refetch };
    return <ErrorState title={readFailed(payees.error)} reason={t('payee.failed')} retry={retry} />;
  }
  const all = payees.data.pages.flatMap(({ list }) => list);
  const known = isShown === undefined ? all : all.filter(isShown);
  if (known.length === 0 && !payees.hasNextPage) return empty;
  const found = known.filter((payee) => matches(payee, query));
  return (
    <>
      {known.length < searchFrom && !payees.hasNextPage ? null : (
        <div className="mb-4">
          <Field
            type="search"
            label={t('payee.search')}
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            left={<Icon name="magnifying-glass" />}
          />
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState
          isInline
          title={t('payee.noMatch', { query: query.trim() })}
          reason={t('payee.noMatchReason')}
        />
      ) : (
        <List label={t('payee.book')}>
          {found.map((payee) => (
            <PayeeRow
              key={payee.id}
              payee={payee}
              isSelected={payee.id === selectedId}
              {...(linkOf === undefined ? {} : { link: linkOf(payee) })}
              {...(onPick === undefined ? {} : { onPress: () => onPick(payee) })}
            />
          ))}
        </List>
      )}
      <ListEnd {...listEnd(payees, t)} />
    </>
  );
}

function matches({ name, address, masked, remark }: Payee, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [name, address, masked ?? '', remark ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
