import { chainName, type ReceivingAddress } from '../../domain/chain/deposit-queries.ts';
import { coinText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import type { ReceiveWay } from './receive-way.ts';

type ChainNoteProps = {
  readonly way: Extract<ReceiveWay, { kind: 'chain' }>;
  readonly own: ReceivingAddress | undefined;
};

/** When money from a chain is here, how little is enough, and what must not be sent. */
export function ChainNote({ way: { currency, chain }, own }: ChainNoteProps) {
  const t = useText();
  const network = chainName(chain);
  const count = own?.confirmations ?? chain.confirmations;
  const min = coinText(own?.min ?? chain.depositMin, currency.code);
  return (
    <>
      <div className="flex gap-3 rounded-btn bg-field-chip px-4 py-3 type-sm">
        <Bloom size={44} tone="current" number={count} />
        <p className="min-w-0">
          <b className="block type-sm-b">{t('receive.chainNoteTitle', { count })}</b>
          {t('receive.chainNote', { minutes: own?.minutes ?? chain.minutes, network: chain.name, min })}
        </p>
      </div>
      <p className="flex gap-2 px-1 type-sm">
        <Icon name="warning-fill" size={20} />
        <span className="min-w-0">{t('receive.chainOnly', { currency: currency.code, network })}</span>
      </p>
      {own?.plainOnly === true ? (
        <p className="flex gap-2 px-1 type-sm">
          <Icon name="warning-fill" size={20} />
          <span className="min-w-0">{t('receive.plainOnly', { currency: currency.code })}</span>
        </p>
      ) : null}
    </>
  );
}

/** Between people of Marigold; and why not from a chain where that was asked for. */
export function InternalNote({
  way: { currency, isPaused },
}: {
  readonly way: Extract<ReceiveWay, { kind: 'internal' }>;
}) {
  const t = useText();
  return (
    <>
      {isPaused && currency !== undefined ? (
        <p className="flex gap-2 px-1 type-sm">
          <Icon name="warning-fill" size={20} />
          <span className="min-w-0">{t('receive.paused', { currency: currency.code })}</span>
        </p>
      ) : null}
      <div className="flex gap-3 rounded-btn bg-field-chip px-4 py-3 type-sm">
        <Bloom size={40} tone="current" />
        <p className="min-w-0">
          <b className="block type-sm-b">{t('receive.noteTitle')}</b>
          {t('receive.note')}
        </p>
      </div>
    </>
  );
}
