import type { BillDetail } from '@marigold/contract/calls/bill';

import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { signOf } from './bill-look.ts';
import { statusText } from './status-text.ts';

/** The refund of a transfer, the locks of a deposit, and what they belong to. */
export function RelatedBills({ bill: { related, direction } }: { readonly bill: BillDetail }) {
  const t = useText();
  if (related.length === 0) return null;
  return (
    <List label={t('bill.related')} className="mt-3">
      {related.map(({ id, type, status }) => (
        <ListRow
          key={id}
          glyph={<ListGlyph icon={signOf({ type, status, direction })} />}
          title={t(`bill.type.${type}`)}
          detail={statusText(t, { type, status })}
          hasCaret
          link={linkTo(paths.billDetail(id))}
        />
      ))}
    </List>
  );
}
