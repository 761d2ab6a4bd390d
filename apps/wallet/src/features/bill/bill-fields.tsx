import type { BillDetail } from '@marigold/contract/calls/bill';
import { pairText } from '@marigold/contract/rules/pair';
import type { ReactNode } from 'react';

import { chainName, useChain } from '../../domain/chain/deposit-queries.ts';
import { sideOfBill } from '../../domain/order/order-look.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { coinText, dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import { HoldToCopy } from '../../ui/base/hold-to-copy.tsx';
import { type KeyValue, KeyValues } from '../../ui/list/key-values.tsx';
import { isTrade, type BillOfTrade } from './bill-look.ts';
import { statusText } from './status-text.ts';

/** Every field of the specification's bill detail (spec 3); what a bill does not have is left out. */
export function BillFields({ bill }: { readonly bill: BillDetail }) {
  const t = useText();
  const coin = (decimal: string) => coinText(decimal, bill.currency, { decimalsMin: bill.decimals });
  const time = (timeMs: number | null) => (timeMs === null ? null : dateTimeText(timeMs));
  const address = (name: string, text: string | null) =>
    text === null ? null : <Address bill={bill} name={name} text={text} />;
  const sending = t('bill.detail.sendingAddress');
  const receiving = t('bill.detail.receivingAddress');
  const orderNumber = t('bill.detail.orderNumber');
  const txId = t('bill.detail.txId');
  const chain = useChain(bill.chain);
  // What a trade costs is taken from what it brings in: the bill of that names it.
  const hasFee = /[1-9]/.test(bill.fee);
  const network = chain === undefined ? bill.chain : chainName(chain);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('bill.detail.status'), statusText(t, bill)],
    [t('bill.detail.type'), t(`bill.type.${bill.type}`)],
    [t('bill.detail.market'), isTrade(bill) ? <Market bill={bill} /> : null],
    [t('bill.detail.createTime'), time(bill.createTime)],
    [sending, address(sending, bill.sendingAddress)],
    [receiving, address(receiving, bill.receivingAddress)],
    [t('bill.detail.amount'), coin(bill.amount)],
    [t('bill.detail.arrivedAmount'), coin(bill.arrivedAmount)],
    [t('bill.detail.fee'), hasFee ? coin(bill.fee) : isTrade(bill) ? null : t('bill.detail.feeFree')],
    [orderNumber, <Copied key="order" name={orderNumber} text={bill.orderNumber} />],
    [t('bill.detail.payType'), t(`bill.detail.payType.${bill.payType}`)],
    [t('bill.detail.addressKind'), t(`bill.detail.addressKind.${bill.addressKind}`)],
    [t('bill.detail.chain'), bill.chain === null ? null : network],
    [txId, bill.txId === null ? null : <Copied key="tx" name={txId} text={bill.txId} />],
    [t('bill.detail.origin'), bill.origin === null ? null : t(`bill.origin.${bill.origin}`)],
    [t('bill.detail.submitTime'), time(bill.submitTime)],
    [t('bill.detail.finishTime'), time(bill.finishTime)],
    [t('bill.detail.note'), bill.note === null ? null : <Note text={bill.note} />],
  ];
  return (
    <KeyValues rows={rows.flatMap(([key, value]): KeyValue[] => (value === null ? [] : [{ key, value }]))} />
  );
}

/** Where it was traded, and whether it was bought or sold there; what waits or comes back was neither. */
function Market({ bill }: { readonly bill: BillOfTrade }) {
  const t = useText();
  const pair = pairText(bill.symbol);
  if (bill.type === 'CURRENCY_TRADE_RECOVERY' || bill.status !== 'success') return pair;
  return `${pair} · ${t(`bill.trade.${sideOfBill(bill)}`)}`;
}

type CopiedProps = { readonly name: string; readonly text: string };

/** A text that people take elsewhere. */
function Copied({ name, text }: CopiedProps) {
  const t = useText();
  const onDone = useCopyOutcome();
  return (
    <>
      <span className="type-mono">{text}</span>
      <CopyButton value={text} label={t('shell.copyWhat', { what: name })} onDone={onDone} />
    </>
  );
}

/** Inside Marigold an "address" is a person's masked name, of no use on a clipboard. */
function Address({ bill, name, text }: CopiedProps & { readonly bill: BillDetail }) {
  const t = useText();
  const onDone = useCopyOutcome();
  if (bill.payType === 'internal') return text;
  return (
    <>
      <span className="text-balance">
        <HoldToCopy value={text} onDone={onDone}>
          <AddressText address={text} />
        </HoldToCopy>
      </span>
      <CopyButton value={text} label={t('shell.copyWhat', { what: name })} onDone={onDone} />
    </>
  );
}

function Note({ text }: { readonly text: string }) {
  const t = useText();
  return (
    <span>
      {text}
      <span className="block type-cap text-ink-3">{t('bill.detail.noteHint')}</span>
    </span>
  );
}
