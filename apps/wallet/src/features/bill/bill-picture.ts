/** What the picture of a bill shows to the people it is given to. Pure. */
import type { BillDetail } from '@marigold/contract/calls/bill';

import { dateTimeText, joinParts, showCoin } from '../../lib/text/format.ts';
import type { Say } from '../../lib/text/i18n.ts';
import { shortAddress } from '../../ui/address/address-parts.ts';
import type { RecordPoster } from '../../ui/address/record-poster.ts';
import { amountLook } from './bill-look.ts';
import { statusText } from './status-text.ts';

/** What happened, without what is nobody else's: never the note, and of an address only its ends. */
export function pictureOf(t: Say, bill: BillDetail, host: string): RecordPoster {
  const { type, amount, currency, decimals, createTime, orderNumber, payType } = bill;
  // Inside Marigold an "address" is a person's masked name.
  const party = (text: string | null) =>
    text === null || payType === 'internal' ? text : shortAddress(text);
  const rows: readonly (readonly [string, string | null])[] = [
    [t('bill.detail.status'), statusText(t, bill)],
    [t('bill.detail.type'), t(`bill.type.${type}`)],
    [t('bill.detail.createTime'), dateTimeText(createTime)],
    [t('bill.detail.sendingAddress'), party(bill.sendingAddress)],
    [t('bill.detail.receivingAddress'), party(bill.receivingAddress)],
    [t('bill.detail.orderNumber'), orderNumber],
  ];
  return {
    title: t('shell.title.billdetail'),
    lead: joinParts(amountLook(bill, showCoin(amount, currency, { decimalsMin: decimals })).parts),
    rows: rows.flatMap(([key, value]) => (value === null ? [] : [{ key, value }])),
    note: host,
  };
}
