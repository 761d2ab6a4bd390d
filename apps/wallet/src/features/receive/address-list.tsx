import { type LabelledAddress, useOwnAddresses } from '../../domain/chain/deposit-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { listEnd } from '../../lib/query/list-end.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { dayText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { shortAddress } from '../../ui/address/address-parts.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import { Button } from '../../ui/base/button.tsx';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import { HoldToCopy } from '../../ui/base/hold-to-copy.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { useNewAddress } from './use-new-address.ts';

type ListProps = {
  readonly chain: string;
  readonly current: string;
  readonly isVisible: boolean;
  readonly onLabel: (own: LabelledAddress) => void;
};

/** Every own address of a chain, newest first, each to be copied and labelled. */
export function AddressList({ chain, current, isVisible, onLabel }: ListProps) {
  const t = useText();
  const addresses = useOwnAddresses(chain, isVisible);
  const { data, error, isPending, refetch } = addresses;
  if (data === undefined) {
    if (isPending) return <WaitingRows rows={3} />;
    return <ReadFailed isInline error={error} reason={t('receive.addressesFailed')} onRetry={refetch} />;
  }
  const list = data.pages.flatMap((page) => page.list);
  return (
    <>
      <ul role="list" aria-label={t('receive.addresses')} className="divide-y divide-line">
        {list.map((own) => (
          <AddressRow key={own.id} own={own} isCurrent={own.address === current} onLabel={onLabel} />
        ))}
      </ul>
      {addresses.hasNextPage ? <ListEnd {...listEnd(addresses, t)} /> : null}
    </>
  );
}

type RowProps = Pick<ListProps, 'onLabel'> & { readonly own: LabelledAddress; readonly isCurrent: boolean };

function AddressRow({ own, isCurrent, onLabel }: RowProps) {
  const t = useText();
  const onDone = useCopyOutcome();
  const { address, label, count, time } = own;
  const facts = [isCurrent ? t('receive.addressNow') : dayText(time), t('receive.addressCount', { count })];
  return (
    <li className="flex items-center gap-1 py-2">
      <div className="min-w-0 flex-auto">
        {label === null ? null : <p className="type-body-b wrap-anywhere">{label}</p>}
        <p className="text-balance">
          <HoldToCopy value={address} onDone={onDone}>
            <AddressText address={address} />
          </HoldToCopy>
        </p>
        <p className="type-cap text-ink-2">{facts.join(' · ')}</p>
      </div>
      <IconButton
        icon="pencil-simple"
        size={20}
        label={t('receive.addressLabelEdit', { address: shortAddress(address) })}
        onPress={() => onLabel(own)}
      />
      <CopyButton
        value={address}
        label={t('shell.copyWhat', { what: shortAddress(address) })}
        onDone={onDone}
      />
    </li>
  );
}

/** Another address; at most twenty may wait for their first payment. */
export function NewAddress({ chain }: { readonly chain: string }) {
  const t = useText();
  const { isOnline } = useOnline();
  return (
    <Button kind="primary" icon="plus-bold" isDisabled={!isOnline} onPress={useNewAddress(chain)}>
      {t('receive.addressNew')}
    </Button>
  );
}
