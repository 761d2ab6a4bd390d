import type { ReactNode } from 'react';

import { LockWords, useOpenLock } from '../../../domain/payee/lock-words.tsx';
import { showCoin } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { AddressText } from '../../../ui/address/address-text.tsx';
import { Card } from '../../../ui/base/card.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { type KeyValue, KeyValues } from '../../../ui/list/key-values.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import { QuoteTime } from '../quote/quote-time.tsx';
import type { ChainOrder, InternalOrder, TransferOrder } from './order.ts';

/** What is approved, next to where it is approved (DESIGN.md "Say what is signed"): amount, payee, fee. */
export function OrderCard({ order, link }: { readonly order: TransferOrder; readonly link?: ReactNode }) {
  const t = useText();
  const { currency, decimals, amount, note } = order;
  const parts = (decimal: string) => showCoin(decimal, currency, { decimalsMin: decimals });
  const noted = note === undefined ? [] : [{ key: t('transfer.note'), value: note }];
  return (
    <>
      <Card tone="sunken" className="mt-2">
        <p className="type-sm text-ink-2">{t('transfer.youSend')}</p>
        <MoneyText size="display" parts={parts(amount)} />
        <Recipient order={order} />
        <div className="mt-2.5 border-t border-line pt-1">
          <KeyValues
            isTight
            rows={[
              { key: t(feeKey(order)), value: <MoneyText parts={parts(order.fee)} /> },
              { key: t('transfer.recipientGets'), value: <MoneyText parts={parts(order.recipientGets)} /> },
              ...useHolds(order),
              ...noted,
            ]}
          />
        </div>
      </Card>
      {link === undefined ? null : (
        <p className="mt-2 mb-3 flex gap-2 type-sm text-ink-2">
          <Icon name="link-bold" size={18} className="mt-px flex-none text-ok" />
          <span>{link}</span>
        </p>
      )}
    </>
  );
}

/** The fee of a network, or the one of Marigold, which is none. */
function feeKey(order: TransferOrder) {
  return order.kind === 'onChain' && order.internal === null ? 'transfer.networkFee' : 'transfer.fee';
}

/** How long these terms hold. */
function useHolds(order: TransferOrder): KeyValue[] {
  const t = useText();
  if (order.kind === 'internal') return [];
  return [{ key: t('transfer.quoteHolds'), value: <QuoteTime deadline={order.deadline} /> }];
}

function Recipient({ order }: { readonly order: TransferOrder }) {
  return order.kind === 'internal' ? <PaidPerson order={order} /> : <PaidAddress order={order} />;
}

function PaidPerson({ order: { payee, to } }: { readonly order: InternalOrder }) {
  return (
    <p className="mt-2 type-sm wrap-anywhere text-ink-2">
      <ToPayee payee={payee} /> · {to}
    </p>
  );
}

/** The whole address, and in a few words what the server warns of for exactly this order. */
function PaidAddress({ order }: { readonly order: ChainOrder }) {
  const t = useText();
  const { name, internal, network, address } = order;
  const person = name ?? internal;
  const warnings = internal === null ? order.warnings : [];
  const lock = useOpenLock(order.payeeLock);
  return (
    <>
      <p className="mt-2 type-sm wrap-anywhere text-ink-2">
        {person === null ? (
          t('transfer.toNetwork', { network })
        ) : (
          <>
            <ToPayee payee={person} /> · {network}
          </>
        )}
      </p>
      <p className="mt-1">
        <AddressText address={address} />
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="mt-1 flex gap-2 type-sm text-warn">
          <Icon name="warning-fill" size={18} className="mt-px flex-none" />
          {t(`transfer.warn.${warning}`)}
        </p>
      ))}
      {lock === undefined ? null : (
        <p className="mt-1 flex gap-2 type-sm text-warn">
          <Icon name="warning-fill" size={18} className="mt-px flex-none" />
          <span>
            <LockWords lock={lock} />
          </span>
        </p>
      )}
    </>
  );
}

function ToPayee({ payee }: { readonly payee: string }) {
  const t = useText();
  const [before = '', after = ''] = t('transfer.toPayee', { payee: '\u0000' }).split('\u0000');
  return (
    <>
      {before}
      <b className="text-ink">{payee}</b>
      {after}
    </>
  );
}
