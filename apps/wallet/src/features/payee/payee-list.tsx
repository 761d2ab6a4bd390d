import { type ReactNode, useState } from 'react';

import type { Payee, usePayees } from '../../domain/payee/payee-queries.ts';
import { listEnd } from '../../lib/query/list-end.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import type { LinkRender } from '../../ui/base/pressable.tsx';
import { Field } from '../../ui/field/field.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { List } from '../../ui/list/list.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { PayeeItem } from './payee-row.tsx';
import { isFound, searchFrom, searchOutcome } from './payee-search.ts';
import { useNetworkName } from './use-networks.ts';

type PayeeListProps = {
  readonly payees: ReturnType<typeof usePayees>;
  readonly selectedId?: string | undefined;
  readonly linkOf?: (payee: Payee) => LinkRender;
  readonly onPick?: (payee: Payee) => void;
  /** Leaves away those that are of no use here. */
  readonly isVisible?: (payee: Payee) => boolean;
  /** What stands where nobody is in the book yet. */
  readonly empty: ReactNode;
};

/** The recipients, found by any of their words. The foot reads the rest of the book while it is in sight. */
export function PayeeList({ payees, selectedId, linkOf, onPick, isVisible, empty }: PayeeListProps) {
  const t = useText();
  const [query, setQuery] = useState('');
  const nameOf = useNetworkName();
  const networkOf = ({ chain }: Payee) => (chain === null ? undefined : nameOf(chain));
  if (payees.data === undefined) {
    if (payees.isPending) return <WaitingRows rows={5} />;
    return <ReadFailed error={payees.error} reason={t('payee.failed')} onRetry={payees.refetch} />;
  }
  const all = payees.data.pages.flatMap(({ list }) => list);
  const known = isVisible === undefined ? all : all.filter(isVisible);
  if (known.length === 0 && !payees.hasNextPage) return empty;
  const found = known.filter((payee) => isFound(payee, networkOf(payee), query));
  const outcome = searchOutcome(found.length, payees);
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
      {outcome === 'looking' ? <WaitingRows rows={2} /> : null}
      {outcome === 'none' ? (
        <EmptyState
          isInline
          title={t('payee.noMatch', { query: query.trim() })}
          reason={t('payee.noMatchReason')}
        />
      ) : null}
      {outcome === 'found' ? (
        <List label={t('payee.book')}>
          {found.map((payee) => (
            <PayeeItem
              key={payee.id}
              payee={payee}
              network={networkOf(payee)}
              isSelected={payee.id === selectedId}
              {...(linkOf === undefined ? {} : { link: linkOf(payee) })}
              {...(onPick === undefined ? {} : { onPress: () => onPick(payee) })}
            />
          ))}
        </List>
      ) : null}
      <ListEnd {...listEnd(payees, t)} />
    </>
  );
}
