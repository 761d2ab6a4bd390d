import type { Payee } from '../../domain/payee/payee-queries.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import { Avatar } from '../../ui/base/avatar.tsx';
import { initialsOf } from '../../ui/base/initials.ts';
import type { LinkRender } from '../../ui/base/pressable.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { ListRow } from '../../ui/list/list.tsx';

type PayeeRowProps = {
  readonly payee: Payee;
  /** Where its address is; undefined for people. */
  readonly network: string | undefined;
  readonly isSelected?: boolean;
  readonly link?: LinkRender;
  readonly onPress?: () => void;
};

/** One recipient: the name its owner gave, the code or address that is paid and on which network, how often it was. */
export function PayeeItem({ payee, network, isSelected, link, onPress }: PayeeRowProps) {
  const t = useText();
  const { name, remark, address, currency, chain, count, lockedUntil } = payee;
  const isLocked = useIsAhead(lockedUntil ?? 0);
  return (
    <ListRow
      glyph={<Avatar initials={initialsOf(name)} size={40} tone="soft" />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {currency === null ? null : <Tag>{currency}</Tag>}
          {isLocked ? <Tag tone="warn">{t('payee.locked')}</Tag> : null}
        </span>
      }
      detail={
        <span className="whitespace-normal wrap-anywhere">
          {network === undefined ? null : `${network} · `}
          {chain === null ? (
            <span className="type-mono">{address}</span>
          ) : (
            <AddressText address={address} isShort />
          )}
          {remark === null ? null : ` · ${remark}`}
        </span>
      }
      valueDetail={t('payee.paid', { count })}
      value=""
      isSelected={isSelected}
      link={link}
      onPress={onPress}
    />
  );
}
