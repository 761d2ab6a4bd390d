import type { BillDetail } from '@marigold/contract/calls/bill';

import { sharePicture } from '../../lib/route/share.ts';
import { sayNow } from '../../lib/text/i18n.ts';
import { pictureOf } from './bill-picture.ts';

/** Draws a bill and hands the picture on; what draws it is fetched when somebody asks for it. */
export async function shareBill(bill: BillDetail): Promise<void> {
  const picture = pictureOf(sayNow, bill, window.location.host);
  const draw = async () =>
    await (await import('../../ui/address/record-poster.ts')).drawRecordPoster(picture);
  await sharePicture(draw, { name: `marigold-${bill.orderNumber}.png`, title: picture.title });
}
