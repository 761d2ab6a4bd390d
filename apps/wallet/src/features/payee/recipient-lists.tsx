import {
  type Payee,
  type PayeeFilter,
  usePayees,
  useRecentPayees,
} from '../../domain/payee/payee-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { dayText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { useToday } from '../../lib/text/today.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import { Avatar } from '../../ui/base/avatar.tsx';
import { initialsOf } from '../../ui/base/initials.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { PayeeList } from './payee-list.tsx';

type PickProps<Picked> = { readonly filter: PayeeFilter; readonly onPick: (picked: Picked) => void };

/** The five paid last; nothing where nobody was paid, or where it could not be read: the book still stands below. */
export function Recent({ filter, onPick }: PickProps<{ readonly address: string }>) {
  const t = useText();
  const today = useToday();
  const { data } = useRecentPayees(filter);
  if (data === undefined || data.list.length === 0) return null;
  return (
    <>
      <SectionHead isQuiet title={t('payee.recent')} />
      <List label={t('payee.recent')}>
        {data.list.map(({ address, masked, name, count, time }) => {
          const known = name ?? masked;
          const code = <span className="type-mono">{address}</span>;
          const place = filter.chain === undefined ? code : <AddressText address={address} isShort />;
          return (
            <ListRow
              key={address}
              glyph={
                known === null ? (
                  <ListGlyph icon="wallet" />
                ) : (
                  <Avatar initials={initialsOf(known)} size={40} tone="soft" />
                )
              }
              title={known === null ? place : <span className="wrap-anywhere">{known}</span>}
              {...(known === null ? {} : { detail: place })}
              value=""
              valueDetail={`${t('payee.paid', { count })} · ${dayText(time, today)}`}
              onPress={() => onPick({ address })}
            />
          );
        })}
      </List>
    </>
  );
}

type BookProps = PickProps<Payee> & {
  /** Only those that this transfer can go to. */
  readonly isVisible: (payee: Payee) => boolean;
  readonly empty: string;
};

export function SavedPayees({ filter, isVisible, empty, onPick }: BookProps) {
  const t = useText();
  const payees = usePayees(filter);
  return (
    <>
      <SectionHead
        isQuiet
        title={t('payee.book')}
        action={linkTo(paths.payees())({
          className: 'text-action text-brand-text',
          children: t('payee.manage'),
        })}
      />
      <PayeeList
        payees={payees}
        isVisible={isVisible}
        onPick={onPick}
        empty={<p className="type-sm text-ink-2 px-1">{empty}</p>}
      />
    </>
  );
}
