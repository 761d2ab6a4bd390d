import { useKycOrders } from '../../domain/kyc/kyc-queries.ts';
import { listEnd } from '../../lib/query/list-end.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed } from '../../screen/when-read.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { kycPriceText } from './kyc-terms.tsx';
import { orderTones } from './order-look.ts';

/** The other orders of this person, newest first; nothing where there are none. */
export function EarlierOrders({ except }: { readonly except?: string }) {
  const t = useText();
  const orders = useKycOrders();
  const rows = orders.data?.pages.flatMap(({ list }) => list).filter(({ orderId }) => orderId !== except);
  if (rows === undefined) {
    if (!orders.isError) return null;
    return (
      <ReadFailed
        isInline
        error={orders.error}
        reason={t('kyc.order.earlierFailed')}
        onRetry={orders.refetch}
      />
    );
  }
  if (rows.length === 0) return null;
  return (
    <>
      <SectionHead isQuiet title={t('kyc.order.earlier')} />
      <List label={t('kyc.order.earlier')}>
        {rows.map(({ orderId, purpose, status, created, prices }) => (
          <ListRow
            key={orderId}
            title={
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span>{t(`kyc.purpose.${purpose}`)}</span>
                <Tag tone={orderTones[status]}>{t(`kyc.orderState.${status}`)}</Tag>
              </span>
            }
            detail={
              <span className="whitespace-normal num">
                {dateTimeText(created)}
                <span className="block">{kycPriceText(t, prices)}</span>
              </span>
            }
            hasCaret
            link={linkTo(paths.kycOrder({ id: orderId }))}
          />
        ))}
      </List>
      {orders.hasNextPage ? <ListEnd {...listEnd(orders, t)} /> : null}
    </>
  );
}
