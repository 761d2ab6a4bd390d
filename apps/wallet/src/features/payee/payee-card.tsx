import '../../ui/base/button.css';
import { hoursIn } from '@marigold/contract/durations';
import { newPayeeLockMs } from '@marigold/guard/payee-lock';
import { useState } from 'react';

import { useFreeze, waitOf } from '../../domain/account/use-freeze.ts';
import { LockTime } from '../../domain/payee/lock-time.tsx';
import { BindLink } from '../../domain/payee/lock-words.tsx';
import { invalidatePayees, type Payee } from '../../domain/payee/payee-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { dateTimeText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import { Avatar } from '../../ui/base/avatar.tsx';
import { Button } from '../../ui/base/button.tsx';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import { HoldToCopy } from '../../ui/base/hold-to-copy.tsx';
import { initialsOf } from '../../ui/base/initials.ts';
import { Note } from '../../ui/base/note.tsx';
import { type KeyValue, KeyValues } from '../../ui/list/key-values.tsx';
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx';
import { useNetworkName } from './use-networks.ts';

type PayeeCardProps = {
  readonly payee: Payee;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
};

/** Everything about one recipient, and what can be done with it: pay, change, delete. */
export function PayeeCard({ payee, onEdit, onDelete }: PayeeCardProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const reason = isOnline ? undefined : t('payee.offline');
  const frozen = useFreeze('payout');
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-3">
        <Avatar initials={initialsOf(payee.name)} size={56} tone="brand" />
        <h2 className="type-2 min-w-0 wrap-anywhere">{payee.name}</h2>
      </div>
      <KeyValues rows={useRows(payee)} />
      <Lock payee={payee} />
      <Button
        kind="primary"
        icon="paper-plane-tilt"
        link={linkTo(transferTo(payee))}
        disabledReason={frozen === undefined ? undefined : t('payee.frozen', waitOf(frozen))}
      >
        {t('payee.pay', { name: payee.name })}
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button icon="pencil-simple" isDisabled={!isOnline} onPress={onEdit}>
          {t('payee.editShort')}
        </Button>
        <Button kind="danger" isDisabled={!isOnline} onPress={onDelete}>
          {t('payee.deleteShort')}
        </Button>
      </div>
      {reason === undefined ? null : <p className="button-reason">{reason}</p>}
    </div>
  );
}

/** The form of a transfer with this recipient in it. */
function transferTo({ address, currency, chain }: Payee): string {
  if (currency === null || chain === null) return paths.transfer({ to: address, chain: 'internal' });
  return paths.transfer({ address, currency, chain });
}

function useRows({ address, masked, currency, chain, remark, count, lastTime }: Payee): KeyValue[] {
  const t = useText();
  const say = useCopyOutcome();
  const networkOf = useNetworkName();
  const what = t(chain === null ? 'payee.code' : 'payee.address');
  const paid = (
    <span className="inline-flex items-center gap-1">
      <HoldToCopy value={address} onDone={say}>
        {chain === null ? <span className="type-mono">{address}</span> : <AddressText address={address} />}
      </HoldToCopy>
      <CopyButton value={address} label={t('shell.copyWhat', { what })} onDone={say} />
    </span>
  );
  return [
    { key: what, value: paid },
    ...(masked === null ? [] : [{ key: t('payee.person'), value: masked }]),
    ...(currency === null ? [] : [{ key: t('payee.currency'), value: currency }]),
    ...(chain === null ? [] : [{ key: t('payee.network'), value: networkOf(chain) }]),
    ...(remark === null ? [] : [{ key: t('payee.remark'), value: remark }]),
    { key: t('payee.payments'), value: t('payee.paid', { count }) },
    { key: t('payee.last'), value: lastTime === null ? t('payee.never') : dateTimeText(lastTime) },
  ];
}

/** Why only little goes to a new recipient, and for how long still. */
function Lock({ payee }: { readonly payee: Payee }) {
  const t = useText();
  const until = payee.lockedUntil ?? 0;
  const isLocked = useIsAhead(until);
  if (!isLocked) return null;
  const isOpener = payee.lockOpensBy === 'strong';
  const facts = { time: momentText(until), hours: hoursIn(newPayeeLockMs) };
  return (
    <Note tone="info">
      <p>
        {t(isOpener ? 'payee.lockedStrong' : 'payee.lockedText', facts)}
        {payee.lockOpensBy === 'bind' ? <BindLink /> : null}
      </p>
      <p className="mt-1">
        {`${t('payee.lock')} `}
        <LockTime until={until} />
      </p>
    </Note>
  );
}

type DeletePayeeProps = {
  readonly payee: Payee | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** Asks before a recipient is taken out (spec 5 "deleting an address"). */
export function DeletePayee({ payee, onClose, onDone }: DeletePayeeProps) {
  const t = useText();
  const { send, isSending } = useIntent('payee/delete');
  // The words stay while the sheet closes.
  const [current, setCurrent] = useState(payee);
  if (payee !== undefined && payee !== current) setCurrent(payee);

  async function remove(): Promise<void> {
    if (payee === undefined) return;
    const result = await send({ id: payee.id }, { showErrors: true, disableLoading: true });
    // Gone already, on another device: that is what was wanted.
    const isGone = result.ok || (result.kind === 'status' && result.status === 404);
    if (!isGone) return;
    await invalidatePayees();
    showToast({ text: t('payee.deleted') });
    onDone();
  }

  return (
    <ConfirmSheet
      isOpen={payee !== undefined}
      onClose={onClose}
      title={t('payee.deleteAsk', { name: current?.name ?? '' })}
      text={t('payee.deleteNote')}
      confirmLabel={t('payee.delete')}
      onConfirm={remove}
      cancelLabel={t('payee.keep')}
      closeLabel={t('shell.close')}
      isDangerous
      isBusy={isSending}
      busyLabel={t('payee.deleting')}
    />
  );
}
